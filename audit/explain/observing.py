"""Which fact a finding observed, told from the checks of its rule and the facts that it recorded."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from audit.explain.messages import BETWEEN
from audit.explain.vocabulary import duration, fact_name, known, seat_named, truths_of

_QUOTED = re.compile(r"'[^']*'")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_OF_THE_LANGUAGE = {"and", "or", "not", "in", "true", "false", "given"}

_SEAT = "seat"  # of the row itself
_MOST_SEATS = 9

Observation = tuple[str, str]  # a table of facts, and what a check observes of it as its rule writes it


def observations(
    checks: Iterable[Observation], facts: Mapping[str, Any], seat: object, stored: str
) -> list[Observation]:
    """Those of some checks that may have made a finding: it recorded their facts, with the ``stored`` value."""
    checks = list(checks)
    recorded = {**facts, "seat": seat}
    fitting = []
    for over, text in checks:
        names = set(_NAME.findall(_QUOTED.sub("", text))) - _OF_THE_LANGUAGE
        if not names or any(recorded.get(name) is None for name in names):
            continue
        if len(checks) == 1 or text not in names or _as_stored(recorded[text]) == stored:
            fitting.append((over, text))
    return fitting


def truths_told(game: str, fitting: Iterable[Observation], lang: str) -> dict[str, str]:
    """What yes, no, the 0 of no seat, or a seat's number says of what was observed; nothing where it is not told."""
    said = [_seats(game, lang) if text == _SEAT else truths_of(game, text, lang, over) for over, text in fitting]
    return said[0] if said and all(told == said[0] for told in said) else {}


def times_told(times: Collection[str], fitting: Iterable[Observation], lang: str, *stored: object) -> dict[str, str]:
    """What stored values say of a time that was observed, each in seconds; nothing where it was none of ``times``."""
    observed = [text for _, text in fitting]
    if not observed or not all(text in times for text in observed):
        return {}
    parts = {part for value in stored if value is not None for part in str(value).split(BETWEEN)}
    return {part: duration(int(part), lang) for part in parts if part.isdecimal()}


def told_by(truths: Mapping[str, str], value: str, said: Callable[[str], str]) -> str:
    """A value as the results hold it, or several, in the words of what was observed; else as ``said`` has it."""
    return BETWEEN.join(truths.get(part) or said(part) for part in value.split(BETWEEN))


def observed_name(game: str, fitting: Iterable[Observation], lang: str) -> str:
    """What the fact, or the sum of facts, that was observed is called; empty where the checks do not tell which.

    The seat of a row is named with its number.
    """
    names = set()
    for over, text in fitting:
        parts = text.split(" + ")
        if text != _SEAT and all(part.isidentifier() for part in parts):
            names.add(" + ".join(fact_name(game, part, lang, over) for part in parts))
    return names.pop() if len(names) == 1 else ""


def observed_as(word: str, game: str, fitting: Iterable[Observation], lang: str) -> str:
    """The word for what was observed with the name of the fact, where there is one: ``observed (fan declared)``."""
    name = observed_name(game, fitting, lang)
    return word + known("format", "parenthesis", lang).format(text=name) if name else word


def _seats(game: str, lang: str) -> dict[str, str]:
    return {str(seat): seat_named(game, seat, lang) for seat in range(1, _MOST_SEATS + 1)}


def is_truth(stored: object) -> bool:
    """Whether an observed value, as the results hold it, is a yes or a no."""
    return stored in ("true", "false")


def _as_stored(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
