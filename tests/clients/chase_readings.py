"""Differences between pyffish and the Asian rule, and which of them explain a different verdict.

pyffish computes chases on bitboards and simplifies some sentences of the rule. Each
such reading is a flag here, and `LooseRule` is the reference rule with some of them.
A disagreement is explained by the smallest set of readings with which the reference
gives the verdict of pyffish. It is found by trying all sets.
"""

from __future__ import annotations

import enum
from functools import lru_cache
from itertools import combinations
from typing import Iterator, Optional

import pyffish

from chase_reference import (
    LEGAL,
    SHAPE,
    Board,
    Capture,
    Chase,
    Rule,
    Turn,
    captures,
    checkers,
    other,
    shape,
)


class Reading(enum.Enum):
    """A sentence of the rule as pyffish reads it."""

    WITHDRAWAL = "a rook or cannon that withdraws along its line attacks anew"
    UNMASKING = "a new pin or screen before the general makes kept threats new"
    PINNED_ATTACKER = "an attacker that may not capture chases all the same"
    GENERAL = "the general protects what it may not recapture"
    FACING = "facing generals pin who is alone of its colour on their file, and nobody else"
    ROOT_PINS = "roots are true or false by the pins before the capture alone"
    HORSE_PIN = "a rook pinned by a horse is like any other"
    LIKE = "like against like: any pin impairs, of horses near others only blocked legs"
    RIVER = "an elephant that a move uncovers attacks across the river"


# The most readings that may explain a disagreement together. More of them could give almost any verdict.
MOST = 2


class LooseRule(Rule):
    """The reference rule with some readings of pyffish."""

    def __init__(self, *readings: Reading):
        self.readings = frozenset(readings)

    def may_capture(self, board: Board, side: str, capture: Capture) -> bool:
        if Reading.PINNED_ATTACKER in self.readings:
            return capture in shape(board, side)
        return super().may_capture(board, side, capture)

    def can_capture_back(self, board: Board, side: str, capture: Capture) -> bool:
        attacker, target = capture
        if Reading.FACING in self.readings and target in faces(board, other(side)):
            return False
        if Reading.LIKE not in self.readings:
            return super().can_capture_back(board, side, capture)
        if board.at(attacker).lower() == "n" and has_diagonal_neighbour(board, attacker):
            return (target, attacker) in shape(board, other(side))
        return not is_pinned(board, target, other(side))

    def roots(self, board: Board, side: str, capture: Capture) -> tuple[set[str], set[str]]:
        every, true = super().roots(board, side, capture)
        general = board.general(other(side))
        if Reading.ROOT_PINS in self.readings:
            pieces = {s for s in every - {general} if not is_pinned(board, s, other(side))}
            true = pieces | (true & {general})
        if Reading.GENERAL in self.readings and general in every:
            # Only the opposing general prevents the recapture.
            taken = board.moved(*capture)
            harmless = taken.inert(taken.of_side(side, "abnrcp"))
            if (general, capture[1]) in captures(harmless, other(side), LEGAL):
                true = true | {general}
        if Reading.FACING in self.readings and every:
            known = checkers(board, other(side)) - {capture[0]}
            free = captures(board.moved(*capture).inert(known), other(side), SHAPE)
            true = true | {s for s, end in free if end == capture[1] and s != general}
            true = true - faces(board, other(side))
        return every, true

    def is_new(self, turn: Turn, capture: Capture, now: str) -> bool:
        if Reading.WITHDRAWAL in self.readings and withdraws(turn, capture):
            return True
        return super().is_new(turn, capture, now)

    def chases(self, turn: Turn, targets: Optional[set[str]] = None) -> Iterator[Chase]:
        yield from super().chases(turn, targets)
        if Reading.UNMASKING in self.readings:
            yield from self._unmasked(turn, targets)
        if Reading.RIVER in self.readings:
            found = across_the_river(turn)
            yield from (chase for chase in found if targets is None or chase.target in targets)

    def _unmasked(self, turn: Turn, targets: Optional[set[str]]) -> Iterator[Chase]:
        """Every attack by a newly made discoverer, or on what a newly pinned piece protects."""
        mover, opponent = turn.mover, other(turn.mover)
        for attacker, target in shape(turn.after, mover):
            if targets is not None and target not in targets or turn.after.at(target) in "kK":
                continue
            every, true = super().roots(turn.after, mover, (attacker, target))
            # A discoverer that moved is new on its new square.
            blocked = is_pinned(turn.after, attacker, opponent)
            if blocked and not is_pinned(turn.before, attacker, opponent):
                if turn.after.general(opponent) not in true:
                    yield Chase(attacker, target, False)
            if is_pinned(turn.after, attacker, mover):
                continue
            for root in every:
                if is_pinned(turn.after, root, opponent) and not is_pinned(turn.before, root, opponent):
                    yield Chase(attacker, target, True)

    def pinned_rooks(self, board: Board, side: str) -> set[str]:
        return set() if Reading.HORSE_PIN in self.readings else super().pinned_rooks(board, side)


@lru_cache(maxsize=4096)
def is_pinned(board: Board, square: str, side: str) -> bool:
    """Whether the piece on a square is the only one that blocks an attack on the side's general."""
    if square == board.general(side):
        return False
    lifted = board.without(square).inert(checkers(board, side))
    return pyffish.gives_check(SHAPE, lifted.fen(side), [])


def faces(board: Board, side: str) -> set[str]:
    """The piece of a side that is its only one on the file of both generals; empty if there is none."""
    file = board.general(side)[0]
    if board.general(other(side))[0] != file:
        return set()
    found = {s for s in board.of_side(side, "abnrcp") if s[0] == file}
    return found if len(found) == 1 else set()


def withdraws(turn: Turn, capture: Capture) -> bool:
    """Whether the moved piece attacks the target only through the square that it left."""
    attacker, _ = capture
    if attacker != turn.end or turn.after.at(attacker) not in "rcRC":
        return False
    shadow = Board(turn.after.pieces | {(turn.start, "I" if turn.mover == "w" else "i")})
    return capture not in shape(shadow, turn.mover)


def diagonal(square: str, files: int, ranks: int) -> str:
    """The square at this distance in files and ranks, which need not be on the board."""
    return f"{chr(ord(square[0]) + files)}{int(square[1:]) + ranks}"


def has_diagonal_neighbour(board: Board, square: str) -> bool:
    """Whether some piece stands diagonally beside a square."""
    return any(board.at(diagonal(square, df, dr)) for df in (-1, 1) for dr in (-1, 1))


def across_the_river(turn: Turn) -> Iterator[Chase]:
    """Attacks of elephants through the square just left, as if there were no river."""
    for elephant in turn.after.of_side(turn.mover, "b"):
        for step in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            target = diagonal(elephant, 2 * step[0], 2 * step[1])
            crosses = (int(elephant[1:]) <= 4) != (int(target[1:]) <= 4)
            if diagonal(elephant, *step) == turn.start and crosses:
                if target in turn.after.of_side(other(turn.mover), "rcn"):
                    yield Chase(elephant, target, False)


def explain(turns: list[Turn], verdict: str) -> Optional[tuple[Reading, ...]]:
    """The fewest readings with which the reference gives a verdict."""
    for count in range(1, MOST + 1):
        for readings in combinations(Reading, count):
            if LooseRule(*readings).verdict(turns) == verdict:
                return readings
    return None
