#!/usr/bin/env bash
# Write a page of solved puzzles, open it in headless Chromium and look at what is drawn.
#
#   tests/clients/page.sh ENGINE PUZZLES OUT_DIR
#
# Leaves page.html, page.dom.html (what the browser made of it) and page.png in OUT_DIR. Exit status: 0 when there
# is a diagram with pieces for each card and no script has failed, 1 when not, 2 when it could not be run.
set -u

engine=$1 puzzles=$2 out=$3
browser=$(command -v chromium || command -v chromium-browser) || {
    echo "page: no chromium" >&2
    exit 2
}
mkdir -p "$out"
rm -f "$out/page.html" "$out/page.dom.html" "$out/page.png"
"$engine" solve "$puzzles" --unique --all-lines --nodes 2000000 --out "$out/page.html" || exit 1

# A profile of its own, and no network: the page has to do without.
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
browse() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$profile" \
        --host-resolver-rules='MAP * ~NOTFOUND' --hide-scrollbars --enable-logging=stderr --v=0 \
        --virtual-time-budget=10000 --run-all-compositor-stages-before-draw "$@" "file://$(realpath "$out/page.html")" 2>>"$out/page.log"
}
: >"$out/page.log"
browse --dump-dom >"$out/page.dom.html" || { tail -n 5 "$out/page.log" >&2; exit 1; }
browse --window-size=1280,900 --screenshot="$out/page.png" >/dev/null

cards=$(grep -o '<article' "$out/page.dom.html" | wc -l)
diagrams=$(grep -o '<svg' "$out/page.dom.html" | wc -l)
arrows=$(grep -o 'class="arrow"' "$out/page.dom.html" | wc -l)
pieces=$(grep -o 'class="piece' "$out/page.dom.html" | wc -l)
echo "page: $cards cards, $diagrams diagrams, $arrows arrows, $pieces pieces"
if grep -q 'Uncaught' "$out/page.log"; then
    grep 'Uncaught' "$out/page.log" >&2
    exit 1
fi
[ "$cards" -gt 0 ] && [ "$diagrams" -eq "$cards" ] && [ "$arrows" -eq "$cards" ] &&
    [ "$pieces" -gt "$((4 * cards))" ] && [ -s "$out/page.png" ]
