#!/usr/bin/env python3
"""A match between two UCCI engines, refereed by pyffish.

    match.py --engine1 A --engine2 B --games 40 --time 1000 --increment 20 \\
             --openings positions/openings.epd --out results.jsonl
    match.py --out results.jsonl --summary

Each opening is played twice with colours reversed. Who crashes, hangs, answers
with an illegal move or oversteps the time loses the game, and is started anew.
Each finished game is one line of JSON in the output file, so that a match that
was cut off goes on with `--resume`. There is no adjudication by score: games end
by the rules, or as a draw at the ply cap.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import queue
import sys
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

import referee
from ucci import Engine, EngineFault, exit_on_signals

FAULTS = ("crash", "hang", "illegal move", "time loss")
POINTS = {referee.RED_WINS: 1.0, referee.BLACK_WINS: 0.0, referee.DRAW: 0.5}


# --- openings ---------------------------------------------------------------


def read_openings(path: Path) -> list[str]:
    """The FENs of an EPD or FEN file; `#` begins a comment, operations are dropped."""
    fens = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("#")[0].split()
        if len(fields) < 2:
            continue
        counters = fields[4:6] if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit() else ["0", "1"]
        fens.append(referee.Game(" ".join([fields[0], fields[1], "-", "-", *counters])).fen)
    if not fens:
        raise ValueError(f"no openings in {path}")
    return fens


# --- one game ---------------------------------------------------------------


@dataclass
class Side:
    """One engine's part in a game: its process, its clock, what it did with it."""

    engine: Engine
    clock: float
    moves: int = 0
    max_move_ms: float = 0.0
    min_clock_ms: float = math.inf
    max_over_ms: float = 0.0  # how far beyond its clock it ever was

    def facts(self) -> dict[str, Any]:
        """The figures that are kept with the game."""
        low = None if math.isinf(self.min_clock_ms) else round(self.min_clock_ms, 1)
        return {"moves": self.moves, "max_move_ms": round(self.max_move_ms, 1), "min_clock_ms": low,
                "max_over_ms": round(self.max_over_ms, 1)}


@dataclass
class Record:
    """One finished game, as it is written to the file."""

    game: int
    opening: int
    fen: str
    red: str
    black: str
    result: str
    reason: str
    detail: str = ""
    moves: list[str] = field(default_factory=list)
    red_facts: dict[str, Any] = field(default_factory=dict)
    black_facts: dict[str, Any] = field(default_factory=dict)
    max_lag_ms: float = 0.0  # the furthest that either side overstepped its clock
    seconds: float = 0.0


def play(number: int, opening: int, fen: str, red: Engine, black: Engine, args: argparse.Namespace) -> Record:
    """Play one game to its end, whatever the engines do."""
    begin = time.monotonic()
    sides = {True: Side(red, args.time), False: Side(black, args.time)}
    game = referee.Game(fen, ply_cap=args.ply_cap)

    def done(result: str, reason: str, detail: str = "") -> Record:
        return Record(number, opening, fen, red.name, black.name, result, reason, detail, game.moves,
                      sides[True].facts(), sides[False].facts(),
                      max(side.max_over_ms for side in sides.values()), round(time.monotonic() - begin, 2))

    def loses(red_loses: bool, reason: str, detail: str) -> Record:
        return done(referee.BLACK_WINS if red_loses else referee.RED_WINS, reason, detail)

    for is_red, side in sides.items():
        try:
            if side.engine.alive():
                side.engine.new_game()
            else:
                side.engine.start()
        except EngineFault as fault:
            side.engine.kill()
            return loses(is_red, fault.kind, f"before the game: {fault.detail}")

    while (verdict := game.verdict()) is None:
        is_red = game.red_to_move
        side, other = sides[is_red], sides[not is_red]
        if args.nodes:
            limits, patience = f"nodes {args.nodes}", args.move_timeout
        else:
            limits = Engine.clock(side.clock, args.increment, other.clock, args.increment)
            patience = (side.clock + args.grace) / 1000.0 + args.hang
        try:
            side.engine.position(*game.since_capture())
            answer = side.engine.go(limits, patience)
        except EngineFault as fault:
            side.engine.kill()
            return loses(is_red, fault.kind, fault.detail)

        side.moves += 1
        side.max_move_ms = max(side.max_move_ms, answer.elapsed_ms)
        if not args.nodes:
            over = answer.elapsed_ms - side.clock
            side.max_over_ms = max(side.max_over_ms, over)
            side.min_clock_ms = min(side.min_clock_ms, max(0.0, -over))
            if over > args.grace:
                return loses(is_red, "time loss", f"{over:.0f} ms over with {side.clock:.0f} ms left")
            side.clock = max(0.0, side.clock - answer.elapsed_ms) + args.increment
        if answer.resign or answer.move == "resign":
            return loses(is_red, "resignation", "")
        try:
            game.push(answer.move if answer.move is not None else "nobestmove")
        except referee.IllegalMove as error:
            side.engine.kill()
            return loses(is_red, "illegal move", str(error))
    return done(verdict.result, verdict.reason)


