#!/usr/bin/env python3
"""A game in the window of Xiangqi Lab: a person against the engine, and the engine against itself.

    xiangqilab_game.py ENGINE PYTHON [--out FOLDER]

PYTHON is an interpreter with Xiangqi Lab (PyPI) and Tk. The window is on an X server of its own (Xvfb), and
xiangqilab_window.py uses it. Every move of the engine must be legal in the position that it was sent, as pyffish sees it, and
the next position must be the one after that move.

How Xiangqi Lab 1.2.0 talks to an engine:

* it sends `uci` and reads until `uciok`; a first line `Fairy-Stockfish` would change the notation of moves;
* `UCI_ShowWDL`, `MultiPV` (3), `Threads` (all), `Hash` (2048) and, if one is chosen, `EvalFile` are set, known or not;
* before each search come `ucinewgame`, `isready` and `position fen FEN` without moves, so the engine never sees a
  repetition; then `go movetime M depth D`;
* `info` with `depth`, `multipv`, `wdl` and `pv` is a line of analysis; `bestmove (none)` ends the game.

Exit status: 0 if the game was played, 1 if not, 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from desktop import Display, Unavailable, end_group, exit_on_signals, judge_searches, last_line, logging_script, program

PLIES = 16  # moves that the engine plays


def play(args: argparse.Namespace, log: Path, screenshot: Path) -> str:
    """Play the game; returns an error, or "" for none."""
    home, said = args.out / "home", args.out / "window.log"
    home.mkdir(exist_ok=True)
    engine = logging_script(args.engine, args.out / "engine.sh", log)
    display = Display(910, 610, args.out / "xvfb.log")
    try:
        with said.open("wb") as sink:
            window = subprocess.Popen(
                [str(args.python), str(Path(__file__).with_name("xiangqilab_window.py")), str(engine), str(PLIES), str(screenshot)],
                stdout=sink, stderr=sink, stdin=subprocess.DEVNULL, start_new_session=True,
                env={**os.environ, "DISPLAY": display.name, "HOME": str(home), "XDG_CONFIG_HOME": str(home)})
        try:
            status = window.wait(240)
        finally:
            end_group(window)
        return "" if status == 0 else f"the window ended with status {status}: {last_line(said)}"
    finally:
        display.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("python", type=Path)
    parser.add_argument("--out", type=Path, default=Path("target/clients/xiangqilab"))
    args = parser.parse_args()
    exit_on_signals()
    args.engine, args.out = args.engine.resolve(), args.out.resolve()
    args.out.mkdir(parents=True, exist_ok=True)
    log, screenshot = args.out / "engine.log", args.out / "window.png"
    screenshot.unlink(missing_ok=True)
    try:
        for name in ("Xvfb", "import"):
            program(name)
        trouble = play(args, log, screenshot)
    except (Unavailable, OSError) as error:
        print(f"xiangqilab: COULD NOT RUN, {error}", file=sys.stderr)
        return 2
    wrong = ([trouble] if trouble else []) + judge_searches("xiangqilab", log)
    if not trouble and not screenshot.exists():
        wrong.append("no screenshot was taken")
    for text in wrong:
        print(f"xiangqilab: FAILED, {text}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
