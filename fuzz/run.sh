#!/usr/bin/env bash
# Fuzz every reader, one after the other, from the seeds in tests/corpus, and print the runs and results of each.
#
#   fuzz/run.sh [SECONDS]        (default: 600 for each reader)
#
# Needs a nightly toolchain and a C++ compiler; installs cargo-fuzz from crates.io if it is missing. Inputs that reach new
# code are kept in fuzz/corpus, failing inputs in fuzz/artifacts; logs are in fuzz/target/logs.
# Environment: READERS lists the readers to fuzz (default: "fen ucci uci pgn xqf cbr cbl ubb txt book sqlite").
# Exit status: 0 without a failure, 1 with one, 2 if the fuzzer cannot be built.
set -u

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
seconds=${1:-600}
logs=${CARGO_TARGET_DIR:-fuzz/target}/logs
mkdir -p "$logs"
failed=0

if ! rustup toolchain list | grep -q nightly && ! rustup toolchain install nightly --profile minimal; then
    echo "fuzz: no nightly toolchain, and it cannot be installed" >&2
    exit 2
fi
if ! cargo fuzz --version >/dev/null 2>&1 && ! cargo install --locked cargo-fuzz; then
    echo "fuzz: cargo-fuzz cannot be installed" >&2
    exit 2
fi
cargo +nightly fuzz build || exit 2
host=$(rustc -vV | sed -n 's/^host: //p')
binaries=${CARGO_TARGET_DIR:-fuzz/target}/$host/release
# The ODR check of the address sanitizer reports false positives for Rust's linking.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_odr_violation=0}

for reader in ${READERS:-fen ucci uci pgn xqf cbr cbl ubb txt book sqlite}; do
    log=$logs/$reader.log
    mkdir -p "fuzz/corpus/$reader" "fuzz/artifacts/$reader"
    # The first folder receives new inputs, the second has the seeds. -timeout is wall-clock seconds for one input, and
    # generous because of busy machines.
    if READER=$reader "$binaries/reader" -artifact_prefix="fuzz/artifacts/$reader/" -max_total_time="$seconds" -timeout=60 \
            -max_len=4096 -print_final_stats=1 "fuzz/corpus/$reader" "tests/corpus/$reader" >"$log" 2>&1; then
        result="no failure"
    else
        result="FAILURE, see $log and fuzz/artifacts/$reader"
        failed=1
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    last=$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$log" | tail -n 1)
    printf '%-5s %s runs, %s: %s\n' "$reader" "${runs:-?}" "${last:-no coverage}" "$result"
done
exit "$failed"
