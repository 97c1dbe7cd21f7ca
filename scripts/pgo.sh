#!/usr/bin/env bash
# scripts/pgo.sh [FILE.obf]: a release build optimised by a profile of its own runs, in target-pgo/release/heibai.
#
#   rustup component add llvm-tools
#   scripts/pgo.sh hard-20.obf
#
# Builds with counters, runs what the program is built for (the benches of all games, endgames, searches to a depth, a
# match's worth of short searches), and builds anew with what the counters say. The signature must stay the same. With
# FILE the plain and the profiled build solve it in turn with one thread, RUNS times each (default 5), and the least user
# times are compared.
#
# LLVM_PROFDATA: the program that merges profiles; default: the one of rustup's component llvm-tools.
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
if [ $# -gt 1 ] || [[ ${1:-} = -* ]]; then
    sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
file=${1:-}
[ -z "$file" ] || [[ $file = /* ]] || file=$here/$file
host=$(rustc -vV | sed -n 's/^host: //p')
profdata=${LLVM_PROFDATA:-$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata}
[ -x "$profdata" ] || {
    echo "pgo.sh: no $profdata: rustup component add llvm-tools, or set LLVM_PROFDATA" >&2
    exit 2
}
# What .cargo/config.toml says of the processor does not count where RUSTFLAGS is set.
flags=${RUSTFLAGS:--C target-cpu=native}
profile=$PWD/target-pgo/profile
rm -rf "$profile"
mkdir -p "$profile"

build() {
    RUSTFLAGS="$flags $1" CARGO_TARGET_DIR="target-pgo/$2" cargo build --release --quiet
}

# rehearse BINARY: what is profiled; about a minute with counters.
rehearse() {
    "$1" bench >/dev/null
    "$1" bench --game renju >/dev/null
    "$1" bench --game go >/dev/null
    local suite
    for suite in tests/data/obf/{ffo-easy,scored}.obf; do
        "$1" solve --threads 1 --hash 64 "$suite" >/dev/null
    done
    HEIBAI=$1 DEPTHS=14 scripts/midgame.sh >/dev/null
}

step "build with counters" build "-C profile-generate=$profile" counters
step "rehearsal" rehearse target-pgo/counters/release/heibai
step "merge" "$profdata" merge -o "$profile/merged.profdata" "$profile"
step "build with the profile" build "-C profile-use=$profile/merged.profdata" profiled
mkdir -p target-pgo/release
cp target-pgo/profiled/release/heibai target-pgo/release/heibai
step "signature" scripts/bench.sh target-pgo/release/heibai
[ -n "$file" ] || exit 0

step "plain build" env RUSTFLAGS="$flags" cargo build --release --quiet
plain=$(target_dir)/release/heibai
# seconds BINARY: user time of solving the file.
seconds() {
    local TIMEFORMAT=%U
    { time "$1" solve --threads 1 --hash 256 "$file" >/dev/null; } 2>&1
}
best_plain=999999 best_profiled=999999
for ((i = 0; i < ${RUNS:-5}; i++)); do
    best_plain=$(printf '%s\n' "$best_plain" "$(seconds "$plain")" | sort -g | head -n 1)
    best_profiled=$(printf '%s\n' "$best_profiled" "$(seconds target-pgo/release/heibai)" | sort -g | head -n 1)
done
awk -v a="$best_plain" -v b="$best_profiled" \
    'BEGIN { printf "plain %.2f s, profiled %.2f s: %+.1f %%\n", a, b, 100 * (b - a) / a }'
