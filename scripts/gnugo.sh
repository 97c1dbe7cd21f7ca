#!/usr/bin/env bash
# scripts/gnugo.sh [OPTIONS OF heibai match]: Heibai against GNU Go (Debian package gnugo) on 9x9, komi 6.5, 100 games.
#
# Each side has a second a move, GNU Go at level 10, which minds no clock and is given ten seconds' grace, Heibai with 2 threads where it has that option; 25
# openings of two moves are each played twice with both colours. Interrupted or killed, it goes on where it was when called
# again. Games go to $FOLDER (default: gnugo-9x9) as games.jsonl and games.sgf, the picture to match.svg; options behind
# the name are added and win over those here. Uses the release build, or $HEIBAI; GNU Go is $GNUGO, or found.
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
openings=$PWD/tests/data/go/openings_9x9.txt
if [ -z "${HEIBAI:-}" ]; then
    cargo build --quiet --release
    HEIBAI=$(realpath "$(target_dir)")/release/heibai
fi
gnugo=${GNUGO:-$(PATH=$PATH:/usr/games command -v gnugo || true)}
[ -n "$gnugo" ] || {
    echo "gnugo.sh: GNU Go is not installed (Debian: apt install gnugo), or set GNUGO" >&2
    exit 2
}
cd "$here"
folder=${FOLDER:-gnugo-9x9}
mkdir -p "$folder"
threads=()
if printf 'setoption name Game value go\nugi\nquit\n' | "$HEIBAI" --protocol ugi 2>/dev/null |
    grep -q '^option name Threads '; then
    threads=("init=heibai-setoption name Threads value ${THREADS:-2}")
fi
# A game already recorded is not played again; a first call finds no record.
record=(--games-out "$folder/games.jsonl")
[ ! -e "$folder/games.jsonl" ] || record=(--resume "$folder/games.jsonl")
"$HEIBAI" match --game go --size 9 --komi 6.5 --rules japanese --st 1 --timemargin 10000 --games 100 --openings "$openings" \
    --engine name=heibai cmd="$HEIBAI" proto=gtp "${threads[@]}" \
    --engine name=gnugo cmd="$gnugo --mode gtp --level 10 --quiet" proto=gtp \
    "${record[@]}" --games-out "$folder/games.sgf" --plot "$folder/match.svg" "$@"
