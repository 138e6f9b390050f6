#!/usr/bin/env python3
"""Sessions with a program that a sanitizer watches: all that threads and `unsafe` take part in.

    session.py SCALE COMMAND...

COMMAND starts the program, SCALE multiplies the nodes of the searches. A UCCI and a UCI session with four threads search,
ponder, stop, clear and resize the table, change the threads, load a network, and quit, and a batch of puzzles is solved with
two jobs. NETWORK in the environment names a network file.

Exit status: 0 if every part answered as it should and ended with 0, 1 if not. The sanitizer makes the status of the program
another one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Without output for so long the program hangs. No measure of speed.
HANG = 600


class Session:
    """A program that is spoken to line by line."""

    def __init__(self, command: list[str]):
        self.program = subprocess.Popen(["timeout", str(HANG), *command], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def send(self, *lines: str) -> None:
        """Sends lines."""
        self.program.stdin.write("\n".join(lines) + "\n")
        self.program.stdin.flush()

    def until(self, *words: str) -> str:
        """Reads up to a line that begins with one of the words."""
        for line in self.program.stdout:
            if line.split()[:1] and line.split()[0] in words:
                return line.strip()
        raise AssertionError(f"no {words} before the end, exit status {self.program.wait()}")

    def go(self, how: str) -> None:
        """Searches to the end, in which a best move is required."""
        self.send(how)
        self.until("bestmove")

    def stopped(self, how: str, *between: str) -> None:
        """Starts a search, sends lines once it has begun, and stops it."""
        self.send(how)
        self.until("info")
        self.send(*between, "stop")
        self.until("bestmove")

    def end(self) -> None:
        """Quits; the exit status must be 0."""
        self.send("quit")
        self.program.stdout.read()
        status = self.program.wait()
        assert status == 0, f"exit status {status}"


def ucci(command: list[str], nodes: int, network: str) -> None:
    session = Session(command)
    session.send("ucci")
    session.until("ucciok")
    session.send("setoption usebook false", "setoption hashsize 2", "setoption threads 4")
    session.go(f"go nodes {nodes}")
    session.send("position startpos moves h2e2 h9g7 h0g2 i9h9")
    session.stopped("go infinite", "isready", "probe startpos moves h2e2 h9g7 h0g2 i9h9")
    session.send("go ponder time 2 increment 0")
    session.until("info")
    session.send("ponderhit")
    session.until("bestmove")
    session.stopped("go ponder time 2 increment 0")
    for hashsize, threads in (1, 3), (4, 2), (2, 4):
        session.send("setoption newgame", f"setoption hashsize {hashsize}", f"setoption threads {threads}")
        session.go(f"go nodes {nodes}")
    session.send(f"setoption evalfile {network}", "setoption multipv 3")
    session.go(f"go nodes {nodes}")
    session.send("setoption evalfile", "perft 3", "isready")
    session.until("readyok")
    session.stopped("go infinite", "position startpos", "go depth 1", "setoption hashsize 8")
    session.send("go infinite")
    session.until("info")
    session.end()


def uci(command: list[str], nodes: int, network: str) -> None:
    session = Session(command)
    session.send("uci")
    session.until("uciok")
    session.send("setoption name UseBook value false", "setoption name Threads value 4", "setoption name Hash value 2")
    session.go("go movetime 300")
    session.send("ucinewgame", "position startpos moves h2e2")
    session.send("go ponder wtime 500 btime 500")
    session.until("info")
    session.send("ponderhit")
    session.until("bestmove")
    session.send("setoption name Clear Hash")
    session.stopped("go infinite", "isready")
    session.send(f"setoption name EvalFile value {network}")
    session.go(f"go nodes {nodes}")
    session.send("position fen 4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1")
    session.go("go mate 2")
    session.send("perft 5", "isready", "stop", "bench 3", "isready", "stop", "setoption name Hash value 1")
    session.go("go depth 3")
    session.end()


def solve(command: list[str], nodes: int) -> None:
    lines = (ROOT / "positions/mates.epd").read_text(encoding="utf-8").splitlines()
    puzzles = [line for line in lines if " dm 2;" in line or " dm 3;" in line][:8]
    assert len(puzzles) == 8
    run = [*command, "solve", "-", "--jobs", "2", "--hash", "2", "--nodes", str(nodes * 4), "--json"]
    done = subprocess.run(run, input="\n".join(puzzles) + "\n", text=True, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0, f"exit status {done.returncode}"
    assert done.stdout.count("\n") == 8, done.stdout


def main() -> int:
    nodes = int(10_000 * float(sys.argv[1]))
    command, network = sys.argv[2:], os.environ["NETWORK"]
    failed = 0
    for name, part in (("ucci", lambda: ucci(command, nodes, network)), ("uci", lambda: uci(command, nodes, network)),
                       ("solve", lambda: solve(command, nodes))):
        try:
            part()
            print(f"{name}: passed")
        except (AssertionError, OSError) as error:
            print(f"{name}: FAILED: {error}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
