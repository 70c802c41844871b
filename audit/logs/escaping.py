r"""Bytes as text that a spreadsheet cannot run and nobody loses: a reversible escape for rejected rows.

Printable characters stand for themselves, the backslash is doubled, every other byte is ``\xNN``. A first character
that a spreadsheet takes for a formula (``= + - @``) is written as ``\xNN`` too.
"""

import re

_FORMULAS = ("=", "+", "-", "@")
LONGEST_SHOWN = 1_024
_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|\\)")


def escape_raw(raw: bytes) -> str:
    """The text that stands for the bytes; ``unescape_raw`` gives them back exactly."""
    text = raw.decode("utf-8", "surrogateescape")
    if not text.isprintable() or "\\" in text:
        text = text.translate({ord(character): _escaped(character) for character in set(text)})
    return f"\\x{ord(text[0]):02x}{text[1:]}" if text[:1] in _FORMULAS else text


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def unescape_raw(text: str) -> bytes:
    """The bytes that an escaped text stands for."""
    return _ESCAPE.sub(lambda m: bytes([int(m[1], 16)]) if m[1] else b"\\", text.encode("utf-8"))


def escape_cell(text: str) -> str:
    """A text for one cell, escaped the same way only where a spreadsheet or a terminal could take it for more."""
    if text.isprintable() and "\\" not in text and text[:1] not in _FORMULAS:
        return text
    return escape_raw(text.encode("utf-8"))


def shortened(text: str) -> str:
    """A text of a cell of a rejected row, with its length where only its head is told.

    A dictionary of a Parquet file may give one long word to millions of rows.
    """
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}... ({len(text):,} characters)"
