#!/usr/bin/env bash
# Check the files of a release: their sums, and that each program starts, searches like ENGINE, reads a book of SQLite, and holds
# a conversation.
#
#   tests/clients/release.sh ENGINE OUT [FOLDER]
#
# FOLDER has files that .ci/release/build.sh has written. Without it, that packs ENGINE for this machine, which takes half a minute.
# Programs for Windows run in Wine, those for other processors in QEMU, both from Debian. Python packages run in a new virtual
# environment, that for aarch64 with Debian's Python for it, that for Windows with the Python library of the package panda3d
# (65 MB from PyPI).
# Exit status: 0 if all files work, 1 if not, 2 if the check could not be run.
set -u

if [ $# -lt 2 ] || [ $# -gt 3 ] || ! [ -x "$1" ] || ! [ -d "${3:-.}" ]; then
    echo "release: expected ENGINE OUT [FOLDER], a program and folders" >&2
    exit 2
fi
engine=$(realpath "$1") out=$(realpath -m "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
failed=0
mkdir -p "$out"
if [ $# -lt 3 ]; then
    rm -rf "$out/files"
    OUT=$out/files PROGRAM=$engine "$root/.ci/release/build.sh" "linux-$(uname -m)" || exit 2
    set -- "$1" "$2" "$out/files"
fi
folder=$(realpath "$3")
book=$root/tests/corpus/sqlite/cannons.obk

cannot() {
    echo "release: $*" >&2
    exit 2
}

# wrong FILE MESSAGE
wrong() {
    echo "release: $(basename "$1"): $2" >&2
    failed=1
}

# install PACKAGE PROGRAM: installs a Debian package if the program is missing.
install() {
    command -v "$2" >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" \
        >"$out/apt.log" 2>&1 || cannot "no $2, and apt-get cannot install $1"
}

# runner NAME FOLDER: sets `runner` to the command that starts a program of FOLDER, built for NAME.
runner() {
    runner=()
    case $1 in
        windows-x86_64)
            # Where Debian has it.
            PATH=$PATH:/usr/lib/wine
            install wine64 wine64
            export WINEDEBUG=-all WINEPREFIX=$out/wine
            # The first start reports that it makes its folder.
            wine64 wineboot >/dev/null 2>&1
            # Wine 8 lacks a library that Rust's programs use.
            windows_compile -shared -o "$2/bcryptprimitives.dll" "$here/wine_random.c" -ladvapi32 ||
                cannot "Zig cannot compile wine_random.c"
            runner=(wine64)
            ;;
        linux-"$(uname -m)") ;;
        linux-*)
            install qemu-user-static "qemu-${1#linux-}-static"
            runner=("qemu-${1#linux-}-static")
            ;;
    esac
}

# windows_compile OPTION...: compiles C for Windows.
windows_compile() {
    "$root/target/release-tools/bin/python" -m ziglang cc -target x86_64-windows-gnu "$@"
}

# compare FILE COMMAND...: a program does the same as ENGINE.
compare() {
    local file=$1 expected printed start=$SECONDS
    shift
    [ "$("$@" --version 2>&1 | tr -d '\r')" = "$version" ] || wrong "$file" "--version is not '$version'"
    expected=$("$engine" --lang en bench | grep '^nodes  ')
    printed=$("$@" --lang en bench 2>&1 | tr -d '\r')
    [ "$(grep '^nodes  ' <<<"$printed")" = "$expected" ] || wrong "$file" "bench prints '$printed' instead of '$expected'"
    expected=$(cd "$(dirname "$book")" && "$engine" --lang en book show "$(basename "$book")")
    printed=$(cd "$(dirname "$book")" && "$@" --lang en book show "$(basename "$book")" 2>&1 | tr -d '\r')
    [ "$printed" = "$expected" ] || wrong "$file" "book show prints '$printed' instead of '$expected'"
    # A conversation, in which only times vary.
    printed=$(converse "$@") expected=$(converse "$engine")
    grep -q '^ucciok$' <<<"$printed" && [ "$(tail -n 2 <<<"$printed")" = "$(tail -n 2 <<<"$expected")" ] ||
        wrong "$file" "the conversation ends with '$(tail -n 2 <<<"$printed")'"
    echo "release: $(basename "$file"): bench, a book and a conversation like the engine, $((SECONDS - start)) s"
}

