"""Chuhe (楚河), a xiangqi engine: board, rules, notation, game files, search and proofs of mate.

楚河象棋引擎：棋盘、规则、记谱法、棋谱文件、搜索、杀法证明。
"""

from ._chuhe import (
    START_FEN,
    Board,
    Engine,
    FenError,
    GameFileError,
    MoveError,
    __version__,
    games_to_bytes,
    judge,
    parse_games,
    read_games,
    write_games,
)
from ._games import Game, GameMove
from ._types import (
    Analysis,
    Chase,
    CycleMove,
    Line,
    MateTree,
    Repetition,
    RuleSet,
    Score,
    Solution,
    Verdict,
)

__all__ = [
    "START_FEN",
    "Analysis",
    "Board",
    "Chase",
    "CycleMove",
    "Engine",
    "FenError",
    "Game",
    "GameFileError",
    "GameMove",
    "Line",
    "MateTree",
    "MoveError",
    "Repetition",
    "RuleSet",
    "Score",
    "Solution",
    "Verdict",
    "__version__",
    "games_to_bytes",
    "judge",
    "parse_games",
    "read_games",
    "write_games",
]
