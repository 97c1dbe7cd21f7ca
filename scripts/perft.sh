#!/usr/bin/env bash
# scripts/perft.sh [DEPTH] [BINARY]: counts the leaves of Othello's game tree from depth 1 to DEPTH (11 unless given)
# and compares them with the known numbers, a pass counting as a ply. Uses the release build unless given a binary.
set -euo pipefail
source "$(dirname "$0")/common.sh"
depth=${1:-11}
known=(4 12 56 244 1396 8200 55092 390216 3005288 24571284 212258800)
if [ "$depth" -lt 1 ] || [ "$depth" -gt ${#known[@]} ]; then
    echo "depth 1 to ${#known[@]}"
    exit 2
fi
if [ $# -ge 2 ]; then
    binary=$2
else
    cargo build --quiet --release
    binary=$(target_dir)/release/heibai
fi

# Rows: depth, leaves, time.
rows=$("$binary" perft "$depth" </dev/null)
for ((d = 1; d <= depth; d++)); do
    row=$(awk -v d="$d" '$1 == d' <<<"$rows")
    if [ "$(awk '{ print $2 }' <<<"$row")" != "${known[d - 1]}" ]; then
        printf 'perft %s: expected %s, got: %s\n' "$d" "${known[d - 1]}" "${row:-nothing}"
        exit 1
    fi
    printf 'perft %s\n' "$row"
done
echo "perft: all right"
