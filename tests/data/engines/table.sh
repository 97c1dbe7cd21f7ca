#!/bin/sh
# table.sh PROTOCOL ANSWER...: an engine that gives the answers one after the other, in each game anew, the last again.
protocol=$1
shift
all=$*
next() {
    answer=${left%% *}
    rest=${left#* }
    [ "$rest" = "$left" ] || left=$rest
}
left=$all
while IFS= read -r line; do
    set -- $line
    case $protocol.$1 in
    gomocup.START | gomocup.RESTART)
        left=$all
        echo OK
        ;;
    gomocup.BEGIN | gomocup.TURN | gomocup.DONE)
        next
        echo "MESSAGE DEPTH 1-2 EVAL 3"
        echo "$answer"
        ;;
    gtp.clear_board)
        left=$all
        printf '=\n\n'
        ;;
    gtp.list_commands) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\nquit\n\n' ;;
    gtp.genmove)
        next
        printf '= %s\n\n' "$answer"
        ;;
    gtp.quit)
        printf '=\n\n'
        exit 0
        ;;
    gtp.*) printf '=\n\n' ;;
    ugi.ugi) echo ugiok ;;
    ugi.isready) echo readyok ;;
    ugi.uginewgame) left=$all ;;
    ugi.go)
        next
        echo "bestmove $answer"
        ;;
    *.quit | *.END) exit 0 ;;
    esac
done
