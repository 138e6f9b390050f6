#!/usr/bin/env bash
# Builds the files of a release in one folder, with their SHA-256 sums.
#
#   .ci/release/build.sh [NAME...]            (default: all)
#
# Names:
#   linux-x86_64, linux-aarch64, windows-x86_64
#       an archive of the program with man pages, completions, documentation, puzzles and licences
#   wheel-linux-x86_64, wheel-linux-aarch64, wheel-windows-x86_64
#       the Python package
#   npm, page
#       the npm package, and the page as an archive (both need Node 20.16 or later and npm)
#
# Needs git, rustup, and Python 3.9 or later with venv. Zig, cargo-zigbuild, maturin and wheel are installed from PyPI into
# target/release-tools (470 MB). A file appears when it is complete. A call that was cut off is repeated; what cargo has
# compiled is not compiled again.
# Environment: OUT, the folder (default target/release-files); PROGRAM, a program to put into the archive for this machine,
# which is then not built (for tests).
# Exit status: 0 if all files were written, 2 if something is missing, else that of the tool that failed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
out=$(realpath -m "${OUT:-$root/target/release-files}")
tools=$root/target/release-tools
all=(linux-x86_64 linux-aarch64 windows-x86_64 wheel-linux-x86_64 wheel-linux-aarch64 wheel-windows-x86_64 npm page)
packages=(ziglang==0.17.1 cargo-zigbuild==0.24.1 maturin==1.16.0 wheel==0.45.1)
host=linux-$(uname -m)

fail() {
    echo "build.sh: $*" >&2
    exit 2
}

need() {
    command -v "$1" >/dev/null || fail "there is no $1; install it"
}

# triple NAME: prints Rust's name of a platform. Programs for Linux are linked with musl, Python packages with glibc.
triple() {
    case $1 in
        wheel-linux-*) echo "${1#wheel-linux-}-unknown-linux-gnu" ;;
        linux-*) echo "${1#linux-}-unknown-linux-musl" ;;
        *windows-*) echo "${1##*windows-}-pc-windows-gnu" ;;
    esac
}

# prepare TRIPLE: installs the tools and the standard library of a platform.
prepare() {
    if [ "$(cat "$tools/packages" 2>/dev/null)" != "${packages[*]}" ]; then
        python3 -m venv "$tools" || fail "Python cannot make $tools (Debian: install python3-venv)"
        "$tools/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}" ||
            fail "pip cannot install ${packages[*]}"
        echo "${packages[*]}" >"$tools/packages"
    fi
    export PATH="$tools/bin:$PATH"
    rustup target add "$1" 2>"$work/rustup.log" || { cat "$work/rustup.log" >&2; fail "rustup cannot add the target $1"; }
}

# notices TRIPLE OPTION...: prints the licences of everything that cargo links with these options, and of the C library.
notices() {
    local libc=
    case $1 in
        *-musl) libc=musl/COPYRIGHT ;;
        *-windows-gnu) libc=mingw/COPYING ;;
    esac
    [ ! "$libc" ] || libc=$(echo "$tools"/lib/python3*/site-packages/ziglang/lib/libc/"$libc")
    # With PROGRAM, Zig may not be installed.
    [ -f "$libc" ] || [ ! "${PROGRAM:-}" ] || libc=
    python3 "$here/notices.py" "$root/Cargo.toml" "$libc" --filter-platform "$@"
}

# program NAME: sets `program` to the program for a platform, which is built if need be.
program() {
    local platform
    platform=$(triple "$1")
    program=${PROGRAM:-}
    if [ ! "$program" ] || [ "$1" != "$host" ]; then
        prepare "$platform"
        cargo zigbuild --locked --release --bin chuhe --manifest-path "$root/Cargo.toml" --target "$platform"
        program=$target/$platform/release/chuhe
        [ -f "$program" ] || program+=.exe
    fi
}

# pack FOLDER: makes an archive beside a folder, .zip for Windows and for the page, else .tar.gz, and sets `file` to it. The
# same contents give the same archive: names in order, the time of the commit, no owners.
pack() {
    local folder=$1
    find "$folder" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
    case $folder in
        *-windows-* | *-page)
            file=$folder.zip
            (cd "$(dirname "$folder")" && TZ=UTC python3 -m zipfile -c "$file" "$(basename "$folder")")
            ;;
        *)
            file=$folder.tar.gz
            tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --directory "$(dirname "$folder")" \
                "$(basename "$folder")" | gzip --no-name --best >"$file"
            ;;
    esac
}

