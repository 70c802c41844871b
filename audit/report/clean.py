"""Text from outside made harmless and visible before it is set.

What a reader cannot see must not be in a report: control characters, bidirectional overrides, private code points and
characters without a glyph are printed as their code point. Markup is no concern of this module: templates escape it.
"""

import unicodedata
from collections.abc import Set as AbstractSet

_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def clean(text: str, drawable: AbstractSet[int]) -> str:
    """The text with every code point that is invisible or not in ``drawable`` written as ``[U+202E]``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if ord(character) in drawable and unicodedata.category(character) not in _UNSEEN
        else f"[U+{ord(character):04X}]"
        for character in text
    )


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters of a text; what was left off is counted, never dropped without a word."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}… (+{len(text) - limit})"
