#!/usr/bin/env bash
# scripts/match.sh NAME [OPTIONS OF heibai match]: examples of matches to copy; without a name, a list.
#
#   levels      Heibai against itself at two levels
#   rhino       against gtp-rhino (Debian package grhino), which refuses passes
#   self        this build against another one: OTHER=path/to/heibai scripts/match.sh self
#   parallel    four parts at a time with GNU parallel (Debian package parallel), merged at the end
#
# Options behind the name are added and win over those here, such as --games 20 or --plot match.svg. Uses the release build, or $HEIBAI.
# OPENINGS names a file of openings, such as the XOT list; without it games start from the start. For many machines see
# scripts/match_slurm.sh.
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
name=${1:-}
[ $# -eq 0 ] || shift
if [ -n "$name" ] && [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(realpath "$(target_dir)")/release/heibai
fi
openings=()
[ -z "${OPENINGS:-}" ] || openings=(--openings "$OPENINGS" --order random)
# Names in the options are meant from where the script was called.
cd "$here"

case $name in
levels)
    "$HEIBAI" match "${openings[@]}" \
        --engine name=level8 cmd="$HEIBAI" level=8 \
        --engine name=level4 cmd="$HEIBAI" level=4 \
        --games 10 "$@"
    ;;
rhino)
    "$HEIBAI" match "${openings[@]}" --st 1 \
        --engine name=heibai cmd="$HEIBAI" \
        --engine name=rhino cmd="${RHINO:-/usr/games/gtp-rhino}" proto=gtp pass=omit \
        --games 10 "$@"
    ;;
self)
    "$HEIBAI" match "${openings[@]}" --tc 10+0.1 --each option.Hash=16 \
        --engine name=new cmd="$HEIBAI" \
        --engine name=old cmd="${OTHER:?set OTHER to the other heibai}" \
        --games 1000 --sprt 0 5 --concurrency "$(nproc)" "$@"
    ;;
parallel)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    seq 4 | parallel --will-cite --jobs 4 --halt soon,fail=1 \
        "$(printf '%q ' "$HEIBAI" match "${openings[@]}" \
            --engine name=level6 cmd="$HEIBAI" level=6 \
            --engine name=level4 cmd="$HEIBAI" level=4 \
            --games 40 "$@") --shard {}/4 --games-out $folder/{}.jsonl > $folder/{}.txt"
    "$HEIBAI" match --merge "$folder"/*.jsonl
    ;;
*)
    sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
    ;;
esac
