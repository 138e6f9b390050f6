#!/usr/bin/env python3
"""Make balanced opening positions for matches.

    make_openings.py [--count 40] [--seed 2024] [--out positions/match_openings.epd]

From the start, 6 to 8 plies, each drawn at random from the moves that the judge
(Fairy-Stockfish, at a fixed node count) thinks at most a little worse than the
best. The position reached is kept when nothing has been taken, nobody is in check,
its best move is no capture, and a longer look finds it balanced; no position or
mirror image of one comes twice. The same seed and judge make the same file.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
from pathlib import Path
from typing import Iterator, Optional

import referee
from ucci import Answer, Engine, EngineFault, exit_on_signals

CHOICES = 16  # moves that the judge ranks at each ply
LINE = re.compile(r" depth (\d+) .*multipv (\d+) score cp (-?\d+) .*? pv ([a-i]\d[a-i]\d)")


def ranked(answer: Answer) -> list[tuple[str, int]]:
    """Moves and scores of the last search depth that ranked them, best first."""
    depths: dict[int, dict[int, tuple[str, int]]] = {}
    for line in answer.lines:
        if match := LINE.search(line):
            depths.setdefault(int(match[1]), {})[int(match[2])] = (match[4], int(match[3]))
    if not depths:
        return []
    most = max(len(moves) for moves in depths.values())
    best = max(depth for depth, moves in depths.items() if len(moves) == most)
    return [depths[best][rank] for rank in sorted(depths[best])]


def look(judge: Engine, game: referee.Game, nodes: int, choices: int) -> list[tuple[str, int]]:
    """The judge's best moves and their scores, for the side to move."""
    judge.set_option("MultiPV", str(choices))
    judge.new_game()
    judge.position(game.current_fen())
    return ranked(judge.go(f"nodes {nodes}", 60.0))


def mirrored(board: str) -> str:
    """The board of a FEN seen in a mirror, left for right."""
    return "/".join(row[::-1] for row in board.split("/"))


def random_game(judge: Engine, source: random.Random, args: argparse.Namespace) -> Optional[referee.Game]:
    """A random walk of reasonable moves; None if it led to a capture or a check."""
    game = referee.Game()
    for _ in range(source.choice((6, 7, 8))):
        moves = look(judge, game, args.nodes // 20, CHOICES)
        good = [move for move, score in moves if score >= moves[0][1] - args.margin]
        if not good or game.is_capture(move := source.choice(good)):
            return None
        game.push(move)
        if game.in_check():
            return None
    return game


def positions(judge: Engine, args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """FENs and their scores, without end, no two of them alike."""
    source = random.Random(args.seed)
    seen: set[str] = set()
    while True:
        game = random_game(judge, source, args)
        if game is None:
            continue
        board = game.current_fen().split()[0]
        if board in seen or mirrored(board) in seen:
            continue
        seen.add(board)
        best = look(judge, game, args.nodes, 1)
        if best and abs(best[0][1]) <= args.window and not game.is_capture(best[0][0]):
            yield f"{board} {'w' if game.red_to_move else 'b'} - - 0 1", best[0][1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--nodes", type=int, default=60000, help="judge's nodes for the final look (default 60000)")
    parser.add_argument("--margin", type=int, default=80, help="how much worse than the best a move may be")
    parser.add_argument("--window", type=int, default=80, help="greatest score that still counts as balanced")
    parser.add_argument("--out", type=Path, default=Path("positions/match_openings.epd"))
    args = parser.parse_args()
    exit_on_signals()
    judge_path = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
    if not judge_path:
        print("make_openings: fairy-stockfish is not installed", file=sys.stderr)
        return 2
    try:
        with Engine(judge_path) as judge:
            lines = [
                "# Opening positions for engine matches; one position a line, played twice with colours reversed.",
                f"# Made by tests/clients/make_openings.py --count {args.count} --seed {args.seed} --nodes {args.nodes} "
                f"--margin {args.margin} --window {args.window}",
                "# from the start position: 6 to 8 random reasonable plies, nothing taken, nobody in check, the best move",
                f"# no capture. `ce` is the score for the side to move by {judge.ids.get('name', 'the judge')}.",
            ]
            source = positions(judge, args)
            for number in range(1, args.count + 1):
                fen, score = next(source)
                lines.append(f'{fen} id "open.{number:02}"; ce {score};')
                print(lines[-1], flush=True)
    except EngineFault as fault:
        print(f"make_openings: the judge failed, {fault}", file=sys.stderr)
        return 1
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
