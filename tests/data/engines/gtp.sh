#!/bin/sh
# gtp.sh HEIBAI LOG: a GTP engine that plays HEIBAI's moves, refuses every pass, and keeps a log of what it is told.
# It passes of itself where a turn is left out.
heibai=$1
log=$2
moves=
while IFS= read -r line; do
    echo "$line" >>"$log"
    set -- $line
    case $1 in
    list_commands) printf '= list_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\n\n' ;;
    clear_board)
        moves=
        printf '=\n\n'
        ;;
    play)
        if [ "$3" = pass ]; then
            printf '? syntax error\n\n'
        else
            moves="$moves $3"
            printf '=\n\n'
        fi
        ;;
    genmove)
        move=$(printf 'position startpos moves%s\ngo depth 1\n' "$moves" | "$heibai" | sed -n 's/^bestmove //p')
        # The other side must pass here; the turn it has is not told.
        if [ "$move" = pass ]; then
            moves="$moves pass"
            move=$(printf 'position startpos moves%s\ngo depth 1\n' "$moves" | "$heibai" | sed -n 's/^bestmove //p')
        fi
        moves="$moves $move"
        printf 'thinking\n= %s\n\n' "$(echo "$move" | tr a-h A-H)"
        ;;
    quit)
        printf '=\n\n'
        exit 0
        ;;
    *) printf '=\n\n' ;;
    esac
done
