#!/usr/bin/env bash
# Lets Debian's quarry play one game of Othello or Go, headless, and shows that it lives and what heibai was sent.
#   scripts/quarry.sh [--go] [--self] [--time none|game|move|canadian] [--seconds N] [--program FILE] [--keep FOLDER]
# White is heibai, Black gtp-rhino (Debian's grhino) or, for a game of Go on 9 lines, gnugo; heibai as well with --self.
# Ends with 0 if quarry is alive, the game has at least 50 moves (Go: 30) and heibai refused nothing. Installs what is
# missing if it may.
set -euo pipefail
cd "$(dirname "$0")/.."

self= go= time=move seconds=150 program= keep=
while [ $# -gt 0 ]; do
    case $1 in
    --self) self=yes ;;
    --go) go=yes ;;
    --time) time=$2; shift ;;
    --seconds) seconds=$2; shift ;;
    --program) program=$2; shift ;;
    --keep) keep=$2; shift ;;
    *) echo "quarry.sh: unknown argument '$1'" >&2; exit 2 ;;
    esac
    shift
done
case $time in
none) control=0 ;;
game) control=1 ;;
move) control=2 ;;
canadian) control=3 ;;
*) echo "quarry.sh: --time takes none, game, move or canadian" >&2; exit 2 ;;
esac

PATH=$PATH:/usr/games
missing=
for tool in quarry:quarry ${go:+gnugo:gnugo} gtp-rhino:grhino Xvfb:xvfb openbox:openbox xdotool:xdotool import:imagemagick; do
    command -v "${tool%%:*}" >/dev/null || missing+=" ${tool##*:}"
done
if [ -n "$missing" ]; then
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >/dev/null 2>&1 ||
        { echo "SKIPPED quarry: not installed and cannot be:$missing"; exit 0; }
fi

if [ -z "$program" ]; then
    cargo build --profile quick --quiet
    program=$(source scripts/common.sh && target_dir)/quick/heibai
fi
program=$(realpath "$program")

work=${keep:-$(mktemp -d)}
mkdir -p "$work/home"
running=()
clean_up() {
    for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
    [ -n "$keep" ] || rm -rf "$work"
}
trap clean_up EXIT

game=Reversi least=50 size=8 flags="--level 2"
[ -z "$go" ] || game=Go least=30 size=9 flags="--game go"
white="$program --protocol gtp $flags --log trace --log-file $work/white.log"
black=gtp-rhino
[ -z "$go" ] || black="gnugo --mode gtp --level 1 --japanese-rules"
[ -z "$self" ] || black="$program --protocol gtp ${flags/2/1} --log trace --log-file $work/black.log"

cat >"$work/home/.quarry" <<CONFIG
[GTP Engine "W"]
Screen name format = "%n %v"
Name = "White"
Version = "1"
Command line = "$white"
Supported games = "$game"

[GTP Engine "B"]
Screen name format = "%n %v"
Name = "Black"
Version = "1"
Command line = "$black"
Supported games = "$game"

[New Game Parameters]
Game = "$game"
White player name = "w"
White is computer = true
Engine playing white = "White 1"
Black player name = "b"
Black is computer = true
Engine playing black = "Black 1"

[New $game Game Parameters]
Board size = $size
${go:+Handicap is fixed = 1
Fixed handicap = 0
Komi = 6.5}
Time control type = $control
Keep track of total time = 0
Time limit for game = 01:00
Time limit for move = 00:01
Main time = 00:00
Overtime period length = 00:10
Moves per overtime = 10
CONFIG

display=90
while [ -e "/tmp/.X$display-lock" ] || [ -e "/tmp/.X11-unix/X$display" ]; do display=$((display + 1)); done
export HOME=$work/home LC_ALL=C DISPLAY=:$display

# Waits until a window of this name is shown and prints its number.
window() {
    local found
    for _ in $(seq 100); do
        found=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | head -1) || true
        if [ -n "$found" ]; then echo "$found"; return; fi
        sleep 0.2
    done
    echo "quarry.sh: no window '$1'" >&2
    return 1
}

Xvfb "$DISPLAY" -screen 0 1280x900x24 >/dev/null 2>&1 & running+=($!)
for _ in $(seq 100); do xdotool getdisplaygeometry >/dev/null 2>&1 && break; sleep 0.1; done
openbox >/dev/null 2>&1 & running+=($!)
sleep 1
quarry >"$work/quarry.out" 2>&1 & quarry=$!
running+=("$quarry")
xdotool windowactivate --sync "$(window 'Quarry Control Center')" key alt+n
sleep 1
xdotool windowactivate --sync "$(window 'New Game')" key alt+f
sleep 1
xdotool key alt+p

# The moves of the game as heibai saw them: what it was told and what it chose.
moves() {
    [ -e "$work/white.log" ] || return 0
    grep -ohE '> play (black|white) [A-HJa-hj][1-9]|< = ?[A-HJ][1-9]$|< =[0-9]* ([A-HJ][1-9]|pass)$' "$work/white.log" || true
}

# The game is over once nothing has been added for a while.
started=$SECONDS last=-1 since=$SECONDS
while [ $((SECONDS - started)) -lt "$seconds" ] && kill -0 "$quarry" 2>/dev/null; do
    count=$(moves | wc -l)
    if [ "$count" != "$last" ]; then last=$count since=$SECONDS; fi
    [ "$last" -lt "$least" ] || [ $((SECONDS - since)) -lt 8 ] || break
    sleep 0.5
done

import -window root "$work/end.png" 2>/dev/null || true
state=alive
kill -0 "$quarry" 2>/dev/null || state=crashed
kill "$quarry" 2>/dev/null || true
wait "$quarry" 2>/dev/null || true
sleep 1
moves | sed -E 's/^> play /told /; s/^< =[0-9]* ?/chose /' | tr '\n' ',' | sed 's/,$/\n/; s/,/, /g'
played=$(moves | wc -l)
refused=$(grep -chE '< \?' "$work/white.log" || true)
sent=$(grep -ohE '> (time_settings|time_left|set_game|list_games)[^,]*' "$work/white.log" | sort | uniq -c | sort -rn | head -4 || true)
printf '%s\n' "$sent"
left=$(pgrep -f "$work/white.log" | wc -l) || true
echo "quarry: $game $state, time $time, $played moves seen by heibai, $refused commands refused, $left engines left"
[ "$state" = alive ] && [ "$played" -ge "$least" ] && [ "$refused" -eq 0 ] && [ "$left" -eq 0 ]
