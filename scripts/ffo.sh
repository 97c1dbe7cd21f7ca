#!/usr/bin/env bash
# scripts/ffo.sh [-t THREADS] [-m HASH_MIB] FILE...: solves files of endgame problems with known scores, such as the FFO
# suite in OBF form, and prints a table with totals for each file. The files are not part of the repository.
#
#   scripts/ffo.sh -t 2 -m 1024 fforum-40-59.obf
#
# One row a position: number, empties, score, best move, nodes, seconds, nodes a second, OK or WRONG; then a total.
# Uses the release build, or $HEIBAI. Exit code 1 if a given score was contradicted, 2 if a line was not understood.
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
threads=$(nproc)
hash=512
while getopts t:m: option; do
    case $option in
    t) threads=$OPTARG ;;
    m) hash=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ $# -eq 0 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(target_dir)/release/heibai
fi

grep -m 1 'model name' /proc/cpuinfo 2>/dev/null || true
"$HEIBAI" --version
worst=0
for file; do
    printf '\n%s, %s threads, %s MiB\n' "$file" "$threads" "$hash"
    code=0
    [[ $file = /* ]] || file=$here/$file
    "$HEIBAI" solve --threads "$threads" --hash "$hash" "$file" || code=$?
    [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
