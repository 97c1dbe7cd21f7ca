#!/bin/sh
# nboard.sh HEIBAI: an NBoard engine that plays HEIBAI's moves. Takes the moves of a whole game and single ones.
heibai=$1
moves=
while IFS= read -r line; do
    set -- $line
    case $1 in
    ping) echo "pong $2" ;;
    set)
        if [ "$2" = game ]; then
            moves=$(echo "$line" | sed -e 's/.*[*O]\]\(B\[\)*/\1/' -e 's/RE\[.*//' -e 's/[BW]\[\([^]/]*\)[^]]*\]/ \1/g' -e 's/;)//')
        fi
        ;;
    move) moves="$moves $2" ;;
    go)
        move=$(printf 'position startpos moves%s\ngo depth 1\n' "$moves" | "$heibai" --eval handmade | sed -n 's/^bestmove //p')
        [ "$move" = pass ] && move=PA
        echo "search $move 1.50 0 7"
        echo "nodestats 42 0.01"
        echo "=== $move/2.25/0.01"
        ;;
    quit) exit 0 ;;
    esac
done
