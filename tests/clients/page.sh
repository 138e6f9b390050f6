#!/usr/bin/env bash
# Check the types of the scripts of pages, and use the puzzle book and the review page in headless Chromium.
#
#   tests/clients/page.sh ENGINE PUZZLES OUT_DIR
#
# Writes the pages and pictures of them to OUT_DIR. TypeScript, Playwright and axe are installed from npm into target/web.
# Exit status: 0 if the pages work, 1 if not, 2 if the check could not be run.
set -u

engine=$1 puzzles=$2 out=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/browser.sh" page typescript@5.9 playwright-core@1.65 axe-core@4.14
mkdir -p "$out"

"$tools/node_modules/.bin/tsc" -p "$root/src/web" || exit 1
rm -f "$out"/page*.{epd,html,log,pgn,pdf,png}
# One of the names is HTML, and one of the lines is no position.
{
    cat "$puzzles"
    echo '4k4/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1; id "</script><img src=x onerror=document.title=1>";'
    echo '4k4/9 w; id "invalid";'
} >"$out/page.epd"
"$engine" solve "$out/page.epd" --unique --all-lines --audit --nodes 300000 --out "$out/page.html" 2>"$out/page.log"
[ $? -le 1 ] && [ -s "$out/page.html" ] || { cat "$out/page.log" >&2; exit 1; }
cat >"$out/page.pgn" <<'EOF'
[Red "甲 <b>"]
[Black "乙 </script>"]
[Result "1-0"]

1. 炮二平五 马８进７ 2. 炮五进四 马２进３ 3. 炮八平五 1-0

[Red "丙"]

1. 炮二平五 *

EOF
cat "$here/over.pgn" >>"$out/page.pgn"
"$engine" analyze "$out/page.pgn" --nodes 20000 --out "$out/page_review.html" || exit 1
node "$here/page.mjs" "$tools" "$browser" "$out" || exit 1
