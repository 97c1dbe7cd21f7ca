#!/bin/sh
# ugi.sh HEIBAI FAULT N: an engine that does as HEIBAI does until its Nth `go`, counted in this process, and then
# shows a fault: crash, silent, flood (lines without end), illegal, slow, babble (to standard error, then plays), nomove,
# garbage (bytes that are no text), noend (an answer without its line end, for ever), lastword (the same, and then it
# ends), crlf (from there on lines end with CR LF). At the start: mute (never says that it is ready).
# HEIBAI answers one search at a time; every reply is read before the next command is sent.
heibai=$1
fault=$2
at=$3
goes=0
end=
position=startpos
while IFS= read -r line; do
    case $line in
    ugi | uci)
        [ "$fault" != mute ] || continue
        echo "id name fake"
        echo "option name Hash type spin default 1 min 1 max 9"
        echo "${line}ok"
        ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    go*)
        goes=$((goes + 1))
        if [ "$goes" -eq "$at" ]; then
            case $fault in
            crash)
                echo "out of luck" >&2
                exit 3
                ;;
            silent)
                sleep 600 &
                wait
                ;;
            flood) yes "info string and so on" ;;
            illegal)
                echo "bestmove a1"
                continue
                ;;
            nomove)
                echo "bestmove (none)"
                continue
                ;;
            garbage)
                head -c 3000 /dev/urandom
                continue
                ;;
            noend)
                printf 'bestmove d3'
                sleep 600 &
                wait
                ;;
            lastword)
                printf 'bestmove d3'
                exit 0
                ;;
            crlf) end=$(printf '\r') ;;
            slow) sleep 0.6 ;;
            babble) yes "a line of an engine that talks a lot" | head -n 20000 >&2 ;;
            esac
        fi
        printf '%s\ngo depth 1\n' "$position" | "$heibai" --eval handmade | grep '^bestmove' | sed "s/\$/$end/"
        ;;
    quit) exit 0 ;;
    esac
done
