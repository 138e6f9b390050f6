"""Settings, and the results of judging, searching and solving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from ._chuhe import _check_rule_set


@dataclass(frozen=True)
class RuleSet:
    """The rules by which games are judged.

    repetition: the rules of repetition: "asian", "chinese" or "simple".
    repeat_count: how often a position must occur to be judged, 2 to 9.
    move_limit: moves by each side without a capture after which the game is drawn, 0 to 500; 0 for no limit.

    A wrong value raises ValueError, a wrong type TypeError.

    裁决对局的规则。

    repetition：循环局面按哪种规则裁决："asian"（亚洲）、"chinese"（中国）或 "simple"（简单）。
    repeat_count：同一局面出现几次就裁决，2 到 9。
    move_limit：自然限着，双方各走多少着未吃子判和，0 到 500；0 表示不限。

    值不对时抛出 ValueError，类型不对时抛出 TypeError。
    """

    repetition: Literal["asian", "chinese", "simple"] = "asian"
    repeat_count: int = 3
    move_limit: int = 60

    def __post_init__(self) -> None:
        _check_rule_set(self)


@dataclass(frozen=True)
class Chase:
    """One piece chased by another. Pieces are letters of a FEN.

    false_roots: True if the target is protected, but by false roots only.

    一个子捉另一个子。棋子用 FEN 的字母表示。

    false_roots：被捉的子有根，但都是假根。
    """

    attacker: str
    from_square: str
    target: str
    square: str
    false_roots: bool


@dataclass(frozen=True)
class CycleMove:
    """A move of a repetition, and what it did.

    is_kill: True if it threatens mate by successive checks; False if it gives check.
    move_class: the first of check, kill, chase, capture, exchange, offer, block, follow, idle that fits.

    循环中的一着，以及它的性质。

    is_kill：是否为杀（下一着起连将杀）；将军时为 False。
    move_class：将、杀、捉、吃、兑、献、拦、跟、闲中最先符合的一种。
    """

    move: str
    side: Literal["red", "black"]
    piece: str
    move_class: Literal["check", "kill", "chase", "capture", "exchange", "offer", "block", "follow", "idle"]
    is_check: bool
    is_kill: bool
    chases: tuple[Chase, ...]


@dataclass(frozen=True)
class Repetition:
    """A repetition, and what each side did in it.

    occurrences: how often the position has occurred.
    rounds: how often the moves of cycle were played.

    循环局面，以及双方在其中的走法。

    occurrences：局面出现的次数。
    rounds：cycle 中的着法走了几遍。
    """

    rules: Literal["asian", "chinese", "simple"]
    occurrences: int
    red_offence: Literal["none", "chase", "chase-of-pinned-rook", "attack", "check"]
    black_offence: Literal["none", "chase", "chase-of-pinned-rook", "attack", "check"]
    rounds: int
    cycle: tuple[CycleMove, ...]


@dataclass(frozen=True)
class Verdict:
    """The outcome of a game, and why.

    outcome: the winner, "draw" or "undecided".
    rule: the rule that decides, such as "checkmate" or "perpetual-check".
    reason, reason_zh: the reason in English and in Chinese.
    repetition: the repetition that decides, or None.
    over_after: the number of moves after which the game was over before its last position, or None.

    对局的结果和理由。

    outcome：胜方（"red" 或 "black"）、"draw"（和）或 "undecided"（未分胜负）。
    rule：起作用的规则，如 "checkmate"、"perpetual-check"。
    reason、reason_zh：英文和中文的理由。
    repetition：据以裁决的循环局面，或 None。
    over_after：如果对局在更早的局面就已结束，是走了几着之后；否则为 None。
    """

    outcome: Literal["red", "black", "draw", "undecided"]
    rule: str
    reason: str
    reason_zh: str
    repetition: Optional[Repetition]
    over_after: Optional[int]


@dataclass(frozen=True)
class Score:
    """A score for the side to move. One of cp, mate and rule is set; str() gives it as text.

    value: the score as a number, for comparisons: the higher, the better, mates included.
    cp: an evaluation in about hundredths of a pawn.
    mate: plies to a mate; 0 or negative for being mated.
    rule: plies to a win by the rules of repetition; 0 or negative for a loss.

    走子方的分数。cp、mate、rule 中有一项不是 None；str() 给出文字。

    value：用来比较的数，越大越好，杀棋也在内。
    cp：估值，单位约为百分之一兵。
    mate：离杀棋的半回合数；被杀时为 0 或负数。
    rule：离按循环规则获胜的半回合数；判负时为 0 或负数。
    """

    value: int
    cp: Optional[int]
    mate: Optional[int]
    rule: Optional[int]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Line:
    """A variation that a search reports.

    depth, seldepth: depth of the iteration, and the largest depth reached in it, in plies.
    rank: 1 for the best line, 2 for the second best, and so on.
    bound: "exact", or the score is only a "lower" or "upper" bound.
    nodes, time: nodes and seconds since the search began.
    pv: the moves.

    搜索报告的一条变例。

    depth、seldepth：这次迭代的深度和其中到过的最大深度（半回合）。
    rank：1 为最佳，2 为次佳，依此类推。
    bound：分数是准确值（"exact"）、下界（"lower"）还是上界（"upper"）。
    nodes、time：搜索开始以来的结点数和秒数。
    pv：着法。
    """

    depth: int
    seldepth: int
    rank: int
    score: Score
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    time: float
    pv: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The result of a search.

    best: the move to play, or None without a legal move.
    ponder: the expected answer, or None.
    depth: depth of the iteration that found the best line, in plies.
    lines: the last line of each rank, the best first.

    搜索的结果。

    best：应走的着法；没有合法着法时为 None。
    ponder：预计对方的应着，或 None。
    depth：得到最佳变例的那次迭代的深度（半回合）。
    lines：每个名次最后报告的变例，最佳的在前。
    """

    best: Optional[str]
    ponder: Optional[str]
    score: Score
    depth: int
    nodes: int
    time: float
    pv: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class MateTree:
    """A move of the winner, and the tree after each legal reply.

    replies: empty if the move mates; None after a reply that repeats a position and so loses by rule.

    胜方的一着，以及对方每个应着之后的变化。

    replies：这一着将死（困毙）时为空；应着造成循环而按规则判负时，值为 None。
    """

    move: str
    replies: dict[str, Optional[MateTree]]


