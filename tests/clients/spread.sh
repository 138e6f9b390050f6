#!/usr/bin/env bash
# Solve puzzles in parts by GNU parallel, and check that the results are those of a single run.
#
#   tests/clients/spread.sh ENGINE PUZZLES OUT
#
# GNU parallel runs a process for each of three shards, and cuts the input into pieces of 20 lines. With one job and a limit
# of nodes the results do not depend on the machine, except for time and nodes, which are not compared.
# Exit status: 0 if all results agree, 1 if not, 2 if GNU parallel is not installed.
set -uo pipefail

engine=$(realpath "$1") puzzles=$(realpath "$2") out=$3
solve="$engine solve --json --nodes 2000000 --jobs 1 --hash 16"
parallel=(parallel --will-cite --jobs 2)
failed=0
command -v parallel >/dev/null || { echo "spread: no GNU parallel (Debian: parallel)" >&2; exit 2; }
mkdir -p "$out"

# save NAME: writes the results that it reads, without time and nodes, sorted
save() { sed -E 's/"(ms|nodes)":[0-9]+//g' | sort >"$out/$1.jsonl"; }

$solve "$puzzles" | save single || failed=1
[ -s "$out/single.jsonl" ] || failed=1
"${parallel[@]}" "$solve $puzzles --shard {}/3" ::: 1 2 3 | save shards || failed=1
"${parallel[@]}" --pipe -N 20 "$solve - --first-line {= \$_ = (\$job->seq() - 1) * 20 + 1 =}" <"$puzzles" | save pieces || failed=1
for parts in shards pieces; do
    if diff "$out/single.jsonl" "$out/$parts.jsonl" >"$out/$parts.diff"; then
        echo "spread: $parts: $(wc -l <"$out/$parts.jsonl") results, as in a single run"
    else
        echo "spread: $parts: other results than in a single run, see $out/$parts.diff" >&2
        failed=1
    fi
done
exit "$failed"
