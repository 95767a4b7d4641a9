# shellcheck shell=bash
# shellcheck disable=SC2034 # the variables are for those who source this
# What the checks share; each sources it first. They find in the environment, or by default have
#   THRONG_CHECK_WORK   folder for everything that is built      (build/checks)
#   THRONG_CHECK_PLAIN  a finished release build by gcc with warnings as errors, to be used in place of an own
#   THRONG_CHECK_CACHE  folder for compiled kernels, with the names that the tests give theirs in their build
#                       folder: that of a build whose tests have run saves their compilation
#                                                                (build/checks/cache)
#   THRONG_CHECK_FULL   1: the long form
#   THRONG_CHECK_BUILD  1: asan builds what it runs, and that is all
#   THRONG_CHECK_BRIEF  tests/checks/selftest: look at this alone, which is enough to find the bug planted
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=${THRONG_CHECK_WORK:-$root/build/checks}
full=${THRONG_CHECK_FULL:-0}
brief=${THRONG_CHECK_BRIEF-}
name=$(basename "$0")
log=$work/log/$name
cache=${THRONG_CHECK_CACHE:-$work/cache}
mkdir -p "$work/log" "$cache"
cd "$root"

die() {
    echo "check $name: $*" >&2
    exit 1
}

# Says what is missing rather than passing without having looked.
need() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || die "$tool is missing: scripts/setup check"
    done
}

# loudly LOG COMMAND...: quiet, but for a command that fails.
loudly() {
    if ! "${@:2}" >"$1" 2>&1; then
        tail -n 60 "$1" >&2
        return 1
    fi
}

# Nothing is left out because a package is missing.
whole=(-DTHRONG_OPENCL=ON -DTHRONG_PROGRAM=ON -DTHRONG_TESTS=ON -DTHRONG_LEVELS=all)

# configure NAME OPTIONS...: into $work/NAME, unless that has been done; ninja sees to changes.
configure() {
    local done=$work/$1/configured
    [ "$(cat "$done" 2>/dev/null)" != "${*:2}" ] || return 0
    loudly "$work/log/$1.build" cmake -S . -B "$work/$1" -G Ninja -DTHRONG_WERROR=ON "${whole[@]}" "${@:2}" ||
        die "build '$1' does not configure"
    echo "${*:2}" >"$done"
}

# compile NAME [TARGETS...]; checks that run side by side wait for each other.
compile() {
    exec 9>"$work/log/$1.lock"
    flock 9
    loudly "$work/log/$1.build" cmake --build "$work/$1" -j 2 --target "${@:2}" || die "build '$1' does not compile"
    flock -u 9
}

# Options of brief builds. small: two levels, and of the optimiser what contracts where it may; bare: what the
# reference level needs, as fast as it compiles.
small=()
[ -z "$brief" ] || small=(-DTHRONG_LEVELS=avx2 -DTHRONG_FULL_TESTS=ON -DTHRONG_SIMDE_INCLUDE_DIR:PATH=OFF
    "-DCMAKE_C_FLAGS_RELEASE=-O1 -fexpensive-optimizations")
bare=(-DTHRONG_WIDTH1=ON -DTHRONG_OPENCL=OFF -DTHRONG_PROGRAM=OFF -DTHRONG_EXAMPLES=OFF
    -DTHRONG_OPTIMIZE_KERNELS=OFF "-DCMAKE_C_FLAGS_DEBUG=-O0 -g")

# plain_build TARGETS...: sets $plain to a release build by gcc that has them.
plain_build() {
    plain=$work/gcc
    if [ -n "${THRONG_CHECK_PLAIN-}" ]; then
        plain=$THRONG_CHECK_PLAIN
        grep -q '^THRONG_WERROR:.*=ON$' "$plain/CMakeCache.txt" || die "$plain is built without THRONG_WERROR"
    else
        configure gcc -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc "${small[@]}"
        compile gcc "$@"
    fi
}

# But for --full without the emulated AVX-512 level: clang takes longer over it than over all the others, and it is
# none of the library's; and without its optimiser for all but the library.
clang_build() { # TARGETS...
    local rest=(-DTHRONG_SIMDE_INCLUDE_DIR:PATH=OFF -DTHRONG_AROUND_FLAGS=-O0)
    [ "$full" = 0 ] || rest=(-U THRONG_SIMDE_INCLUDE_DIR -DTHRONG_AROUND_FLAGS=)
    configure clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang "${rest[@]}"
    compile clang "$@"
}

# platform NAME LIBRARY...: this process and its children see no other OpenCL drivers than these.
platform() {
    local folder=$work/vendors/$1 library name others=()
    mkdir -p "$folder"
    for library in "${@:2}"; do # another check may be asking for the same
        name=$(basename "$library").icd
        echo "$library" >"$folder/$name.$$"
        mv "$folder/$name.$$" "$folder/$name"
        others+=(! -name "$name")
    done
    find "$folder" -name '*.icd' "${others[@]}" -delete
    export OCL_ICD_VENDORS=$folder
}

# Nothing of the user's, and built kernels in one place; none of them shared between OpenCL drivers.
unset THRONG_BACKEND THRONG_ISA THRONG_DEVICE THRONG_CL_WIDTH OPENCL_LAYERS
export POCL_CACHE_DIR=$cache/pocl-cache THRONG_CACHE=$cache/throng-cache XDG_CACHE_HOME=$cache/user-cache
export POCL_WORK_GROUP_SPECIALIZATION=0 # as in the plain tests
mkdir -p "$POCL_CACHE_DIR" "$THRONG_CACHE" "$XDG_CACHE_HOME"

pocl() { platform pocl libpocl.so.2; }
