"""Text for the terminal: tables that keep to 80 columns, with Chinese counted at its width."""

import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

from audit.explain.numbers import SPACE

WIDTH = 80
_NARROWEST = 8  # columns that a cell keeps however many stand beside it
_LONGEST_WORD = 50  # a longer one is cut where it is


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def cut(text: str, columns: int) -> str:
    """A text in at most so many columns; one that is cut ends with an ellipsis."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text + "…"


def plain(text: str) -> str:
    r"""A text of a log without anything that could drive the terminal: control characters show as ``\xNN``."""
    return "".join(
        letter if letter.isprintable() or letter == SPACE else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def _pieces(text: str, columns: int) -> list[str]:
    """A cell in lines of at most so many columns, cut behind a blank, hyphen or underscore where one is near."""
    pieces = []
    while width(text) > columns:
        at = 0
        for place in range(len(text)):
            if width(text[: place + 1]) > columns:
                break
            at = place + 1
        at = max(at, 1)
        near = max(text.rfind(mark, 0, at) for mark in " -_") + 1
        at = near if near > at // 2 else at
        pieces.append(text[:at].rstrip())
        text = text[at:]
    return [*pieces, text]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Lines of a table; columns in ``right`` stand to the right, the widest others yield and go on below."""
    lines = [list(head), *([plain(cell) for cell in row] for row in rows)]
    widths = [max(width(line[place]) for line in lines) for place in range(len(head))]
    loose = [place for place in range(len(head)) if place not in right]
    while sum(widths) + 2 * (len(head) - 1) > WIDTH:
        widest = max(loose, key=widths.__getitem__)
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
    out = []
    for number, line in enumerate(lines):
        folded = [
            [cut(cell, size)] if place in right else _pieces(cell, size)
            for place, (cell, size) in enumerate(zip(line, widths, strict=True))
        ]
        for cells in zip_longest(*folded, fillvalue=""):
            spaces = [" " * (size - width(cell)) for cell, size in zip(cells, widths, strict=True)]
            placed = [
                space + cell if place in right else cell + space
                for place, (cell, space) in enumerate(zip(cells, spaces, strict=True))
            ]
            out.append("  ".join(placed).rstrip())
        if number == 0:
            out.append("  ".join("-" * size for size in widths))
    return out


def wrapped(text: str, indent: str = "") -> list[str]:
    """A text in lines of at most ``WIDTH`` columns, cut at spaces and between Chinese characters.

    A no-break space holds what stands on its two sides together, and is written as a space.
    """
    lines, line, first = [], "", True
    for part in _parts(plain(text)):
        room = WIDTH - (0 if first else len(indent))
        if line.strip() and width(line) + width(part.rstrip()) > room:
            lines.append(line.rstrip() if first else indent + line.strip())
            line, first = "", False
        line += part
    lines.append(line.rstrip() if first else indent + line.strip())
    return [line.replace(SPACE, " ") for line in lines]


def _parts(text: str) -> list[str]:
    """Where a line may be cut: after a space, around every wide character, and within an endless word."""
    parts, part = [], ""
    for letter in text:
        if unicodedata.east_asian_width(letter) in "WF":
            parts += [part, letter] if part else [letter]
            part = ""
            continue
        part += letter
        if letter == " " or len(part) >= _LONGEST_WORD:
            parts.append(part)
            part = ""
    return [*parts, part] if part else parts


def fields(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Named values, one below the other; those that are empty are left out."""
    given = [(name, text) for name, text in pairs if text]
    size = max((width(name) for name, _ in given), default=0) + 2
    lines: list[str] = []
    for name, text in given:
        lines += wrapped(f"{name}{' ' * (size - width(name))}{' '.join(text.split())}", " " * size)
    return lines
