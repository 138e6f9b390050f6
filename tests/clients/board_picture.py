"""Draws an empty xiangqi board for XBoard's board texture.

XBoard maps a texture whose name ends in ``-9x10`` on the whole board. The points of
the game are the centres of its 9x10 squares. Debian has such a picture with black
lines on light blue. This one is wooden, with the lines and the river of Chuhe's own
diagrams. It is drawn by ImageMagick.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

DIAGRAM = Path(__file__).resolve().parents[2] / "src/web/glyphs.js"


def draw(out: Path) -> None:
    """Write the picture, 100 pixels for each square; raises the errors of `subprocess`."""
    text = DIAGRAM.read_text(encoding="utf-8")
    left, top = (int(number) for number in re.findall(r"(?m)^export const (?:LEFT|TOP) = (\d+);", text))
    # Wood grain: noise stretched along the ranks, coloured from dark to light.
    command = ["convert", "-seed", "9", "-size", "12x1000", "xc:gray50", "+noise", "Gaussian", "-modulate", "100,0", "-resize", "900x1000!",
               "-blur", "0x0.8", "-normalize", "-set", "colorspace", "sRGB", "-type", "TrueColor", "+level-colors", "#cf9b58,#e8c189",
               "-depth", "8", "-fill", "none", "-stroke", "#4b2e14"]
    # The grid, the frame, the marks and the river; the coordinates follow.
    for path, width in re.findall(r'<path d="([^"]*)" fill="none" stroke="[^"]*" stroke-width="([^"]*)"', text)[:4]:
        command += ["-strokewidth", width, "-draw", f"translate {50 - left},{50 - top} stroke-linecap round path '{path}'"]
    subprocess.run([*command, str(out)], check=True, timeout=60, capture_output=True)
