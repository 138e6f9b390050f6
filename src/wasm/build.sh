#!/usr/bin/env bash
# Makes the npm package in a folder.
#
#   src/wasm/build.sh [FOLDER]            (default: target/npm)
#
# Needs cargo, rustup, Node 20.16 or later, and npm, which installs Binaryen into target/binaryen.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/target/npm}
target=${CARGO_TARGET_DIR:-$root/target}
tools=$root/target/binaryen
binaryen=132.0.0

rustup target add wasm32-unknown-unknown
npm install --silent --no-audit --no-fund --prefix "$tools" "binaryen@$binaryen"
mkdir -p "$out"
cp "$here"/package/* "$root"/LICENSE-* "$root/src/eval/network/chuhe.nnue" "$out"

# compile SIZE RUSTFLAGS...: compiles the library, also with the flags of the variable. SIZE is what is compiled to be small instead of
# fast: the other crates (package."*".) or everything (empty). The stack is that of a search thread, `STACK_SIZE`.
compile() {
    RUSTFLAGS="${RUSTFLAGS:-} ${*:2} -C link-arg=-zstack-size=8388608" cargo --config "profile.release.${1}opt-level='s'" \
        rustc --locked --release --manifest-path "$root/Cargo.toml" --no-default-features --features wasm \
        --lib --crate-type cdylib --target wasm32-unknown-unknown
}
# optimize FILE OPTION...: writes the compiled library as a file of the package.
optimize() {
    "$tools/node_modules/.bin/wasm-opt" "$target/wasm32-unknown-unknown/release/chuhe.wasm" -o "$out/$1" \
        -O3 --strip-debug --strip-producers "${@:2}"
}
# Functions that lead only to a panic, which does not return, or that format text are never suspended.
never='*4core9panicking*,*3std9panicking*,*_panic*,*core*fmt*,*core*_fail*,*alloc*handle_error*'
suspend=(--asyncify --pass-arg=asyncify-imports@chuhe.pause "--pass-arg=asyncify-removelist@$never")

compile 'package."*".' -C target-feature=+simd128
optimize chuhe-simd-jspi.wasm
optimize chuhe-simd.wasm "${suspend[@]}"
# Few hosts lack SIMD today. There the search is a tenth slower than if it were compiled to be fast, and the package 82 KB smaller.
compile ''
optimize chuhe.wasm "${suspend[@]}"
