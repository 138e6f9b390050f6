#!/usr/bin/env bash
# Makes the page for playing, analysing and solving in a folder, which any static web server can serve.
#
#   src/web/build.sh [FOLDER] [PACKAGE]      (default: docs/play, and a new npm package)
#
# FOLDER is made anew; it must be new or empty, or hold an earlier page.
# PACKAGE is a folder that src/wasm/build.sh has made. Without it that is called, which needs what it names and takes minutes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/docs/play}
package=${2:-$root/target/npm}
if [ -e "$out" ] && [ -n "$(ls -A "$out")" ] && [ ! -f "$out/app/move_list.js" ]; then
    echo "build.sh: $out holds something else than the page" >&2
    exit 2
fi
[ $# -ge 2 ] || "$root/src/wasm/build.sh" "$package"
if [ ! -f "$package/engine.js" ]; then
    echo "build.sh: $package is no npm package of src/wasm/build.sh" >&2
    exit 2
fi

rm -rf "$out"
mkdir -p "$out/engine" "$out/app" "$out/puzzle_book"
cp "$here"/*.js "$here"/*.css "$out"
cp "$here"/app/*.js "$here"/app/app.css "$out/app"
cp "$here"/puzzle_book/{attempt,facts,progress,puzzle_view,record,solution,texts}.js "$out/puzzle_book"
mv "$out"/app/service_worker.js "$out"
cp "$here"/app/{icon.svg,manifest.webmanifest} "$out"
sed -e "/^{{puzzle_view}}\$/{r $here/puzzle_book/puzzle_view.html" -e 'd}' "$here/app/index.html" >"$out/index.html"
cp "$root/positions/mates.epd" "$out/puzzles.epd"
cp "$package"/{engine.js,worker.js,chuhe*.wasm,chuhe.nnue} "$out/engine"
cp "$root"/LICENSE-* "$out"

# The service worker keeps the page for use without a network: all files but the modules for older browsers.
cd "$out"
files=$(find . -type f ! -name service_worker.js ! -name 'LICENSE-*' ! -name chuhe.wasm -printf '%P\n' | LC_ALL=C sort)
version=$(printf '%s\n' "$files" | xargs sha256sum | sha256sum | cut -c 1-16)
list=$(printf '"./", ' && printf '"%s", ' $files)
sed -i "s|\"VERSION\"|\"chuhe-$version\"|; s|const FILES = \[\]|const FILES = [${list%, }]|" service_worker.js
