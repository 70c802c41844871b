"""What events, actors, games and facts are called in the reader's language.

The words stand in ``reports/templates/words``: those of the log's own vocabulary in ``<lang>.toml``, the short names
of facts in ``facts.toml``.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from audit.errors import RenderError
from audit.explain.numbers import amount_text
from audit.explain.words import WORDS
from audit.places import templates_folder

_LONGEST_LABEL = 200  # characters; a longer one is no list of names
_SAME_FACTS = {"mahjong_simplified": "mahjong"}


@cache
def _table(name: str) -> Mapping[str, Any]:
    path = templates_folder() / "words" / name
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RenderError(f"the words {path.name} cannot be read: {error}") from error


def known(group: str, word: str, lang: str) -> str:
    """The word of a closed vocabulary (``event``, ``actor``, ``game``) in a language; else the word itself."""
    found = _table(f"{lang}.toml").get(group, {}).get(word)
    return found if isinstance(found, str) else word.replace("_", " ")


def fact_name(game: str, name: str, lang: str, table: str = "") -> str:
    """The short name of a fact of a game, of one table of facts where the name means another thing there."""
    names = _table("facts.toml").get(_SAME_FACTS.get(game, game), {})
    found = names.get(f"{table}.{name}") or names.get(name)
    return str(found[lang]) if found else name.replace("_", " ")


def seat_named(game: str, seat: int, lang: str) -> str:
    """A seat by its number, in the word that the game has for it: Chinese calls those of mahjong otherwise."""
    return WORDS[lang]["seat"].format(seat=seat, word=known("seat_word", game, lang))


def counted(game: str, event: str, number: int, lang: str) -> str:
    """What the number of a row counts, in words: ``stacks: 17``, ``main pot``; other events have a bare number."""
    words = _table(f"{lang}.toml")["number"]
    found = (words.get(f"{event}_none") if not number else None) or words.get(f"{game}_{event}") or words.get(event)
    return str(found or words["any"]).format(n=number)


def lost(amount: str, currency: str | None, lang: str) -> str:
    """Who lost by a fault and how much, from what players lost by it as the results hold it (``-0.01``)."""
    who = "nobody" if not amount.strip("-0.") else "house" if amount.startswith("-") else "players"
    return f"{known('effect', who, lang)} {amount_text(amount.removeprefix('-'), lang)} {currency or ''}".rstrip()


def compared(label: str, lang: str) -> str | None:
    """The label of a pai gow comparison (``player banker push``) in words; None where it is no such label."""
    parts = label.split()
    if len(parts) != 3 or {*parts[:2]} - {"player", "banker"}:
        return None
    front, rear = (known("winner", part, lang) for part in parts[:2])
    template = str(_table(f"{lang}.toml")["card"]["compared"])
    return template.format(front=front, rear=rear, result=known("result", parts[2], lang))


def in_words(label: str, said: Callable[[str], str | None]) -> str | None:
    """A label of words that are parted by blanks or added with ``+`` in a language; None where one is not known."""
    if len(label) > _LONGEST_LABEL:
        return None
    parts = [[said(word) for word in sum_of.split(" ")] for sum_of in label.split("+")]
    if not all(word for words in parts for word in words):
        return None
    return " + ".join(" ".join(word for word in words if word) for words in parts)
