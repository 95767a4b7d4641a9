#!/usr/bin/env bash
# Draws the pictures of docs/start/game.md: scripts/pictures game
# Builds the examples in build/pictures unless THRONG_BUILD names a build folder that has them. The game draws itself;
# Python's PIL reduces the colours, so that the files stay small (Debian: python3-matplotlib, which brings it).
set -euo pipefail
cd "$(dirname "$0")/../.."

build=${THRONG_BUILD:-build/pictures}
data=build/pictures-data
mkdir -p "$data"
if [ ! -x "$build/examples/rts/rts_headless" ]; then
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTHRONG_TESTS=OFF -DTHRONG_EXAMPLES=ON >"$data/build.log"
    cmake --build "$build" --target rts_headless >>"$data/build.log"
fi
game=$build/examples/rts/rts_headless
"$game" --backend cpu --frames 2400 --picture "$data/game.png" --part 0 0 160 5.5
"$game" --backend cpu --frames 2100 --picture "$data/game-bridge.png" --part 60 36 40 20
/usr/bin/python3 docs/_pictures/game.py "$data/game.png" "$data/game-bridge.png"
