#!/usr/bin/env bash
# Run the network's unit tests for 64-bit ARM in QEMU. They compare the NEON loops with the plain ones.
#
#   tests/clients/neon.sh
#
# Needs cargo, rustup, and Debian's qemu-user-static. No linker or C library for ARM is needed.
# Exit status: 0 without a difference, 1 with one, 2 if the tests cannot be run.
set -u

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
target=aarch64-unknown-linux-musl
if ! command -v qemu-aarch64-static >/dev/null || ! rustup target add "$target"; then
    echo "neon: needs qemu-aarch64-static (Debian: qemu-user-static) and rustup" >&2
    exit 2
fi
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static
run=(cargo test --quiet --locked --no-default-features --lib --target "$target")
"${run[@]}" --no-run || exit 2
tests=$("${run[@]}" eval::network 2>&1)
status=$?
echo "$tests"
[ "$status" = 0 ] || exit 1
# A module may have been renamed.
grep -Eq '^test result: ok\. [1-9]' <<<"$tests" || { echo "neon: no test ran" >&2; exit 2; }
