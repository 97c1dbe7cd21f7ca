#!/usr/bin/env bash
# scripts/go_cost.sh [FILE.jsonl...]: the table of docs/go.md, what confirming life and death costs by the size of the part.
#
# Takes the release build, or $HEIBAI; the records of tests/data/go unless others are named. TIME bounds each record, in
# seconds (default: 100). One row a record, by points: those of the largest part that walls enclose, the positions of all
# questions together, the most that one search held and its memory as reckoned, and the processor time of the one thread.
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
records=$PWD/tests/data/go/life_and_death.jsonl
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(realpath "$(target_dir)")/release/heibai
fi
cd "$here"
[ $# -gt 0 ] || set -- "$records"
echo '| board | points | positions | held | MiB | s |'
echo '|---|---|---|---|---|---|'
# A record that is wrong or unknown is told by the check's status, which is no failure here.
{ "$HEIBAI" check --time "${TIME:-100}" "$@" || [ $? -eq 1 ]; } |
    sed -nE 's/^[^ ]+:[0-9]+ (ok|unknown) ([^ ]+) (.*)\[([0-9]+) points, ([0-9]+) positions, at most ([0-9]+) held in ([0-9.]+) MiB, ([0-9.]+) s\]$/\4 \5 \6 \7 \8 \2 \1/p' |
    sort -n -k1,1 -k2,2 |
    awk 'function grouped(n,  text) { text = ""; while (length(n) > 3) { text = "," substr(n, length(n) - 2) text; n = substr(n, 1, length(n) - 3) } return n text }
        { printf "| %s%s | %s | %s | %s | %s | %s |\n", $6, ($7 == "unknown" ? " (unknown)" : ""), $1, grouped($2), grouped($3), $4, $5 }'
