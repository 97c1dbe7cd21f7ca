#!/usr/bin/env bash
#SBATCH --job-name=heibai-match
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
# scripts/match_slurm.sh [FOLDER]: one match on many machines, as a Slurm array; each task plays one part of the pairs.
#
#   sbatch scripts/match_slurm.sh results
#   heibai match --merge results/*.jsonl --plot match.svg     when all tasks are done
#
# A task that was cut off goes on where it stopped when it is submitted again. Without Slurm, set the variables by
# hand: SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 scripts/match_slurm.sh results
#
# HEIBAI, OTHER: the engines [default: heibai]; MATCH: what else `heibai match` is given.
set -euo pipefail
folder=${1:-results}
part=${SLURM_ARRAY_TASK_ID:?not a task of an array}
parts=${SLURM_ARRAY_TASK_COUNT:-8}
heibai=${HEIBAI:-heibai}
read -r -a more <<<"${MATCH:---tc 10+0.1 --games 1000}"

mkdir -p "$folder"
record=$folder/$part.jsonl
output=--games-out
[ ! -s "$record" ] || output=--resume
"$heibai" match \
    --engine name=new cmd="$heibai" --engine name=old cmd="${OTHER:-$heibai}" \
    --each option.Hash=16 --concurrency "${SLURM_CPUS_PER_TASK:-1}" "${more[@]}" \
    --shard "$part/$parts" "$output" "$record"
