#!/usr/bin/env python3
"""Replay the games of matches with pyffish: is every move legal, and does every game end as it is said to?

    recheck.py MATCH... [--show 5]

A MATCH is what `chuhe match` has written with --jsonl or with --pgn. pyffish is an
independent implementation of the rules, so this checks the arena's referee. Mate,
stalemate, the natural limit and bare material must be seen alike, and a game that was
ended by anything else (resignation, adjudication, a fault, the ply cap) must not be
over yet. Where the natural limit and a repetition draw a game on the same ply, either name
is right; such games are counted as told by another rule. Who is to blame for a repetition is a matter of reading (docs/rules.md): there
both results are counted by class, and games are shown.

With a match by other rules than the Asian ones, repetitions are not compared.

Exit status: 0 when all agree but for readings; 1 when a move is illegal or an ending is
another; 2 when a file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

try:
    import pyffish  # noqa: F401
except ImportError as error:
    print(f"recheck: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)

import referee

# The endings of the rules, as chuhe names them, and as the referee does.
ALIKE = {"checkmate": "checkmate", "stalemate": "stalemate", "natural-limit": "natural limit",
         "bare-generals": "bare material", "no-attackers": "bare material"}
# Endings by repetition: these, and what is mutual.
BY_REPETITION = ("repetition", "perpetual-", "mutual-", "chase-of-pinned-rook")
REPETITIONS = {"repetition", "perpetual check", "perpetual chase"}
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
MOVE = re.compile(r"([A-I][0-9])-([A-I][0-9])")


@dataclass(frozen=True)
class Played:
    """A game as the file tells it."""

    name: str
    fen: str
    moves: tuple[str, ...]
    result: str
    ending: str


def read_jsonl(text: str) -> tuple[list[Played], str]:
    """The games and the rules of repetition."""
    games, rules = [], "asian"
    for line in text.splitlines():
        entry = json.loads(line)
        if "match" in entry:
            rules = entry["match"]["terms"]["repetition"]
            continue
        moves = tuple(move["move"] for move in entry["moves"])
        games.append(Played(f"game {entry['game'] + 1}", entry["fen"], moves, entry["result"], entry["ending"]))
    return games, rules


def read_pgn(text: str) -> tuple[list[Played], str]:
    """The games; the rules are not written there, and taken to be the Asian ones."""
    games = []
    for number, part in enumerate(text.split('[Game "Chinese Chess"]\n')[1:], 1):
        head, _, body = part.partition("\n\n")
        tags = dict(TAG.findall(head))
        comments = re.findall(r"\{([^}]*)\}", body)
        body = re.sub(r"\{[^}]*\}", " ", body)
        moves = tuple((first + second).lower() for first, second in MOVE.findall(body))
        if len(moves) != int(tags["PlyCount"]) or body.split()[-1] != tags["Result"]:
            raise ValueError(f"game {number} is not whole")
        ending = comments[-1].split(":")[0].split()[0]
        games.append(Played(f"game {number}", tags.get("FEN", referee.START_FEN), moves, tags["Result"], ending))
    return games, "asian"


@dataclass
class Findings:
    """What was found, by class."""

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
    compare_ending(played, game.verdict(), compare_repetitions, found)


def compare_ending(played: Played, verdict: Optional[referee.Verdict], repetitions: bool, found: Findings) -> None:
    """Compare what the file says of the end with what the referee does."""
    said = f"{played.result} by {played.ending}"
    seen = f"{verdict.result} by {verdict.reason}" if verdict else "not over"
    expected = ALIKE.get(played.ending)
    if expected is not None:
        if verdict is None or verdict.result != played.result or expected not in (verdict.reason, verdict.also):
            found.faults.append(f"{played.name}: {said}, and pyffish says {seen}")
        elif expected != verdict.reason:
            found.other_rule += 1
    elif played.ending.startswith(BY_REPETITION):
        if repetitions and (verdict is None or verdict.result != played.result):
            found.differs(played, f"{said}, and pyffish says {seen}")
    elif verdict is not None and verdict.reason not in REPETITIONS:
        found.faults.append(f"{played.name}: {said}, and pyffish says {seen}")


def check_match(path: Path, show: int) -> bool:
    """Replay the games of a file and print what was found; whether there are games, and no faults."""
    text = path.read_text(encoding="utf-8")
    games, rules = (read_jsonl if text.startswith("{") else read_pgn)(text)
    found = Findings([], Counter(), [])
    for played in games:
        recheck(played, rules == "asian", found)
    plies = sum(len(played.moves) for played in games)
    print(f"recheck: {path}: {len(games)} games, {plies} plies: {len(found.faults)} faults, "
          f"{found.other_rule} told by another rule, {sum(found.readings.values())} read otherwise")
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
