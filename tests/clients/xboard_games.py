#!/usr/bin/env python3
"""Games of an engine against itself in XBoard, through Debian's `uci2wb -x` or `-c`.

    xboard_games.py ENGINE [--protocol uci] [--ponder] [--book both|first] [--games 2] [--minutes 1]
                    [--screenshot out.png] [--out DIR]

Starts an X server (Xvfb), lets XBoard play a match of xiangqi with clocks, and reads
XBoard's PGN and debug file afterwards. Every game must have a result by the rules;
pyffish replays the moves. In the output directory:
games.pgn, xboard.debug, xboard.log, and what each engine received and sent (first.log, second.log).

The engine is Chuhe. With `--book both` its opening book stays on, with `first` XBoard turns it
off for the second engine: the logs must show book moves in every game, at once and without a
search, or none.

How XBoard 4.9 with uci2wb 4.1 talks to an engine by `-x` (UCCI):

* uci2wb sends `ucci` and waits without a limit for a line that begins with
  `ucciok`. The engine's stderr is joined to its stdout. Lines should stay well
  below 1,000 characters (fixed buffers), option names below 80;
* `id name` and `id version` become the name XBoard shows;
* `option usemillisec type check default false` is answered at once by
  `setoption usemillisec true`; with `default true` nothing is sent and times
  are in milliseconds; without the option they are whole seconds;
* a `newgame` button is pushed once a game; `hashsize`, `threads` and `ponder`
  are recognised (in any case) and set: `setoption hashsize 68`, `threads 1`,
  `ponder 1`, `ponder 0` (a name in small letters does not pass for a check). Every other option is sent back with its
  default, strings also with an empty value (`setoption bookfiles` and a blank);
* `isready` must be answered, or the game never begins; uci2wb then sends the
  unknown word `uxinewgame` in some versions;
* an option `UCI_Variant` in UCCI makes XBoard refuse ("Variant xiangqi not supported");
* XBoard starts each engine afresh for each game (and once more at the start);
* `position fen FEN w - - 0 1 moves [m...]`: the FEN is that of the last capture
  *or pawn advance*, its counters are always `0 1`, and `moves` may stand at the
  end of the line with nothing behind it;
* `go time T opptime T [movestogo N | oppincrement I increment I] [depth D]`,
  `increment 0` in sudden death; `go ponder ...`, `go draw ...`, `ponderhit [draw]`. With a
  depth limit set in the GUI both clock and depth stand in one line;
* of the engine's lines only `info ... depth/score/nodes/time/pv` and `bestmove`
  are understood; `nobestmove` is not: uci2wb goes on waiting for `bestmove`. It
  asks for a move in a mated position when a game ends by mate; the engine may
  then see `stop` twice and no `quit`, only the end of its input, and must leave;
* a `stop` while pondering must be answered by `bestmove`;
* `bestmove m draw` offers a draw, `bestmove m resign` and `bestmove resign` give up.

With `-c` (UCI, Cyclone's dialect) these differ:

* the choices of the combo `UCI_Variant` become XBoard's list of variants; before each
  game uci2wb sends `setoption name UCI_Variant value xiangqi`, `ucinewgame` and
  `isready` at once;
* a position is `fen FEN r moves ...`, without `position` before it, always the start
  of the game and all moves;
* `go [ponder] btime T wtime T [movestogo N | winc I binc I]`, milliseconds;
* `Hash`, `Threads` and `Ponder` are recognised and set; a combo's default is not
  read, so that XBoard sets what comes first;
* `bestmove (none)` resigns after `score mate 0`, and without it claims a draw.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import board_picture
import referee
from desktop import (
    Display, Unavailable, conversation, end_group, exit_on_signals, last_line, lines_of, logging_script, program,
)

THEMES = "~~/themes"
# Words in XBoard's files that indicate a fault.
TROUBLE = re.compile(
    r"illegal move|invalid move|forfeit|wins on time|tellusererror|died on me|not supported|UCI violation"
    r"|exited unexpectedly|failed to start|Error writing|Bogus|false .*claim", re.IGNORECASE)
ENGINES = ("first", "second")
SCREENSHOT_PLY = 26
BOOK_OPTION = {"ucci": "usebook", "uci": "UseBook"}
CLOCK = re.compile(r" (?:time|btime|wtime) (\d+)")
REASON = re.compile(r"\{([^{}]*)\}\s*(1-0|0-1|1/2-1/2|\*)\s*$")
MOVE_LINE = re.compile(r"^\d+ <(first |second): move ([a-i]\d[a-i]\d)\s*$")
NEW_GAME = re.compile(r"^\d+ >first : (?:option|memory|new)\b")


@dataclass
class Played:
    """One finished game, from the PGN."""

    result: str
    reason: str
    white: str
    black: str


def commands(args: argparse.Namespace) -> list[str]:
    """The commands of the two engines: scripts that start the engine with a log."""
    return [str(logging_script(args.engine, args.out / f"{which}.sh", args.out / f"{which}.log")) for which in ENGINES]


def xboard_command(args: argparse.Namespace, board: str) -> list[str]:
    """XBoard's command line."""
    # Pondering is visible only in the debug output of the adapter.
    flags = ("debug " if args.ponder else "") + {"ucci": "-x", "uci": "-c"}[args.protocol]
    adapter = f"{program('uci2wb')} {flags}"
    first, second = (f"{adapter} {command}" for command in commands(args))
    minutes, seconds = divmod(round(args.minutes * 60), 60)
    return [
        program("xboard"), "-variant", "xiangqi", "-matchGames", str(args.games),
        "-fcp", first, "-scp", second, *([] if args.book != "first" else ["-secondOptions", f"{BOOK_OPTION[args.protocol]}=0"]),
        "-fn", args.engine.name, "-sn", args.engine.name,
        "-tc", f"{minutes}:{seconds:02}", "-inc", "0.1",  # in sudden death a long game is lost by the adapter's milliseconds
        "-ponder" if args.ponder else "-xponder", "-smpCores", "1", "-defaultHashSize", "32",
        "-ruleMoves", "60", "-repeatsToDraw", "3", "-testLegality", "true", "-checkMates", "true",
        "-autoCallFlag", "true",
        "-sgf", str(args.out / "games.pgn"), "-debug", "-nameOfDebugFile", str(args.out / "xboard.debug"),
        "-saveSettingsOnExit", "false", "-soundProgram", "true", "-xexit", "-xpopup", "-matchPause", "1000",
        # The look. `-titleInWindow true` would crash XBoard 4.9.1 here.
        "-size", "Large", "-overrideLineGap", "0", "-pid", f"{THEMES}/xiangqi", "-trueColors", "true",
        "-ubt", "true", "-lbtf", board, "-dbtf", board, "-highlightMoveWithArrow", "true", "-hsc", "#2e6f9e",
        "-xcoords", "-showButtonBar", "false", "-xanimate",
        "-moveHistoryUp", "true", "-moveHistoryW", "600", "-moveHistoryH", "400",
        "-engineOutputUp", "true", "-engineOutputW", "600", "-engineOutputH", "420",
    ]


