"""Hands written in the notation of the log, for the tests of the mahjong simulator."""

from audit.pieces.notation import TILES


def held(text: str) -> bytearray:
    """Counts of tiles written as runs: ``123m 55z``."""
    counts = bytearray(34)
    for run in text.split():
        for digit in run[:-1]:
            counts[TILES.index(digit + run[-1])] += 1
    return counts


def kind(tile: str) -> int:
    """The kind of a tile."""
    return TILES.index(tile)
