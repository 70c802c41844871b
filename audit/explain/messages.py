"""What a finding says, in the reader's language."""

import re
from collections.abc import Iterable, Mapping, Sequence
from string import Formatter

BETWEEN = "; "  # between several lawful values
_OR = {"en": " or ", "zh-Hant": "或", "pt": " ou "}
_NOBODY = {  # where a fact names no seat it holds 0
    "en": ((re.compile(r"\bseat 0\b"), "nobody"),),
    "zh-Hant": (
        (re.compile(r"實際包輸者為第 0 家"), "實際無人包輸"),
        (re.compile(r"第 0 [門家]"), "無人"),
    ),
    "pt": (
        (re.compile(r"\bfoi cobrada ao lugar 0\b"), "não foi cobrada a ninguém"),
        (re.compile(r"\bao lugar 0\b"), "a ninguém"),
        (re.compile(r"\bdo lugar 0\b"), "de ninguém"),
        (re.compile(r"\bo lugar 0\b"), "ninguém"),
    ),
}
_SEAT_ASKED, _SEAT_TOLD = re.compile(r"\bseat (?=\{)"), re.compile(r"\bseat (?=[\d?])")


def filled(template: str, named: Mapping[str, str]) -> str:
    """A message with its placeholders filled in; one without a value stays as it is, in sight.

    Names are looked up whole and never followed into values: a pack's text is data from outside.
    """
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return template
    return "".join(text + ("" if name is None else named.get(name, f"{{{name}}}")) for text, name, _, _ in parts)


def spoken(texts: Sequence[Mapping[str, str]], stored: str, lang: str, named: Mapping[str, str]) -> tuple[str, str]:
    """A finding's message in a language, and the language that it is in.

    ``texts`` are those that the rule may speak with, those of its checks before its own; the finding spoke with the
    one whose English is the ``stored`` message but for its values, the one with most words of its own where several
    are. ``named`` are the values in the reader's words. Where the language lacks that text, the stored English one is
    given.
    """
    agreed = [(agreement(str(text.get("en", "")), stored), text) for text in texts]
    most = max((words for words, _ in agreed), default=-1)
    own = next((text for words, text in agreed if words == most), None) if most >= 0 else None
    if own is None and lang != "en" and texts:
        own = texts[-1]
    if own is None or not own.get(lang):
        return stored, "en"
    return with_nobody(filled(str(own[lang]), named), lang), lang


def agreement(template: str, said: str) -> int:
    """How many letters an English template shares with a text that it may have made; -1 where it cannot have made it.

    What it says of a seat may have become ``nobody``.
    """
    try:
        fixed = [(text, name is not None) for text, name, _, _ in Formatter().parse(_SEAT_ASKED.sub("", template))]
    except ValueError:
        return len(said) if said == template else -1
    said = _SEAT_TOLD.sub("", said)
    parts, part = [], ""
    for text, is_followed in fixed:
        part += text
        if is_followed:
            parts.append(part)
            part = ""
    first, *others = [*parts, part]
    if not others:
        return len(first) if said == first else -1
    at = len(first) if said.startswith(first) else -1
    for middle in others[:-1]:
        found = said.find(middle, at) if at >= 0 else -1
        at = found + len(middle) if found >= 0 else -1
    fits = 0 <= at <= len(said) - len(others[-1]) and said.endswith(others[-1])
    return len("".join((first, *others))) if fits else -1


def with_nobody(said: str, lang: str) -> str:
    """A message that says ``nobody`` where it would speak of seat 0, which no table has."""
    for seat, word in _NOBODY[lang]:
        said = seat.sub(word, said)
    return said


def one_of(lawful: str, lang: str) -> str:
    """Several lawful values, as the results part them, as a sentence names them: ``20.00 or 100.00``."""
    return lawful.replace(BETWEEN, _OR[lang])


def texts_of(messages: Iterable[object]) -> list[Mapping[str, str]]:
    """Those of some messages that are texts by language and say something."""
    return [message for message in messages if isinstance(message, Mapping) and message]
