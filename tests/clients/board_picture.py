#!/usr/bin/env python3
"""Draw an empty xiangqi board for XBoard's board texture.

    board_picture.py OUT-9x10.png

XBoard maps a texture whose name ends in ``-9x10`` on the whole board. The points of
the game are the centres of its 9x10 squares. Debian has such a picture with black
lines on light blue. This one is wooden, and has the name of the river if a Chinese
font is installed. It is drawn by ImageMagick.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Iterator, Optional

SQUARE = 100  # pixels; XBoard scales the picture to what it needs
INK = "#4b2e14"


def centre(file: float, rank: float) -> tuple[float, float]:
    """The position of a point in pixels; rank 0 is at the bottom."""
    return (file + 0.5) * SQUARE, (9.5 - rank) * SQUARE


def line(a: tuple[float, float], b: tuple[float, float]) -> str:
    """A line between two points, in ImageMagick's drawing language."""
    (x1, y1), (x2, y2) = centre(*a), centre(*b)
    return f"line {x1:.1f},{y1:.1f} {x2:.1f},{y2:.1f}"


def grid() -> Iterator[str]:
    """Ranks, files broken by the river, palaces."""
    for rank in range(10):
        yield line((0, rank), (8, rank))
    for file in range(9):
        if file in (0, 8):
            yield line((file, 0), (file, 9))
        else:
            yield line((file, 0), (file, 4))
            yield line((file, 5), (file, 9))
    for low in (0, 7):
        yield line((3, low), (5, low + 2))
        yield line((3, low + 2), (5, low))


def marks() -> Iterator[str]:
    """The corner marks on the points of cannons and pawns."""
    points = [(f, r) for f in (1, 7) for r in (2, 7)] + [(f, r) for f in range(0, 9, 2) for r in (3, 6)]
    near, far = 0.07, 0.21
    for file, rank in points:
        for side in (-1, 1):
            if not 0 <= file + side <= 8:
                continue
            for up in (-1, 1):
                corner = (file + side * near, rank + up * near)
                yield line(corner, (file + side * far, rank + up * near))
                yield line(corner, (file + side * near, rank + up * far))


def chinese_font() -> Optional[str]:
    """A font file with Chinese glyphs, brush-like ones first."""
    try:
        listed = subprocess.run(["fc-list", ":lang=zh", "file"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    files = sorted(part.strip().rstrip(":") for part in listed.splitlines() if part.strip())
    files.sort(key=lambda name: "kai" not in name.lower())
    return files[0] if files else None


def draw(out: Path) -> None:
    """Write the picture; raises the errors of `subprocess`."""
    width, height = 9 * SQUARE, 10 * SQUARE
    frame = 0.12
    (x1, y1), (x2, y2) = centre(-frame, 9 + frame), centre(8 + frame, -frame)
    command: list[str] = ["convert", "-seed", "9", "-size", f"{width // 75}x{height}"]
    # Wood grain: noise stretched along the ranks, coloured from dark to light.
    command += ["xc:gray50", "+noise", "Gaussian", "-modulate", "100,0", "-resize", f"{width}x{height}!",
                "-blur", "0x0.8", "-normalize", "-set", "colorspace", "sRGB",
                "-type", "TrueColor", "+level-colors", "#cf9b58,#e8c189", "-depth", "8"]
    command += ["-fill", "none", "-stroke", INK, "-strokewidth", "2", "-draw", " ".join([*grid(), *marks()])]
    command += ["-strokewidth", "5", "-draw", f"rectangle {x1:.1f},{y1:.1f} {x2:.1f},{y2:.1f}"]
    if font := chinese_font():
        command += ["-stroke", "none", "-fill", INK, "-font", font, "-pointsize", "66", "-gravity", "Center",
                    "-annotate", "-200+0", "楚  河", "-annotate", "+200+0", "漢  界"]
    subprocess.run([*command, str(out)], check=True, timeout=60, capture_output=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    draw(Path(sys.argv[1]))
