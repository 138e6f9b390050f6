"""Starts Xiangqi Lab and uses its window; xiangqilab_game.py runs this with the Python that Xiangqi Lab is installed in.

    xiangqilab_window.py ENGINE PLIES SCREENSHOT

A person plays red's first move with two clicks on the board, and the engine the reply. Then the engine plays both sides until
PLIES moves of it have been played or the game is over, and the window is closed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

from xiangqilab.app_path import get_config_path
from xiangqilab.config import DEFAULT_CONFIG
from xiangqilab.main import main

# Milliseconds between two steps.
STEP = 100


def configure(engine: str) -> None:
    """Write the file that the dialog Settings writes."""
    path = Path(get_config_path("xiangqilab", "config.json"))
    path.parent.mkdir(parents=True, exist_ok=True)
    limits = {"engine_path": engine, "search_depth": 6, "search_time_seconds": 1}
    path.write_text(json.dumps({**DEFAULT_CONFIG, "engine": {**DEFAULT_CONFIG["engine"], **limits}}), encoding="utf-8")


def visible(widget: tk.Misc, kind: type | tuple[type, ...]) -> Iterator[tk.Widget]:
    """All visible widgets of a kind, or of some kinds, below a widget."""
    for child in widget.winfo_children():
        if isinstance(child, kind) and child.winfo_viewable():
            yield child
        yield from visible(child, kind)


def press(root: tk.Tk, text: str) -> Iterator[None]:
    """Press the button or check box with a text as soon as it is visible and enabled."""
    while True:
        yield
        for button in visible(root, (tk.Button, tk.Checkbutton)):
            if button.cget("text") == text and button.cget("state") != tk.DISABLED:
                button.invoke()
                return


def shown_fen(root: tk.Tk) -> str:
    """The position that the window shows as FEN."""
    texts = [entry.get() for entry in visible(root, tk.Entry)]
    return next((text for text in texts if text.count("/") == 9), "")


def click(root: tk.Tk, square: str) -> None:
    """Click on a square of the board, which is centred on the canvas between margins of 1 and 1.2 cells."""
    # Canvases without a board are those of scrolled lists.
    canvas = max(visible(root, tk.Canvas), key=lambda canvas: len(canvas.find_all()))
    width, height = canvas.winfo_width(), canvas.winfo_height()
    cell = int(min(width / 10, height / 11.4))
    x = (width - cell * 8) // 2 + cell * (ord(square[0]) - ord("a"))
    y = (height - cell * 9) // 2 + cell * (9 - int(square[1]))
    canvas.event_generate("<Button-1>", x=x, y=y)


def use(root: tk.Tk, plies: int, screenshot: str) -> Iterator[None]:
    """The steps, with a pause after each."""
    while not (lists := list(visible(root, tk.Listbox))):
        yield
    titles = lists[0].get(0, tk.END)
    lists[0].selection_clear(0, tk.END)
    lists[0].selection_set(titles.index("Standard Setup"))
    lists[0].event_generate("<<ListboxSelect>>")
    for text in ("Play vs. AI", "AI plays Black", "Start AI"):
        yield from press(root, text)
    while " 0 1" in shown_fen(root) or " b " in shown_fen(root):
        if " w " in shown_fen(root):
            click(root, "h2")
            click(root, "e2")
        yield
    for text in ("Stop AI", "AI plays Red", "Start AI"):
        yield from press(root, text)
    fen, moves = shown_fen(root), 1
    while moves < plies and any(button.cget("text") == "Stop AI" for button in visible(root, tk.Button)):
        yield
        if shown_fen(root) != fen:
            fen, moves = shown_fen(root), moves + 1
    subprocess.run(["import", "-window", "root", screenshot], check=True, timeout=60)
    for text in ("Quit", "Quit"):  # the game, then the list of games
        yield from press(root, text)


def drive(root: tk.Tk, steps: Iterator[None], deadline: float) -> None:
    """Take a step, and again until the last one."""
    if time.monotonic() > deadline:
        print("xiangqilab: the game did not end in time", file=sys.stderr, flush=True)
        os._exit(1)  # the thread that talks to the engine would keep the process alive
    try:
        next(steps)
    except StopIteration:
        return
    root.after(STEP, drive, root, steps, deadline)


def main_loop(root: tk.Tk, threshold: int = 0) -> None:
    """The main loop of Tk, with the steps in it."""
    root.after(10 * STEP, drive, root, use(root, int(sys.argv[2]), sys.argv[3]), time.monotonic() + 200)
    original_main_loop(root, threshold)


def report_error(root: tk.Tk, kind: type, error: BaseException, trace: object) -> None:
    """End the process at an error in a step, which Tk would only print."""
    original_report(root, kind, error, trace)
    os._exit(1)


original_main_loop, original_report = tk.Tk.mainloop, tk.Tk.report_callback_exception
tk.Tk.mainloop = main_loop
tk.Tk.report_callback_exception = report_error
configure(sys.argv[1])
main()
