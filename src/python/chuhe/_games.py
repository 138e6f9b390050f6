"""Games with tags, comments and variations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

from ._chuhe import START_FEN, Board, _parse_result


@dataclass
class GameMove:
    """A move in a game, with its annotations.

    before: the comment before the first move of a variation; empty for other moves.
    nags: numeric annotation glyphs, 0 to 255: 1 for a good move, 2 for a mistake, and so on.
    variations: alternatives to the move, each a list of moves.

    棋谱中的一着和它的评注。

    before：变化第一着之前的注释；其他着法为空。
    nags：数字评注符号，0 到 255：1 为好着，2 为坏着，等等。
    variations：代替这一着的变化，每个变化是一列着法。
    """

    move: str
    comment: str = ""
    before: str = ""
    nags: list[int] = field(default_factory=list)
    variations: list[list[GameMove]] = field(default_factory=list)


@dataclass
class Game:
    """A game: tags, first position, and the main line with its variations.

    tags: names such as "Red", "Black" and "Result", and their values.
    start_fen: the FEN of the position in which the game began.
    comment: the comment before the first move.
    line: the moves of the main line.

    一盘棋：标签、起始局面、主线和变化。

    tags：标签的名称（如 "Red"、"Black"、"Result"）和值。
    start_fen：起始局面的 FEN。
    comment：第一着之前的注释。
    line：主线的着法。
    """

    tags: dict[str, str] = field(default_factory=dict)
    start_fen: str = START_FEN
    comment: str = ""
    line: list[GameMove] = field(default_factory=list)

    @classmethod
    def from_board(cls, board: Board, tags: Optional[Mapping[str, str]] = None) -> Game:
        """The game that led to the position of a board.

        走到一个棋盘的局面的对局。
        """
        return cls(dict(tags or {}), board.start_fen, "", [GameMove(move) for move in board.moves])

    @property
    def moves(self) -> list[str]:
        """The moves of the main line, without annotations.

        主线的着法，不带评注。
        """
        return [node.move for node in self.line]

    @property
    def result(self) -> str:
        """The tag Result: "1-0", "0-1", "1/2-1/2", or "*" if it is unknown.

        标签 Result："1-0"、"0-1"、"1/2-1/2"，未知为 "*"。
        """
        return _parse_result(self.tags.get("Result", "*")) or "*"

    def board(self, plies: Optional[int] = None) -> Board:
        """The board after the first moves of the main line, or after all of them.

        plies: 0 or more

        主线走了若干着（默认全部）之后的棋盘。

        plies：不小于 0
        """
        if plies is not None and plies < 0:
            raise ValueError(f"plies is {plies}: expected 0 or more")
        return Board(self.start_fen, self.moves[:plies])
