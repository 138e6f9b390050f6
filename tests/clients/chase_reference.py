"""A slow reference implementation of the Asian repetition rule, from legal moves alone.

It checks `chuhe judge` with an independent implementation of the same definitions
(docs/rules.md). It does not check the interpretation of the rule book. Captures and
recaptures are the legal moves of pyffish on edited positions.

* A check on the board is ignored: the checking piece is made `inert`, which blocks
  but attacks nothing.
* The *shape* of an attack ignores pins: what is legal if every enemy piece is inert
  and the generals may face each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Iterable, Iterator, Optional

import pyffish

from fen import pieces_of, placement_of
from referee import to_iccs

# Xiangqi with an additional piece that never moves and attacks nothing; the second variant lets generals face.
LEGAL, SHAPE = "xiangqi-inert", "xiangqi-shape"
pyffish.load_variant_config(
    f"[{LEGAL}:xiangqi]\nimmobile = i\n\n[{SHAPE}:xiangqi]\nimmobile = i\nflyingGeneral = false\n"
)

RED, BLACK = "w", "b"
SIDES = (RED, BLACK)
WINNER = {RED: "red", BLACK: "black"}
# The kinds of attackers that each piece outranks, so that its protection does not matter.
OUTRANKED_BY = {"n": "r", "c": "r", "a": "rcn", "b": "rcn"}

Capture = tuple[str, str]


def other(side: str) -> str:
    """The opponent."""
    return BLACK if side == RED else RED


def squares_of(move: str) -> Capture:
    """`e1e9` as `e1` and `e9`."""
    return move[:2], move[2:]


def side_of(piece: str) -> str:
    """The side of a piece letter of a FEN."""
    return RED if piece.isupper() else BLACK


@dataclass(frozen=True)
class Board:
    """Pieces on squares from `a0` to `i9`, without a side to move."""

    pieces: frozenset[tuple[str, str]]  # square, letter

    @staticmethod
    def of(fen: str) -> Board:
        """The board of a FEN."""
        letters = str.maketrans("EeHh", "BbNn")
        return Board(frozenset((square, letter.translate(letters)) for square, letter in pieces_of(fen).items()))

    def fen(self, side: str) -> str:
        """A FEN with `side` to move."""
        return f"{placement_of(dict(self.pieces))} {side} - - 0 1"

    def at(self, square: str) -> Optional[str]:
        """The piece on a square."""
        return dict(self.pieces).get(square)

    def of_side(self, side: str, kinds: str = "kabnrcp") -> list[str]:
        """The squares of a side's pieces of some kinds."""
        return sorted(s for s, p in self.pieces if side_of(p) == side and p.lower() in kinds)

    def general(self, side: str) -> str:
        """Where a side's general stands."""
        return self.of_side(side, "k")[0]

    def moved(self, start: str, end: str) -> Board:
        """After a move, legal or not, a capture or not."""
        at = dict(self.pieces)
        at[end] = at.pop(start)
        return Board(frozenset(at.items()))

    def without(self, square: str) -> Board:
        """With one piece lifted off."""
        return Board(frozenset(item for item in self.pieces if item[0] != square))

    def inert(self, squares: Iterable[str]) -> Board:
        """With the pieces on some squares made inert."""
        at = dict(self.pieces)
        for square in squares:
            if square in at:
                at[square] = "I" if at[square].isupper() else "i"
        return Board(frozenset(at.items()))


@lru_cache(maxsize=4096)
def captures(board: Board, side: str, variant: str) -> frozenset[Capture]:
    """The legal captures of a side, by pyffish."""
    enemy = {square for square, piece in board.pieces if side_of(piece) != side}
    moves = (squares_of(to_iccs(move)) for move in pyffish.legal_moves(variant, board.fen(side), []))
    return frozenset((start, end) for start, end in moves if end in enemy)


def shape(board: Board, side: str) -> frozenset[Capture]:
    """The attacks of a side, without regard to pins and checks."""
    enemy = board.of_side(other(side), "abnrcp")
    return captures(board.inert(enemy), side, SHAPE)


def checkers(board: Board, side: str) -> set[str]:
    """The pieces that give check to a side's general."""
    general = board.general(side)
    return {start for start, end in shape(board, other(side)) if end == general}


def is_exposed(board: Board, side: str, known: Iterable[str]) -> bool:
    """Whether a piece other than those in `known` attacks the side's general, or the generals face."""
    return generals_face(board) or pyffish.gives_check(LEGAL, board.inert(known).fen(side), [])


def generals_face(board: Board) -> bool:
    """Whether the generals face each other, which pyffish does not count as check."""
    ends = [board.general(side) for side in SIDES]
    low, high = sorted(int(square[1]) for square in ends)
    between = (f"{ends[0][0]}{rank}" for rank in range(low + 1, high))
    return ends[0][0] == ends[1][0] and not any(map(board.at, between))


def legal(board: Board, side: str) -> frozenset[Capture]:
    """The captures of a side if it were to move, without regard to present checks."""
    return captures(board.inert(checkers(board, side)), side, LEGAL)


