"""Columns of pai gow facts, made short: the kinds that the tables use, and the words that several share."""

from audit.schema import Column, Kind

WHO = ("player", "banker", "dealer", "house")
SIDES = ("player", "banker")
RESULTS = ("win", "lose", "push")
PARTS = ("front", "rear")


def whole(name: str, doc: str, *, unknown: bool = True, unit: str = "", citation: str = "") -> Column:
    """A whole number."""
    return Column(name, Kind.WHOLE, doc, unit=unit, nullable=unknown, citation=citation)


def money(name: str, doc: str, *, unknown: bool = True, citation: str = "") -> Column:
    """An amount in minor units."""
    return Column(name, Kind.MONEY, doc, unit="minor units", nullable=unknown, citation=citation)


def truth(name: str, doc: str, *, unknown: bool = True, citation: str = "") -> Column:
    """True or false."""
    return Column(name, Kind.TRUTH, doc, nullable=unknown, citation=citation)


def word(name: str, doc: str, words: tuple[str, ...], *, unknown: bool = True, citation: str = "") -> Column:
    """One of some words."""
    return Column(name, Kind.WORD, doc, nullable=unknown, words=words, citation=citation)


def pieces(name: str, doc: str) -> Column:
    """Tiles or dice, up to eight, for display."""
    return Column(name, Kind.PIECES, doc, nullable=True)
