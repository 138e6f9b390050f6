"""A referee by pyffish: legal moves, and the ends of games.

pyffish is an independent implementation of the rules, with ranks 1-10 in moves. The
other modules use ICCS (``h2e2``, ranks 0-9). Rules:

* no legal move: the side to move loses, checkmated or stalemated;
* third occurrence of a position: a draw, or a loss for the side of a perpetual check
  or chase (AXF rules);
* natural limit: 60 moves of each side without a capture, a draw;
* bare material: no rook, horse, cannon or pawn left, a draw;
* ply cap, if the caller sets one: a draw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable, Optional

import pyffish

# Fairy-Stockfish's xiangqi draws after 50 moves, the Chinese rules after 60.
_NATURAL_LIMIT = 60
_VARIANT = "xiangqi60"
pyffish.load_variant_config(f"[{_VARIANT}:xiangqi]\nnMoveRule = {_NATURAL_LIMIT}\n")

START_FEN = pyffish.start_fen(_VARIANT)
RED_WINS, BLACK_WINS, DRAW = "1-0", "0-1", "1/2-1/2"

_ICCS = re.compile(r"[a-i][0-9][a-i][0-9]$")
_UCI = re.compile(r"([a-i])(10|[1-9])([a-i])(10|[1-9])$")


class IllegalMove(ValueError):
    """A move that is not legal in the position it was played in."""


def to_uci(move: str) -> str:
    """`h2e2` to `h3e3`."""
    if not _ICCS.match(move):
        raise IllegalMove(f"'{move}' is not a move in ICCS notation")
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def to_iccs(move: str) -> str:
    """`h3e3` to `h2e2`."""
    match = _UCI.match(move)
    if not match:
        raise ValueError(f"'{move}' is not a xiangqi move of pyffish")
    return f"{match[1]}{int(match[2]) - 1}{match[3]}{int(match[4]) - 1}"


@dataclass(frozen=True)
class Verdict:
    """How a game ended: `1-0` (red wins), `0-1` or `1/2-1/2`, and why; `also` is a second rule that
    gives the same result in the same position, or empty."""

    result: str
    reason: str
    also: str = ""


class Game:
    """A game from a position: plays moves and gives the verdict."""

    def __init__(self, fen: str = START_FEN, ply_cap: Optional[int] = None):
        fields = fen.split()
        # pyffish needs all six fields, with 'w' for red.
        side = "b" if len(fields) > 1 and fields[1] == "b" else "w"
        counters = fields[4:6] if len(fields) >= 6 else ["0", "1"]
        board = fields[0].translate(str.maketrans("EeHh", "BbNn"))
        self.fen = " ".join([board, side, "-", "-", *counters])
        if pyffish.validate_fen(self.fen, _VARIANT) != pyffish.FEN_OK:
            raise ValueError(f"not a xiangqi position: {fen}")
        self.ply_cap = ply_cap
        self.moves: list[str] = []
        self._uci: list[str] = []
        self._last_capture = 0  # number of moves up to and with the last capture

    # --- the position -------------------------------------------------------

    @property
    def red_to_move(self) -> bool:
        """Whether red is to move."""
        return (" w " in self.fen) == (len(self.moves) % 2 == 0)

    def current_fen(self) -> str:
        """The FEN of the position reached."""
        return pyffish.get_fen(_VARIANT, self.fen, self._uci)

    def since_capture(self) -> tuple[str, list[str]]:
        """The position as UCCI GUIs send it: the FEN after the last capture, and the moves since."""
        cut = self._last_capture
        return pyffish.get_fen(_VARIANT, self.fen, self._uci[:cut]), self.moves[cut:]

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return pyffish.gives_check(_VARIANT, self.fen, self._uci)

    def push(self, move: str) -> None:
        """Play `move`; raise `IllegalMove` if it is not legal."""
        uci = to_uci(move)
        if uci not in pyffish.legal_moves(_VARIANT, self.fen, self._uci):
            raise IllegalMove(f"'{move}' is illegal in {self.current_fen()}")
        capture = pyffish.is_capture(_VARIANT, self.fen, self._uci, uci)
        self.moves.append(move)
        self._uci.append(uci)
        if capture:
            self._last_capture = len(self.moves)

    # --- the verdict --------------------------------------------------------

    def verdict(self) -> Optional[Verdict]:
        """The result if the game is over, else None."""
        if not pyffish.legal_moves(_VARIANT, self.fen, self._uci):
            reason = "checkmate" if self.in_check() else "stalemate"
            return Verdict(self._win(not self.red_to_move), reason)
        over, value = pyffish.is_immediate_game_end(_VARIANT, self.fen, self._uci)
        if over:
            return Verdict(self._by_value(value), "end by variant rule")
        over, value = pyffish.is_optional_game_end(_VARIANT, self.fen, self._uci)
        if over:
            return Verdict(self._by_value(value), *self._why(value))
        if not any(letter in self.current_fen().split()[0] for letter in "RNCPrncp"):
            return Verdict(DRAW, "bare material")
        if self.ply_cap is not None and len(self.moves) >= self.ply_cap:
            return Verdict(DRAW, "ply cap")
        return None

    @staticmethod
    def _win(red: bool) -> str:
        return RED_WINS if red else BLACK_WINS

    def _by_value(self, value: int) -> str:
        """A score from the side to move's view as a result."""
        return DRAW if value == 0 else self._win((value > 0) == self.red_to_move)

    def _why(self, value: int) -> tuple[str, str]:
        """Name an optional end: repetition of some kind, or the natural limit, or both."""
        if value == 0:
            # A second occurrence is no repetition yet, so the limit may come first.
            both = ["repetition"] * (len(self._cycles()) >= 2) + ["natural limit"] * self._at_natural_limit()
            return both[0] if both else "repetition", "".join(both[1:])
        # A good score for the side to move means that the side that has just moved is at fault.
        last = len(self._uci) if value > 0 else len(self._uci) - 1
        cycle = next(iter(self._cycles()), len(self._uci))
        checks = [
            pyffish.gives_check(_VARIANT, self.fen, self._uci[:n])
            for n in range(last, len(self._uci) - cycle, -2)
        ]
        return ("perpetual check" if all(checks) else "perpetual chase"), ""

    def _at_natural_limit(self) -> bool:
        """Whether the plies since the last capture have reached the natural limit."""
        return int(self.current_fen().split()[4]) >= 2 * _NATURAL_LIMIT

    def is_at_natural_limit_with_all_checks(self) -> bool:
        """Whether the limit is reached if all checks count, as Chuhe counts; pyffish counts only some."""
        before = int(self.fen.split()[4]) if self._last_capture == 0 else 0
        return before + len(self.moves) - self._last_capture >= 2 * _NATURAL_LIMIT

    def _cycles(self) -> list[int]:
        """The numbers of plies since the earlier occurrences of the position."""
        here = self.current_fen().split()[:2]
        return [
            back
            for back in range(2, len(self._uci) + 1, 2)
            if pyffish.get_fen(_VARIANT, self.fen, self._uci[:-back]).split()[:2] == here
        ]


def replay(fen: str, moves: Iterable[str]) -> Game:
    """A game with `moves` played from `fen`."""
    game = Game(fen)
    for move in moves:
        game.push(move)
    return game