converse() {
    printf '%s\n' ucci 'setoption batch on' 'setoption usebook off' 'position startpos moves h2e2' 'go depth 6' quit |
        "$@" 2>/dev/null | tr -d '\r'
}

check_archive() {
    local name=${1#"$folder/chuhe-$number-"} place=$out/archive inside
    name=${name%.zip} name=${name%.tar.gz}
    rm -rf "$place"
    mkdir "$place"
    case $1 in
        *.zip) python3 -m zipfile -e "$1" "$place" ;;
        *) tar -xzf "$1" -C "$place" ;;
    esac || { wrong "$1" "cannot be unpacked"; return; }
    inside=$place/chuhe-$number-$name
    for file in README.md README.zh-CN.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE LICENSE-third-party.txt \
        docs/install.md docs/images/show.png positions/mates.epd completions/_chuhe.ps1; do
        [ -s "$inside/$file" ] || wrong "$1" "$file is missing"
    done
    case $name in
        linux-*)
            [ -s "$inside/man/man1/chuhe-solve.1" ] && [ -s "$inside/man/zh_CN/man1/chuhe.1" ] || wrong "$1" "a man page is missing"
            ;;
    esac
    runner "$name" "$inside"
    compare "$1" "${runner[@]}" "$inside/chuhe$([ "${name%%-*}" = windows ] && echo .exe)"
}

check_wheel() {
    local place=$out/wheel machine
    rm -rf "$place"
    python3 -m zipfile -e "$1" "$place" && [ -f "$place/chuhe/py.typed" ] || { wrong "$1" "cannot be unpacked"; return; }
    machine=${1##*_2_17_} machine=${machine%%.*}
    case $1 in
        *win_amd64.whl)
            runner windows-x86_64 "$place"
            windows_python "$place" || cannot "cannot make a Python for Windows"
            export PYTHONHOME=Z:$place PYTHONPATH=Z:$place
            compare_python "$1" "${runner[@]}" "$place/python.exe"
            ;;
        *_"$(uname -m)".*)
            python3 -m venv "$place/venv"
            "$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$1" || { wrong "$1" "cannot be installed"; return; }
            compare_python "$1" "$place/venv/bin/python"
            ;;
        *)
            runner "linux-$machine" "$place"
            foreign_python || cannot "apt-get cannot fetch Python for $machine"
            export PYTHONHOME=$out/foreign/usr PYTHONPATH=$place
            compare_python "$1" "${runner[@]}" -L "$out/foreign" "$out"/foreign/usr/bin/python3.??
            ;;
    esac
    unset PYTHONHOME PYTHONPATH
}

# compare_python FILE PYTHON...: the program of a Python package, and a search by the package, do the same as ENGINE.
compare_python() {
    local file=$1 expected printed
    shift
    expected=$(converse "$engine" | sed -n 's/^bestmove \([^ ]*\).*/\1/p')
    printed=$("$@" -c 'import chuhe; print(chuhe.Engine().analyse(chuhe.Board(moves=["h2e2"]), depth=6).pv[0])' 2>&1 | tr -d '\r')
    [ "$printed" = "$expected" ] || wrong "$file" "analyse prints '$printed' instead of '$expected'"
    compare "$file" "$@" -m chuhe
}

