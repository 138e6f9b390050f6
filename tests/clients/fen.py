"""Reads and writes the piece placement of a FEN."""

import re


def pieces_of(fen: str) -> dict[str, str]:
    """The pieces of a FEN: squares such as `e0` to letters."""
    rows = re.sub(r"\d", lambda digit: " " * int(digit[0]), fen.split()[0]).split("/")
    placed = ((f"{file}{9 - row}", letter) for row, text in enumerate(rows) for file, letter in zip("abcdefghi", text))
    return {square: letter for square, letter in placed if letter != " "}


def placement_of(pieces: dict[str, str]) -> str:
    """The first field of the FEN of some pieces."""
    rows = ("".join(pieces.get(f"{file}{rank}", " ") for file in "abcdefghi") for rank in range(9, -1, -1))
    return re.sub(" +", lambda gap: str(len(gap[0])), "/".join(rows))
