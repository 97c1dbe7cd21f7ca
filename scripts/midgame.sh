#!/usr/bin/env bash
# scripts/midgame.sh [FILE.obf]: nodes and time to a depth on 32 fixed middle games.
#
#   DEPTHS="15 20" THREADS=2 scripts/midgame.sh
#
# Searches every position of FILE [default: tests/data/obf/midgame.obf] to each depth from an empty table and prints the
# sums: nodes, seconds, nodes a second.
#
# DEPTHS [default: 15 20]; SELECTIVITY: percent [default: 73]; THREADS [default: 1]; HASH: MiB [default: 64];
# HEIBAI: the program [default: the release build].
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
if [ $# -gt 1 ] || [[ ${1:-} = -* ]]; then
    sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
file=${1:-tests/data/obf/midgame.obf}
[ $# -eq 0 ] || [[ $file = /* ]] || file=$here/$file
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(target_dir)/release/heibai
fi
[[ $HEIBAI = /* || ! -e $here/$HEIBAI ]] || HEIBAI=$here/$HEIBAI
coproc ENGINE { exec "$HEIBAI" --protocol ugi --threads "${THREADS:-1}" --hash "${HASH:-64}"; }
exec 3<&"${ENGINE[0]}" 4>&"${ENGINE[1]}"
tell() { printf '%s\n' "$@" >&4; }
# await WORD: reads up to the line that begins with it; `seen` is the last line of figures before.
await() {
    seen=
    local line
    while read -r line <&3; do
        case $line in
        "$1"*) return ;;
        'info depth '*) seen=$line ;;
        *' error: '*)
            echo "midgame.sh: $line" >&2
            exit 1
            ;;
        esac
    done
    echo "midgame.sh: the engine ended" >&2
    exit 1
}
tell ugi "setoption name Selectivity value ${SELECTIVITY:-73}" isready
await readyok
printf '%5s %9s %13s %9s %11s\n' depth positions nodes seconds nodes/s
for depth in ${DEPTHS:-15 20}; do
    while read -r position; do
        [[ $position != %* ]] || continue
        tell 'setoption name Clear Hash' "position obf $position" isready
        await readyok
        tell "go depth $depth"
        await bestmove
        sed -E 's/.* nodes ([0-9]+) .* time ([0-9]+) .*/\1 \2/' <<<"$seen"
    done <"$file" | awk -v depth="$depth" '
        { nodes += $1; ms += $2 }
        END { printf "%5d %9d %13d %9.2f %11.0f\n", depth, NR, nodes, ms / 1000, ms ? 1000 * nodes / ms : 0 }'
done
tell quit
