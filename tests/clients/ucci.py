"""A UCCI engine as a child process: start it, talk to it, time it, see it fail.

The wrapper is strict where a GUI is and patient where a GUI is: it waits for
``ucciok``, ``readyok`` and ``bestmove`` with hard timeouts, tells a crash from
a hang, and keeps every line that UCCI 3.0 does not know (``odd_lines``), so
that a check can insist that there are none.
"""

from __future__ import annotations

import atexit
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Optional

MOVE = r"[a-i][0-9][a-i][0-9]"
BESTMOVE = re.compile(rf"bestmove {MOVE}( ponder {MOVE})?( draw| resign)?$")
OPTION = re.compile(r"option (\S+) type (label|button|check|combo|spin|string)\b(.*)$")

# How the `info` lines of UCCI 3.0 may look; a few harmless extra counters that
# GUIs skip (seldepth, nps, hashfull, multipv) are let through as well.
_EXTRA = r"(?: (?:seldepth|multipv|nps|hashfull|time|nodes) \d+)*"
INFO = re.compile(
    rf"info (?:message .*|currmove {MOVE}{_EXTRA}"
    rf"|depth \d+{_EXTRA}(?: score -?\d+)?(?: (?:lowerbound|upperbound))?{_EXTRA}(?: pv(?: {MOVE})+)?"
    rf"|(?:time|nodes|nps) \d+{_EXTRA})$"
)
SCORE = re.compile(r" score (?:(cp|mate) )?(-?\d+)")
PLAIN = re.compile(r"(ucciok|readyok|nobestmove|bye|id \S+ .+|pophash\b.*)$")

ODD_LINES_KEPT = 50


class EngineFault(Exception):
    """The engine did what no GUI can live with. `kind` says in a word what."""

    def __init__(self, kind: str, detail: str):
        super().__init__(f"{kind}: {detail}")
        self.kind = kind  # "crash", "hang" or "protocol"
        self.detail = detail


@dataclass
class Answer:
    """What came of one `go`."""

    move: Optional[str]  # None for `nobestmove`
    elapsed_ms: float
    ponder: Optional[str] = None
    draw: bool = False
    resign: bool = False
    score: Optional[int] = None  # the last one seen; a UCI style mate is +-30000
    depth: Optional[int] = None
    lines: list[str] = field(default_factory=list)


_running: "weakref.WeakSet[Engine]" = weakref.WeakSet()


def _kill_all() -> None:
    for engine in list(_running):
        engine.kill()


atexit.register(_kill_all)


def exit_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into a normal exit, so that children are killed."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, _frame: sys.exit(128 + n))


