#!/usr/bin/env bash
# scripts/isa.sh [LEVEL...]: builds for x86-64-v2, -v3 and -v4 (or the levels named), each in a target directory of
# its own, and on each runs all tests, compares the bench signature and starts the program on lesser processors.
#
# The start-up guard is tried under qemu-user (Debian package qemu-user): with an emulated processor below the level
# the program must exit with 2 and name a missing feature, on one that has the level's features it must start.
# A level above this machine's own is built and guarded, its tests are skipped, and the script says so.
# By hand, before a kernel or the build changes: it compiles everything six times.
set -euo pipefail
source "$(dirname "$0")/common.sh"
[ $# -gt 0 ] || set -- x86-64-v2 x86-64-v3 x86-64-v4

if ! command -v qemu-x86_64 >/dev/null; then
    echo "qemu-x86_64 is missing: apt-get install qemu-user"
    exit 1
fi

# refuses BINARY PROCESSOR FEATURE: exit code 2 and the feature named.
refuses() {
    local code=0 said
    said=$(qemu-x86_64 -cpu "$2" "$1" --version 2>&1 </dev/null) || code=$?
    grep -v 'TCG doesn' <<<"$said" || true
    [ "$code" -eq 2 ] && grep -qE "processor lacks .* $3( |$)" <<<"$said"
}

# starts BINARY PROCESSOR: exit code 0.
starts() {
    qemu-x86_64 -cpu "$2" "$1" --version </dev/null 2> >(grep -v 'TCG doesn' >&2)
}

# runs_here BINARY: whether this machine has the features; any other failure ends the script.
runs_here() {
    local said
    said=$("$1" --version 2>&1 </dev/null) && return 0
    grep -q 'processor lacks' <<<"$said" || { echo "$said"; exit 1; }
    return 1
}

for level; do
    export RUSTFLAGS="-C target-cpu=$level" CARGO_TARGET_DIR="target-$level"
    release=$CARGO_TARGET_DIR/release/heibai
    step "$level build" cargo build --profile quick
    step "$level build, link-time optimised" cargo build --release
    if runs_here "$release"; then
        step "$level tests" run_tests
        step "$level signature" scripts/bench.sh "$release"
    else
        echo "SKIPPED: this machine is below $level, its tests and signature were not run"
    fi
    for binary in "$CARGO_TARGET_DIR/quick/heibai" "$release"; do
        case $level in
        x86-64-v2)
            step "$level guard" refuses "$binary" qemu64 popcnt
            step "$level start" starts "$binary" Nehalem
            ;;
        x86-64-v3)
            step "$level guard" refuses "$binary" Nehalem avx2
            step "$level start" starts "$binary" Haswell
            ;;
        *)
            step "$level guard" refuses "$binary" Nehalem avx2
            step "$level guard" refuses "$binary" Haswell avx512vl
            ;;
        esac
    done
done
printf '\nisa: all right, %s s\n' "$SECONDS"
