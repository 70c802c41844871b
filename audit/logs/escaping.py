r"""Bytes as text that a spreadsheet cannot run and nobody loses: a reversible escape for rejected rows.

Printable characters stand for themselves, the backslash is doubled, every other byte is ``\xNN``. A first character
that a spreadsheet takes for a formula (``= + - @``) is written as ``\xNN`` too.
"""

import re

_FORMULA = "=+-@"
_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|\\)")


def escape_raw(raw: bytes) -> str:
    """The text that stands for the bytes; ``unescape_raw`` gives them back exactly."""
    parts = []
    for character in raw.decode("utf-8", "surrogateescape"):
        if character == "\\":
            parts.append("\\\\")
        elif character.isprintable():
            parts.append(character)
        else:
            parts.extend(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))
    if parts and parts[0] in _FORMULA:
        parts[0] = f"\\x{ord(parts[0]):02x}"
    return "".join(parts)


def unescape_raw(text: str) -> bytes:
    """The bytes that an escaped text stands for."""
    return _ESCAPE.sub(lambda m: bytes([int(m[1], 16)]) if m[1] else b"\\", text.encode("utf-8"))


def escape_cell(text: str) -> str:
    """A text for one cell, escaped the same way only where a spreadsheet or a terminal could take it for more."""
    if text.isprintable() and "\\" not in text and text[:1] not in tuple(_FORMULA):
        return text
    return escape_raw(text.encode("utf-8"))
