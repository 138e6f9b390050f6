#!/usr/bin/env python3
"""Counts the puzzles in which an engine's search sees a mate for the side to move.

    sightings.py FILE.epd NODES COMMAND [OPTION=VALUE ...]

The engine speaks UCI and searches each position with NODES nodes and an empty hash table. A mate is seen when a line of `info`
claims one, or a win by the rules of repetition (a score above 29,000); lines with an upper bound do not count. Prints the number
of puzzles in which it was seen, and how often within a tenth and a third of the nodes.
"""

import re
import shlex
import subprocess
import sys

CLAIM = re.compile(r"score (?:mate [1-9]|cp 29\d{3} )")


def first_claim(lines):
    """The nodes at the first claim of a mate; `None` without one."""
    for line in lines:
        if CLAIM.search(line) and " pv " in line and "upperbound" not in line:
            return int(re.search(r" nodes (\d+)", line).group(1))
    return None


def main(path, nodes, command, *options):
    engine = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(text, last):
        engine.stdin.write(text + "\n")
        lines = []
        for line in engine.stdout:
            lines.append(line)
            if line.startswith(last):
                return lines
        sys.exit(f"{command}: it ended after '{text}'")

    ask("uci", "uciok")
    for option in options:
        name, _, value = option.partition("=")
        engine.stdin.write(f"setoption name {name} value {value}\n")
    claims, count = [], 0
    for line in open(path, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            count += 1
            fen = " ".join(line.split()[:4])
            ask("ucinewgame\nisready", "readyok")
            claims.append(first_claim(ask(f"position fen {fen} 0 1\ngo nodes {nodes}", "bestmove")))
    within = [sum(claim is not None and claim <= int(nodes) // part for claim in claims) for part in (10, 3)]
    seen = sum(claim is not None for claim in claims)
    print(f"{path}: {seen} of {count}; {within[0]} within a tenth of the nodes, {within[1]} within a third")
    engine.stdin.write("quit\n")


main(*sys.argv[1:])
