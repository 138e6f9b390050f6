#!/usr/bin/env python3
"""Read the books that chuhe makes by the description of the format alone, and compare.

    book.py ENGINE [--games N] [--out DIR]

A reader of BOOK.DAT of its own: RC4's key stream, Zobrist locks, records, squares of the 16x16 board, mirror
images. Random games are written as a list of moves; `chuhe book make` makes a book of them; here the
same games are counted once more, on a board that knows nothing of the rules, and every position of
them must have the same moves and weights in the file. Then `chuhe book show`, and the engine itself over
UCCI, must say what stands there; and the program's own book is written out and read alike.

Exit status: 0 when all is alike; 1 when not; 2 when the check could not be run.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
LETTERS = "KABNRCPkabnrcp"
PLIES = 24


def key_stream():
    """RC4 under a key of zeros, a byte after the other."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    while True:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        yield state[(state[i] + state[j]) % 256]


def locks():
    """The lock of the side to move, and those of each piece on each of 256 squares."""
    stream = key_stream()

    def third() -> int:
        triple = bytes(next(stream) for _ in range(12))
        return struct.unpack("<III", triple)[2]

    side = third()
    return side, {letter: [third() for _ in range(256)] for letter in LETTERS}


SIDE, PIECES = locks()


def number(square: str) -> int:
    return (12 - int(square[1])) << 4 | ("abcdefghi".index(square[0]) + 3)


def name(number_: int) -> str:
    row, column = number_ >> 4, number_ & 15
    if not (3 <= row <= 12 and 3 <= column <= 11):
        raise ValueError(f"{number_:#x} is off the board")
    return "abcdefghi"[column - 3] + str(12 - row)


def mirrored(mv: str) -> str:
    files = "abcdefghi"
    return "".join(files[8 - files.index(c)] if c in files else c for c in mv)


class Board:
    """Pieces on squares: what a lock needs, and no more."""

    def __init__(self, fen: str = f"{START} w"):
        placement, side = fen.split()[:2]
        self.black = side == "b"
        self.pieces = {}
        for row, text in enumerate(placement.split("/")):
            column = 0
            for letter in text:
                if letter.isdigit():
                    column += int(letter)
                else:
                    self.pieces["abcdefghi"[column] + str(9 - row)] = letter
                    column += 1

    def lock(self, turned: bool = False) -> int:
        lock = SIDE if self.black else 0
        for square, letter in self.pieces.items():
            lock ^= PIECES[letter][number(mirrored(square) if turned else square)]
        return lock

    def play(self, mv: str) -> None:
        self.pieces[mv[2:]] = self.pieces.pop(mv[:2])
        self.black = not self.black


class Book:
    def __init__(self, path: Path):
        data = path.read_bytes()
        if len(data) % 8:
            raise ValueError(f"{path}: {len(data)} bytes are no whole records")
        self.moves = defaultdict(list)
        last = -1
        for lock, move, weight in struct.iter_unpack("<IHH", data):
            if lock < last:
                raise ValueError(f"{path}: not sorted")
            last = lock
            self.moves[lock].append((name(move & 255) + name(move >> 8), weight))

    def at(self, board: Board) -> dict[str, int]:
        """Moves and weights of a position, looked up as it is and then mirrored."""
        if found := self.moves.get(board.lock()):
            return dict(found)
        return {mirrored(mv): weight for mv, weight in self.moves.get(board.lock(turned=True), [])}


def ucci(engine: str, *lines: str) -> list[str]:
    text = "\n".join(("ucci", "setoption batch on", *lines, "quit", ""))
    done = subprocess.run([engine], input=text, capture_output=True, text=True, timeout=120)
    return done.stdout.splitlines()


