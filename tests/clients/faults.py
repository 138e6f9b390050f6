#!/usr/bin/env python3
"""Let every write, rename and sync of the outputs fail in turn, and check that nothing is lost.

    faults.py ENGINE --out DIR [--only NAME]...

strace makes the first, second, third ... call of a kind fail, until the command no longer has so many. A command whose output
failed must end with 1 and a message that names the file. A file that appears when it is complete must be as before. A file to
which results are appended must keep its complete lines, and with --resume become what it is without the failure. Nothing
else may be left in the folder.

Exit status: 0 if all this holds, 1 if not, 2 if the check could not be run (Debian: strace).
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
# A set of system calls, and the error that they return.
KINDS = [("write,pwrite64,writev", "ENOSPC"), ("rename,renameat,renameat2,link,linkat", "EIO"), ("fsync,fdatasync", "EIO"),
         ("ftruncate", "EIO")]
OLD = b"the old contents\n"
VOLATILE = {"ms", "nodes", "prover", "date", "nps"}


@dataclass
class Case:
    """A command, run in a folder of its own; `output` is the file that is judged."""

    name: str
    args: list[str]
    output: str
    # Makes the contents of two runs comparable; None for a file that appears when it is complete.
    normal: Callable[[bytes], object] | None = None


def without_volatile(value: object) -> object:
    """JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_volatile(part) for key, part in value.items() if key not in VOLATILE}
    if isinstance(value, list):
        return [without_volatile(part) for part in value]
    return value


def json_lines(data: bytes) -> object:
    """The objects of a file of JSON lines, in any order."""
    return sorted(json.dumps(without_volatile(json.loads(line)), sort_keys=True) for line in data.splitlines())


def csv_rows(data: bytes) -> object:
    """The rows of a CSV file without nodes, time and prover."""
    rows = data.decode().splitlines()
    heading = rows[0].split(",")
    keep = heading.index("nodes")
    return [rows[0]] + sorted(row.rsplit(",", len(heading) - keep)[0] if '"' not in row else row[:40] for row in rows[1:])


def pgn_games(data: bytes) -> object:
    """The games of a PGN file without dates and comments."""
    text = re.sub(r"\{[^}]*\}|\[Date[^]]*\]", "", data.decode())
    return sorted(re.sub(r"\s+", " ", game) for game in text.split("[Game ")[1:])


def inputs() -> dict[str, bytes]:
    """The files that the commands read."""
    one = '[Game "Chinese Chess"]\n[Result "*"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 *\n\n'
    mates = (ROOT / "positions/mates.epd").read_text(encoding="utf-8").splitlines()
    puzzles = "".join(f"{line}\n" for line in mates if " dm 2;" in line)
    # `in.pgn` is long enough for several writes.
    return {"in.pgn": (one * 300).encode(), "one.pgn": one.encode(), "in.epd": puzzles.encode()}


def cases(engine: str) -> list[Case]:
    """All commands."""
    fen = "4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1"
    whole = [
        Case("convert.pgn", ["convert", "--force", "in.pgn", "out.pgn", "--notation", "chinese"], "out.pgn"),
        Case("convert.xqf", ["convert", "--force", "one.pgn", "out.xqf"], "out.xqf"),
        Case("analyze.pgn", ["analyze", "--force", "one.pgn", "--nodes", "50", "--out", "out.pgn"], "out.pgn"),
        Case("analyze.curve", ["analyze", "--force", "one.pgn", "--nodes", "50", "--curve", "out.svg"], "out.svg"),
        Case("show.svg", ["show", "--force", "--fen", fen, "--svg", "out.svg"], "out.svg"),
        Case("show.png", ["show", "--force", "--fen", fen, "--png", "out.png"], "out.png"),
        Case("solve.html", ["solve", "in.epd", "--nodes", "9999", "--force", "--out", "out.html"], "out.html"),
        Case("book.make", ["book", "make", "in.pgn", "-o", "out.dat", "--force"], "out.dat"),
        Case("openings", ["openings", "--count", "2", "--nodes", "100", "--force", "--out", "out.epd"], "out.epd"),
    ]
    solve = ["solve", "in.epd", "--nodes", "9999", "--hash", "4", "--resume", "--jobs", "2", "--out"]
    spec = f"cmd={engine} option.hashsize=1 option.usebook=false"
    match = ["match", "--engine", f"name=a {spec}", "--engine", f"name=b {spec} option.knowledge=small", "--nodes", "50",
             "--games", "4", "--ply-cap", "20", "--resume"]
    resumed = [
        Case("solve.jsonl", [*solve, "out.jsonl"], "out.jsonl", json_lines),
        Case("analyze.jsonl", ["analyze", "one.pgn", "--nodes", "50", "--resume", "--out", "out.jsonl"], "out.jsonl", json_lines),
        Case("solve.csv", [*solve, "out.csv"], "out.csv", csv_rows),
        Case("match.jsonl", [*match, "--jsonl", "out.jsonl"], "out.jsonl", json_lines),
        Case("match.pgn", [*match, "--jsonl", "out.jsonl", "--pgn", "out.pgn"], "out.pgn", pgn_games),
        # Other games are played after a failure, so that only the number of positions is the same.
        Case("learn.data", ["learn", "data", "--out", "out.bin", "--positions", "60", "--nodes", "50", "--threads", "1", "--hash", "1",
                            "--seed", "3", "--resume"], "out.bin", len),
    ]
    return whole + resumed


