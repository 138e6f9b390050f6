#!/usr/bin/env python3
"""Compare the package `chuhe` with pyffish on positions of random games.

    python_positions.py [--positions 10000]

Each game is played with moves drawn from pyffish's legal moves. In every position: the legal moves, and whether the move
drawn gives check. In every 50th position also perft of depth 2, and every legal move: its capture and its position. A call
of pyffish takes about 2 ms, so that more would take minutes. notation.py compares the texts of moves.

Exit status: 0 if everything agrees; 1 if not; 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import random
import sys
from multiprocessing import Pool

try:
    import chuhe
    import pyffish
except ImportError as error:
    print(f"python_positions: {error}; run tests/clients/python_package.sh", file=sys.stderr)
    sys.exit(2)

from referee import to_iccs, to_uci

VARIANT = "xiangqi"
PLIES = 100  # of a game
THOROUGH = 50  # every position of this number is compared in all respects


class Comparison:
    """The number of positions and the differences of a game."""

    def __init__(self) -> None:
        self.positions = 0
        self.wrong: list[str] = []

    def expect(self, board: chuhe.Board, what: str, ours: object, theirs: object) -> None:
        """Records a difference."""
        if ours != theirs:
            self.wrong.append(f"{board.fen()}: {what} is {ours}, by pyffish {theirs}")

    def compare_all_moves(self, board: chuhe.Board) -> None:
        """Compares perft of depth 2 and every legal move."""
        fen, perft = board.fen(), 0
        for move in board.legal_moves:
            uci = to_uci(move)
            after = pyffish.get_fen(VARIANT, fen, [uci])
            perft += len(pyffish.legal_moves(VARIANT, after, []))
            capture = pyffish.is_capture(VARIANT, fen, [], uci)
            self.expect(board, f"the capture of {move}", board.is_capture(move), capture)
            board.push(move)
            self.expect(board, "the position", board.fen().split()[:2], after.split()[:2])
            board.pop()
        self.expect(board, "perft 2", board.perft(2), perft)


def play(seed: int) -> Comparison:
    """Plays a random game and compares its positions."""
    choice, found = random.Random(seed).choice, Comparison()
    board, played = chuhe.Board(), list[str]()
    for ply in range(PLIES):
        legal = pyffish.legal_moves(VARIANT, chuhe.START_FEN, played)
        found.positions += 1
        found.expect(board, "the list of legal moves", sorted(board.legal_moves), sorted(map(to_iccs, legal)))
        if (found.positions + seed) % THOROUGH == 0:
            found.compare_all_moves(board)
        if not legal or found.wrong:
            break
        played.append(choice(sorted(legal)))
        move = to_iccs(played[-1])
        check = pyffish.gives_check(VARIANT, chuhe.START_FEN, played)
        found.expect(board, f"the check of {move}", board.gives_check(move), check)
        board.push(move)
    return found


def agree(positions: int) -> bool:
    """Plays games until there are enough positions, and prints the result."""
    compared, games, wrong = 0, 0, list[str]()
    with Pool() as pool:
        # More games than are needed, because some end early.
        for game in pool.imap(play, range(1, 1 + positions // PLIES * 2)):
            compared, games = compared + game.positions, games + 1
            wrong += game.wrong
            if compared >= positions or wrong:
                break
    print(f"python_positions: {compared} positions of {games} games")
    for fault in wrong[:20]:
        print(f"python_positions: {fault}", file=sys.stderr)
    return not wrong and compared >= positions


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=10_000)
    return 0 if agree(parser.parse_args().positions) else 1


if __name__ == "__main__":
    sys.exit(main())