def random_games(engine: str, count: int) -> list[list[str]]:
    """Games of random legal moves that share their beginnings; which moves are legal says `chuhe perft`."""
    known: dict[tuple[str, ...], list[str]] = {}
    lots = random.Random(5)

    def legal(moves: tuple[str, ...], fen: str) -> list[str]:
        if moves not in known:
            done = subprocess.run([engine, "perft", "1", "--divide", "--fen", fen], capture_output=True, text=True, check=True)
            known[moves] = sorted(line.split(":")[0] for line in done.stdout.splitlines() if line[4:5] == ":")
        return known[moves]

    games = []
    for _ in range(count):
        board, moves = Board(), []
        for ply in range(PLIES):
            choices = legal(tuple(moves), fen(board))
            if not choices:
                break
            # Few at first, so that positions are met again.
            mv = lots.choice(choices[: 3 if ply < 4 else None])
            if lots.random() < 0.5 and mirrored(mv) in choices:
                mv = mirrored(mv)
            moves.append(mv)
            board.play(mv)
        games.append(moves)
    return games


def fen(board: Board) -> str:
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(board.pieces.get(f"{file}{rank}", ".") for file in "abcdefghi")
        for empty in range(9, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return "/".join(rows) + (" b" if board.black else " w")


def counted(games: list[list[str]]):
    """What each position was answered with; a position and its image are one."""
    counts: dict[int, Counter] = defaultdict(Counter)
    boards: dict[int, str] = {}
    for moves in games:
        board = Board()
        for mv in moves:
            own, image = board.lock(), board.lock(turned=True)
            if own == image:
                counts[own][mv] += 1
                counts[own][mirrored(mv)] += 1
            else:
                counts[min(own, image)][mv if own < image else mirrored(mv)] += 1
            boards.setdefault(own, fen(board))
            board.play(mv)
    return counts, boards


def check(condition: bool, complaint: str, faults: list[str]) -> None:
    if not condition:
        faults.append(complaint)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--out", type=Path, default=Path("."))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []

    games = random_games(args.engine, args.games)
    lists, path = args.out / "games.txt", args.out / "made.dat"
    lists.write_text("\n".join(" ".join(moves) for moves in games) + "\n")
    subprocess.run([args.engine, "book", "make", lists, "-o", path, "--force"], check=True, capture_output=True)
    book = Book(path)
    counts, boards = counted(games)
    for text in boards.values():
        board = Board(text)
        own, image = board.lock(), board.lock(turned=True)
        expected = dict(counts[min(own, image)])
        if own > image:
            expected = {mirrored(mv): weight for mv, weight in expected.items()}
        check(book.at(board) == expected, f"{text}: {book.at(board)}, not {expected}", faults)
    check(len(book.moves) == len(counts), f"{len(book.moves)} positions, not {len(counts)}", faults)

    shown = subprocess.run([args.engine, "book", "show", path, "--json", "--depth", "40"], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    for row in rows:
        weight = book.at(Board(row["fen"])).get(row["move"])
        check(weight == row["weight"], f"show: {row}, not {weight}", faults)

    setup = (f"setoption bookfiles {path}", "position startpos", "go time 60")
    told = ucci(args.engine, *setup)
    best = sorted(book.at(Board()).items(), key=lambda item: (-item[1], item[0]))[0][0]
    check(f"bestmove {best}" in told, f"the engine plays something else than {best}: {told[-4:]}", faults)

    own = args.out / "own.dat"
    built_in = subprocess.run([args.engine, "book", "merge", "builtin", "-o", own, "--force"], capture_output=True, text=True)
    check(built_in.returncode == 0, f"merge builtin: {built_in.stderr}", faults)
    if own.exists():
        builtin = Book(own)
        told = ucci(args.engine, "position startpos", "go time 60")
        best = sorted(builtin.at(Board()).items(), key=lambda item: (-item[1], item[0]))[0][0]
        check(f"bestmove {best}" in told, f"the program's own book says {best}: {told[-4:]}", faults)

    for fault in faults[:20]:
        print(f"book: {fault}", file=sys.stderr)
    print(f"book: {len(games)} games, {len(boards)} positions, {len(rows)} moves shown: {len(faults)} not alike")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        print(f"book: {error}", file=sys.stderr)
        sys.exit(2)
