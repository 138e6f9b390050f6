#!/usr/bin/env python3
"""Replay the games of matches with pyffish, and check that every move is legal and every termination right.

    recheck.py MATCH... [--show 5]

A MATCH is a file that `chuhe match` has written with --jsonl or --pgn. pyffish is an
independent implementation of the rules. Both must agree on mate, stalemate, the natural
limit and bare material. A game with another termination (resignation, adjudication, a fault,
the ply cap) must not be over by the rules. If the natural limit and a repetition draw a
game on the same ply, either is right, and the game is counted as named by another rule.
Verdicts on repetitions depend on the reading of the rules (docs/rules.md); differences
are counted by class, and some are shown. So is the natural limit of a game with many
checks, of which pyffish counts only some.

Repetitions are compared only if the match was played by the Asian rules.

Exit status: 0 if all agree except for readings; 1 if a move is illegal or a termination is
wrong; 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

try:
    import pyffish  # noqa: F401
except ImportError as error:
    print(f"recheck: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)

import referee

# The terminations by the rules, as chuhe names them, and as the referee does.
ALIKE = {"checkmate": "checkmate", "stalemate": "stalemate", "natural-limit": "natural limit",
         "bare-generals": "bare material", "no-attackers": "bare material"}
# The prefixes of terminations by repetition.
BY_REPETITION = ("repetition", "perpetual-", "mutual-", "chase-of-pinned-rook")
REPETITIONS = {"repetition", "perpetual check", "perpetual chase"}
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
MOVE = re.compile(r"([A-I][0-9])-([A-I][0-9])")


@dataclass(frozen=True)
class Played:
    """A game of the file."""

    name: str
    fen: str
    moves: tuple[str, ...]
    result: str
    termination: str


def read_jsonl(text: str) -> tuple[list[Played], str]:
    """The games and the rules of repetition."""
    games, rules = [], "asian"
    for line in text.splitlines():
        entry = json.loads(line)
        if "match" in entry:
            rules = entry["match"]["settings"]["repetition"]
            continue
        moves = tuple(move["move"] for move in entry["moves"])
        games.append(Played(f"game {entry['game'] + 1}", entry["fen"], moves, entry["result"], entry["termination"]))
    return games, rules


def read_pgn(text: str) -> tuple[list[Played], str]:
    """The games. The file does not have the rules, so they are taken to be the Asian ones."""
    games = []
    for number, part in enumerate(text.split('[Game "Chinese Chess"]\n')[1:], 1):
        head, _, body = part.partition("\n\n")
        tags = dict(TAG.findall(head))
        comments = re.findall(r"\{([^}]*)\}", body)
        body = re.sub(r"\{[^}]*\}", " ", body)
        moves = tuple((first + second).lower() for first, second in MOVE.findall(body))
        if len(moves) != int(tags["PlyCount"]) or body.split()[-1] != tags["Result"]:
            raise ValueError(f"game {number} is not complete")
        termination = comments[-1].split(":")[0].split()[0]
        games.append(Played(f"game {number}", tags.get("FEN", referee.START_FEN), moves, tags["Result"], termination))
    return games, "asian"


@dataclass
class Findings:
    """The differences, by class."""

    faults: list[str]
    readings: Counter[str]
    examples: list[str]
    other_rule: int = 0

    def differs(self, played: Played, what: str) -> None:
        """A difference of reading."""
        self.readings[what] += 1
        self.examples.append(f"{played.name}: {what}")


def recheck(played: Played, compare_repetitions: bool, found: Findings) -> None:
    """Replay a game."""
    game = referee.Game(played.fen)
    for ply, move in enumerate(played.moves, 1):
        verdict = game.verdict()
        if verdict is not None:
            if verdict.reason not in REPETITIONS:
                found.faults.append(f"{played.name}: over by {verdict.reason} before ply {ply}, and played on")
                return
            if compare_repetitions:
                found.differs(played, f"pyffish ends it sooner, {verdict.result} by {verdict.reason}")
                compare_repetitions = False
        try:
            game.push(move)
        except referee.IllegalMove as error:
            found.faults.append(f"{played.name}, ply {ply}: {error}")
            return
    compare_termination(played, game, compare_repetitions, found)


def compare_termination(played: Played, game: referee.Game, repetitions: bool, found: Findings) -> None:
    """Compare the termination of the file with the verdict of the referee."""
    verdict = game.verdict()
    recorded = f"{played.result} by {played.termination}"
    found_here = f"{verdict.result} by {verdict.reason}" if verdict else "not over"
    expected = ALIKE.get(played.termination)
    if verdict is None and recorded == "1/2-1/2 by natural-limit" and game.is_at_natural_limit_with_all_checks():
        found.differs(played, f"{recorded}, and pyffish does not count all checks")
    elif expected is not None:
        if verdict is None or verdict.result != played.result or expected not in (verdict.reason, verdict.also):
            found.faults.append(f"{played.name}: {recorded}, and pyffish says {found_here}")
        elif expected != verdict.reason:
            found.other_rule += 1
    elif played.termination.startswith(BY_REPETITION):
        if repetitions and (verdict is None or verdict.result != played.result):
            found.differs(played, f"{recorded}, and pyffish says {found_here}")
    elif verdict is not None and verdict.reason not in REPETITIONS:
        found.faults.append(f"{played.name}: {recorded}, and pyffish says {found_here}")


def check_match(path: Path, show: int) -> bool:
    """Replay the games of a file and print the findings; returns whether there are games and no faults."""
    text = path.read_text(encoding="utf-8")
    games, rules = (read_jsonl if text.startswith("{") else read_pgn)(text)
    found = Findings([], Counter(), [])
    for played in games:
        recheck(played, rules == "asian", found)
    plies = sum(len(played.moves) for played in games)
    print(f"recheck: {path}: {len(games)} games, {plies} plies: {len(found.faults)} faults, "
          f"{found.other_rule} named by another rule, {sum(found.readings.values())} read differently")
    for what, count in found.readings.most_common():
        print(f"  {count} x {what}")
    for line in found.examples[:show]:
        print(f"  {line}")
    for line in found.faults:
        print(f"  FAULT {line}")
    return bool(games) and not found.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("matches", metavar="MATCH", type=Path, nargs="+")
    parser.add_argument("--show", type=int, default=5, help="differences of reading that are shown (default 5)")
    args = parser.parse_args()
    status = 0
    for path in args.matches:
        try:
            if not check_match(path, args.show):
                status = max(status, 1)
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            print(f"recheck: {path}: {type(error).__name__}: {error}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main())
