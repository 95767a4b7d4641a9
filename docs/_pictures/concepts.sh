#!/usr/bin/env bash
# Draws the pictures of docs/concepts: scripts/pictures concepts
# Builds the program throng in build/pictures unless THRONG_BUILD names a build folder that has it, computes the data
# with the program (with docs/_pictures/concepts.c where the program has no such output), and draws them with
# matplotlib (Debian: python3-matplotlib). CC and CFLAGS are used for concepts.c.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=${THRONG_BUILD:-build/pictures}
data=build/pictures-data
mkdir -p "$data" docs/images
if [ ! -x "$build/throng" ]; then
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTHRONG_TESTS=OFF -DTHRONG_EXAMPLES=OFF \
        >"$data/build.log"
    cmake --build "$build" >>"$data/build.log"
fi
# shellcheck disable=SC2086
${CC:-cc} -std=c11 -O2 ${CFLAGS-} -Iinclude docs/_pictures/concepts.c "$build/libthrong.a" -ldl -lm -lpthread \
    -o "$data/concepts"
THRONG_CACHE="$data/cache" /usr/bin/python3 docs/_pictures/concepts.py --throng "$build/throng" \
    --tool "$data/concepts" --data "$data" --out docs/images
