#!/usr/bin/env python3
"""Counts the puzzles in which an engine's search sees a mate for the side to move.

    sightings.py FILE.epd UNIT LIMIT,... COMMAND [OPTION=VALUE ...]

UNIT is nodes, or movetime with LIMITs in milliseconds. The engine speaks UCI and searches each position with the largest LIMIT
and an empty hash table, until it sees a mate: when a line of `info` claims one, or a win by the rules of repetition (a score
above 29,000); lines with an upper bound do not count. Prints the number of puzzles in which it was seen within each LIMIT.
"""

import re
import shlex
import subprocess
import sys

CLAIM = re.compile(r"score (?:mate [1-9]|cp 29\d{3} )")


def main(path, unit, limits, command, *options):
    limits = [int(limit) for limit in limits.split(",")]
    number = re.compile(r" nodes (\d+)" if unit == "nodes" else r" time (\d+)")
    engine = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answer(last):
        """The lines up to one that begins with `last`."""
        for line in engine.stdout:
            yield line
            if line.startswith(last):
                return
        sys.exit(f"{command}: it ended")

    def ask(text, last):
        engine.stdin.write(text + "\n")
        return list(answer(last))

    def first_claim():
        """The nodes or milliseconds at the first claim of a mate, after which the search is stopped; `None` without one."""
        claim = None
        for line in answer("bestmove"):
            if claim is None and CLAIM.search(line) and " pv " in line and "upperbound" not in line:
                claim = int(number.search(line).group(1))
                engine.stdin.write("stop\n")
        return claim

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
            engine.stdin.write(f"position fen {fen} 0 1\ngo {unit} {max(limits)}\n")
            claims.append(first_claim())
    within = [sum(claim is not None and claim <= limit for claim in claims) for limit in limits]
    print(f"{path}: {count} puzzles;", ", ".join(f"{seen} within {limit}" for seen, limit in zip(within, limits)))
    engine.stdin.write("quit\n")


main(*sys.argv[1:])
