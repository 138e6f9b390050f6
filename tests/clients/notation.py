#!/usr/bin/env python3
"""Compare the move texts of chuhe with those of cchess and pyffish.

    notation.py --texts FILE [--out DIR]

FILE (columns `fen move chinese wxf`, see tests/library/notation.rs) has every legal move of some
positions as chuhe writes it. cchess writes them in Chinese, and pyffish in WXF. A
difference must be of one of the classes below, and chuhe's text must follow the rule,
which is implemented here independently.

Written to DIR: `notation_read.tsv`, the texts of the other two with the moves they stand for,
for tests/library/notation.rs to read.

Exit status: 0 if every text is the same or explained; 1 if not; 2 if the check could
not be run.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import Pool
from pathlib import Path
from typing import Iterator, Optional

try:
    import cchess
    import pyffish
except ImportError as error:
    print(f"notation: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)

from fen import pieces_of
from referee import to_iccs, to_uci

NUMERALS = "一二三四五六七八九"
# Fewer positions are a failure.
LEAST = 1000
# FEN letters to the federation's.
LETTERS = str.maketrans("BN", "EH")

# The classes of differences, and why the text of chuhe is right.
CLASSES = {
    "dot": "pyffish writes = for the way along the rank, the federation a dot",
    "number": "pyffish keeps the file's number where only one of two could make the move; the federation"
    " writes + or - wherever two stand on a file",
    "pawns-wxf": "pyffish numbers pawns by place and file (15=6) where three or more share a file, or two"
    " files have several; the federation has signs for that",
    "pawns-two-files": "cchess looks at one file only (前, 中, 后) where two files have several pawns, so that"
    " two moves may have one text; the rule numbers them over both files",
    "pawns-four": "cchess says 前 and 后 for the first and the last of four or five pawns on a file; the rule"
    " numbers them all",
}


@dataclass(frozen=True)
class Mover:
    """The piece that moves, and the other pieces of its kind, by the FEN."""

    letter: str
    file: int  # 1-9 from the mover's right
    column: tuple[int, ...]  # the ranks of the pieces on its file, the foremost first
    place: int  # its place among them, from 0
    files: tuple[int, ...]  # the files with several of its kind, right to left
    counts: tuple[int, ...]  # and how many are on them

    @property
    def crowded(self) -> bool:
        """Whether it is one of several pawns on a file, and not just of two on the only such file."""
        return self.letter == "P" and len(self.column) > 1 and (len(self.column) > 2 or len(self.files) > 1)


def mover(fen: str, move: str) -> Mover:
    """The piece that a move moves."""
    placed = pieces_of(fen)
    letter = placed[move[:2]]
    red = letter.isupper()

    def own(square: str) -> tuple[int, int]:
        """File and rank as the mover counts them."""
        column, row = "abcdefghi".index(square[0]), int(square[1])
        return (9 - column, row) if red else (column + 1, 9 - row)

    columns: dict[int, list[int]] = {}
    for square, other in placed.items():
        if other == letter:
            file, advance = own(square)
            columns.setdefault(file, []).append(advance)
    for column in columns.values():
        column.sort(reverse=True)
    file, advance = own(move[:2])
    several = sorted(number for number, column in columns.items() if len(column) > 1)
    return Mover(
        letter.upper(), file, tuple(columns[file]), columns[file].index(advance),
        tuple(several), tuple(len(columns[number]) for number in several),
    )


def pawn_in_chinese(who: Mover) -> str:
    """The first character of a crowded pawn's move."""
    if len(who.files) == 1 and len(who.column) == 3:
        return "前中后"[who.place]
    before = sum(count for number, count in zip(who.files, who.counts) if number < who.file)
    return NUMERALS[before + who.place]


def pawn_in_wxf(who: Mover, way: str) -> str:
    """The first two letters of a crowded pawn's move."""
    file, count = str(who.file), len(who.column)
    if len(who.files) > 1:
        if way == "+" and count == 3 and who.place == 1 and file in "13":
            return f"2{file}"  # where the federation's 33 is another pawn for others
        return file + {2: "+-", 3: f"+{file}-"}[count][who.place]
    return {
        3: ("P+", f"P{file}", "P-"),
        4: ("++", "P+", "P-", "--"),
        5: ("++", "P+", f"P{file}", "P-", "--"),
    }[count][who.place]


