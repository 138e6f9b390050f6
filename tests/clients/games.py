#!/usr/bin/env python3
"""Convert games between formats with chuhe, and read game files with cchess.

    games.py SAMPLES                      random games, written by a test
    games.py ENGINE GAMES OUT             games of engines, through every format and back

SAMPLES is the directory that `cargo test --test library -- --ignored games::write_samples` filled: N.txt with
the FEN and the moves of a game, N.V.xqf with the game in version V of the format: plain (10) and scrambled,
N.cbr, N.ubb (of which cchess reads only the position and the main line), library.cbl with all games, and N.tree with
the moves, comments and variations that chuhe reads from N.cbr.

GAMES is a directory of *.pgn.gz. If it has fewer than 1000 games, ENGINE plays the others against itself with
50 nodes per move. All are written to OUT/games.pgn and converted to every notation and encoding and back. One in five is
also converted to XQF, which cchess reads, and back. Only what XQF cannot store may be lost.

Exit status: 0 if all games are unchanged; 1 if not; 2 if the check could not be run.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

try:
    import cchess
except ImportError as error:
    print(f"games: {error}; run tests/clients/setup.sh", file=sys.stderr)
    sys.exit(2)


def read_ubb(path: str) -> cchess.Game:
    """The main line of a game in DhtmlXQ."""
    fields = dict(re.findall(r"\[DhtmlXQ_(\w+)\](.*)\[/DhtmlXQ_", Path(path).read_text()))
    return cchess.read_from_txt(fields["movelist"], fields["binit"])


COUNT = 1000
# One game in so many is converted to XQF, because that takes two runs of the engine.
XQF_STEP = 5
READERS = {".xqf": cchess.read_from_xqf, ".cbr": cchess.read_from_cbr, ".ubb": read_ubb}


def fault(path: Path, fen: str, moves: list[str]) -> str:
    """The difference between a file as cchess reads it and the game; empty if there is none."""
    try:
        game = READERS[path.suffix](str(path))
    except Exception as error:  # of any kind
        return repr(error)
    found, move = [], game.first_move
    while move:
        found.append(move.to_iccs())
        move = move.next_move
    if game.init_board.to_fen().split()[0] != fen.split()[0]:
        return f"another position: {game.init_board.to_fen()}"
    return "" if found == moves else f"other moves: {found}, not {moves}"


def comment(text: str | None) -> str:
    return "{" + (text or "").replace("\r\n", "\n").strip() + "}"


def line(move: cchess.Move | None) -> str:
    """The moves, comments and variations from a move on, as in N.tree."""
    text = ""
    while move:
        variations = (f"({line(other)})" for other in move.get_siblings() if move is move.get_siblings(True)[0])
        text += move.to_iccs() + comment(move.annote) + "".join(variations)
        move = move.next_move
    return text


def tree(game: cchess.Game) -> str:
    return comment(game.annote) + line(game.first_move)


def trees(samples: Path, numbers: list[str]) -> int:
    """Compare the games of N.cbr and library.cbl with N.tree; returns the number of games that differ."""
    library = cchess.read_from_cbl(str(samples / "library.cbl"))["games"]
    wrong = abs(len(library) - len(numbers))
    for number, game in zip(numbers, library):
        expected = (samples / f"{number}.tree").read_text()
        for name, found in ((f"{number}.cbr", cchess.read_from_cbr(str(samples / f"{number}.cbr"))), ("library.cbl", game)):
            if tree(found) != expected:
                print(f"games: {name}: game {number} is\n{tree(found)}\nnot\n{expected}", file=sys.stderr)
                wrong += 1
    print(f"games: {2 * len(numbers)} games as CBR and in a CBL library, with comments and variations: {wrong} differ")
    return wrong


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def split(text: str) -> list[str]:
    """The games of a PGN file."""
    return [part for part in re.split(r'(?m)^(?=\[Game )', text) if part.strip()]


def essence(game: str) -> tuple:
    """The data of a game that every format stores: placement and side, names, result, moves and comments."""
    tags = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', game))
    moves = re.sub(r"(?m)^\[.*\]$", "", game).split()
    # XQF does not store the move counter, so move numbers may change.
    moves = [word for word in moves if not re.fullmatch(r"\d+\.+", word)]
    fen = tags.get("FEN", "").split()[:2]
    return fen, [tags.get(name) for name in ("Red", "Black", "Result")], moves


def all_games(engine: Path, games: Path, out: Path) -> str:
    """At least COUNT games of engines."""
    texts = [gzip.decompress(path.read_bytes()).decode() for path in sorted(games.glob("*.pgn.gz"))]
    found = sum(len(re.findall(r"(?m)^\[Event ", text)) for text in texts)
    more = max(COUNT - found + 1, 0) // 2 * 2
    if more:
        played = out / "played.pgn"
        played.unlink(missing_ok=True)
        openings = Path(__file__).parents[2] / "positions" / "openings.epd"
        run(engine, "match", "--engine", f"cmd='{engine}' name=a option.hashsize=1", "--engine",
            f"cmd='{engine}' name=b option.hashsize=1", "--nodes", "50", "--games", str(more), "--openings", openings,
            "--pgn", played)
        texts.append(played.read_text())
    print(f"games: {found} games of {games}, {more} played", flush=True)
    return "\n".join(texts)


def round_trips(engine: Path, games: Path, out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    source, first = out / "games.pgn", out / "first.pgn"
    source.write_text(all_games(engine, games, out))
    run(engine, "convert", "--force", source, first)
    wrong = 0
    for notation in ("iccs", "chinese", "wxf"):
        for encoding in ("utf-8", "gb18030"):
            there, back = out / f"{notation}-{encoding}.pgn", out / "back.pgn"
            run(engine, "convert", "--force", first, there, "--notation", notation, "--encoding", encoding)
            run(engine, "convert", "--force", there, back)
            if back.read_bytes() != first.read_bytes():
                print(f"games: {there.name}: is another file after the conversion back", file=sys.stderr)
                wrong += 1
    texts = split(first.read_text())
    for number, text in list(enumerate(texts))[::XQF_STEP]:
        one, xqf = out / "one.pgn", out / "one.xqf"
        one.write_text(text)
        run(engine, "convert", "--force", one, xqf)
        back = run(engine, "convert", xqf, "-", "--to", "pgn")
        placement, names, played = essence(text)
        # XQF has room for 15 characters of a name.
        if essence(back) != (placement, [name and name[:15] for name in names], played):
            print(f"games: game {number + 1} comes back from XQF as\n{back}and was\n{text}", file=sys.stderr)
            wrong += 1
        fen = " ".join(placement) or "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
        moves = re.findall(r"\b[A-I]\d-[A-I]\d\b", re.sub(r"\{[^}]*\}", "", text))
        if reason := fault(xqf, fen, [move.replace("-", "").lower() for move in moves]):
            print(f"games: game {number + 1} as XQF: {reason}", file=sys.stderr)
            wrong += 1
    print(f"games: {len(texts)} games through three notations and two encodings, one in {XQF_STEP} through XQF, read by cchess: "
          f"{wrong} wrong")
    return 1 if wrong or len(texts) < COUNT else 0


def main() -> int:
    if len(sys.argv) == 4:
        engine, games, out = map(Path, sys.argv[1:])
        if not os.access(engine, os.X_OK) or not games.is_dir():
            print("games: no engine, or no games", file=sys.stderr)
            return 2
        return round_trips(engine.resolve(), games, out)
    texts = sorted(Path(sys.argv[1]).glob("*.txt")) if len(sys.argv) == 2 else []
    if not texts:
        print("games: no samples", file=sys.stderr)
        return 2
    wrong = files = 0
    for text in texts:
        fen, moves = text.read_text().splitlines()
        paths = [*text.parent.glob(f"{text.stem}.*.xqf"), text.with_suffix(".cbr"), text.with_suffix(".ubb")]
        for path in sorted(paths):
            files += 1
            if reason := fault(path, fen, moves.split()):
                print(f"games: {path.name}: {reason}", file=sys.stderr)
                wrong += 1
    print(f"games: {len(texts)} games as XQF (plain and scrambled), CBR and DhtmlXQ: "
          f"{files - wrong} files agree, {wrong} do not")
    wrong += trees(texts[0].parent, [text.stem for text in sorted(texts, key=lambda text: int(text.stem))])
    return 1 if wrong or files < 2 * len(texts) else 0


if __name__ == "__main__":
    sys.exit(main())
