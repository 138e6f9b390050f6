#!/usr/bin/env bash
# Use the page in headless Chromium: play, analyse, open files, solve puzzles, with and without a network.
#
#   tests/clients/web.sh ENGINE PACKAGE OUT_DIR
#
# PACKAGE is a folder that src/wasm/build.sh has made, for the page of src/web/build.sh, or - for the page of chuhe play. Writes
# pictures to OUT_DIR. Playwright and axe are installed from npm into target/web. Exit status: 0 if the page works, 1 if not, 2 if
# the check could not be run.
set -u

engine=$1 package=$2 out=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/browser.sh" web playwright-core@1.65 axe-core@4.14
[ "$package" = - ] || [ -s "$package/worker.js" ] || { echo "web: no npm package in $package; run the check npm before" >&2; exit 2; }
mkdir -p "$out"

if [ "$package" = - ]; then
    rm -rf "$out/page"
else
    "$root/src/web/build.sh" "$out/page" "$package" || exit 1
fi
cat >"$out/game.utf8.pgn" <<'EOF'
[Event "测试 <b>"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]

{开局} 1. 炮二平五 {中炮 <img src=x>} 马８进７ {跳马} (1... 炮８平５ 2. 马二进三) (1... 马８进７) 2. 炮五进四 马７进５ 3. 马二进三 炮８进７ 1-0
EOF
# Games that are over: by mate, by a perpetual check of red, and by a perpetual chase of black.
cp "$here/over.pgn" "$out" || exit 2
# Mate is neither proved nor disproved at once.
echo 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1' >"$out/long.epd"
iconv -f UTF-8 -t GB18030 "$out/game.utf8.pgn" >"$out/game.pgn" || exit 2
"$engine" convert "$out/game.pgn" "$out/game.xqf" --force || exit 1
head -c -20 "$out/game.xqf" >"$out/broken.xqf"
node "$here/web.mjs" "$tools" "$browser" "$engine" "$out"
