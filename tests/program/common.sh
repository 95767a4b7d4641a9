# shellcheck shell=bash
# What the tests of the program share. SCRIPT PROGRAM SOURCE_FOLDER WORK_FOLDER CASE
# Each case is a function of its script; one that finds something wrong says what and ends with 1.
set -euo pipefail

program=$(realpath "$1")
# shellcheck disable=SC2034 # for those who source this
source=$(realpath "$2")
work=$(realpath -m "$3")/$4
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# Nothing goes on in the background when a case has ended, as a writer does that waits for a reader.
end_jobs() {
    jobs -p | xargs -r kill 2>/dev/null || true
}
trap end_jobs EXIT

fail() {
    echo "FAILED: $*" >&2
    [ ! -s stderr ] || sed 's/^/  stderr: /' stderr >&2
    exit 1
}

# accept ARGUMENTS: the program does it, and has nothing to say on standard error.
accept() {
    local code=0
    "$program" "$@" >stdout 2>stderr </dev/null || code=$?
    [ $code = 0 ] || fail "exit $code from: throng $*"
    [ ! -s stderr ] || fail "words on standard error from: throng $*"
}

# refuse CODE TEXT ARGUMENTS: ends with CODE and one line on standard error that has TEXT in it.
refuse() {
    local want=$1 text=$2 code=0
    shift 2
    "$program" "$@" >stdout 2>stderr </dev/null || code=$?
    [ $code = "$want" ] || fail "exit $code where $want was due from: throng $*"
    [ "$(wc -l <stderr)" = 1 ] || fail "not one line on standard error from: throng $*"
    grep -q '^throng: [^:].*: .' stderr || fail "not of the form throng: what: why, from: throng $*"
    ! grep -Eq '(^|[^a-z_])def\.|[a-z]\[[0-9]+\]' stderr || fail "words of the library in the message of: throng $*"
    grep -qF -- "$text" stderr || fail "no \"$text\" in the message of: throng $*"
    [ ! -s stdout ] || fail "words on standard output from: throng $*"
}

# refuse_line LINE ARGUMENTS: bad usage or input, and this line about it.
refuse_line() {
    local line=$1
    shift
    refuse 2 '' "$@"
    [ "$(cat stderr)" = "throng: $line" ] || fail "not the line \"$line\", from: throng $*"
}

same() {
    cmp "$1" "$2" || fail "$1 and $2 differ"
}

# Awk cannot judge what is no number: mawk takes NaN for equal to all numbers, gawk for 0.
finite() { # FILE...
    ! grep -HnEi '(^|[,[:space:]])[-+]?(nan|inf)' "$@" >&2 || fail "something that is no number in $*"
}

# every FILE WHICH HOLDS [COUNT]: in each row of a table for which awk's WHICH is true HOLDS is, too; there are COUNT
# such rows, or without it at least one.
every() {
    finite "$1"
    awk -F, -v count="${4-}" "NR > 1 && ($2) {n++; if (!($3)) bad = 1}
        END {exit bad || n == 0 || (count != \"\" && n != count)}" "$1"
}

hash_of() {
    sed -n 's/.*"hash":[^"]*"\([0-9a-f]*\)".*/\1/p' "$1"
}

# Reads the options of a JSON file into the array `line`: the call that repeats its run, which writes beside the files
# of the first one, with names that begin with again-.
line_of() {
    local name value
    line=("$(sed -n 's/^\t"operation":[^"]*"\([a-z]*\)".*/\1/p' "$1")")
    while IFS=$'\t' read -r name value; do
        value=${value#\"} value=${value%\"}
        case $value in
        null | false) ;;
        true) line+=("--$name") ;;
        *)
            case $name in out | png | json | summary | record | gif | html | markdown) value=again-$value ;; esac
            line+=("--$name" "$value")
            ;;
        esac
    done < <(sed -n '/"options":/,/}/s/^\t\t"\([a-z-]*\)":\t\(.*[^,]\),\{0,1\}$/\1\t\2/p' "$1")
    [ ${#line[@]} -gt 1 ] || fail "no options in $1"
}

levels() {
    "$program" devices | sed -n 's/^  \([a-z0-9]*\)  *available$/\1/p' | grep -vx -e cpu -e opencl
}

# A case may leave out what is missing, but not where the build has OpenCL: ctest says so.
unless_required() {
    [ -z "${THRONG_TEST_REQUIRE_OPENCL+set}" ] || fail "$1, and THRONG_TEST_REQUIRE_OPENCL is set: $("$program" devices)"
}

# A case that needs a device asks first, and has the list in devices. Not in a subshell, which would fail alone.
has_opencl() {
    devices=$("$program" devices) || fail "no list of devices"
    grep -q '^  opencl *available' <<<"$devices" || {
        unless_required "OpenCL is missing"
        return 1
    }
}

# FNV-1a over bytes; the shell's 64-bit numbers wrap as they should.
fnv() {
    local hash=$((0xcbf29ce484222325)) byte
    for byte in "$@"; do
        hash=$(((hash ^ byte) * 0x100000001b3))
    done
    printf '%016x' "$hash"
}

# Width and height stand in bytes 16 to 23, the highest first.
size_of() {
    od -An -tu1 -j16 -N8 "$1" | awk '{print (($1*256+$2)*256+$3)*256+$4, (($5*256+$6)*256+$7)*256+$8}'
}

# Files end at one block: every write fails half way, as on a full disk.
too_large() {
    local code=0
    (
        ulimit -f 1
        trap '' XFSZ
        exec "$program" "$@"
    ) >stdout 2>stderr </dev/null || code=$?
    [ $code = 1 ] || fail "exit $code where the disk is full: throng $*"
    [ "$(wc -l <stderr)" = 1 ] || fail "not one line where the disk is full: throng $*"
}

line_objects() {
    printf 'x,y,vx,vy,influence,decay,max_distance,alpha\n%s\n' "$1" >objects.csv
}

# again FILES ARGUMENTS: the JSON of a run has all that repeats it: the call made of its options writes the same files,
# and its JSON has the same options, sizes and hash.
again() {
    local files=$1 file line
    shift
    accept "$@" --json run.json
    line_of run.json
    [ "${line[0]}" = "$1" ] || fail "another operation in the JSON of: throng $*"
    accept "${line[@]}"
    for file in $files; do
        same "$file" "again-$file"
    done
    same <(kept_of run.json) <(kept_of again-run.json)
    rm -f again-*
}

# What does not depend on the clock and on names of files that are written.
kept_of() {
    sed -e '/"time":/,/^\t}/d' -e '/"ns_per_agent":/d' -e 's/again-//' "$1"
}