class Check:
    """The runs of a case, with their failures."""

    def __init__(self, engine: str, case: Case, folder: Path):
        self.engine, self.case, self.inputs = engine, case, inputs()
        self.place, self.trace = folder / "run", folder / "trace"
        self.wrong: list[str] = []

    def reset(self) -> None:
        """A fresh folder with the inputs, and the old file where one is replaced."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(parents=True)
        old = {self.case.output: OLD} if self.case.normal is None else {}
        for name, data in (self.inputs | old).items():
            (self.place / name).write_bytes(data)

    def run(self, *strace: str) -> subprocess.CompletedProcess:
        """Runs the command, under strace if it has arguments."""
        before = ["strace", "-f", "-b", "execve", "-y", "-qq", "-o", str(self.trace), *strace] if strace else []
        return subprocess.run([*before, self.engine, *self.case.args], cwd=self.place, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=300, check=False)

    def files(self) -> dict[str, bytes]:
        """The files of the folder that are no inputs."""
        return {path.name: path.read_bytes() for path in self.place.iterdir() if path.name not in self.inputs}

    def check(self) -> int:
        """Lets the calls fail in turn; returns how many failures of an output there were."""
        self.reset()
        if self.run().returncode != 0:
            raise OSError(f"{self.case.name}: {self.run().stderr.strip()}")
        expected, failures = self.files(), 0
        # The calls that count: those of the files that are appended to. A file that is replaced is written under a random name.
        paths = [word for name in expected if self.case.normal for word in ("-P", str(self.place / name))]
        for calls, error in KINDS:
            for number in range(1, 1000):
                self.reset()
                done = self.run(*paths, "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={number}")
                failed = [line for line in self.trace.read_text(errors="replace").splitlines() if "(INJECTED)" in line]
                if not failed:
                    break
                # The others are messages, or threads that wake each other.
                hit = [line for line in failed if str(self.place) in line or re.search(r'rename|link', line)]
                if hit:
                    failures += 1
                    self.judge(done, f"{number}. {calls.split(',')[0]}", expected, hit[0])
        return failures

    def judge(self, done: subprocess.CompletedProcess, which: str, expected: dict[str, bytes], hit: str) -> None:
        """Judges a run whose output failed."""
        def wrong(what: str) -> None:
            self.wrong.append(f"{self.case.name}: {which}: {what}\n    {hit[:160]}\n    {done.stderr.strip()[-300:]}")
        after = self.files()
        if done.returncode != 1:
            return wrong(f"exit status {done.returncode}")
        if not any(name in done.stderr for name in expected):
            wrong("the message does not name the file")
        if set(after) - set(expected):
            wrong(f"left over: {sorted(set(after) - set(expected))}")
        output = self.case.output
        if self.case.normal is None:
            return None if after.get(output) == OLD else wrong(f"{output} is not the old one")
        again = self.run()
        if again.returncode != 0:
            return wrong(f"not resumed: {again.stderr.strip()}")
        final = self.files()
        for name, data in after.items():
            kept = data[:data.rfind(b"\n") + 1]
            if name.endswith("l") and not final[name].startswith(kept):
                wrong(f"{name} has lost lines")
        if self.case.normal(final[output]) != self.case.normal(expected[output]):
            wrong(f"{output} differs after --resume")
        return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", action="append", help="a command to check; several may be given")
    args = parser.parse_args()
    if not shutil.which("strace"):
        print("faults: no strace (Debian: strace)", file=sys.stderr)
        return 2
    engine, status, total = str(args.engine.resolve()), 0, 0
    for case in cases(engine):
        if args.only and case.name not in args.only:
            continue
        check = Check(engine, case, args.out.resolve() / case.name)
        try:
            failures = check.check()
        except OSError as error:
            print(f"faults: {error}", file=sys.stderr)
            return 2
        print(f"faults: {case.name}: {failures} failures, {len(check.wrong)} wrong")
        for text in check.wrong:
            print(f"  {text}")
        total += failures
        if check.wrong or failures == 0:
            status = 1
    print(f"faults: {total} failures")
    return status


if __name__ == "__main__":
    sys.exit(main())
