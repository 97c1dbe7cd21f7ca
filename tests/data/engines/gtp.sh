#!/bin/sh
# gtp.sh HEIBAI LOG: a GTP engine that plays HEIBAI's moves, refuses every pass, and keeps a log of what it is told.
# Where a turn is left out it takes the other side to have passed.
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
        case $2 in b) mine=true ;; *) mine=false ;; esac
        # The other side had to pass where the turn is not this one's; nobody told.
        turn=$(printf 'position startpos moves%s\nquery p1turn\n' "$moves" | "$heibai" --eval handmade | sed -n 's/^response //p')
        [ "$turn" = "$mine" ] || moves="$moves pass"
        move=$(printf 'position startpos moves%s\ngo depth 1\n' "$moves" | "$heibai" --eval handmade | sed -n 's/^bestmove //p')
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
