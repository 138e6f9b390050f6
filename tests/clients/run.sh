#!/usr/bin/env bash
# Run every check with real clients on an engine, with one line of summary per client.
#
#   tests/clients/run.sh [ENGINE]            (default: target/release/chuhe)
#
# Clients:
#   cchess, xboard   games through the cchess package, and through XBoard with uci2wb, by UCCI and
#                    UCI; XBoard also with pondering, and with the opening book on and off
#   xiangqi_tui      a game in the terminal program xiangqi_tui, by UCI
#   xiangqilab       a game in the window of Xiangqi Lab, by UCI; not run without Python 3.13
#   match            matches against Fairy-Stockfish and installed XBoard engines, replayed by pyffish
#   judge            verdicts on random cycles, compared with pyffish (needs cargo)
#   notation         move texts, compared with cchess, pyffish and the scripts of the pages (needs cargo and Node)
#   games            XQF, CBR, CBL and DhtmlXQ files, read by cchess (needs cargo)
#   book             opening books, read by an independent reader
#   formats          a thousand games, converted between formats
#   pages            the programs of the documentation
#   npm              the npm package in Node and in Chromium (needs cargo, rustup and npm)
#   web              the page for playing, analysing and solving, in Chromium (uses the package of npm)
#   play             the same page by chuhe play
#   neon             the network on 64-bit ARM, in QEMU (needs cargo and rustup)
#   python           the Python package, as a wheel in a fresh virtual environment (needs cargo)
#   release          the archive of a release for this machine, with the engine in it (needs cargo, rustup and git)
#   solve, page      the puzzle solver in parts by GNU parallel; the puzzle book and the review page in Chromium (needs npm)
#   kills, faults    solve and match killed and resumed, every output with failing writes (strace)
# Each has a time limit. Exit status: 0 only if all of them ran, but xiangqilab, and passed.
# Environment: VENV (default target/clients-venv), OUT (default target/clients),
# SETUP=0 skips the installation, CLIENTS picks some ("cchess cchess-uci xboard
# xboard-uci ponder-ucci ponder-uci xiangqi_tui xiangqilab match judge notation games book
# formats pages npm web play neon python release solve page kills faults"), COUNT and
# SEED say how many cycles are judged, and which, POSITIONS how many positions
# are compared (default 1000), and MOMENTS how often each run is killed (default 5).
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
engine=$(realpath -m "${1:-$root/target/release/chuhe}")
venv=${VENV:-$root/target/clients-venv}
out=$(realpath -m "${OUT:-$root/target/clients}")
python=$venv/bin/python
export PATH="$PATH:/usr/games" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
mkdir -p "$out"
rm -f "$out/passed" "$out/failed"

# report NAME RESULT FILE
report() { printf '%-11s %s\n' "$1" "$2" >>"$out/$3"; }

# wanted NAME
wanted() { [[ -z ${CLIENTS:-} || " $CLIENTS " == *" $1 "* ]]; }

# library_test LOG FILTER: ignored tests of the library
library_test() {
    timeout 600 cargo test --quiet --locked --manifest-path "$root/Cargo.toml" \
        --test library -- --ignored "$2" >"$out/$1.log" 2>&1 && return
    tail -n 25 "$out/$1.log" >&2
    return 1
}

# client NAME SECONDS COMMAND...
client() {
    local name=$1 limit=$2 status start=$SECONDS log=$out/$1.output
    shift 2
    wanted "$name" || return
    echo "--- $name"
    for _ in 1 2 3; do
        timeout --kill-after=10 "$limit" "$@" >"$log" 2>&1
        status=$?
        cat "$log"
        [ "$status" = 3 ] || break
        echo "$name: a fault of the adapter, not of the engine; running again"
    done
    case $status in
        0) report "$name" "passed ($((SECONDS - start)) s)" passed ;;
        2) report "$name" "COULD NOT BE RUN" failed ;;
        124|137) report "$name" "FAILED, not done within $limit s" failed ;;
        *) report "$name" "FAILED (exit status $status)" failed ;;
    esac
}

if ! [ -x "$engine" ]; then
    echo "clients: no engine at $engine" >&2
    exit 2
fi
if [ "${SETUP:-1}" != 0 ] && ! timeout 900 "$here/setup.sh" "$venv" >"$out/setup.output" 2>&1; then
    report setup "FAILED, something could not be installed" failed
fi

