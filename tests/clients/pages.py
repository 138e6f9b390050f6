#!/usr/bin/env python3
"""Run every shell and Python program of documentation pages, and compare the output.

    pages.py ENGINE OUT_DIR PAGE...

The programs of a page run in order in one empty folder, with the engine on the path as `chuhe`, and this interpreter as
`python`. The output of a program must end with the `text` block after it. In a `console` block that shows output, each
line after `$ ` is a program, and the lines up to the next one are its whole output; other such blocks install something.
A `shell` block takes too long to be run.
Programs in Python stay in the folder as program1.py and so on.

Exit status: 0 if every program succeeds and prints the text of the page, 1 if not, 2 if the check could not be run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TIMES = re.compile(r'("(?:time_ms|ms|nps)":)\d+')
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def language_of(page: Path) -> str:
    """The locale of the readers of a page."""
    return "zh_CN.UTF-8" if page.name.endswith(".zh-CN.md") else "C.UTF-8"


def without_times(text: str) -> str:
    """The text without its times and speeds."""
    return TIMES.sub(r"\1", text.strip())


def programs_of(page: Path) -> list[tuple[str, str]]:
    """The programs of a page and the texts that they print, each with the language of its block. A `console` block gives programs
    as `sh`, and their outputs as `console`."""
    programs = []
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language != "console":
            programs.append((language, text))
            continue
        entries = [entry.partition("\n") for entry in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
        if not any(shown.strip() for _, _, shown in entries):
            continue
        for command, _, shown in entries:
            # A program that is shown to fail does not end the page.
            programs += [("sh", f"{command} || true" if shown.startswith(("error: ", "错误：")) else command), ("console", shown)]
    return programs


def follow(page: Path, folder: Path, path: str) -> tuple[int, list[str]]:
    """The number of programs of a page, and their errors."""
    count, wrong, printed = 0, [], None
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for language, text in programs_of(page):
        if language == "console" and printed is not None and text.strip() and without_times(printed) != without_times(text):
            wrong.append(f"prints\n{printed}\nand not\n{text}")
        if language == "text":
            if printed is not None and not printed.rstrip("\n").endswith(text.rstrip("\n")):
                wrong.append(f"prints\n{printed}\nand not\n{text}")
            printed = None
            continue
        printed = None
        if language == "sh":
            command = ["bash", "-euo", "pipefail", "-c", text]
        elif language == "python":
            program = folder / f"program{count + 1}.py"
            program.write_text(text, encoding="utf-8")
            command = [sys.executable, str(program)]
        else:
            continue
        count += 1
        environment = {**os.environ, "PATH": path, "LC_ALL": "",
                       "LC_CTYPE": "C.UTF-8", "LC_MESSAGES": "", "LANG": language_of(page)}
        done = subprocess.run(command, cwd=folder, env=environment, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            wrong.append(f"exit code {done.returncode}\n{text}\n{done.stdout}")
        printed = done.stdout
    return count, wrong


def main() -> int:
    if len(sys.argv) < 4 or not os.access(sys.argv[1], os.X_OK):
        print("pages: expected ENGINE OUT_DIR PAGE...", file=sys.stderr)
        return 2
    out = Path(sys.argv[2]).resolve()
    programs = out / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    link = programs / "chuhe"
    link.unlink(missing_ok=True)
    link.symlink_to(Path(sys.argv[1]).resolve())
    path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]])
    failed = 0
    for page in map(Path, sys.argv[3:]):
        count, wrong = follow(page, out / page.stem, path)
        print(f"pages: {page.name}: {count} programs, {len(wrong)} wrong")
        for reason in wrong:
            print(f"pages: {page.name}: {reason}", file=sys.stderr)
        failed += len(wrong) + (count == 0)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
