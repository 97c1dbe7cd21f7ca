#!/usr/bin/env bash
# scripts/growth.sh GAMES...: what an empty square more costs: exact solves of positions of real games by empties.
#
#   EMPTIES="18 20 22 24" COUNT=20 scripts/growth.sh ~/wthor/WTH_2015.wtb
#
# GAMES: files of games that `heibai convert` reads. Of each count of empties, COUNT positions of as many games spread
# over the files are solved by one thread. Prints a table: empties, positions, mean nodes and seconds, their geometric
# means, and by what factor that of the nodes grew for an empty square; draws the seconds to $SVG if that is set.
#
# EMPTIES: which [default: 18 to 30, about half an hour]; COUNT: how many positions [default: 10]; HASH: MiB of the table
# [default: 512]; HEIBAI: the program [default: the release build].
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
if [ $# -eq 0 ] || [[ $1 = -* ]]; then
    sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(realpath "$(target_dir)")/release/heibai
fi
cd "$here"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for games; do "$HEIBAI" convert --to transcript "$games"; done |
    awk 'length($1) == 120' >"$folder/games.txt"
count=${COUNT:-10}
[ "$(wc -l <"$folder/games.txt")" -ge "$count" ] || {
    echo "growth.sh: fewer than $count games of 60 moves in $*" >&2
    exit 2
}
every=$(($(wc -l <"$folder/games.txt") / count))

before=
printf '%7s %9s %15s %9s %15s %9s %7s\n' empties positions 'nodes, mean' seconds 'nodes, geo.' seconds growth
for n in ${EMPTIES:-$(seq 18 30)}; do
    awk -v every="$every" -v count="$count" -v moves=$((60 - n)) \
        'NR % every == 0 && NR / every <= count { print substr($1, 1, 2 * moves) }' "$folder/games.txt" >"$folder/lines.txt"
    "$HEIBAI" convert --to obf "$folder/lines.txt" >"$folder/positions.obf"
    # What starting takes falls to a first line that is not counted.
    cat - "$folder/positions.obf" <<<'--XXXXX---XXOXOOOXXOXOOOOOXXOXOOOOOOOOOOOOOOOOOOOOXXOOOOOOOOOOOO O' |
        "$HEIBAI" solve --threads 1 --hash "${HASH:-512}" --format csv - 2>/dev/null |
        tail -n +3 | sed -E 's/^([^,]*,){7}([0-9]+),([0-9.]+),.*/\2 \3/' >"$folder/rows.csv"
    row=$(awk -v n="$n" '
        { nodes += $1; seconds += $2; lognodes += log($1 + 1); logseconds += log($2 + 1e-6) }
        END { printf "%d %d %.0f %.3f %.0f %.4f\n", n, NR, nodes / NR, seconds / NR, exp(lognodes / NR), exp(logseconds / NR) }
    ' "$folder/rows.csv")
    echo "$row" >>"$folder/table.txt"
    awk -v before="$before" '
        { split(before, b, " "); growth = b[1] < $1 && b[1] ? sprintf("%.2f", ($5 / b[5]) ^ (1 / ($1 - b[1]))) : "-"
          printf "%7d %9d %15d %9.3f %15d %9.4f %7s\n", $1, $2, $3, $4, $5, $6, growth }' <<<"$row"
    before=$row
done
[ -n "${SVG:-}" ] || exit 0
awk '
    { x[NR] = $1; y[NR] = log($6) / log(10); if (NR == 1 || y[NR] < low) low = y[NR]; if (NR == 1 || y[NR] > high) high = y[NR] }
    END {
        low = int(low) - (low < int(low)); high = int(high) + (high > int(high)); if (high == low) high++
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\" font-family=\"sans-serif\" font-size=\"12\">"
        print "<text x=\"320\" y=\"20\" text-anchor=\"middle\">Seconds to solve by empty squares (geometric mean, one thread)</text>"
        for (e = low; e <= high; e++) {
            py = 360 - 320 * (e - low) / (high - low)
            printf "<path d=\"M60 %.1fH620\" stroke=\"#ccc\"/><text x=\"54\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", py, py + 4, 10 ^ e
        }
        for (i = 1; i <= NR; i++) {
            px = 60 + 560 * (x[i] - x[1]) / (x[NR] > x[1] ? x[NR] - x[1] : 1); py = 360 - 320 * (y[i] - low) / (high - low)
            line = line sprintf("%s%.1f %.1f", i == 1 ? "M" : "L", px, py)
            printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/><text x=\"%.1f\" y=\"380\" text-anchor=\"middle\">%d</text>\n", px, py, px, x[i]
        }
        printf "<path d=\"%s\" fill=\"none\" stroke=\"black\"/>\n</svg>\n", line
    }' "$folder/table.txt" >"$SVG"
