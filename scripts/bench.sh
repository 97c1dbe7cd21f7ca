#!/usr/bin/env bash
# scripts/bench.sh [BINARY]: does the bench signature equal the last one in the history?
#
# Runs `heibai bench` (built in the quick profile unless a binary is given) and compares its nodes with $BENCH, or
# else with the last commit whose message carries a line `Bench: <nodes>`. Skips only when no commit has one.
set -euo pipefail
source "$(dirname "$0")/common.sh"

expected=${BENCH:-$(last_signature || true)}
if [ -z "$expected" ]; then
    if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = true ]; then
        echo "SKIPPED: this clone is shallow and no commit in it carries a Bench: line"
    else
        echo "SKIPPED: no commit carries a Bench: line yet"
    fi
    exit 0
fi
if [ $# -ge 1 ]; then
    binary=$1
else
    cargo build --quiet --profile quick
    binary=$(target_dir)/quick/heibai
fi

nodes=$(signature_of "$binary")
if [ -z "$nodes" ]; then
    echo "the last line of '$binary bench' is no signature"
    exit 1
fi
if [ "$nodes" != "$expected" ]; then
    echo "signature $nodes differs from $expected: a commit that means to change it carries 'Bench: $nodes'"
    exit 1
fi
echo "signature $nodes as expected"
