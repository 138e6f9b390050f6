#!/usr/bin/env python3
"""Check the opening books that chuhe makes and reads, with an independent reader and writer of the formats.

    book.py ENGINE [--games N] [--out DIR]

The reader implements BOOK.DAT: RC4 key stream, Zobrist locks, records, squares of the 16x16 board, mirror images.
`chuhe book make` makes a book of random games. The moves of the same games are counted here on a board without
rules, and each position must have the same moves and weights in the file. `chuhe book show` and the engine over
UCCI must give the same moves, also for the built-in book. The same games are then written as OBK and as XQB, with and without an
index of the keys, and each position must have the same moves and weights for `chuhe`.

Exit status: 0 if everything agrees; 1 if not; 2 if the check could not be run.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import struct
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from fen import pieces_of, placement_of

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
        self.black = fen.split()[1] == "b"
        self.pieces = pieces_of(fen)

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


def random_games(engine: str, count: int) -> list[list[str]]:
    """Games of random legal moves that share their first positions."""
    rng = random.Random(5)
    games = []
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        for _ in range(count):
            board, moves = Board(), []
            for ply in range(PLIES):
                choices = legal_moves(program, fen(board))
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


def legal_moves(program: subprocess.Popen, position: str) -> list[str]:
    """The legal moves by the engine's `perft`, sorted."""
    program.stdin.write(f"position fen {position}\nperft 1\n")
    program.stdin.flush()
    moves = []
    for line in program.stdout:
        if line.startswith("nodes "):
            break
        if line[4:5] == ":":
            moves.append(line[:4])
    return sorted(moves)


def fen(board: Board) -> str:
    return placement_of(board.pieces) + (" b" if board.black else " w")


def counted(games: list[list[str]]) -> dict[str, Counter]:
    """The number of times that each move was played in each position; a position equals its mirror image."""
    counts: dict[int, Counter] = defaultdict(Counter)
    locks: dict[str, int] = {}
    for moves in games:
        board = Board()
        for mv in moves:
            counts[board.lock()][mv] += 1
            counts[board.lock(turned=True)][mirrored(mv)] += 1
            locks[fen(board)] = board.lock()
            board.play(mv)
    return {text: counts[lock] for text, lock in locks.items()}


def obk_numbers():
    """The numbers of each piece on each of 256 squares, and of red to move."""
    state = 0

    def number() -> int:
        nonlocal state
        result = 0
        for shift in range(0, 75, 15):
            state = (state * 214013 + 2531011) % 2**32
            result ^= (state >> 16 & 0x7FFF) << shift
        return result % 2**64

    pieces = {letter: [number() for _ in range(256)] for letter in LETTERS}
    return pieces, number()


OBK_PIECES, OBK_RED = obk_numbers()


def obk_row(board: Board, mv: str):
    """Key and move of a position; of it and its image the one with the lower key."""

    def key(turned: bool) -> int:
        key = 0 if board.black else OBK_RED
        for square, letter in board.pieces.items():
            key ^= OBK_PIECES[letter][number(mirrored(square) if turned else square)]
        return key

    turned = key(True) < key(False)
    mv = mirrored(mv) if turned else mv
    return struct.unpack("<q", struct.pack("<Q", key(turned)))[0], number(mv[:2]) << 8 | number(mv[2:])


