#!/usr/bin/env python3
"""Have cchess read the XQF files that chuhe wrote, and compare positions and moves.

    games.py SAMPLES

SAMPLES is the directory that `cargo test --test games -- --ignored write_samples` filled: N.txt with
the FEN and the moves of a game, N.10.xqf and N.18.xqf with the game, plain and scrambled.

Exit status: 0 when cchess finds every game as it is; 1 when not; 2 when the check could not be run.
"""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import cchess
except ImportError as error:
    print(f"games: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)


def fault(path: Path, fen: str, moves: list[str]) -> str:
    """What is wrong with a file as cchess reads it; empty if nothing."""
    try:
        game = cchess.read_from_xqf(str(path))
    except Exception as error:  # whatever it stumbles over
        return repr(error)
    found, move = [], game.first_move
    while move:
        found.append(move.to_iccs())
        move = move.next_move
    if game.init_board.to_fen().split()[0] != fen.split()[0]:
        return f"another position: {game.init_board.to_fen()}"
    return "" if found == moves else f"other moves: {found}, not {moves}"


def main() -> int:
    texts = sorted(Path(sys.argv[1]).glob("*.txt")) if len(sys.argv) == 2 else []
    if not texts:
        print("games: no samples", file=sys.stderr)
        return 2
    wrong = 0
    for text in texts:
        fen, moves = text.read_text().splitlines()
        for version in ("10", "18"):
            path = text.with_suffix(f".{version}.xqf")
            if reason := fault(path, fen, moves.split()):
                print(f"games: {path.name}: {reason}", file=sys.stderr)
                wrong += 1
    print(f"games: {len(texts)} games as XQF, plain and scrambled: {2 * len(texts) - wrong} read alike, {wrong} not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
