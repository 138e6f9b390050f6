#!/usr/bin/env python3
"""A game in the terminal program xiangqi_tui: a person against the engine, then the engine against itself.

    xiangqi_tui_game.py ENGINE PROGRAM [--out FOLDER]

PROGRAM is xiangqi_tui (crates.io). It runs in a pseudo-terminal; the person types moves and commands. Every move of the engine must
be legal in the position that it was sent, as pyffish sees it, and the next position must be the one after that move. A move
must be from the opening book.

How xiangqi_tui 0.1.0 talks to an engine:

* it reads `xiangqi_tui.conf` in its working directory: protocol, threads, hash and limit;
* before each move it starts the engine's protocol again, then come `position fen FEN` without moves and `go movetime M`, in UCCI too,
  where Chuhe takes M for seconds;
* it plays the first move of the last line of play that it saw, if it saw one.

Exit status: 0 if the game was played, 1 if not, 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

from desktop import conversation, end_group, exit_on_signals, judge_searches, logging_script, searched

ROWS, COLUMNS = 50, 180
PLIES = 12  # moves that the engine plays


class Terminal:
    """The program in a pseudo-terminal; what it writes is kept in a file."""

    def __init__(self, program: Path, folder: Path, engine: Path):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "XIANGQI_ENGINE_PATH": str(engine)}
        self.process = subprocess.Popen(
            [str(program)], cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        threading.Thread(target=self.read, args=(folder / "screen.log",), daemon=True).start()

    def read(self, file: Path) -> None:
        with file.open("wb") as sink:
            try:
                while data := os.read(self.master, 65536):
                    sink.write(data)
                    sink.flush()
            except OSError:
                pass

    def type(self, text: str) -> None:
        """Types a line into the field of commands, key by key."""
        for key in f":{text}\r":
            os.write(self.master, key.encode())
            time.sleep(0.05)


def play(args: argparse.Namespace, log: Path) -> str:
    """Play the game; returns an error, or "" for none."""
    (args.out / "xiangqi_tui.conf").write_text(
        "engine_protocol=uci\nengine_threads=1\nengine_hash_mb=64\n"
        "engine_search_limit=movetime\nengine_movetime_ms=300\nbook_local_enabled=0\nbook_cloud_enabled=0\n")
    terminal = Terminal(args.program, args.out, logging_script(args.engine, args.out / "engine.sh", log))

    def wait(plies: int) -> bool:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and terminal.process.poll() is None:
            if log.exists() and len(searched(log)) >= plies:
                return True
            time.sleep(0.1)
        return False

    try:
        time.sleep(2)
        terminal.type("h2e2")
        terminal.type("/bai")
        if not wait(1):
            return "the engine made no move"
        terminal.type("/rai")
        if not wait(PLIES):
            return f"only {len(searched(log))} moves of the engine in two minutes"
        terminal.type("/stop")
        terminal.type("/quit")
        return "" if terminal.process.wait(20) == 0 else "the program did not end well"
    except subprocess.TimeoutExpired:
        return "the program did not end"
    finally:
        end_group(terminal.process)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("program", type=Path)
    parser.add_argument("--out", type=Path, default=Path("target/clients/xiangqi_tui"))
    args = parser.parse_args()
    exit_on_signals()
    args.engine, args.program, args.out = args.engine.resolve(), args.program.resolve(), args.out.resolve()
    args.out.mkdir(parents=True, exist_ok=True)
    log = args.out / "engine.log"
    try:
        trouble = play(args, log)
    except ValueError as error:
        trouble = str(error)
    except OSError as error:
        print(f"xiangqi_tui: COULD NOT RUN, {error}", file=sys.stderr)
        return 2
    wrong = ([trouble] if trouble else []) + judge_searches("xiangqi_tui", log)
    if not any(who == "sent" and " book builtin: " in text for _, who, text in conversation(log)):
        wrong.append("no move was from the opening book")
    for text in wrong:
        print(f"xiangqi_tui: FAILED, {text}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