def xqb_row(board: Board, mv: str):
    """Key and move of a position."""
    cells = [board.pieces.get(f"{file}{rank}", " ") for rank in range(9, -1, -1) for file in "abcdefghi"]
    place = lambda square: (9 - int(square[1])) * 9 + "abcdefghi".index(square[0])
    ends = [place(mv[:2]), place(mv[2:])]
    if board.black:
        cells = [cell.swapcase() for cell in reversed(cells)]
        ends = [89 - end for end in ends]
    codes = [" RNBAKCP rnbakcp".index(cell) if cell != " " else 0 for cell in cells]
    image = [codes[index // 9 * 9 + 8 - index % 9] for index in range(90)]
    if image > codes:
        codes, ends = image, [end // 9 * 9 + 8 - end % 9 for end in ends]
    bits = "".join(f"1{code:04b}" if code else "0" for code in codes)
    bits += "0" * (-len(bits) % 8)
    key = bytes(int(bits[start:start + 8], 2) for start in range(0, len(bits), 8))
    row, column = zip(*(divmod(end, 9) for end in ends))
    return key, row[0] << 12 | column[0] << 8 | row[1] << 4 | column[1]


SQLITE_FORMATS = {
    "obk": (obk_row, "bhobk", "vkey INTEGER", "vmove, vscore, vwin, vdraw, vlost, vvalid"),
    "xqb": (xqb_row, "book", "Key BLOB", "Move, Score, Win, Draw, Lost, Valid"),
}


def check_sqlite(engine: str, folder: Path, name: str, indexed: bool, counts: dict[str, Counter],
                 faults: list[str]) -> None:
    """Writes the games as a database and compares what chuhe reads: each move has won all its games but one, and scores its number."""
    row, table, key, columns = SQLITE_FORMATS[name]
    path = folder / f"made{'-indexed' if indexed else ''}.{name}"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {key}, {columns})")
    if indexed:
        database.execute(f"CREATE INDEX keys ON {table} ({key.split()[0]})")
    # The keys of an XQB are those of positions with the colours exchanged, too, so a move may have several rows.
    written: dict[tuple, int] = {}
    for text, moves in counts.items():
        for mv, count in moves.items():
            place = row(Board(text), mv)
            if written.get(place, 0) < count:
                written[place] = count
                values = (*place, count, count - 1, 1, 0, 1)
                database.execute(f"INSERT INTO {table} ({key.split()[0]}, {columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    database.commit()
    database.close()
    for choice in ("weight", "score", "result"):
        shown = subprocess.run(
            [engine, "book", "show", path, "--json", "--depth", "40", "--by", choice], capture_output=True, text=True, check=True
        )
        rows = [json.loads(line) for line in shown.stdout.splitlines()]
        check(len(rows) > 100, f"{path}: only {len(rows)} moves", faults)
        for shown_row in rows:
            count = written.get(row(Board(shown_row["fen"]), shown_row["move"]), 0)
            expected = 10_000 * (2 * count - 1) // (2 * count) if choice == "result" and count else count
            check(count > 0 and shown_row["weight"] == expected, f"{path} by {choice}: {shown_row}, not {expected}", faults)
    check_best(engine, counts[fen(Board())], faults, f"setoption bookfiles {path}", "setoption bookchoice score")


def check_best(engine: str, moves: dict[str, int], faults: list[str], *options: str) -> None:
    """Checks that the engine plays the best of the moves from the start, with these options."""
    lines = ("ucci", "setoption batch on", *options, "position startpos", "go time 60", "quit", "")
    done = subprocess.run([engine], input="\n".join(lines), capture_output=True, text=True, timeout=120)
    best = min(moves, key=lambda mv: (-moves[mv], mv))
    check(f"bestmove {best}" in done.stdout.splitlines(), f"{options}: the engine does not play {best}: {done.stdout[-200:]}", faults)


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
    counts = counted(games)
    for text, moves in counts.items():
        found = book.at(Board(text))
        check(found == moves, f"{text}: {found}, not {moves}", faults)
    positions = {min(board.lock(), board.lock(turned=True)) for board in map(Board, counts)}
    check(len(book.moves) == len(positions), f"{len(book.moves)} positions, not {len(positions)}", faults)

    shown = subprocess.run([args.engine, "book", "show", path, "--json", "--depth", "40"], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    for row in rows:
        weight = book.at(Board(row["fen"])).get(row["move"])
        check(weight == row["weight"], f"show: {row}, not {weight}", faults)

    check_best(args.engine, book.at(Board()), faults, f"setoption bookfiles {path}")

    own = args.out / "builtin.dat"
    built_in = subprocess.run([args.engine, "book", "merge", "builtin", "-o", own, "--force"], capture_output=True, text=True)
    check(built_in.returncode == 0, f"merge builtin: {built_in.stderr}", faults)
    if own.exists():
        check_best(args.engine, Book(own).at(Board()), faults)

    for name in SQLITE_FORMATS:
        for indexed in (False, True):
            check_sqlite(args.engine, args.out, name, indexed, counts, faults)

    for fault in faults[:20]:
        print(f"book: {fault}", file=sys.stderr)
    print(f"book: {len(games)} games, {len(counts)} positions, {len(rows)} moves shown: {len(faults)} different")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        print(f"book: {error}", file=sys.stderr)
        sys.exit(2)