class Engine:
    """One engine process speaking UCCI."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        name: Optional[str] = None,
        options: Iterable[tuple[str, str]] = (),
        reply_timeout: float = 10.0,
    ):
        self.path = str(Path(path).resolve())
        self.name = name or Path(path).name
        self.wanted = list(options)
        self.reply_timeout = reply_timeout
        self.ids: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.odd_lines: list[str] = []
        self.odd_count = 0
        self.starts = 0
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._stderr = None
        self._buffer = b""
        self._lines: list[str] = []

    # --- life ---------------------------------------------------------------

    def start(self) -> None:
        """Start the process and bring it to the idle state with its options set."""
        self.kill()
        self._stderr = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [self.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFault("crash", f"cannot start {self.path}: {error}") from error
        _running.add(self)
        self.starts += 1
        self._buffer, self._lines = b"", []
        self.ids, self.options = {}, {}
        self.send("ucci")
        deadline = time.monotonic() + self.reply_timeout
        first_word_seen = False
        while True:
            line = self._read(deadline, "ucciok")
            if line == "ucciok":
                break
            if line.startswith("id ") and len(line.split()) >= 3:
                _, key, value = line.split(maxsplit=2)
                self.ids[key] = value
            elif match := OPTION.match(line):
                self.options[match[1]] = line
            elif line and first_word_seen:
                self._odd(line)
            # One banner line before the first `id` is common and harmless.
            first_word_seen = True
        if "usemillisec" in self.options:
            self.set_option("usemillisec", "true")
        for key, value in self.wanted:
            self.set_option(key, value)
        self.ready()

    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def quit(self, timeout: float = 2.0) -> bool:
        """Ask the engine to leave; kill it if it does not. True if it left by itself."""
        process = self._process
        if process is None:
            return True
        left = False
        try:
            self.send("quit")
            left = process.wait(timeout) == 0
        except (EngineFault, subprocess.TimeoutExpired):
            pass
        self.kill()
        return left

    def kill(self) -> None:
        """End the process and all it started, at once."""
        process, self._process = self._process, None
        _running.discard(self)
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()
        for stream in (process.stdin, process.stdout, self._stderr):
            try:
                if stream:
                    stream.close()
            except OSError:
                pass

    def __enter__(self) -> "Engine":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()

    # --- talk ---------------------------------------------------------------

    def set_option(self, name: str, value: Optional[str] = None) -> None:
        """`setoption` the UCCI way: no `name` and `value` words."""
        self.send(f"setoption {name}" + (f" {value}" if value is not None else ""))

    def new_game(self) -> None:
        """Tell the engine to forget the last game, where it has a way to be told."""
        for button in ("newgame", "Clear_Hash"):
            if button in self.options:
                self.set_option(button)
                break
        self.ready()

    def ready(self) -> None:
        """`isready`, `readyok`."""
        self.send("isready")
        deadline = time.monotonic() + self.reply_timeout
        while (line := self._read(deadline, "readyok")) != "readyok":
            self._judge(line)

    def position(self, fen: str, moves: Iterable[str] = ()) -> None:
        """Set the position up: a FEN and the moves played since."""
        tail = " ".join(moves)
        self.send(f"position fen {fen}" + (f" moves {tail}" if tail else ""))

    def go(self, limits: str, timeout: float) -> Answer:
        """Search; `limits` is what follows `go`. Seconds of patience: `timeout`."""
        begin = time.monotonic()
        self.send(f"go {limits}")
        answer = Answer(move=None, elapsed_ms=0.0)
        while True:
            line = self._read(begin + timeout, f"bestmove after 'go {limits}'")
            words = line.split()
            if not words:
                continue
            self._judge(line)
            if words[0] == "info":
                answer.lines.append(line)
                self._note_info(line, words, answer)
            elif words[0] in ("bestmove", "nobestmove"):
                answer.elapsed_ms = (time.monotonic() - begin) * 1000.0
                answer.lines.append(line)
                if words[0] == "bestmove" and len(words) > 1:
                    answer.move = words[1]
                    answer.draw = words[-1] == "draw"
                    answer.resign = words[-1] == "resign"
                    if "ponder" in words[2:-1]:
                        answer.ponder = words[words.index("ponder") + 1]
                return answer

    @staticmethod
    def clock(time_ms: float, increment: int, opp_ms: float, opp_increment: int) -> str:
        """The `go` limits for a game clock, in milliseconds."""
        return (
            f"time {max(0, int(time_ms))} increment {increment} "
            f"opptime {max(0, int(opp_ms))} oppincrement {opp_increment}"
        )

    # --- lines --------------------------------------------------------------

    def send(self, line: str) -> None:
        """Send one line."""
        if self._process is None or self._process.stdin is None:
            raise EngineFault("crash", "not running")
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: closed by `kill` meanwhile
            self._died(f"on receiving '{line}'")

    def _read(self, deadline: float, what: str) -> str:
        """The next line of output, or a fault when none comes until `deadline`."""
        assert self._process is not None and self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while not self._lines:
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise EngineFault("hang", f"no {what} in time")
                chunk = os.read(descriptor, 65536)
                if not chunk:
                    self._died(f"while {what} was awaited")
                *done, self._buffer = (self._buffer + chunk).split(b"\n")
                self._lines += [raw.decode("utf-8", "replace").rstrip("\r") for raw in done]
        return self._lines.pop(0)

    def _died(self, when: str) -> None:
        if self._process is None:
            raise EngineFault("crash", "killed")
        try:
            code: object = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = "still running, output closed"
        tail = ""
        if self._stderr is not None:
            self._stderr.seek(0, os.SEEK_END)
            self._stderr.seek(max(0, self._stderr.tell() - 500))
            tail = self._stderr.read().decode("utf-8", "replace").strip()
        raise EngineFault("crash", f"{when}; exit status {code}" + (f"; stderr: {tail}" if tail else ""))

    def _judge(self, line: str) -> None:
        """Keep `line` if UCCI does not know it."""
        text = line.strip()
        if text and not (BESTMOVE.match(text) or INFO.match(text) or PLAIN.match(text)):
            self._odd(text)

    def _odd(self, line: str) -> None:
        self.odd_count += 1
        if len(self.odd_lines) < ODD_LINES_KEPT:
            self.odd_lines.append(line)

    @staticmethod
    def _note_info(line: str, words: list[str], answer: Answer) -> None:
        if match := SCORE.search(line):
            value = int(match[2])
            answer.score = value if match[1] != "mate" else (30000 if value > 0 else -30000)
        if len(words) > 2 and words[1] == "depth" and words[2].isdigit():
            answer.depth = int(words[2])