build_archive() {
    local folder=$work/chuhe-$version-$1 suffix=
    [[ $1 != windows-* ]] || suffix=.exe
    program "$host"
    local generator=$program
    program "$1"
    mkdir -p "$folder/docs"
    cp "$program" "$folder/chuhe$suffix"
    cp "$root"/{README.md,README.zh-CN.md,CHANGELOG.md,LICENSE-MIT,LICENSE-APACHE} "$folder"
    cp -r "$root/positions" "$folder"
    (cd "$root/docs" && git ls-files | grep -v '^measurements/games/' | xargs cp --parents -t "$folder/docs")
    notices "$(triple "$1")" >"$folder/LICENSE-third-party.txt"
    "$generator" generate completions --out "$folder/completions"
    case $1 in
        linux-*)
            "$generator" --lang en generate man --out "$folder/man/man1"
            "$generator" --lang zh generate man --out "$folder/man/zh_CN/man1"
            ;;
    esac
    pack "$folder"
}

build_wheel() {
    local platform options=()
    platform=$(triple "$1")
    prepare "$platform"
    case $1 in
        wheel-linux-*) options=(--zig --compatibility manylinux2014) ;;
        wheel-windows-*) cross_compile "$platform" ;;
    esac
    maturin build --locked --profile wheel --manifest-path "$root/Cargo.toml" --target "$platform" --out "$work" "${options[@]}"
    wheel unpack --dest "$work/unpacked" "$work"/chuhe-*.whl
    notices "$platform" --features python >"$(echo "$work"/unpacked/*/*.dist-info/licenses)/LICENSE-third-party.txt"
    wheel pack --dest "$work" "$work"/unpacked/*
    file=$(echo "$work"/chuhe-*.whl)
}

# cross_compile TRIPLE: lets cargo, as maturin calls it, compile C and link for Windows with Zig.
cross_compile() {
    local variable=${1//-/_}
    mkdir "$work/zig"
    # A `cc` in the path would also link what runs here during the build.
    printf '#!/bin/sh\nexec cargo-zigbuild zig cc -- -target x86_64-windows-gnu "$@"\n' >"$work/zig/zig-cc"
    printf '#!/bin/sh\nexec cargo-zigbuild zig ar -- "$@"\n' >"$work/zig/zig-ar"
    chmod +x "$work"/zig/*
    # rustc calls it by this name to make import libraries.
    ln -s "$tools/bin/cargo-zigbuild" "$work/zig/x86_64-w64-mingw32-dlltool"
    export "CARGO_TARGET_${variable^^}_LINKER=$work/zig/zig-cc" "CC_$variable=$work/zig/zig-cc" "AR_$variable=$work/zig/zig-ar"
    export PATH="$work/zig:$PATH"
}

build_npm_folder() {
    need node
    need npm
    # Stripping removes the list of target features, which wasm-opt needs.
    env -u CARGO_PROFILE_RELEASE_STRIP "$root/src/wasm/build.sh" "$work/npm"
    notices wasm32-unknown-unknown --no-default-features --features wasm >"$work/npm/LICENSE-third-party.txt"
}

build_npm() {
    build_npm_folder
    (cd "$work/npm" && npm pack --silent --pack-destination "$work" >/dev/null)
    file=$work/chuhe-$version-npm.tgz
    mv "$work/chuhe-$version.tgz" "$file"
}

build_page() {
    local folder=$work/chuhe-$version-page
    build_npm_folder
    "$root/src/web/build.sh" "$folder" "$work/npm"
    cp "$work/npm/LICENSE-third-party.txt" "$folder"
    pack "$folder"
}

build() {
    local start=$SECONDS
    work=$(mktemp -d "$out/.$1.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    case $1 in
        wheel-*) build_wheel "$1" ;;
        npm) build_npm ;;
        page) build_page ;;
        *) build_archive "$1" ;;
    esac
    mv "$file" "$out"
    rm -rf "$work"
    file=$out/$(basename "$file")
    echo "build.sh: $(basename "$file"), $(stat -c %s "$file") bytes, after $((SECONDS - start)) s"
}

case ${1:-} in
    -h | --help)
        # The comment at the top of this file.
        sed -n '2,/^set /{s/^# \{0,1\}//p}' "$0"
        exit
        ;;
esac
[ $# -gt 0 ] || set -- "${all[@]}"
for name; do
    case " ${all[*]} " in *" $name "*) ;; *) fail "no file is called $name; the names are ${all[*]}" ;; esac
done
for tool in git rustup cargo python3; do
    need "$tool"
done

version=$(cargo pkgid --locked --manifest-path "$root/Cargo.toml")
version=${version##*[#@]}
# Files of one commit are equal wherever they are built.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
cargo_home=${CARGO_HOME:-$HOME/.cargo}
RUSTFLAGS="--remap-path-prefix=$root=chuhe --remap-path-prefix=$cargo_home/registry/src=crates"
export SOURCE_DATE_EPOCH RUSTFLAGS CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_WHEEL_STRIP=symbols

mkdir -p "$out"
for name; do
    build "$name"
done
cd "$out"
LC_ALL=C sha256sum chuhe-"$version"* >SHA256SUMS
