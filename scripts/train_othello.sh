#!/usr/bin/env bash
# scripts/train_othello.sh FOLDER: makes the evaluation's weights from nothing, or goes on where it was stopped.
#
#   WTHOR=~/wthor SOLVED=~/wthor-20.obf scripts/train_othello.sh ~/heibai-data
#
# Generation by generation: self-play with the newest weights (the first with the hand-made evaluation), then a fit to
# all games so far. The last fit also takes tournament games and solved positions in, labelled with the newest weights;
# at the end all results are blended with searches, and the weights fitted to that.
# Everything goes to FOLDER: gen-N (games), labels (tournament games), weights-N.bin, report-N.{txt,csv,svg} and at last
# relabelled, weights.bin and probcut_fit.rs, the errors of shallow searches with the newest weights. Whole
# files are never made twice, so the script may be killed and started again at any time; to make something anew, remove
# it. The same settings give the same files.
#
# Settings, by environment variables:
#   GAMES="100000 200000 400000"   games of each generation; how many numbers, so many generations
#   DEPTH="6 6 8" EXACT="16 16 16" how they are played, for each generation
#   WTHOR=PATH                     folder of WTHOR files; left out if empty
#   SOLVED=FILE...                 OBF files of solved positions for the fit, blanks between; left out if empty
#   CHECK=FILE...                  OBF files of solved positions the weights are only judged by
#   OPENINGS=FILE                  a quarter of the games more, from these openings, a transcript a line
#   THREADS=N                      default: all processors
#   HEIBAI=PATH                    the program; default: the release build
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
if [ $# -ne 1 ]; then
    sed -n '2,26s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
absolute() { [[ $1 = /* ]] && echo "$1" || echo "$here/$1"; }
folder=$(absolute "$1")
read -ra games <<<"${GAMES:-100000 200000 400000}"
read -ra depth <<<"${DEPTH:-6 6 8}"
read -ra exact <<<"${EXACT:-16 16 16}"
threads=${THREADS:-$(nproc)}
read -ra solved <<<"${SOLVED:-}"
read -ra check <<<"${CHECK:-}"
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(target_dir)/release/heibai
fi
mkdir -p "$folder"
train() { "$HEIBAI" --threads "$threads" "$@"; }

newest=handmade
data=()
last=$((${#games[@]} - 1))
for n in "${!games[@]}"; do
    weights=$folder/weights-$n.bin
    play=(train selfplay --eval "$newest" --depth "${depth[n]:-6}" --exact "${exact[n]:-16}")
    step "games of generation $n" train "${play[@]}" --seed $((n + 1)) --out "$folder/gen-$n" \
        --games "${games[n]}"
    data+=("$folder/gen-$n")
    if [ -n "${OPENINGS:-}" ]; then
        step "games from openings" train "${play[@]}" --seed $((n + 1001)) --out "$folder/xot-$n" \
            --games $((games[n] / 4)) --openings "$(absolute "$OPENINGS")"
        data+=("$folder/xot-$n")
    fi
    if [ "$n" -eq "$last" ] && [ -n "${WTHOR:-}${SOLVED:-}" ]; then
        label=(train label --eval "$newest" --out "$folder/labels")
        [ -z "${WTHOR:-}" ] || label+=(--wthor "$(absolute "$WTHOR")")
        for file in "${solved[@]}"; do label+=(--obf "$(absolute "$file")"); done
        step "labels of tournament games" train "${label[@]}"
        data+=("$folder/labels")
    fi
    if [ ! -e "$weights" ]; then
        step "fit of generation $n" train train fit --data "${data[@]}" --out "$weights" --seed $((n + 1))
    fi
    report=(train report --eval "$weights" --data "${data[@]}")
    for file in "${check[@]}"; do report+=(--obf "$(absolute "$file")"); done
    train "${report[@]}" --csv "$folder/report-$n.csv" --svg "$folder/report-$n.svg" >"$folder/report-$n.txt"
    printf '\n== report of generation %s: %s\n' "$n" "$folder/report-$n.txt"
    newest=$weights
done
# Results blended with searches of the weights fitted to them are less noisy than results alone.
weights=$folder/weights.bin
if [ ! -e "$weights" ]; then
    step "labels anew" train train relabel --eval "$newest" --data "${data[@]}" --out "$folder/relabelled" --depth 4
    step "fit to the new labels" train train fit --data "$folder/relabelled" --out "$weights" --seed 1
fi
newest=$weights
# What the search trusts shallow searches for depends on the weights: the file belongs into src/othello/search.
probcut=$folder/probcut_fit.rs
if [ ! -e "$probcut" ]; then
    step "errors of shallow searches" train train probcut --eval "$newest" --positions 1200 --depth 10 --solve 21 \
        --seed 1 --out "$probcut"
fi
echo "$newest"
echo "$probcut"