# Three groups of checks run side by side: games with clocks, whose length hardly depends on the load, and then runs that are
# killed or cannot write; what needs npm; and the rest.
timed_games() {
    client cchess 300 "$python" "$here/cchess_game.py" "$engine"
    client cchess-uci 300 "$python" "$here/cchess_game.py" "$engine" --protocol uci
    client xboard 420 "$python" "$here/xboard_games.py" "$engine" --book both --games 1 --minutes 0.25 \
        --out "$out/xboard" --screenshot "$out/xboard.png"
    client xboard-uci 420 "$python" "$here/xboard_games.py" "$engine" --protocol uci --book both --games 1 --minutes 0.25 \
        --out "$out/xboard-uci"
    # Pondering. Only the first engine has its book.
    for protocol in ucci uci; do
        client "ponder-$protocol" 300 "$python" "$here/xboard_games.py" "$engine" --protocol "$protocol" \
            --ponder --book first --games 1 --minutes 0.25 --out "$out/ponder-$protocol"
    done
    client xiangqi_tui 200 "$python" "$here/xiangqi_tui_game.py" "$engine" "$venv-xiangqi_tui/bin/xiangqi_tui" --out "$out/xiangqi_tui"
    if [ -x "$venv-xiangqilab/bin/xiangqilab" ]; then
        client xiangqilab 300 "$python" "$here/xiangqilab_game.py" "$engine" "$venv-xiangqilab/bin/python" --out "$out/xiangqilab"
    elif wanted xiangqilab; then
        report xiangqilab "not run: Xiangqi Lab is not installed (it needs Python 3.13 with Tk)" passed
    fi
    client match 600 "$here/match.sh" "$engine" "$python" "$out"
}
broken_runs() {
    client kills 420 "$python" "$here/kills.py" "$engine" --out "$out/kills" --moments "${MOMENTS:-5}"
    client faults 600 "$python" "$here/faults.py" "$engine" --out "$out/faults"
}
web_checks() {
    client npm 900 "$here/npm.sh" "$engine" "$out/npm"
    client web 600 "$here/web.sh" "$engine" "$out/npm/package" "$out/web"
    client play 600 "$here/web.sh" "$engine" - "$out/play"
    client page 420 "$here/page.sh" "$engine" "$root/positions/mates.epd" "$out"
}
trap 'kill $(jobs -p) 2>/dev/null' EXIT
{ timed_games; broken_runs; true; } >"$out/games_and_runs.output" 2>&1 &
games_and_runs=$!
{ web_checks; true; } >"$out/web_checks.output" 2>&1 &
web=$!

# Without cycles the client reports that it could not be run.
rm -f "$out/cycles.tsv"
if wanted judge; then
    CYCLES=$out/cycles.tsv COUNT=${COUNT:-6000} SEED=${SEED:-1} library_test cycles random_cycles:: ||
        rm -f "$out/cycles.tsv"
fi
client judge 300 "$python" "$here/judge.py" "$engine" --cycles "$out/cycles.tsv" --out "$out"

# Every legal move of some positions: written by chuhe, compared, and the others' texts read back.
notation() {
    "$python" "$here/notation.py" --texts "$out/notation.tsv" --out "$out" &&
        READ=$out/notation_read.tsv library_test notation notation::read_texts &&
        node "$here/position.mjs" "$root" "$out/notation.tsv"
}
rm -f "$out/notation.tsv" "$out/notation_read.tsv"
if wanted notation; then
    TEXTS=$out/notation.tsv COUNT=${POSITIONS:-1000} SEED=${SEED:-1} library_test notation notation::write_texts ||
        rm -f "$out/notation.tsv"
fi
export -f library_test notation
export here root out python
client notation 600 bash -c notation

# Games as XQF, CBR, CBL and DhtmlXQ files, read by cchess.
rm -rf "$out/games"
if wanted games; then
    SAMPLES=$out/games library_test games games:: || rm -rf "$out/games"
fi
client games 300 "$python" "$here/games.py" "$out/games"

client book 300 "$python" "$here/book.py" "$engine" --out "$out/book"
# Games of engines converted between all formats, and the pages of the documentation.
client formats 600 "$python" "$here/games.py" "$engine" "$root/docs/measurements/games" "$out/formats"
client pages 300 "$python" "$here/pages.py" "$engine" "$out/pages" "$root"/docs/{book,games,scripting}{,.zh-CN}.md

client neon 300 "$here/neon.sh"
client python 900 "$here/python_package.sh" "$venv" "$out/python"
client release 300 "$here/release.sh" "$engine" "$out/release"
client solve 600 "$here/spread.sh" "$engine" "$root/positions/mates.epd" "$out/spread"

wait "$games_and_runs" || report games_and_runs "FAILED, did not run to its end" failed
wait "$web" || report web_checks "FAILED, did not run to its end" failed
cat "$out/games_and_runs.output" "$out/web_checks.output"
touch "$out/failed"
while read -r name _; do
    echo "--- $name failed; the end of its output:"
    tail -n 40 "$out/$name.output"
done <"$out/failed"
echo "--- clients, $engine"
cat "$out/passed" "$out/failed"
! [ -s "$out/failed" ]