# windows_python FOLDER: makes python.exe in the folder of an unpacked package. No registry of packages has it, but panda3d ships
# the library that it consists of. Modules written in Python are those of the Python here, of the same version.
windows_python() {
    local place=$1 library version wheel
    version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])') library=python${version/./}
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --platform win_amd64 \
        --python-version "$version" --dest "$out/panda3d" panda3d==1.10.16 &&
        wheel=$(echo "$out"/panda3d/*.whl) && python3 -m zipfile -e "$wheel" "$place/panda3d" &&
        mv "$place"/panda3d/deploy_libs/{"$library".dll,VCRUNTIME140.dll,*.pyd} "$place" && rm -r "$place/panda3d" &&
        ln -s "$(python3 -c 'import os; print(os.path.dirname(os.__file__))')" "$place/Lib" || return
    # python3.dll, which has the stable interface, leads to the functions of the library.
    objdump -p "$place/chuhe/_chuhe.pyd" |
        awk -v library="$library" '/DLL Name:/ { used = $3 == "python3.dll" }
            used && /^\t[0-9a-f]+\t/ { printf "__asm__(\".section .drectve\\n.ascii \\\" -export:%s=%s.%s\\\"\");\n", $NF, library, $NF }' \
        >"$place/python3.c"
    windows_compile -shared -o "$place/python3.dll" "$place/python3.c" &&
        windows_compile -municode -DLIBRARY="L\"$library.dll\"" -o "$place/python.exe" "$here/wine_python.c"
}

# foreign_python: unpacks Debian's Python for aarch64 into a folder, with lists of packages of its own.
foreign_python() {
    local state=$out/foreign/apt options
    [ -x "$(echo "$out"/foreign/usr/bin/python3.??)" ] && return
    mkdir -p "$state/lists/partial" "$state/archives/partial"
    : >"$state/status"
    options=(-qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o "Dir::State=$state" -o "Dir::State::status=$state/status"
        -o "Dir::Cache=$state" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update &&
        apt-get "${options[@]}" -y --no-install-recommends --download-only install python3 >"$out/apt.log" 2>&1 || return
    for package in "$state"/archives/*.deb; do
        dpkg -x "$package" "$out/foreign" || return
    done
}

check_npm() {
    command -v npm >/dev/null || cannot "no npm"
    rm -rf "$out/npm-user"
    mkdir "$out/npm-user"
    echo '{"type":"module"}' >"$out/npm-user/package.json"
    npm install --silent --no-audit --no-fund --offline --prefix "$out/npm-user" "$1" || { wrong "$1" "cannot be installed"; return; }
    cp "$here/npm_node.mjs" "$out/npm-user"
    "$root/target/binaryen/node_modules/.bin/wasm-as" "$here/npm_trap.wat" -o "$out/npm-user/npm_trap.wasm" || cannot "no wasm-as"
    node "$out/npm-user/npm_node.mjs" "$engine" || wrong "$1" "does not agree with the engine in Node"
}

check_page() {
    rm -rf "$out/page"
    python3 -m zipfile -e "$1" "$out/page" || { wrong "$1" "cannot be unpacked"; return; }
    for file in index.html service_worker.js engine/chuhe-simd.wasm puzzles.epd LICENSE-third-party.txt; do
        [ -s "$out/page/chuhe-$number-page/$file" ] || wrong "$1" "$file is missing"
    done
    echo "release: $(basename "$1"): unpacked (tests/clients/web.sh uses the page)"
}

version=$("$engine" --version)
number=${version#chuhe }
(cd "$folder" && sha256sum --quiet --check SHA256SUMS) || wrong SHA256SUMS "a file has another sum"
listed=$(wc -l <"$folder/SHA256SUMS")
[ "$listed" -eq "$(find "$folder" -name 'chuhe-*' | wc -l)" ] || wrong SHA256SUMS "lists $listed files"
for file in "$folder"/chuhe-"$number"*; do
    case $file in
        *.whl) check_wheel "$file" ;;
        *-npm.tgz) check_npm "$file" ;;
        *-page.zip) check_page "$file" ;;
        *) check_archive "$file" ;;
    esac
done
exit "$failed"
