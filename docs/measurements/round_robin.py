#!/usr/bin/env python3
"""The Elo of the engines of a round robin by maximum likelihood (Bradley and Terry 1952), a draw counted as half a win.

    round_robin.py MATCH.jsonl [FIRST_ELO]

Reads the games of `chuhe match --jsonl`. The first engine has FIRST_ELO (default 0). Prints a line for each engine, in the order in
which they first play: games, Elo, and the difference to the engine before it with an interval that has 95 % of 200 samples of the
games, drawn with replacement.
"""

import json
import math
import random
import sys

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def fit(games: list[tuple[int, int, float]], count: int) -> list[float]:
    """The Elo of each engine, from games as (first, second, points of the first)."""
    points, played = [0.0] * count, [[0] * count for _ in range(count)]
    for first, second, result in games:
        points[first] += result
        points[second] += 1 - result
        played[first][second] += 1
        played[second][first] += 1
    strength = [1.0] * count
    for _ in range(400):
        for one in range(count):
            rivals = [rival for rival in range(count) if played[one][rival]]
            strength[one] = points[one] / sum(played[one][rival] / (strength[one] + strength[rival]) for rival in rivals)
        mean = math.exp(sum(map(math.log, strength)) / count)
        strength = [value / mean for value in strength]
    return [400 * math.log10(value) for value in strength]


def main() -> None:
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("round_robin.py: expected MATCH.jsonl [FIRST_ELO]")
    path, base = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    records = [record for record in map(json.loads, open(path, encoding="utf-8")) if "result" in record]
    names: list[str] = []
    for record in records:
        names += [name for name in (record["red"], record["black"]) if name not in names]
    games = [(names.index(record["red"]), names.index(record["black"]), POINTS[record["result"]]) for record in records]
    elo = fit(games, len(names))
    source = random.Random(1)
    samples = [fit(source.choices(games, k=len(games)), len(names)) for _ in range(200)]
    for one, name in enumerate(names):
        count = sum(one in (first, second) for first, second, _ in games)
        line = f"{name:12} {count:6} games  Elo {elo[one] - elo[0] + base:6.0f}"
        if one:
            difference = elo[one] - elo[one - 1]
            spread = sorted(sample[one] - sample[one - 1] for sample in samples)
            line += f"  {difference:+5.0f} [{spread[5]:+.0f}, {spread[194]:+.0f}]"
        print(line)


if __name__ == "__main__":
    main()
