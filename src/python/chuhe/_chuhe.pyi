from collections.abc import Callable, Sequence
from os import PathLike
from typing import ClassVar, Final, Literal, NoReturn, Optional, Protocol, Union, final

from ._games import Game
from ._types import Analysis, Line, RuleSet, Solution, Verdict

_Notation = Literal["iccs", "chinese", "wxf"]
_Encoding = Literal["utf-8", "gb18030", "big5", "utf-16"]
_Format = Literal["pgn", "xqf", "cbr", "cbl", "ubb", "txt"]
_WrittenFormat = Literal["pgn", "xqf", "ubb", "txt"]
_Path = Union[str, PathLike[str]]

class _Event(Protocol):
    """A threading.Event, or an object like it."""

    def is_set(self) -> bool: ...

__all__ = [
    "Board",
    "Engine",
    "FenError",
    "GameFileError",
    "MoveError",
    "games_to_bytes",
    "parse_games",
    "read_games",
    "write_games",
    "_run_program",
    "_check_rule_set",
    "_parse_result",
    "judge",
    "START_FEN",
    "__version__",
]

START_FEN: Final[str]
__version__: Final[str]

class FenError(ValueError): ...
class MoveError(ValueError): ...
class GameFileError(ValueError): ...

@final
class Board:
    def __new__(cls, fen: str = ..., moves: Sequence[str] = ...) -> Board: ...
    @property
    def turn(self) -> Literal["red", "black"]: ...
    @property
    def start_fen(self) -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def pieces(self) -> dict[str, str]: ...
    def fen(self) -> str: ...
    def push(self, move: str) -> None: ...
    def pop(self) -> str: ...
    def copy(self) -> Board: ...
    def is_check(self) -> bool: ...
    def gives_check(self, move: str) -> bool: ...
    def is_capture(self, move: str) -> bool: ...
    def piece_at(self, square: str) -> Optional[str]: ...
    def parse_move(self, text: str) -> str: ...
    def format_move(self, move: str, notation: _Notation) -> str: ...
    def format_moves(self, moves: Sequence[str], notation: _Notation) -> list[str]: ...
    def perft(self, depth: int) -> int: ...
    def svg(
        self,
        *,
        size: int = 600,
        flip: bool = False,
        coordinates: bool = True,
        arrows: Sequence[str] = ...,
        best: Optional[str] = None,
        last: bool = True,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...
    def __getnewargs__(self) -> tuple[str, list[str]]: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Engine:
    def __new__(
        cls,
        *,
        hash_mib: int = 16,
        threads: int = 1,
        network: Optional[_Path] = None,
        rules: Optional[RuleSet] = None,
        endings: Optional[_Path] = None,
    ) -> Engine: ...
    def analyse(
        self,
        board: Board,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        lines: int = 1,
        on_line: Optional[Callable[[Line], object]] = None,
        stop: Optional[_Event] = None,
    ) -> Analysis: ...
    def solve(
        self,
        board: Board,
        *,
        max_moves: Optional[int] = None,
        shortest: bool = True,
        unique: bool = False,
        all_lines: bool = False,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        on_mate: Optional[Callable[[Solution], object]] = None,
        stop: Optional[_Event] = None,
    ) -> Solution: ...
    def evaluate(self, board: Board) -> int: ...
    def clear(self) -> None: ...

def judge(board: Board, rules: Optional[RuleSet] = None) -> Verdict: ...
def read_games(
    path: _Path, *, format: Optional[_Format] = None, encoding: Optional[_Encoding] = None
) -> list[Game]: ...
def parse_games(
    data: Union[str, bytes], *, format: Optional[_Format] = None, encoding: Optional[_Encoding] = None
) -> list[Game]: ...
def games_to_bytes(
    games: Sequence[Game], format: _WrittenFormat, *, notation: _Notation = "iccs", encoding: _Encoding = "utf-8"
) -> bytes: ...
def write_games(
    path: _Path,
    games: Sequence[Game],
    *,
    format: Optional[_WrittenFormat] = None,
    notation: _Notation = "iccs",
    encoding: _Encoding = "utf-8",
) -> None: ...
def _run_program(arguments: Sequence[str], python: _Path) -> NoReturn: ...
def _check_rule_set(rules: RuleSet) -> None: ...
def _parse_result(text: str) -> Optional[Literal["*", "1-0", "0-1", "1/2-1/2"]]: ...
