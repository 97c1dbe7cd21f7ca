#!/usr/bin/env bash
#SBATCH --job-name=heibai-solve
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
# scripts/solve_slurm.sh FILE [FOLDER]: solves the positions of FILE on many machines, as a Slurm array.
#
#   sbatch scripts/solve_slurm.sh millions.obf rows
#   sort -t, -n -k1,1 rows/*.csv | uniq      when all tasks are done: all rows, in the order of the positions
#
# A task that was cut off goes on where it stopped when it is submitted again. Without Slurm, set the variables by
# hand: SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 scripts/solve_slurm.sh millions.obf rows
#
# HEIBAI: the program [default: heibai]; SOLVE: what else `heibai solve` is given.
set -euo pipefail
file=${1:?which positions?}
folder=${2:-rows}
part=${SLURM_ARRAY_TASK_ID:?not a task of an array}
parts=${SLURM_ARRAY_TASK_COUNT:-8}
read -r -a more <<<"${SOLVE:-}"

mkdir -p "$folder"
"${HEIBAI:-heibai}" solve --threads "${SLURM_CPUS_PER_TASK:-1}" "${more[@]}" \
    --shard "$part/$parts" --resume "$folder/$part.csv" "$file"
