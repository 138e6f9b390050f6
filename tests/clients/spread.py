#!/usr/bin/env python3
"""Solve a batch of puzzles in parts, and check that the results are those of a single run.

    spread.py ENGINE PUZZLES --out DIR [--nodes N]

The puzzles are solved by a single run of ``chuhe solve``, and in parts by GNU parallel,
which cuts the input into pieces (``--pipe``) or runs a job for each shard. The merged
results must agree with the single run line by line, except for time and nodes.

Exit status: 0 if they do, 1 if not, 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PIECE = 20  # lines that GNU parallel gives to each process
VOLATILE = ("ms", "nodes")


def command(engine: str, puzzles: str, nodes: int, *more: str) -> list[str]:
    """A run with one job and a limit of nodes, so that its results do not depend on the machine."""
    limits = ["--nodes", str(nodes), "--jobs", "1", "--hash", "16"]
    return [engine, "solve", puzzles, "--format", "jsonl", *limits, *more]


def merged(text: str) -> list[dict[str, Any]]:
    """The results in the order of the input, without time and nodes."""
    results = [json.loads(line) for line in text.splitlines()]
    for result in results:
        for name in VOLATILE:
            del result[name]
    return sorted(results, key=lambda result: result["line"])


def by_pipe(engine: str, puzzles: str, nodes: int) -> str:
    """GNU parallel cuts the input into pieces; each keeps the numbers of its lines."""
    first = f"{{= $_ = ($job->seq() - 1) * {PIECE} + 1 =}}"
    run = command(engine, "-", nodes, "--first-line", first)
    with open(puzzles, encoding="utf-8") as text:
        return subprocess.run(
            ["parallel", "--will-cite", "--jobs", "2", "--pipe", "-N", str(PIECE), " ".join(run)],
            stdin=text, check=True, capture_output=True, text=True,
        ).stdout


def by_shards(engine: str, puzzles: str, nodes: int) -> str:
    """GNU parallel runs a process for each of three shards, two at a time."""
    run = command(engine, puzzles, nodes, "--shard", "{}/3")
    return subprocess.run(
        ["parallel", "--will-cite", "--jobs", "2", " ".join(run), ":::", "1", "2", "3"],
        check=True, capture_output=True, text=True,
    ).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("puzzles")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    args = parser.parse_args()
    if not shutil.which("parallel"):
        print("spread: no GNU parallel (Debian: parallel)", file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    engine, puzzles = str(Path(args.engine).resolve()), str(Path(args.puzzles).resolve())

    single = subprocess.run(command(engine, puzzles, args.nodes), check=True,
                            capture_output=True, text=True).stdout
    (args.out / "single.jsonl").write_text(single, encoding="utf-8")
    expected, bad = merged(single), 0
    for name, way in (("pipe", by_pipe), ("shards", by_shards)):
        text = way(engine, puzzles, args.nodes)
        (args.out / f"{name}.jsonl").write_text(text, encoding="utf-8")
        found = merged(text)
        different = [a["line"] for a, b in zip(expected, found) if a != b]
        same = len(found) == len(expected) and not different
        print(f"spread: {name}: {len(found)} of {len(expected)} results, "
              + ("as in a single run" if same else f"DIFFERENT in lines {different[:10]}"))
        bad += not same
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