class DebugFile:
    """XBoard's debug file while it grows."""

    def __init__(self, path: Path):
        self.path = path
        self.plies = 0  # moves that the engines have made so far
        self.trouble = ""  # the first line that indicates a fault
        self._offset = 0

    def follow(self) -> None:
        """Read the lines that were added."""
        if not self.path.exists():
            return
        with self.path.open("rb") as stream:
            stream.seek(self._offset)
            new = stream.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.decode("utf-8", "replace").splitlines():
            self.plies += bool(MOVE_LINE.match(line))
            if not self.trouble and TROUBLE.search(line):
                self.trouble = line.strip()[:200]


def finished_games(pgn: Path) -> list[Played]:
    """The games in the PGN file."""
    games = []
    for part in re.split(r"(?=^\[Event )", "\n".join(lines_of(pgn)), flags=re.MULTILINE):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', part, flags=re.MULTILINE))
        if "Result" in tags:
            reason = REASON.search(part.strip())
            games.append(Played(tags["Result"], reason[1].replace("\n", " ") if reason else "",
                                tags.get("White", "?"), tags.get("Black", "?")))
    return games


def windows(display: str) -> dict[str, tuple[int, int, int]]:
    """XBoard's visible windows: first word of the title -> id, width, height."""
    env = {**os.environ, "DISPLAY": display}

    def xdotool(*words: str) -> str:
        return subprocess.run([program("xdotool"), *words], env=env, capture_output=True, text=True, timeout=20).stdout

    found = {}
    for number in xdotool("search", "--onlyvisible", "--name", "..").split():
        geometry = dict(part.split("=", 1) for part in xdotool("getwindowgeometry", "--shell", number).split() if "=" in part)
        title = xdotool("getwindowname", number).strip()
        if title and int(geometry.get("WIDTH", 0)) > 50:
            key = title if title in ("Move list", "Engine Output") else "board" if " vs. " in title else title
            found[key] = (int(number), int(geometry["WIDTH"]), int(geometry["HEIGHT"]))
    return found


