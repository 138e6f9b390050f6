#!/usr/bin/env python3
"""Kill `chuhe solve` and `chuhe match` at many moments, resume them, and compare with runs that were never killed.

    kills.py ENGINE --out DIR [--moments 30] [--seed 1]

A run is killed (SIGKILL) at a random moment and resumed, again and again, until it ends by itself; then another one begins,
until there were enough moments. After each kill the complete lines of before must still be there. At the end the results of
solve must be those of a single run except for time, nodes and prover, and each game of a match must be in the JSONL file and in
the PGN file exactly once, with the moves of a single match.

Exit status: 0 if all this holds, 1 if not, 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
# Which prover is the first depends on what the tables hold of earlier puzzles.
VOLATILE = ("ms", "nodes", "prover")
# Copies of the 40 short mates: 10,000 puzzles.
COPIES = 250


class Wrong(Exception):
    """A result that differs, or is lost."""


def run(command: list[str]) -> None:
    """Runs a command to its end."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0:
        raise Wrong(f"exit status {done.returncode}: {done.stderr.strip()}")


def complete(path: Path) -> bytes:
    """The complete lines of a file."""
    data = path.read_bytes() if path.exists() else b""
    return data[:data.rfind(b"\n") + 1]


def killed(command: list[str], seconds: float) -> bool:
    """Starts a command and kills it after a time; false if it ended before."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as child:
        try:
            _, message = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return True
        if child.returncode != 0:
            raise Wrong(f"exit status {child.returncode}: {message.decode().strip()}")
        return False


def attack(name: str, command: list[str], files: list[Path], check: Callable[[], None], moments: int,
           dice: random.Random) -> None:
    """Kills and resumes a command until there were enough kills, then lets it end."""
    start = time.monotonic()
    for path in files:
        path.unlink(missing_ok=True)
    run(command)
    whole = time.monotonic() - start
    check()
    done = runs = 0
    while done < moments:
        for path in files:
            path.unlink()
        runs += 1
        while done < moments:
            before = [complete(path) for path in files]
            # Every second kill falls into the start.
            if not killed(command, dice.uniform(0, whole / 4 if done % 2 else min(whole, 0.1))):
                break
            done += 1
            for path, old in zip(files, before):
                if not complete(path).startswith(old):
                    raise Wrong(f"kill {done}: {path} has lost lines")
        run(command)
        check()
    left = {path.name for path in files[0].parent.iterdir()} - {path.name for path in files}
    if left:
        raise Wrong(f"left over: {sorted(left)}")
    print(f"kills: {name}: {done} kills in {runs} runs, nothing lost, nothing twice")


def solving(engine: str, folder: Path, moments: int, dice: random.Random) -> None:
    """Kills batches of puzzles."""
    mates = (ROOT / "positions/mates.epd").read_text(encoding="utf-8")
    puzzles = folder.with_suffix(".epd")
    short = [line for line in mates.splitlines() if re.search(r" dm [2-4];", line)]
    puzzles.write_text("".join(f"{line}\n" for line in short) * COPIES, encoding="utf-8")
    out = folder / "solve.jsonl"
    expected: list[list[dict]] = []

    def check() -> None:
        results = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        for result in results:
            for key in VOLATILE:
                del result[key]
        results.sort(key=lambda result: result["line"])
        expected.append(results)
        if results != expected[0] or len(results) != COPIES * len(short):
            raise Wrong("the results differ from those of a single run")

    command = [engine, "solve", str(puzzles), "--nodes", "2000000", "--hash", "8", "--jobs", "2", "--resume", "--out", str(out)]
    attack("solve", command, [out], check, moments, dice)


def matches(engine: str, folder: Path, moments: int, dice: random.Random) -> None:
    """Kills matches."""
    record, pgn = folder / "match.jsonl", folder / "match.pgn"
    expected: list[list] = []

    def check() -> None:
        lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()][1:]
        games = {line["game"]: [move["move"] for move in line["moves"]] for line in lines}
        expected.append(sorted(games.items()))
        if len(lines) != 40 or [game for game, _ in expected[-1]] != list(range(40)):
            raise Wrong("games are missing, or there twice")
        if expected[-1] != expected[0]:
            raise Wrong("the games differ from those of a single match")
        written = []
        for part in pgn.read_text(encoding="utf-8").split("[Game ")[1:]:
            body = re.sub(r"\{[^}]*\}", " ", part.partition("\n\n")[2])
            written.append([(a + b).lower() for a, b in re.findall(r"([A-I][0-9])-([A-I][0-9])", body)])
        if sorted(written) != sorted(games.values()):
            raise Wrong("the PGN file has other games than the JSONL file")

    spec = f"cmd={engine} option.hashsize=1 option.usebook=false"
    command = [engine, "match", "--engine", f"name=a {spec}", "--engine", f"name=b {spec} option.knowledge=small", "--nodes", "300",
               "--openings", str(ROOT / "positions/openings.epd"), "--games", "40", "--ply-cap", "60", "--concurrency", "2",
               "--jsonl", str(record), "--pgn", str(pgn), "--resume"]
    attack("match", command, [record, pgn], check, moments, dice)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--moments", type=int, default=30, help="kills of each command (default 30)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    engine, dice, status = str(args.engine.resolve()), random.Random(args.seed), 0
    for name, part in ("solve", solving), ("match", matches):
        folder = args.out.resolve() / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            part(engine, folder, args.moments, dice)
        except Wrong as error:
            print(f"kills: {name}: FAILED, {error}; see {folder}", file=sys.stderr)
            status = 1
        except OSError as error:
            print(f"kills: {name}: {error}", file=sys.stderr)
            return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
