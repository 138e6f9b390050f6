#!/usr/bin/env bash
# Play short matches against other engines with `chuhe match`, and replay the games with pyffish.
#
#   tests/clients/match.sh ENGINE PYTHON OUT [GAMES [TC]]
#
# With GAMES (an even number) a soak: Chuhe plays itself, one game at a time, with the default margin, at TC
# (default 0.2+0.02). A soak that was cut off goes on. Otherwise
# Fairy-Stockfish plays by UCCI in the first match, by UCI with ranks 1 to 10 in the second. XBoard
# engines (sjaakii, hoixiangqi) play if they are installed. PYTHON must have pyffish.
# Exit status: 0 if every game was played without a fault and pyffish agrees with the
# referee, 1 if not, 2 if Fairy-Stockfish is not installed.
set -u

engine=$1 python=$2 out=$3 soak=${4:-} tc=${5:-0.2+0.02}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export PATH="$PATH:/usr/games"
failed=0

# against NAME GAMES SPEC
against() {
    local jsonl=$out/match-$1.jsonl pgn=$out/match-$1.pgn
    [ "$soak" ] || rm -f "$jsonl" "$pgn"
    "$engine" match --engine "name=chuhe cmd=$engine option.hashsize=16" --engine "name=$1 $3" \
        --openings "$root/positions/openings.epd" --games "$2" "${clock[@]}" --resume \
        --jsonl "$jsonl" --pgn "$pgn" || failed=1
    if ! grep -q '"game":' "$jsonl" || grep '"game":' "$jsonl" | grep -vq '"fault":null'; then
        echo "match: a fault in $jsonl" >&2
        failed=1
    fi
    # The PGN file has the games of the record (tests/arena/program.rs).
    "$python" "$here/recheck.py" "$pgn" || failed=1
}

"$python" "$here/recheck_test.py" || failed=1
if [ "$soak" ]; then
    clock=(--tc "$tc" --concurrency 1)
    against soak "$soak" "cmd=$engine option.hashsize=16"
    exit "$failed"
fi
if ! fairy=$(command -v fairy-stockfish); then
    echo "match: fairy-stockfish is not installed" >&2
    exit 2
fi
# Other checks run at the same time, so a large margin.
clock=(--tc 1+0.02 --concurrency 2 --margin 2000)
against fairy-ucci 4 "cmd=$fairy option.Hash=16"
against fairy-uci 2 "cmd=$fairy proto=uci option.Hash=16"
for other in sjaakii hoixiangqi; do
    if path=$(command -v "$other"); then
        against "$other" 2 "cmd=$path proto=xboard"
    fi
done
exit "$failed"
