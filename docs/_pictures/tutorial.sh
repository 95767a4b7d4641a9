#!/usr/bin/env bash
# Draws the pictures of docs/start/tutorial.md and the one of README.md: scripts/pictures tutorial
# Builds the examples in build/pictures unless THRONG_BUILD names a build folder that has them, runs the tutorial's
# programs, and draws what they write with matplotlib (Debian: python3-matplotlib).
set -euo pipefail
cd "$(dirname "$0")/../.."

build=${THRONG_BUILD:-build/pictures}
data=build/pictures-data
mkdir -p "$data"
if [ ! -x "$build/examples/tutorial_step6" ]; then
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTHRONG_TESTS=OFF -DTHRONG_EXAMPLES=ON >"$data/build.log"
    cmake --build "$build" >>"$data/build.log"
fi
THRONG_BACKEND=cpu /usr/bin/python3 docs/_pictures/tutorial.py "$build" "$data"