# --- statistics -------------------------------------------------------------


def elo(score: float) -> float:
    """Elo difference of an expected score."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


@dataclass
class Summary:
    """What the games say, seen from the first engine."""

    wins: int
    draws: int
    losses: int
    pairs: list[int]  # how many pairs ended with 0, 1/2, 1, 3/2, 2 points
    score: float
    low: float
    high: float

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses


def summarise(records: list[dict[str, Any]], first: str) -> Summary:
    """Score and its 95 % interval; over pairs of games, or games where none is complete."""
    points: dict[int, list[float]] = {}
    singles: list[float] = []
    for record in records:
        red_points = POINTS[record["result"]]
        mine = red_points if record["red"] == first else 1.0 - red_points
        singles.append(mine)
        points.setdefault(record["game"] // 2, []).append(mine)
    halves = [sum(pair) for pair in points.values() if len(pair) == 2]
    samples = [half / 2.0 for half in halves] or singles
    score = sum(singles) / len(singles) if singles else 0.5
    if len(samples) > 1:
        mean = sum(samples) / len(samples)
        variance = sum((x - mean) ** 2 for x in samples) / (len(samples) - 1)
        # Samples all alike show no variance of their own: the rule of three then.
        error = 1.96 * math.sqrt(variance / len(samples)) if variance else 3.0 / len(samples)
    else:
        error = 0.5
    counts = Counter(round(2 * half) for half in halves)
    return Summary(singles.count(1.0), singles.count(0.5), singles.count(0.0),
                   [counts[i] for i in range(5)], score, max(0.0, score - error), min(1.0, score + error))


def elo_text(summary: Summary) -> str:
    """`Elo +12.3 [-4.5, +29.1]`, infinities included."""
    def one(score: float) -> str:
        value = elo(score)
        return ("+" if value > 0 else "-") + "inf" if math.isinf(value) else f"{value:+.1f}"

    return f"Elo {one(summary.score)} [{one(summary.low)}, {one(summary.high)}]"


def score_text(summary: Summary) -> str:
    """`W-D-L` and percent."""
    return (f"{summary.wins}-{summary.draws}-{summary.losses} "
            f"({100.0 * summary.score if summary.games else 0.0:.1f} %)")


def faults_of(records: list[dict[str, Any]]) -> dict[str, Counter[str]]:
    """For each engine, how often it lost by which fault."""
    faults: dict[str, Counter[str]] = {}
    for record in records:
        if record["reason"] in FAULTS:
            loser = record["red"] if record["result"] == referee.BLACK_WINS else record["black"]
            faults.setdefault(loser, Counter())[record["reason"]] += 1
    return faults


def print_summary(records: list[dict[str, Any]], names: tuple[str, str]) -> None:
    """The table at the end."""
    summary = summarise(records, names[0])
    print(f"\n{names[0]} against {names[1]}, {summary.games} games")
    print(f"  W-D-L       {score_text(summary)}")
    print(f"  difference  {elo_text(summary)}, 95 % interval over pairs")
    print(f"  pairs       {' '.join(f'{points}:{count}' for points, count in zip(('0', '½', '1', '1½', '2'), summary.pairs))}")
    reasons = Counter(record["reason"] for record in records)
    print(f"  endings     {', '.join(f'{reason} {count}' for reason, count in reasons.most_common())}")
    lengths = [len(record["moves"]) for record in records]
    if lengths:
        print(f"  length      {sum(lengths) / len(lengths):.0f} plies on average, {max(lengths)} at most")
    faults = faults_of(records)
    for name in names:
        mine = faults.get(name, Counter())
        over = [record[side + "_facts"].get("max_over_ms", 0.0) for record in records
                for side in ("red", "black") if record[side] == name]
        print(f"  {name}: " + ", ".join(f"{fault} {mine[fault]}" for fault in FAULTS)
              + f"; at most {max(over, default=0.0):.0f} ms over the clock")


# --- the match --------------------------------------------------------------


def load(path: Path) -> tuple[Optional[dict[str, Any]], list[dict[str, Any]]]:
    """The header and the games of a results file; a half-written last line is dropped."""
    header: Optional[dict[str, Any]] = None
    records = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue
            if "match" in entry:
                header = entry["match"]
            else:
                records.append(entry)
    records.sort(key=lambda record: record["game"])
    return header, records


def key_value(text: str) -> tuple[str, str]:
    """`hashsize=64` for `--option1`."""
    key, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form name=value")
    return key, value


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--engine1", type=Path)
    parser.add_argument("--engine2", type=Path)
    parser.add_argument("--name1")
    parser.add_argument("--name2")
    parser.add_argument("--option1", type=key_value, nargs="*", default=[], action="extend", metavar="NAME=VALUE")
    parser.add_argument("--option2", type=key_value, nargs="*", default=[], action="extend", metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=int, default=1000, help="clock of each side, ms (default 1000)")
    parser.add_argument("--increment", type=int, default=20, help="per move, ms (default 20)")
    parser.add_argument("--nodes", type=int, help="search so many nodes a move instead of by the clock")
    parser.add_argument("--grace", type=float, default=50.0, help="ms a clock may be overstepped (default 50)")
    parser.add_argument("--hang", type=float, default=10.0,
                        help="seconds beyond its clock after which an engine counts as hung (default 10)")
    parser.add_argument("--move-timeout", type=float, default=120.0, help="the same with --nodes (default 120)")
    parser.add_argument("--ply-cap", type=int, default=400, help="a draw from here on (default 400)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default 1)")
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="results, one line of JSON a game")
    parser.add_argument("--resume", action="store_true", help="go on with the match in --out")
    parser.add_argument("--summary", action="store_true", help="only print the table of --out")
    parser.add_argument("--strict", action="store_true",
                        help="exit with 1 if engine 1 crashed, hung, moved illegally or lost on time")
    args = parser.parse_args()
    if not args.summary:
        for name in ("engine1", "engine2", "openings"):
            if getattr(args, name) is None:
                parser.error(f"--{name} is needed")
            if not getattr(args, name).is_file():
                parser.error(f"--{name}: no file {getattr(args, name)}")
        args.name1 = args.name1 or args.engine1.name
        args.name2 = args.name2 or args.engine2.name
        if args.name1 == args.name2:
            args.name1, args.name2 = args.name1 + "-1", args.name2 + "-2"
    return args


def run_match(args: argparse.Namespace, records: list[dict[str, Any]]) -> list[str]:
    """Play what is missing of the match; returns lines that UCCI does not know."""
    openings = read_openings(args.openings)
    finished = {record["game"] for record in records}
    todo: "queue.SimpleQueue[int]" = queue.SimpleQueue()
    for number in range(args.games):
        if number not in finished:
            todo.put(number)
    lock = threading.Lock()
    stop = threading.Event()
    odd: list[str] = []
    errors: list[BaseException] = []

    def worker() -> None:
        first = Engine(args.engine1, args.name1, args.option1)
        second = Engine(args.engine2, args.name2, args.option2)
        try:
            while not stop.is_set():
                try:
                    number = todo.get_nowait()
                except queue.Empty:
                    break
                index = number // 2 % len(openings)
                red, black = (first, second) if number % 2 == 0 else (second, first)
                record = asdict(play(number, index, openings[index], red, black, args))
                if stop.is_set():
                    break  # we are being ended; what the engines did since is not theirs
                with lock:
                    records.append(record)
                    with args.out.open("a", encoding="utf-8") as sink:
                        sink.write(json.dumps(record, ensure_ascii=False) + "\n")
                        sink.flush()
                        os.fsync(sink.fileno())
                    summary = summarise(records, args.name1)
                    print(f"{len(records):4}/{args.games} game {number + 1} {record['red']} - {record['black']}: "
                          f"{record['result']} {record['reason']}, {len(record['moves'])} plies, "
                          f"{record['seconds']:.0f} s | {score_text(summary)} {elo_text(summary)}"
                          + (f" | {record['detail']}" if record["detail"] else ""), flush=True)
        except BaseException as error:  # the main thread reports it
            errors.append(error)
            stop.set()
        finally:
            for engine in (first, second):
                engine.quit()
                with lock:
                    odd.extend(f"{engine.name}: {line}" for line in engine.odd_lines)

    threads = [threading.Thread(target=worker, daemon=True) for _ in range(max(1, args.concurrency))]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.5)
    except BaseException:
        stop.set()
        raise
    if errors:
        raise errors[0]
    return odd


def main() -> int:
    args = parse_arguments()
    exit_on_signals()
    header, records = load(args.out)
    if args.summary:
        if header is None:
            print(f"match: {args.out} is no results file", file=sys.stderr)
            return 2
        print_summary(records, (header["name1"], header["name2"]))
        return 0

    settings = {key: getattr(args, key) for key in ("name1", "name2", "time", "increment", "nodes", "grace", "ply_cap")}
    settings |= {"option1": [list(o) for o in args.option1], "option2": [list(o) for o in args.option2],
                 "openings": args.openings.name}
    if header is None:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        if args.out.exists() and args.out.stat().st_size:
            print(f"match: {args.out} exists and is no results file", file=sys.stderr)
            return 2
        args.out.write_text(json.dumps({"match": settings}) + "\n", encoding="utf-8")
    elif not args.resume:
        print(f"match: {args.out} exists; use --resume to go on with it", file=sys.stderr)
        return 2
    elif header != settings:
        different = sorted(key for key in settings if settings[key] != header.get(key))
        print(f"match: {args.out} was played with other settings: {', '.join(different)}", file=sys.stderr)
        return 2
    else:
        # A line that a kill cut in half must not swallow the next one.
        text = args.out.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):
            args.out.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")

    odd = run_match(args, records)
    records.sort(key=lambda record: record["game"])
    print_summary(records, (args.name1, args.name2))
    mine = [line for line in odd if line.startswith(args.name1 + ": ")]
    if mine:
        print(f"  {args.name1} wrote lines that are not UCCI, such as: {mine[0].split(': ', 1)[1][:150]}")
    if args.strict and faults_of(records).get(args.name1):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
