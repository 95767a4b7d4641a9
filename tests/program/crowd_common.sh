# shellcheck shell=bash
# What the tests of throng crowd share.
. "$(dirname "$0")/common.sh"

# near FILE WANTED: the same rows, their numbers up to 1e-5.
near() {
    finite "$1" "$2"
    paste -d, "$1" "$2" | awk -F, -v columns="$(head -n 1 "$2" | tr ',' '\n' | wc -l)" '
        NF != 2 * columns {bad = 1}
        NR > 1 {for (i = 1; i <= columns; i++) {away = $i - $(i + columns); if (away > 1e-5 || away < -1e-5) bad = 1}}
        END {exit bad || NR < 2}' || {
        cat "$1" >&2
        fail "$1 is not near $2"
    }
    [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ] || fail "$1 has other rows than $2"
}

# row ROW ARGUMENTS: of one run's result, the row that begins like this.
row() {
    local want=$1
    shift
    accept crowd --backend cpu --out rows.csv "$@"
    grep -qxF -- "$want" rows.csv || {
        cat rows.csv >&2
        fail "no row $want from: throng crowd $*"
    }
}

agents() {
    printf '%s\n' "$@" >agents.csv
}

# bits_opencl ARGUMENTS: the device has the rows of want.csv and the hash of want.json.
bits_opencl() {
    has_opencl || return 0
    accept crowd --backend opencl "$@" --out got.csv --json got.json
    same want.csv got.csv
    [ "$(hash_of want.json)" = "$(hash_of got.json)" ] || fail "opencl: other hash"
    grep -q '"backend":[^"]*"opencl"' got.json || fail "wrong backend"
    for key in kernel resident with_copy; do
        grep -q "\"$key\":" got.json || fail "no $key in the JSON of OpenCL"
    done
}

# Frames of a GIF: each has a control block of 4 bytes that ends with 0 before its image.
frames_of() {
    od -An -v -tx1 -w1 "$1" | tr -d ' \n' | grep -o '21f904....\(..\)\?..00002c00000000' | wc -l
}
