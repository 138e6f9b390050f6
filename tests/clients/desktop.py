"""What games in other programs share: an X server, the end of processes, and an engine that logs its conversation."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import referee

# A line of Chuhe's log: a line received or sent.
LOGGED = re.compile(r"^(\S+) +DEBUG chuhe::(received|sent): (.*)$")


class Unavailable(Exception):
    """A program that the check needs is not installed."""


def program(name: str) -> str:
    """The path of a program; Debian's games are not always on the PATH."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/bin")
    if not found:
        raise Unavailable(f"{name} is not installed")
    return found


class Display:
    """An X server (Xvfb) on a free display number."""

    def __init__(self, width: int, height: int, log: Path):
        reader, writer = os.pipe()
        with log.open("ab") as sink:
            self.process = subprocess.Popen(
                [program("Xvfb"), "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24",
                 "-nolisten", "tcp"],
                pass_fds=[writer], stdout=sink, stderr=sink)
        os.close(writer)
        with os.fdopen(reader) as stream:
            number = stream.readline().strip()
        if not number:
            raise Unavailable("Xvfb did not start")
        self.name = f":{number}"

    def close(self) -> None:
        """End the server."""
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def exit_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into a normal exit, so that child processes are ended too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, _frame: sys.exit(128 + n))


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and its child processes."""
    for number, patience in ((signal.SIGTERM, 3.0), (signal.SIGKILL, 3.0)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue


def lines_of(path: Path) -> list[str]:
    """The lines of a log, none if it does not exist."""
    return path.read_text(errors="replace").splitlines() if path.exists() else []


def last_line(path: Path) -> str:
    """The last line of a log, as a reason."""
    return next((line.strip() for line in reversed(lines_of(path)) if line.strip()), "no message")


def logging_script(engine: Path, script: Path, log: Path) -> Path:
    """Write a script that starts the engine and logs the conversation, and remove an earlier log; returns the script."""
    log.unlink(missing_ok=True)
    script.write_text("#!/bin/sh\nCHUHE_LOG=chuhe::received=debug,chuhe::sent=debug "
                      f"exec {shlex.quote(str(engine))} --log {shlex.quote(str(log))}\n")
    script.chmod(0o755)
    return script


def conversation(log: Path) -> Iterator[tuple[datetime, str, str]]:
    """The lines of a log: when, `received` or `sent`, and the text."""
    for line in lines_of(log):
        if match := LOGGED.match(line):
            yield datetime.fromisoformat(match[1].rstrip("Z")), match[2], match[3]


def searched(log: Path) -> list[tuple[str, list[str], str]]:
    """The searches of a log: FEN, moves after it, and the engine's move. Raises IllegalMove if one of the moves is not legal."""
    found, position = [], (referee.START_FEN, [])
    for _, who, text in conversation(log):
        if who == "received" and (match := re.match(r"position (?:startpos|fen (.+?))(?: moves (.*))?$", text)):
            position = (match[1] or referee.START_FEN, (match[2] or "").split())
        elif who == "sent" and (match := re.match(r"bestmove ([a-i]\d[a-i]\d)", text)):
            referee.replay(position[0], [*position[1], match[1]])
            found.append((*position, match[1]))
    return found


def judge_searches(client: str, log: Path) -> list[str]:
    """The errors of a client that does not continue a game after a move of the engine; prints a line about the game."""
    try:
        searches = searched(log)
    except ValueError as error:
        return [str(error)]
    if not searches:
        return ["the engine made no move"]
    print(f"{client}: {len(searches)} moves of the engine, the last {searches[-1][2]}")
    wrong = []
    for (fen, moves, move), (after, later, _) in zip(searches, searches[1:]):
        played, now = (referee.replay(*line).current_fen().split()[:2] for line in ((fen, [*moves, move]), (after, later)))
        if played != now:
            wrong.append(f"{move} was not played on {fen} {moves}, the next position is {after} {later}")
    return wrong
