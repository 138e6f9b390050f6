#!/usr/bin/env python3
"""Compare the verdicts of `chuhe judge` and pyffish on random cycles, and check the differences with a reference.

    judge.py ENGINE --cycles FILE [--out DIR] [--sample 200]

FILE (columns `fen lead cycle`, see tests/library/random_cycles.rs) is labelled with the
winners of pyffish, and `chuhe judge` is run on it. Where the two differ, and on a sample
of the rest, the slow reference of the rule (chase_reference.py) must give the winner of
chuhe and the same chases for each move. docs/rules.md lists how pyffish reads the rule.

Written to DIR: `judge.tsv`, the labelled cases, and `judge_differences.tsv`.

Exit status: 0 if chuhe and the reference agree on all compared cycles; 1 if not, or if a
cycle could not be judged; 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path

try:
    import pyffish
except ImportError as error:
    print(f"judge: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)

import chase_reference
from referee import to_uci

RULES = ("--rules", "asian")
# Fewer different cycles are a failure.
LEAST = 5000
DIFFERENCE = re.compile(r"line (\d+): should be (\w+), is (\w+): ")
COUNT = re.compile(r"(\d+) cases: (\d+) agree, (\d+) do not, (\d+) could not be judged")


@dataclass(frozen=True)
class Case:
    """A cycle, and its winner by pyffish."""

    fen: str
    lead: str
    cycle: str
    winner: str = ""

    def line(self) -> str:
        """The case as a line of a case file."""
        return "\t".join((self.fen, self.lead, self.cycle, self.winner))


def read_cycles(path: Path) -> list[Case]:
    """The different cycles of a file."""
    lines = path.read_text().splitlines()[1:]
    return [Case(*line.split("\t")) for line in dict.fromkeys(lines)]


def label(case: Case) -> Case:
    """The case with its winner by pyffish, or `none` if pyffish finds no repetition."""
    moves = [to_uci(move) for move in f"{case.lead} {case.cycle}".split()]
    try:
        over, value = pyffish.is_optional_game_end("xiangqi", case.fen, moves)
    except SystemError:  # raised for an illegal move
        over, value = False, 0
    # The value is good or bad for the side to move; a cycle ends where it began.
    red_to_move = case.fen.split()[1] == "w"
    winner = "draw" if value == 0 else "red" if (value > 0) == red_to_move else "black"
    return Case(case.fen, case.lead, case.cycle, winner if over else "none")


def differences(engine: Path, file: Path, count: int) -> dict[int, str]:
    """The indices of the cases for which chuhe has another winner, with that winner."""
    run = subprocess.run(
        [engine, "judge", *RULES, file], capture_output=True, text=True, timeout=120, check=False
    )
    lines = run.stdout.splitlines()
    totals = COUNT.match(lines[-1]) if lines else None
    if run.returncode not in (0, 1) or not totals:
        raise RuntimeError(f"chuhe judge: exit status {run.returncode}: {run.stderr.strip()}")
    # The first case stands on line 2, below the heading.
    found = {int(m[1]) - 2: m[3] for m in map(DIFFERENCE.match, lines) if m}
    if int(totals[1]) != count or int(totals[3]) != len(found) or int(totals[4]) != 0:
        raise RuntimeError(f"chuhe judge: {lines[-1]}")
    return found


def examine(engine: Path, case: Case) -> list[str]:
    """Where chuhe and the reference differ on a case."""
    run = subprocess.run(
        [engine, "judge", *RULES, "--json", "--fen", case.fen, "--moves", case.lead, case.cycle],
        capture_output=True, text=True, timeout=60, check=True,
    )
    record = json.loads(run.stdout)
    lead, cycle = case.lead.split(), case.cycle.split()
    turns = chase_reference.turns_of(case.fen, lead + cycle)[len(lead):]
    winner = chase_reference.verdict(turns)
    faults = []
    if record["outcome"] != winner:
        faults.append(f"chuhe says {record['outcome']}, the reference {winner}")
    for turn, deed in zip(turns, record["cycle"], strict=True):
        ours = {(c["from"], c["square"], c["false_roots"]) for c in deed["chases"]}
        theirs = set(chase_reference.chases(turn))
        if ours != theirs:
            faults.append(f"{deed['move']}: chuhe {sorted(ours)}, the reference {sorted(theirs)}")
    return faults


def sample(cases: list[Case], differing: dict[int, str], count: int) -> list[int]:
    """Indices of cases on which both judges agree: half of them decided, half drawn."""
    found = []
    for decided in (True, False):
        all_such = [
            index for index, case in enumerate(cases)
            if index not in differing and (case.winner != "draw") == decided
        ]
        found += all_such[:: max(1, len(all_such) * 2 // max(1, count))]
    return found


def report(cases: list[Case], differing: dict[int, str], faults: dict[int, list[str]]) -> bool:
    """Prints the result; returns whether chuhe and the reference agree."""
    decided = sum(case.winner != "draw" for case in cases)
    print(f"judge: {len(cases)} different cycles, {decided} decided ({decided / len(cases):.1%})")
    print(f"  chuhe and pyffish agree on {len(cases) - len(differing)}, differ on {len(differing)}")
    faulty = sum(map(bool, faults.values()))
    print(
        f"  the reference agrees with chuhe on {len(faults) - faulty} of {len(faults)}:"
        f" all {len(differing)} differences, and a sample of {len(faults) - len(differing)}"
    )
    for index, found in faults.items():
        for fault in found:
            print(f"judge: line {index + 2}: {fault}: {cases[index].line()}", file=sys.stderr)
    return not faulty


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("--cycles", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("."))
    parser.add_argument("--sample", type=int, default=200, help="number of agreements to compare with the reference")
    args = parser.parse_args()
    try:
        cycles = read_cycles(args.cycles)
    except (OSError, TypeError) as error:
        print(f"judge: {args.cycles}: {error}", file=sys.stderr)
        return 2
    if not args.engine.is_file():
        print(f"judge: no engine at {args.engine}", file=sys.stderr)
        return 2
    if len(cycles) < LEAST:
        print(f"judge: only {len(cycles)} different cycles, expected {LEAST}", file=sys.stderr)
        return 1
    args.out.mkdir(parents=True, exist_ok=True)
    with Pool() as pool:
        cases = pool.map(label, cycles, chunksize=50)
        if unseen := [case for case in cases if case.winner == "none"]:
            print(f"judge: pyffish finds no repetition, or an illegal move: {unseen[0].line()}", file=sys.stderr)
            return 1
        file = args.out / "judge.tsv"
        file.write_text("\n".join(["fen\tlead\tcycle\twinner", *(case.line() for case in cases)]) + "\n")
        try:
            differing = differences(args.engine, file, len(cases))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"judge: {error}", file=sys.stderr)
            return 1
        compared = sorted([*differing, *sample(cases, differing, args.sample)])
        found = pool.map(partial(examine, args.engine), [cases[index] for index in compared], chunksize=4)
    lines = [f"{winner}\t{cases[index].line()}" for index, winner in differing.items()]
    heading = "chuhe\tfen\tlead\tcycle\tpyffish"
    (args.out / "judge_differences.tsv").write_text("\n".join([heading, *lines]) + "\n")
    return 0 if report(cases, differing, dict(zip(compared, found))) else 1


if __name__ == "__main__":
    sys.exit(main())
