#!/usr/bin/env python3
"""Tests of recheck.py on constructed games that it must accept or refuse.

A rook and a general move back and forth. The number of plies without a capture before that
decides whether the natural limit comes before a repetition, with it, or later.
"""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import recheck

CYCLE = ("a0a1", "d9d8", "a1a0", "d8d9")


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
