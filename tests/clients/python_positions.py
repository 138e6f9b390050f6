#!/usr/bin/env python3
"""Compare the package `chuhe` with pyffish on positions of random games.

    python_positions.py [--positions 10000] [--seed 1] [--jobs 2]

Each game is played with moves drawn from pyffish's legal moves. In every position: the legal moves, whether the move
drawn gives check, and its text in WXF. In every 50th position also perft of depth 2, and every legal move: its capture,
its position, and its text. A difference of texts must be of one of the classes of notation.py. Every text must be read
back as its move. A call of pyffish takes about 2 ms, so that more would take minutes.

Exit status: 0 if everything agrees; 1 if not; 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from multiprocessing import Pool

try:
    import chuhe
    import pyffish
except ImportError as error:
    print(f"python_positions: {error}; run tests/clients/python_package.sh", file=sys.stderr)
    sys.exit(2)

from notation import CLASSES, mover, wxf_class
from referee import to_iccs, to_uci

VARIANT = "xiangqi"
PLIES = 100  # of a game
THOROUGH = 50  # every position of this number is compared in all respects


class Comparison:
    """The counts and the differences of a game."""

    def __init__(self) -> None:
        self.positions = 0
        self.texts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def expect(self, board: chuhe.Board, what: str, ours: object, theirs: object) -> None:
        """Records a difference."""
        if ours != theirs:
            self.wrong.append(f"{board.fen()}: {what} is {ours}, by pyffish {theirs}")

    def compare_text(self, board: chuhe.Board, move: str, theirs: str) -> None:
        """Compares the text of a move in WXF, and reads it back from every notation."""
        texts = [board.format_move(move, notation) for notation in ("iccs", "chinese", "wxf")]
        ours = texts[2]
        reason = "same" if ours == theirs else wxf_class(mover(board.fen(), move), ours, theirs)
        self.texts[reason or "unexplained"] += 1
        if reason is None:
            self.expect(board, f"the text of {move}", ours, theirs)
        self.expect(board, f"what is read of {texts}", {board.parse_move(text) for text in texts}, {move})

    def compare_all_moves(self, board: chuhe.Board) -> None:
        """Compares perft of depth 2 and every legal move."""
        fen, perft = board.fen(), 0
        for move in board.legal_moves:
            uci = to_uci(move)
            after = pyffish.get_fen(VARIANT, fen, [uci])
            perft += len(pyffish.legal_moves(VARIANT, after, []))
            capture = pyffish.is_capture(VARIANT, fen, [], uci)
            self.expect(board, f"the capture of {move}", board.is_capture(move), capture)
            wxf = pyffish.get_san(VARIANT, fen, uci, False, pyffish.NOTATION_XIANGQI_WXF)
            self.compare_text(board, move, wxf)
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
    texts = pyffish.get_san_moves(VARIANT, chuhe.START_FEN, played, False, pyffish.NOTATION_XIANGQI_WXF)
    replayed = chuhe.Board()
    for move, wxf in zip(board.moves, texts):
        found.compare_text(replayed, move, wxf)
        replayed.push(move)
    return found


def agree(positions: int, seed: int, jobs: int) -> bool:
    """Plays games until there are enough positions, and prints the result."""
    texts: Counter[str] = Counter()
    compared, games, wrong = 0, 0, list[str]()
    with Pool(jobs) as pool:
        # More games than are needed, because some end early.
        for game in pool.imap(play, range(seed, seed + positions // PLIES * 2)):
            compared, games = compared + game.positions, games + 1
            texts += game.texts
            wrong += game.wrong
            if compared >= positions or wrong:
                break
    print(f"python_positions: {compared} positions of {games} games, {texts.pop('same', 0)} WXF texts agree")
    for reason, count in sorted(texts.items()):
        print(f"  {count:6}  {reason}: {CLASSES.get(reason, 'unexplained')}")
    for fault in wrong[:20]:
        print(f"python_positions: {fault}", file=sys.stderr)
    return not wrong and compared >= positions


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    return 0 if agree(args.positions, args.seed, args.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
