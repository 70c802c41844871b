"""What events, actors, games and facts are called in the reader's language.

The words stand in ``reports/templates/words``: those of the log's own vocabulary in ``<lang>.toml``, the short names
of facts in ``facts.toml``, and what a yes or no of them says in ``truths.toml``.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from audit.errors import RenderError
from audit.explain.numbers import SPACE, amount_text, seconds_text
from audit.explain.words import WORDS
from audit.places import templates_folder

_LONGEST_LABEL = 200  # characters; a longer one is no list of names
_STORED_TRUTHS = {"yes": "true", "no": "false", "none": "0"}  # as the results hold what is observed
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


def event_named(game: str, kind: str, lang: str) -> str:
    """What a kind of event is called in a game: Chinese cuts cards by another word than dominoes."""
    own = _table(f"{lang}.toml").get("event", {}).get(f"{game}_{kind}")
    return own if isinstance(own, str) else known("event", kind, lang)


def named(name: str, value: str, lang: str) -> str:
    """A value behind its name, parted as the language does."""
    return f"{name}{known('format', 'colon', lang)}{value}"


def fact_name(game: str, name: str, lang: str, table: str = "") -> str:
    """The short name of a fact of a game, of one table of facts where the name means another thing there."""
    names = _table("facts.toml").get(_SAME_FACTS.get(game, game), {})
    found = names.get(f"{table}.{name}") or names.get(name)
    return str(found[lang]) if found else name.replace("_", " ")


def truths_of(game: str, observed: str, lang: str, table: str = "") -> dict[str, str]:
    """What ``true`` and ``false``, or the 0 of no seat, say of a fact, or of a comparison as a rule writes it."""
    told = _table("truths.toml").get(_SAME_FACTS.get(game, game), {})
    found = told.get(f"{table}.{observed}") or told.get(observed) or {}
    return {_STORED_TRUTHS[word]: str(said[lang]) for word, said in found.items()}


def seat_named(game: str, seat: int, lang: str) -> str:
    """A seat by its number, in the word that the game has for it: Chinese calls those of mahjong otherwise."""
    return WORDS[lang]["seat"].format(seat=seat, word=known("seat_word", game, lang))


def duration(milliseconds: int, lang: str) -> str:
    """A time as people read it, in seconds with their unit: ``124.25 seconds``."""
    words = _table(f"{lang}.toml")["criteria"]["seconds"]
    template = (words.get("one") if milliseconds == 1000 else None) or words["other"]
    return str(template).format(n=seconds_text(milliseconds, lang))


def counted(game: str, event: str, number: int, lang: str) -> str:
    """What the number of a row counts, in words: ``stacks: 17``, ``main pot``; other events have a bare number."""
    words = _table(f"{lang}.toml")["number"]
    found = (words.get(f"{event}_none") if not number else None) or words.get(f"{game}_{event}") or words.get(event)
    return str(found or words["any"]).format(n=number)


def lost(amount: str, currency: str | None, lang: str) -> str:
    """Who lost by a fault and how much, from what players lost by it as the results hold it (``-0.01``)."""
    who = "nobody" if not amount.strip("-0.") else "house" if amount.startswith("-") else "players"
    sum_of = f"{amount_text(amount.removeprefix('-'), lang)}{SPACE}{currency or ''}"
    return f"{known('effect', who, lang)} {sum_of}".rstrip()


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
