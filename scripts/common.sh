#!/usr/bin/env bash
# What the other scripts share; sourced, it does nothing by itself.

# Everything runs in the repository root.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# step NAME COMMAND...: names the step, runs it, tells its time; the first failure ends the script with 1.
step() {
    local name=$1 begin=$SECONDS code=0
    shift
    printf '\n== %s: %s\n' "$name" "$*"
    "$@" || code=$?
    if [ "$code" -ne 0 ]; then
        printf '== %s: FAILED with %s after %s s\n' "$name" "$code" $((SECONDS - begin))
        exit 1
    fi
    printf '== %s: ok, %s s\n' "$name" $((SECONDS - begin))
}

# run_tests [CARGO OPTIONS]: all unit and integration tests in the quick profile, by nextest where it is installed.
run_tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --cargo-profile quick "$@"
    else
        echo "cargo-nextest is not installed: using cargo test"
        cargo test --profile quick --lib --bins --tests "$@"
    fi
}

# target_dir: where cargo builds.
target_dir() {
    echo "${CARGO_TARGET_DIR:-target}"
}

# last_signature: the nodes of the last `Bench: <nodes>` line in the history, nothing if there is none.
last_signature() {
    git log -1 --extended-regexp --grep='^Bench: [0-9]+' --format=%B 2>/dev/null |
        sed -nE 's/^Bench: ([0-9]+).*/\1/p' | tail -n 1
}

# signature_of BINARY: the nodes of its `bench`, nothing if the last line is no signature.
signature_of() {
    "$1" bench </dev/null | tail -n 1 | sed -nE 's/^Bench: ([0-9]+) nodes .*/\1/p'
}