@dataclass(frozen=True)
class Turn:
    """A move with the boards before and after it."""

    start: str
    end: str
    before: Board
    after: Board
    mover: str

    def origin(self, square: str) -> str:
        """The square before the move of the piece that is on `square` after it."""
        return self.start if square == self.end else square


# --- one capture ------------------------------------------------------------

def roots(board: Board, side: str, capture: Capture) -> tuple[set[str], set[str]]:
    """The protectors of the target once `side` has captured it: all, and the true ones."""
    known = checkers(board, other(side)) - {capture[0]}
    taken = board.moved(*capture)
    every = {start for start, end in shape(taken, other(side)) if end == capture[1]}
    if not every:
        return set(), set()
    true = captures(taken.inert(known), other(side), LEGAL)
    return every, {start for start, end in true if end == capture[1]}


def standing(board: Board, side: str, capture: Capture) -> Optional[str]:
    """The status of a threatened capture: `wins`, `false roots`, `protected`, `exchange`, or None if it is illegal."""
    if capture not in legal(board, side):
        return None
    by, of = (board.at(square).lower() for square in capture)
    if of in OUTRANKED_BY.get(by, ""):
        return "wins"
    if by == of and capture[::-1] in legal(board, other(side)):
        return "exchange"
    every, true = roots(board, side, capture)
    return "protected" if true else "false roots" if every else "wins"


# --- one move ---------------------------------------------------------------

def is_new(turn: Turn, capture: Capture, now: str) -> bool:
    """Whether the move created the threat that exists after it."""
    before = (turn.origin(capture[0]), capture[1])
    was = standing(turn.before, turn.mover, before)
    if was is None:
        return True
    if was not in ("protected", "exchange") or now != "false roots":
        return False
    _, were_true = roots(turn.before, turn.mover, before)
    return any(is_newly_pinned(turn, root, capture[1]) for root in were_true)


def is_newly_pinned(turn: Turn, root: str, square: str) -> bool:
    """Whether the move pins a protector, so that it can no longer recapture."""
    side = other(turn.mover)

    def pinned(board: Board) -> bool:
        return is_exposed(board.moved(root, square), side, checkers(board, side))

    return pinned(turn.after) and not pinned(turn.before)


def chases(turn: Turn, targets: Optional[set[str]] = None) -> Iterator[tuple[str, str, bool]]:
    """The captures that a move newly threatens, on `targets` if given: attacker, target, and whether its roots are false."""
    for capture in sorted(shape(turn.after, turn.mover)):
        attacker, target = capture
        piece = turn.after.at(target)
        if turn.after.at(attacker).lower() in "kp" or piece.lower() == "k":
            continue
        if piece.lower() == "p" and is_at_home(target, piece):
            continue
        if targets is not None and target not in targets:
            continue
        now = standing(turn.after, turn.mover, capture)
        if now in ("wins", "false roots") and is_new(turn, capture, now):
            yield attacker, target, now == "false roots"


def pinned_rooks(board: Board, side: str) -> set[str]:
    """The side's rooks that are pinned by a horse."""
    def horses(board: Board) -> set[str]:
        return {square for square in checkers(board, side) if board.at(square).lower() == "n"}

    rooks = board.of_side(side, "r")
    return {rook for rook in rooks if horses(board.without(rook)) - horses(board)}


# --- a cycle ----------------------------------------------------------------

def verdict(turns: list[Turn]) -> str:
    """The result of a cycle: `red`, `black` or `draw`."""
    gravity = {side: offence(turns, side) for side in SIDES}
    if gravity[RED] == gravity[BLACK]:
        return "draw"
    return WINNER[min(SIDES, key=gravity.__getitem__)]


def offence(turns: list[Turn], side: str) -> int:
    """3 for perpetual check, 2 and 1 for chases (of a pinned rook, of another), 0."""
    own = [turn for turn in turns if turn.mover == side]
    if all(is_exposed(turn.after, other(side), ()) for turn in own):
        return 3
    identity = {square: square for square, _ in turns[0].before.pieces}
    chased: Optional[set[str]] = None
    pinned: Optional[set[str]] = None
    for turn in turns:
        identity[turn.end] = identity.pop(turn.start)
        if turn.mover != side:
            continue
        among = None if chased is None else {s for s in identity if identity[s] in chased}
        now = {target for _, target, _ in chases(turn, among)}
        chased = {identity[square] for square in now}
        if not chased:
            return 0
        rooks = {identity[rook] for rook in now & pinned_rooks(turn.after, other(side))}
        pinned = rooks if pinned is None else pinned & rooks
    return 2 if pinned else 1


def is_at_home(square: str, pawn: str) -> bool:
    """Whether a pawn has not crossed the river."""
    return (int(square[1]) <= 4) == pawn.isupper()


def turns_of(fen: str, moves: list[str]) -> list[Turn]:
    """The turns of a line of play, its moves in ICCS."""
    board = Board.of(fen)
    mover = BLACK if fen.split()[1] == "b" else RED
    found = []
    for start, end in map(squares_of, moves):
        after = board.moved(start, end)
        found.append(Turn(start, end, board, after, mover))
        board, mover = after, other(mover)
    return found
