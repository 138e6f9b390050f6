#!/usr/bin/env python3
"""Check the opening books that chuhe makes, with an independent reader of the format.

    book.py ENGINE [--games N] [--out DIR]

The reader implements BOOK.DAT: RC4 key stream, Zobrist locks, records, squares of the 16x16 board, mirror images.
`chuhe book make` makes a book of random games. The moves of the same games are counted here on a board without
rules, and each position must have the same moves and weights in the file. `chuhe book show` and the engine over
UCCI must give the same moves, also for the built-in book.

Exit status: 0 if everything agrees; 1 if not; 2 if the check could not be run.
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
    """The bytes of RC4 with a key of zeros."""
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
    """The Zobrist locks of the side to move, and of each piece on each of 256 squares."""
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
    """The pieces and the side to move, as far as a lock needs them."""

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
            raise ValueError(f"{path}: {len(data)} bytes, not a multiple of 8")
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
    """Games of random legal moves (by `chuhe perft`) that share their first positions."""
    known: dict[tuple[str, ...], list[str]] = {}
    rng = random.Random(5)

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
            # Few choices at first, so that positions recur.
            mv = rng.choice(choices[: 3 if ply < 4 else None])
            if rng.random() < 0.5 and mirrored(mv) in choices:
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
    """The number of times that each move was played in each position; a position equals its mirror image."""
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
    output = ucci(args.engine, *setup)
    best = sorted(book.at(Board()).items(), key=lambda item: (-item[1], item[0]))[0][0]
    check(f"bestmove {best}" in output, f"the engine does not play {best}: {output[-4:]}", faults)

    own = args.out / "builtin.dat"
    built_in = subprocess.run([args.engine, "book", "merge", "builtin", "-o", own, "--force"], capture_output=True, text=True)
    check(built_in.returncode == 0, f"merge builtin: {built_in.stderr}", faults)
    if own.exists():
        builtin = Book(own)
        output = ucci(args.engine, "position startpos", "go time 60")
        best = sorted(builtin.at(Board()).items(), key=lambda item: (-item[1], item[0]))[0][0]
        check(f"bestmove {best}" in output, f"the built-in book has {best}: {output[-4:]}", faults)

    for fault in faults[:20]:
        print(f"book: {fault}", file=sys.stderr)
    print(f"book: {len(games)} games, {len(boards)} positions, {len(rows)} moves shown: {len(faults)} different")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        print(f"book: {error}", file=sys.stderr)
        sys.exit(2)