@dataclass(frozen=True)
class Solution:
    """The solution of a puzzle: whether the side to move can force mate.

    status: "mate" (proved and verified), "claimed" (found by the search, not proved), "no-mate" (none within the
        requested length, or none at all) or "unsolved" (a limit was reached, or the work was stopped).
    mate_in: moves of the winner to mate, as the search claims them if the mate is not proved; or None.
    shortest: True if it is proved that no mate is shorter.
    unique: whether no other first move mates as fast; None if that was not requested or not determined.
    no_mate_in: the longest length ruled out, in moves; 0 if none.
    by_repetition: True if a defence is to repeat a position, which loses by rule.
    prover: the prover that found the mate.
    tree: all defences, if that was requested and the tree is not too large.

    题目的解：走子方能不能杀。

    status："mate"（有杀，已证明并检验）、"claimed"（搜索发现杀棋，没有证明）、"no-mate"（限定的步数内无杀，或证明无杀）、"unsolved"（到了限制，或被中止）。
    mate_in：胜方几步杀（"claimed" 时为搜索所认为的长度），或 None。
    shortest：是否已证明没有更短的杀。
    unique：第一着是否唯一；没有要求或没有查明时为 None。
    no_mate_in：已证明几步之内无杀；0 表示没有证明。
    by_repetition：对方是否可以用循环抵抗（按规则判负）。
    prover：找到杀法的证明算法。
    tree：所有应着的变化，要求了并且不太大时才有。
    """

    status: Literal["mate", "claimed", "no-mate", "unsolved"]
    mate_in: Optional[int]
    shortest: bool
    unique: Optional[bool]
    no_mate_in: int
    key_move: Optional[str]
    pv: tuple[str, ...]
    by_repetition: bool
    prover: Optional[str]
    nodes: int
    time: float
    tree: Optional[MateTree]
