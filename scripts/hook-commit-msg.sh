#!/usr/bin/env bash
# A commit-msg hook that gives every commit its closing line: `Bench: <nodes>` where the bench signature changed,
# `No functional change` where it did not. Install it with
#   ln -s ../../scripts/hook-commit-msg.sh .git/hooks/commit-msg
#
# A message that already has such a line is checked against what was measured. Refuses when the working tree holds
# changes that the commit does not: the signature would be that of the tree.
set -euo pipefail
message=$(realpath "$1")
source "$(git rev-parse --show-toplevel)/scripts/common.sh"

refuse() {
    echo "commit-msg: $*" >&2
    exit 1
}

# Merges join what was measured on either side.
! grep -q '^Merge ' "$message" || exit 0

body=$(grep -v '^#' "$message" || true)
claimed=$(sed -nE 's/^Bench: ([0-9]+).*/\1/p' <<<"$body" | tail -n 1)
unchanged=$(grep -cE '^No functional change\.?$' <<<"$body" || true)
[ -z "$claimed" ] || [ "$unchanged" -eq 0 ] || refuse "the message has both 'Bench:' and 'No functional change'"

if git diff --cached --quiet -- src Cargo.toml Cargo.lock .cargo; then
    [ -z "$claimed" ] || refuse "'Bench: $claimed', but nothing that is compiled changes"
    [ "$unchanged" -gt 0 ] || printf '\nNo functional change\n' >>"$message"
    exit 0
fi
git diff --quiet -- src Cargo.toml Cargo.lock .cargo || refuse "unstaged changes: stage or stash them first"
[ -z "$(git ls-files --others --exclude-standard -- src)" ] || refuse "untracked files in src"

cargo build --quiet --profile quick >&2 || refuse "it does not build"
nodes=$(signature_of "$(target_dir)/quick/heibai" || true)
[ -n "$nodes" ] || refuse "heibai bench gave no signature"
last=$(last_signature || true)

if [ "$nodes" = "$last" ]; then
    [ -z "$claimed" ] || [ "$claimed" = "$nodes" ] || refuse "'Bench: $claimed', but it is $nodes, as before"
    [ -n "$claimed" ] || [ "$unchanged" -gt 0 ] || printf '\nNo functional change\n' >>"$message"
else
    [ "$unchanged" -eq 0 ] || refuse "'No functional change', but the signature went from ${last:-none} to $nodes"
    [ -z "$claimed" ] || [ "$claimed" = "$nodes" ] || refuse "'Bench: $claimed', but it is $nodes"
    [ -n "$claimed" ] || printf '\nBench: %s\n' "$nodes" >>"$message"
fi
