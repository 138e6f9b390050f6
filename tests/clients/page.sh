#!/usr/bin/env bash
# Write a page of solved puzzles, open it in headless Chromium, check the diagrams, and click the buttons.
#
#   tests/clients/page.sh ENGINE PUZZLES OUT_DIR
#
# Writes page.html, page.dom.html (the DOM in the browser) and page.png to OUT_DIR. Exit status: 0 if each card has a
# diagram with pieces, stepping and filtering work (page_clicks.js) and no script has failed, 1 if not, 2 if the check
# could not be run.
set -u

engine=$1 puzzles=$2 out=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
browser=$(command -v chromium || command -v chromium-browser) || {
    echo "page: no chromium" >&2
    exit 2
}
mkdir -p "$out"
rm -f "$out/page.html" "$out/page.dom.html" "$out/page.png"
"$engine" solve "$puzzles" --unique --all-lines --nodes 2000000 --out "$out/page.html" || exit 1

# The same page with the script that clicks its buttons.
{ sed '/<\/body>/,$d' "$out/page.html"; echo "<script>"; cat "$here/page_clicks.js"; echo "</script></body></html>"; } \
    >"$out/page.clicks.html"

# A separate profile, and no network, which the page must not need.
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
browse() {
    local page=$1 try said
    shift
    # A crash of the browser (Chromium had some) is no fault of the page, so it is repeated.
    for try in 1 2 3; do
        timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$profile/$try" \
            --host-resolver-rules='MAP * ~NOTFOUND' --hide-scrollbars --enable-logging=stderr --v=0 \
            --virtual-time-budget=10000 --run-all-compositor-stages-before-draw "$@" "file://$(realpath "$out/$page")" \
            >"$out/page.said" 2>>"$out/page.log"
        said=$?
        [ "$said" -gt 128 ] || break
    done
    cat "$out/page.said"
    return "$said"
}
: >"$out/page.log"
browse page.html --dump-dom >"$out/page.dom.html" || { tail -n 5 "$out/page.log" >&2; exit 1; }
browse page.html --window-size=1280,900 --screenshot="$out/page.png" >/dev/null

browse page.clicks.html --dump-dom >"$out/page.clicks.dom.html"
clicks=$(grep -o '<title>[^<]*' "$out/page.clicks.dom.html" | head -n 1)
echo "page: ${clicks#<title>}"
case $clicks in *"clicks: "*" held") ;; *) exit 1 ;; esac

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