def arrange(display: str) -> tuple[int, int]:
    """Put the board left, the engine output and the move list right of it; returns the total size."""
    env = {**os.environ, "DISPLAY": display}
    seen = windows(display)
    if "board" not in seen:
        return (0, 0)
    _, width, height = seen["board"]
    right, half = 620, 440
    places = {"board": (0, 0, width, height), "Engine Output": (width, 0, right, half),
              "Move list": (width, half, right, height - half)}
    for name, (x, y, w, h) in places.items():
        if name in seen:
            number = str(seen[name][0])
            subprocess.run([program("xdotool"), "windowsize", number, str(w), str(h)], env=env, timeout=20)
            subprocess.run([program("xdotool"), "windowmove", number, str(x), str(y)], env=env, timeout=20)
    return (width + right, height)


def screenshot(display: str, out: Path, size: tuple[int, int]) -> None:
    """Take the picture."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [program("import"), "-display", display, "-window", "root"]
    if size[0]:
        command += ["-crop", f"{size[0]}x{size[1]}+0+0", "+repage"]
    subprocess.run([*command, "-strip", str(out)], check=True, timeout=60)


def play(args: argparse.Namespace) -> str:
    """Run the match until its end or the deadline; returns an error, or "" for none."""
    debug, pgn, said = args.out / "xboard.debug", args.out / "games.pgn", args.out / "xboard.log"
    for old in (debug, pgn, said):
        old.unlink(missing_ok=True)
    home = args.out / "home"
    home.mkdir(exist_ok=True)
    board = f"{THEMES}/textures/xqboard-9x10.png"
    if args.screenshot:
        board = str(args.out / "board-9x10.png")
        board_picture.draw(Path(board))

    # A game of 500 plies gains a minute by its increments.
    deadline = time.monotonic() + args.games * (2 * 60 * args.minutes + 120) + 60
    display = Display(1400, 1000, args.out / "xvfb.log")
    xboard: Optional[subprocess.Popen[bytes]] = None
    try:
        with said.open("ab") as log:
            xboard = subprocess.Popen(
                xboard_command(args, board), stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=args.out,
                env={**os.environ, "DISPLAY": display.name, "HOME": str(home), "LC_ALL": "C.UTF-8",
                     "NO_AT_BRIDGE": "1", "PATH": os.environ.get("PATH", "") + ":/usr/games"},
                start_new_session=True)
        size, shot, seen = (0, 0), False, DebugFile(debug)
        while len(finished_games(pgn)) < args.games:
            if xboard.poll() is not None:
                if len(finished_games(pgn)) >= args.games:
                    break
                return f"xboard ended early, exit status {xboard.returncode}: {last_line(said)}"
            if time.monotonic() > deadline:
                return "the match did not end in time (an engine or the adapter hangs?)"
            time.sleep(0.5)
            seen.follow()
            if seen.trouble:
                time.sleep(1.0)  # for XBoard to write the game down
                return "" if finished_games(pgn) else f"no game finished: {seen.trouble}"
            if args.screenshot and seen.plies >= 4 and not size[0]:
                size = arrange(display.name)
            if args.screenshot and seen.plies >= SCREENSHOT_PLY and not shot:
                shot = True
                screenshot(display.name, args.screenshot, size)
        time.sleep(1.0)
        return ""
    finally:
        if xboard is not None:
            end_group(xboard)
        display.close()


def games_in_debug(debug: Path) -> list[list[str]]:
    """The moves of each game as the engines sent them."""
    games: list[list[str]] = [[]]
    for line in lines_of(debug):
        if match := MOVE_LINE.match(line):
            games[-1].append(match[2])
        elif NEW_GAME.match(line) and games[-1]:
            games.append([])
    return [moves for moves in games if moves]


def lost_move(debug: Path) -> str:
    """The line at which uci2wb lost a move, so that an engine pondered until its time was up; empty if there is none.

    On a busy machine the adapter may read a move that XBoard writes in two parts as an empty command.
    """
    lost: dict[str, str] = {}
    for line in lines_of(debug):
        if match := re.match(r"\d+ <(\w+) *: # (command *$|go (?!ponder))", line):
            if match[2].startswith("command"):
                lost[match[1]] = line
            else:
                lost.pop(match[1], None)
        elif "wins on time" in line:
            break
    else:
        return ""
    return next(iter(lost.values()), "")


def misled(debug: Path) -> str:
    """The illegal move that an engine played, if it is legal in the position that it was sent; empty if there is none.

    uci2wb handles XBoard and the engine in two threads. If the opponent answers at once, it may send a position while a
    move is being made on it.
    """
    which = move = ""
    for line in lines_of(debug):
        if match := re.match(r"\d+ <(first|second) *: move (\S+)", line):
            which, move = match[1], match[2]
        elif "invalid move" in line:
            break
    else:
        return ""
    positions: list[tuple[str, list[str]]] = []
    searched: list[tuple[str, list[str]]] = []  # the positions sent before the last such move
    for _, who, text in conversation(debug.parent / f"{which}.log"):
        if who == "received" and (match := re.match(r"(?:position )?fen (.+?)(?: moves ?(.*))?$", text)):
            positions.append((match[1], (match[2] or "").split()))
        elif who == "sent" and text.startswith("bestmove "):
            searched = positions if text.split()[1] == move else searched
            positions = []
    for fen, moves in searched:
        try:
            referee.replay(fen, [*moves, move])
        except referee.IllegalMove:
            continue
        return f"{move} is legal in '{fen}' after '{' '.join(moves)}'"
    return ""


def lost_by_adapter(debug: Path) -> str:
    """The loss on time of an engine that answered each `go` within its clock, as its log shows; empty if there is none."""
    lost = next((line for line in lines_of(debug) if "wins on time" in line), "")
    answers = 0
    for which in ENGINES if lost else ():
        clock, since = 0, None
        for when, who, text in conversation(debug.parent / f"{which}.log"):
            if who == "received" and (text.startswith("go ") or text.startswith("ponderhit")):
                clock = min(map(int, CLOCK.findall(text)), default=clock)
                since = None if "ponder " in text else when
            elif who == "sent" and text.startswith("bestmove ") and since is not None:
                if (when - since).total_seconds() * 1000 > clock:
                    return ""
                since, answers = None, answers + 1
    return f"{lost}, but the engines answered {answers} times within their clocks" if answers else ""


def book_moves(log: Path) -> list[int]:
    """The number of book moves of each game in an engine's log; -1 if one of them was also searched."""
    games: list[int] = []
    named, searched = False, False
    for _, who, text in conversation(log):
        if who == "received" and re.match(r"(setoption )?newgame|ucinewgame", text):
            games.append(0)
        elif who == "received" and text.startswith("go"):
            named = searched = False
        elif who == "sent" and re.match(r"info (message|string) book ", text):
            named = True
        elif who == "sent" and re.match(r"info (depth [1-9]|time|nodes) ", text):
            searched = True
        elif who == "sent" and text.startswith("bestmove ") and named and games and games[-1] >= 0:
            games[-1] = -1 if searched else games[-1] + 1
    return games


