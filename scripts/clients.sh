#!/usr/bin/env bash
# Checks heibai against clients and libraries that others wrote: npm's @sabaki/gtp drives it, PyPI's sgfmill reads its
# SGF, PyPI's pyffish (variant flipello) agrees on the legal moves of 10,000 random positions, PyPI's renju on the
# forbidden points of 1,500 random boards, PyPI's pygomo-lib plays gomoku and Renju with it by the Gomocup protocol, and
# Debian's gnugo agrees on the legal moves, captures and liberties of random games of Go and on the score of finished ones.
#   scripts/clients.sh [--program FILE]
# Installs the packages into a folder of its own, which it removes; a package that cannot be had is named as SKIPPED.
set -euo pipefail
cd "$(dirname "$0")/.."
program=
[ "${1:-}" != --program ] || program=$2
if [ -z "$program" ]; then
    cargo build --profile quick --quiet
    program=$(source scripts/common.sh && target_dir)/quick/heibai
fi
program=$(realpath "$program")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if command -v node >/dev/null && npm install --silent --prefix "$work/npm" @sabaki/gtp@3 >/dev/null 2>&1; then
    node scripts/clients/sabaki.mjs "$work/npm" "$program"
else
    echo "SKIPPED sabaki: node or the package @sabaki/gtp cannot be had"
fi
for check in sgfmill pyffish renju pygomo; do
    package=$check
    [ "$check" != pygomo ] || package=pygomo-lib
    if python3 -m pip install --quiet --target "$work/$check" "$package" >/dev/null 2>&1; then
        PYTHONPATH="$work/$check" python3 "scripts/clients/$check.py" "$program"
    else
        echo "SKIPPED $check: python or the package cannot be had"
    fi
done
if command -v gnugo >/dev/null || [ -x /usr/games/gnugo ]; then
    python3 scripts/clients/gnugo.py "$program" 60 2
else
    echo "SKIPPED gnugo: it is not installed"
fi
