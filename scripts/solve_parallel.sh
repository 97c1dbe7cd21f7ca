#!/usr/bin/env bash
# scripts/solve_parallel.sh FILE FOLDER: solves the positions of FILE in parts, by GNU parallel.
#
#   scripts/solve_parallel.sh millions.obf rows
#   SHARDS=64 MACHINES=a,b,c scripts/solve_parallel.sh /shared/millions.obf /shared/rows      on several machines
#
# Part I goes to FOLDER/I.csv; killed and started again with the same settings, each part goes on where it stopped.
# When all parts are done their rows are joined, in the order of the positions, in FOLDER/all.csv.
#
# SHARDS: how many parts [default: 4]; JOBS: how many at once on a machine [default: 1]; THREADS: threads of each
# [default: 2]; MACHINES: hosts for `parallel --sshlogin`, which see the same folders; SOLVE: what else
# `heibai solve` is given; HEIBAI: the program [default: heibai].
set -euo pipefail
if [ $# -ne 2 ]; then
    sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 2
fi
file=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shards=${SHARDS:-4}
heibai=${HEIBAI:-heibai}
remote=()
[ -z "${MACHINES:-}" ] || remote=(--sshlogin "$MACHINES")
seq "$shards" | parallel --jobs "${JOBS:-1}" "${remote[@]}" --bar \
    "$heibai solve --threads ${THREADS:-2} ${SOLVE:-} --shard {}/$shards --resume $folder/{}.csv $file 2> $folder/{}.log"
{
    head -n 1 "$folder/1.csv"
    for ((part = 1; part <= shards; part++)); do tail -n +2 "$folder/$part.csv"; done | sort -t, -n -k1,1
} >"$folder/all.csv"
echo "$(($(wc -l <"$folder/all.csv") - 1)) rows in $folder/all.csv"
