#!/usr/bin/env python3
"""One full game of an engine against itself through the `cchess` package.

    cchess_game.py ENGINE [--protocol uci]

`cchess` (PyPI) is an independent xiangqi library. Its `UcciEngine` or `UciEngine` drives
the engine as in any program that uses the library. Both its board and pyffish must
accept every move.

How cchess talks to an engine (from its source, version 1.25):

* the engine starts in its own directory; lines to it end in CR LF;
* `ucci` or `uci` is sent half a second after the start; `id` and `option` lines are
  collected until a line whose first word is `ucciok` or `uciok`. `wait_for_ready` handles
  one line each 0.2 s and gives up after 10 s: an engine that prints 50 or more
  lines before that is refused;
* options are set as in UCI, `setoption name N value V`, also in UCCI; an engine
  must ignore the form if it does not support it. `usemillisec` is never set, so bare `go time` is in seconds;
* `position fen FEN` carries no moves unless the caller appends them to the FEN,
  and cchess' own FENs have two fields only, without `- - 0 1`;
* `go` is followed by the caller's `key value` pairs: `go depth 8`, `go nodes N`;
* `info depth ...` is read as pairs of words up to `pv`; the words `cp`,
  `lowerbound`, `upperbound` stand alone. An `info depth` line that ends in an
  empty `pv` raises an exception inside cchess;
* `score mate N` is kept as `mate`; `wdl` would be misread, and is off by default;
* `bestmove m [ponder p]`; `nobestmove`, `bestmove null`, `(none)` and `resign`
  mean "no move left"; after `quit`, `bye` ends the process, or it ends by itself.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import cchess
from cchess.engine import Engine, UcciEngine, UciEngine

import referee
from desktop import exit_on_signals


# The limit of each search, and the seconds that it may take.
LIMIT, TIMEOUT = {"nodes": 20000}, 20
PLY_CAP = 400  # the game is then a draw


class Fault(Exception):
    """A fault in a game."""


def ask(engine: Engine, fen: str) -> dict[str, Any]:
    """Search a position; returns the action that ends the search."""
    engine.go_from(fen, LIMIT)
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        action = engine.get_action()
        if action is None:
            if engine.process.poll() is not None and engine.engine_out_queque.empty():
                raise Fault(f"the engine has ended, exit status {engine.process.returncode}, on: {fen}")
            time.sleep(0.002)
        elif action["action"] in ("bestmove", "dead", "draw"):
            return action
    raise Fault(f"no bestmove within {TIMEOUT} s on: {fen}")


def play(engine: Engine) -> tuple[referee.Game, str, str, int]:
    """Play until the referee says it is over."""
    game = referee.Game(ply_cap=PLY_CAP)
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    scores = 0
    while (verdict := game.verdict()) is None:
        fen, moves = game.since_capture()
        if moves:
            fen += " moves " + " ".join(moves)
        elif len(game.moves) % 4 == 0:
            fen = board.to_fen()  # also test the short FENs of cchess
        action = ask(engine, fen)
        ply = len(game.moves) + 1
        if action["action"] != "bestmove":
            raise Fault(f"ply {ply}: '{action['raw_msg']}' in a position with legal moves")
        move = action["move"]
        if board.move_iccs(move) is None:
            raise Fault(f"ply {ply}: cchess refuses {move} in {board.to_fen()}")
        board.next_turn()
        try:
            game.push(move)
        except referee.IllegalMove as error:
            raise Fault(f"ply {ply}: {error}") from error
        if board.to_fen().split()[0] != game.current_fen().split()[0]:
            raise Fault(f"ply {ply}: cchess and pyffish disagree after {move}")
        scores += "score" in action or "mate" in action
    return game, verdict.result, verdict.reason, scores


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("--protocol", choices=("ucci", "uci"), default="ucci", help="protocol of the engine (default ucci)")
    args = parser.parse_args()
    exit_on_signals()

    path = args.engine.resolve()
    if not path.is_file():
        print(f"cchess: no engine at {args.engine}", file=sys.stderr)
        return 2
    engine = {"ucci": UcciEngine, "uci": UciEngine}[args.protocol]()
    if not engine.load(str(path)):
        print(f"cchess: FAILED, could not start {path}", file=sys.stderr)
        return 1
    begin = time.monotonic()
    try:
        if not engine.wait_for_ready():
            raise Fault(f"no {args.protocol}ok within the 10 s (50 lines) that cchess allows")
        game, result, reason, scores = play(engine)
        engine.quit()
        try:
            engine.process.wait(2.0)
        except Exception:
            raise Fault("engine still runs 2 s after quit") from None
    except Exception as error:  # cchess raises IndexError for lines that it cannot parse
        print(f"cchess: FAILED, {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    finally:
        engine.running = False
        if engine.process.poll() is None:
            engine.process.kill()
    name = engine.ids.get("name", path.name)
    print(f"cchess: {name}: {result} by {reason} after {len(game.moves)} plies, "
          f"{scores} of them with a score, in {time.monotonic() - begin:.0f} s")
    if not scores:
        print("cchess: FAILED, cchess parsed none of the engine's scores", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