def chinese_class(who: Mover, ours: str, theirs: str) -> Optional[str]:
    """The class of a difference to cchess, if it is known and our text is right."""
    if not who.crowded or ours[1:] != theirs[1:] or ours[0] != pawn_in_chinese(who):
        return None
    return "pawns-two-files" if len(who.files) > 1 else "pawns-four" if len(who.column) > 3 else None


def wxf_class(who: Mover, ours: str, theirs: str) -> Optional[str]:
    """The class of a difference to pyffish, if it is known and our text is right."""
    if theirs[2].replace("=", ".") + theirs[3] != ours[2:]:
        return None
    if theirs[:2] == ours[:2]:
        return "dot"
    if theirs[:2] == f"{who.letter.translate(LETTERS)}{who.file}" and len(who.column) == 2 and not who.crowded:
        return "number" if ours[:2] == who.letter.translate(LETTERS) + "+-"[who.place] else None
    numbered = theirs[:2] == f"{who.place + 1}{who.file}"
    return "pawns-wxf" if who.crowded and numbered and ours[:2] == pawn_in_wxf(who, ours[2]) else None


def judge(position: tuple[str, list[list[str]]]) -> tuple[Counter, list[str], list[str]]:
    """Counts, texts to read, and unexplained differences of one position."""
    fen, rows = position
    board = cchess.ChessBoard(" ".join(fen.split()[:2]))
    counts: Counter = Counter()
    texts, faults = [], []
    moves = {move for _, move, _, _ in rows}
    if moves != set(map(to_iccs, pyffish.legal_moves("xiangqi", fen, []))):
        faults.append(f"{fen}: the legal moves differ")
        return counts, texts, faults
    for _, move, chinese, wxf in rows:
        who = mover(fen, move)
        theirs = board.copy().move_iccs(move).to_text()
        san = pyffish.get_san("xiangqi", fen, to_uci(move), False, pyffish.NOTATION_XIANGQI_WXF)
        for source, ours, other, known in (
            ("cchess", chinese, theirs, chinese_class), ("pyffish", wxf, san, wxf_class),
        ):
            reason = "same" if ours == other else known(who, ours, other)
            if reason is None:
                faults.append(f"{fen} {move}: chuhe {ours}, {source} {other}")
            counts[source, reason or "unexplained"] += 1
            texts.append(f"{fen}\t{move}\t{other}")
    return counts, texts, faults


def read(path: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """The positions of the file, each with its moves."""
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    for fen, group in groupby(rows, key=lambda row: row[0]):
        yield fen, list(group)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("."))
    args = parser.parse_args()
    try:
        positions = list(read(args.texts))
    except OSError as error:
        print(f"notation: {args.texts}: {error}", file=sys.stderr)
        return 2
    if len(positions) < LEAST:
        print(f"notation: only {len(positions)} positions, expected {LEAST}", file=sys.stderr)
        return 1
    totals: Counter = Counter()
    texts, faults = [], []
    with Pool() as pool:
        for counts, found, wrong in pool.imap_unordered(judge, positions, chunksize=20):
            totals += counts
            texts += found
            faults += wrong
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "notation_read.tsv").write_text("\n".join(["fen\tmove\ttext", *texts]) + "\n")
    print(f"notation: {len(positions)} positions, {len(texts) // 2} moves")
    for source in ("cchess", "pyffish"):
        named = {reason: count for (of, reason), count in totals.items() if of == source}
        print(f"  {source}: {named.pop('same', 0)} texts agree, {sum(named.values())} differ")
        for reason, count in sorted(named.items()):
            print(f"  {count:6}  {reason}: {CLASSES.get(reason, 'unexplained')}")
    for fault in faults[:20]:
        print(f"notation: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