def judge_book(args: argparse.Namespace) -> list[str]:
    """The errors in the use of the book; prints a line per engine."""
    wrong = []
    for which in ENGINES:
        log, on = args.out / f"{which}.log", args.book == "both" or which == "first"
        # XBoard starts engines without a game, too.
        moved = [games for games in book_moves(log) if games or not on]
        said = log.read_text(errors="replace") if log.exists() else ""
        print(f"xboard: {which} engine, book {'on' if on else 'off'}: moves from it in its games: {moved}")
        if "sent: bestmove " not in said:
            wrong.append(f"{log.name} has no move")
        if on and (len(moved) < args.games or min(moved) < 1):
            wrong.append(f"the {which} engine did not play from its book in every game: {moved}")
        if not on and ("book builtin:" in said or f"{BOOK_OPTION[args.protocol]} " not in said):
            wrong.append(f"the {which} engine played with its book")
    return wrong


def judge(args: argparse.Namespace) -> list[str]:
    """The errors of the games; prints a line per game."""
    wrong: list[str] = []
    played = finished_games(args.out / "games.pgn")
    debug = args.out / "xboard.debug"
    moves = games_in_debug(debug)
    for number, game in enumerate(played, 1):
        line = f"xboard: game {number}, {game.white} - {game.black}: {game.result} {{{game.reason}}}"
        if game.result not in ("1-0", "0-1", "1/2-1/2") or not game.reason:
            wrong.append(f"game {number} has no result")
        if TROUBLE.search(game.reason) or "exit" in game.reason:
            wrong.append(f"game {number} ended by a fault: {game.reason}")
        if number <= len(moves):
            try:
                verdict = referee.replay(referee.START_FEN, moves[number - 1]).verdict()
            except referee.IllegalMove as error:
                wrong.append(f"game {number}: {error}")
                verdict = None
            line += f", {len(moves[number - 1])} plies"
            line += f", referee: {verdict.result} by {verdict.reason}" if verdict else ""
        print(line)
    if len(played) < args.games:
        wrong.append(f"{len(played)} of {args.games} games finished")
    for path in (args.out / "xboard.log", debug):
        trouble = [line.strip()[:200] for line in lines_of(path) if TROUBLE.search(line)]
        wrong += [f"{path.name}: {line}" for line in trouble[:2]]
    if not debug.exists():
        wrong.append("no debug file, XBoard did not run")
    elif args.ponder:
        hits = len(re.findall(r"^\d+ <\w+ *: # ponderhit", debug.read_text(errors="replace"), re.MULTILINE))
        print(f"xboard: {hits} ponder hits")
        if not hits:
            wrong.append("no ponder hit")
    if args.book:
        wrong += judge_book(args)
    return list(dict.fromkeys(wrong))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", type=Path)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=1.0, help="per side and game (default 1)")
    parser.add_argument("--protocol", choices=("ucci", "uci"), default="ucci", help="the protocol of the engine (default ucci)")
    parser.add_argument("--ponder", action="store_true", help="let the engines think on the opponent's time")
    parser.add_argument("--book", choices=("both", "first"), help="which engines play from their opening book; see above")
    parser.add_argument("--screenshot", type=Path, help="write a picture of the board here")
    parser.add_argument("--out", type=Path, default=Path("target/clients/xboard"))
    args = parser.parse_args()
    exit_on_signals()
    args.engine, args.out = args.engine.resolve(), args.out.resolve()
    args.out.mkdir(parents=True, exist_ok=True)
    if not args.engine.is_file():
        print(f"xboard: no engine at {args.engine}", file=sys.stderr)
        return 2
    if " " in f"{args.engine}":
        print("xboard: uci2wb cannot start an engine whose path has a blank in it", file=sys.stderr)
        return 2
    try:
        for name in ("xboard", "uci2wb", "Xvfb") + (("convert", "import", "xdotool") if args.screenshot else ()):
            program(name)
        trouble = play(args)
    except (Unavailable, subprocess.SubprocessError) as error:
        print(f"xboard: COULD NOT RUN, {error}", file=sys.stderr)
        return 2
    wrong = ([trouble] if trouble else []) + judge(args)
    if args.screenshot and not args.screenshot.exists():
        wrong.append("no screenshot was taken")
    for text in wrong:
        print(f"xboard: FAILED, {text}", file=sys.stderr)
    debug = args.out / "xboard.debug"
    if wrong and (excuse := misled(debug) or lost_move(debug) or lost_by_adapter(debug)):
        print(f"xboard: a fault of uci2wb: {excuse}", file=sys.stderr)
        return 3
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
