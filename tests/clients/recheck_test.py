#!/usr/bin/env python3
"""Tests of recheck.py on constructed games that it must accept or refuse.

A rook and a general move back and forth. The number of plies without a capture before that
decides whether the natural limit comes before a repetition, with it, or later.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import recheck
import referee

CYCLE = ("a0a1", "d9d8", "a1a0", "d8d9")

# 120 plies without a capture, with twelve checks, of a game of Chuhe against itself.
MANY_CHECKS_FEN = "2b1k4/4C4/4b4/5N3/p8/9/n8/4BA3/9/3A1KB2 b - - 0 55"
MANY_CHECKS = re.findall("....", (
    "a3b5e8a8e9f9f0e0a5a4a8a9f9f8e2c0b5c3a9a8c9a7a8d8f8f9d8d3a7c5d3e3a4b4e3f3f9e9f3d3e9f9f6e4b4c4e4d6c4d4d3f3f9e9d0e1"
    "c3e4d6c8e9f9f3f5e7g5f5e5g5e7c8d6e4g5e5f5f9e9d6c8e9d9f5d5d4d3d5d6d9d8d6d5d8d9c0e2g5h3e2g4e7g5c8b6d9d8e0d0d8e8g4e2"
    "c5e7d5d7d3e3b6d5e3f3d5f6e8f8d7d5f8f9d5f5f9e9f5e5e9f9e5d5h3g1d5f5f9e9f5b5e9f9b5f5f9e9f6g8e9f9g8h6f9e9f5d5g1h3h6g8"
    "e9f9g8f6h3g1d5d1g1h3d1d3h3f4f6e4f3e3d3d1f4e6e2c4f9e9d1d5e3f3d0e0e9d9d5f5e6c5e4d6f3g3d6c8c5e6c8d6e6g7f5f6g3g2d6e4"
    "g7i6f6d6i6g7e4f6d9d8d6d2g2g1f6d5"
))


def recheck_game(quiet: int, plies: int, termination: str, result: str = "1/2-1/2") -> recheck.Findings:
    """Rechecks a game of `plies` plies from a position after `quiet` plies without a capture."""
    fen = f"3k5/9/9/9/9/9/9/9/9/R3K4 w - - {quiet} {quiet // 2 + 1}"
    moves = tuple(CYCLE[ply % 4] for ply in range(plies))
    found = recheck.Findings([], Counter(), [])
    recheck.recheck(recheck.Played("game 1", fen, moves, result, termination), True, found)
    return found


class Endings(unittest.TestCase):
    """Endings that are accepted and refused."""

    def test_limit_without_a_third_occurrence_is_accepted(self) -> None:
        found = recheck_game(116, 4, "natural-limit")
        self.assertEqual((found.faults, found.other_rule), ([], 0))

    def test_both_rules_on_the_same_ply_are_accepted(self) -> None:
        found = recheck_game(112, 8, "natural-limit")
        self.assertEqual((found.faults, found.other_rule, dict(found.readings)), ([], 1, {}))
        found = recheck_game(112, 8, "repetition")
        self.assertEqual((found.faults, dict(found.readings)), ([], {}))

    def test_limit_with_many_checks_is_a_reading(self) -> None:
        game = referee.Game(MANY_CHECKS_FEN)
        for plies, result, faults in [(119, "1/2-1/2", 1), (120, "1/2-1/2", 0), (120, "1-0", 1)]:
            for move in MANY_CHECKS[len(game.moves):plies]:
                game.push(move)
            found = recheck.Findings([], Counter(), [])
            played = recheck.Played("game 1", MANY_CHECKS_FEN, tuple(MANY_CHECKS[:plies]), result, "natural-limit")
            recheck.compare_termination(played, game, True, found)
            self.assertEqual((len(found.faults), sum(found.readings.values())), (faults, 1 - faults), (plies, result))

    def test_wrong_terminations_are_refused(self) -> None:
        for quiet, plies, termination, result in [
            (110, 8, "natural-limit", "1/2-1/2"),  # only a repetition
            (112, 7, "natural-limit", "1/2-1/2"),  # not over yet
            (112, 8, "natural-limit", "1-0"),  # another result
            (112, 8, "checkmate", "1/2-1/2"),  # another rule
        ]:
            self.assertEqual(len(recheck_game(quiet, plies, termination, result).faults), 1, (quiet, plies, termination))

    def test_all_files_are_checked(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            good, bad = Path(folder, "good.jsonl"), Path(folder, "bad.jsonl")
            moves = [{"move": CYCLE[ply % 4]} for ply in range(4)]
            game = {"game": 0, "fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 116 59", "moves": moves,
                    "result": "1/2-1/2", "termination": "natural-limit"}
            good.write_text(json.dumps(game) + "\n", encoding="utf-8")
            bad.write_text(json.dumps(dict(game, termination="checkmate")) + "\n", encoding="utf-8")
            for files, status in [([good], 0), ([bad, good], 1), ([good, good], 0), ([good, Path(folder, "no")], 2)]:
                sys.argv = ["recheck.py", *map(str, files)]
                self.assertEqual(recheck.main(), status, files)


if __name__ == "__main__":
    unittest.main()
