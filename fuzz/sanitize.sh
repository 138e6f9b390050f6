#!/usr/bin/env bash
# Run sessions (fuzz/session.py) under ThreadSanitizer, AddressSanitizer and valgrind, and unit tests of `unsafe` code under Miri.
#
#   fuzz/sanitize.sh [CHECK]...      (default: thread address valgrind miri)
#
# Needs rustup; installs a nightly toolchain, its sources and Miri, and valgrind by apt, if they are missing.
# Miri detects no instruction set, so vector code runs under it with AVX2 switched on, and AVX-512 not at all.
# Environment: SCALE multiplies the nodes of the searches (default 1).
# Exit status: 0 without a finding, 1 with one, 2 if a check could not be run.
set -u

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
# A fixed date, so that a new compiler does not stop the checks.
nightly=nightly-2026-05-20
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/sanitize
host=$(rustc -vV | sed -n 's/^host: //p')
export NETWORK=$PWD/src/eval/network/chuhe.nnue
# Nothing of the program is optimised away, and a build is fast.
export CARGO_PROFILE_DEV_OPT_LEVEL=${CARGO_PROFILE_DEV_OPT_LEVEL:-1} CARGO_PROFILE_DEV_DEBUG=line-tables-only
# The status of a program with a finding; session.py takes any but 0 for a failure.
export TSAN_OPTIONS=exitcode=66 ASAN_OPTIONS=exitcode=66:detect_leaks=1
failed=0

cannot() {
    echo "sanitize: $1" >&2
    exit 2
}

# tool NAME COMMAND...: runs a check and prints its result and time
tool() {
    local name=$1 start=$SECONDS
    shift
    echo "--- $name"
    if "$@"; then
        echo "$name: no finding ($((SECONDS - start)) s)"
    else
        echo "$name: FAILED"
        failed=1
    fi
}

# session SANITIZER [OPTION]: builds the program with it, and runs the sessions
session() {
    RUSTFLAGS="-Zsanitizer=$1" cargo "+$nightly" build --quiet --locked ${2:-} --target "$host" --target-dir "$target/$1" \
        --bin chuhe || return
    python3 fuzz/session.py "${SCALE:-1}" "$target/$1/$host/debug/chuhe"
}

under_valgrind() {
    cargo build --quiet --locked --target-dir "$target/valgrind" --bin chuhe || return
    python3 fuzz/session.py "$(python3 -c "print(${SCALE:-1} / 10)")" valgrind --quiet --error-exitcode=66 --trace-children=yes \
        "$target/valgrind/debug/chuhe"
}

under_miri() {
    RUSTFLAGS="-Ctarget-feature=+avx2" cargo "+$nightly" miri test --quiet --locked --no-default-features --lib \
        --target-dir "$target/miri" -- zeroed_slice transposition network::vector
}

rustup toolchain install "$nightly" --profile minimal --component rust-src,miri || cannot "$nightly cannot be installed"
[ $# -gt 0 ] || set -- thread address valgrind miri
for name in "$@"; do
    case $name in
        # Without its instrumented standard library ThreadSanitizer sees races where there are none.
        thread) tool thread session thread -Zbuild-std ;;
        address) tool address session address ;;
        valgrind)
            command -v valgrind >/dev/null || { [ "$(id -u)" = 0 ] && apt-get install -y -qq valgrind >/dev/null; } ||
                cannot "no valgrind (Debian: valgrind)"
            tool valgrind under_valgrind
            ;;
        miri) tool miri under_miri ;;
        *) cannot "'$name' is none of thread, address, valgrind, miri" ;;
    esac
done
exit "$failed"
