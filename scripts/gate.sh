#!/usr/bin/env bash
# The one test command: format, lints, tests, doctests, documentation, other targets, bench signature.
# Ends with 0 only if everything is right; stops at the first step that is not. Needs no network once the
# dependencies have been fetched. For a commit that changes the bench signature: BENCH=<nodes> scripts/gate.sh
set -euo pipefail
source "$(dirname "$0")/common.sh"

# Checks that the code compiles for a system that most Othello GUIs run on and for another architecture; only
# for those whose standard library is installed (rustup target add NAME).
check_other_targets() {
    local installed target found
    if command -v rustup >/dev/null; then
        installed=$(rustup target list --installed)
    else
        installed=$(ls "$(rustc --print sysroot)/lib/rustlib")
    fi
    for system in 'x86_64-pc-windows-' 'aarch64-'; do
        found=
        for target in $(grep "^$system" <<<"$installed" || true); do
            found=yes
            echo "checking $target"
            cargo check --profile quick --target "$target"
        done
        [ -n "$found" ] || echo "SKIPPED: no standard library for ${system}* is installed"
    done
}

doc() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --profile quick
}

step format cargo fmt --check
step lints cargo clippy --profile quick --all-targets -- -D warnings
step tests run_tests
step doctests cargo test --doc --profile quick
step documentation doc
step other-targets check_other_targets
# The tests have built the program already.
step signature scripts/bench.sh "$(target_dir)/quick/heibai"
printf '\ngate: all right, %s s\n' "$SECONDS"
