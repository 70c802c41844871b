"""The report's words in one language, and how that language writes numbers, money and days.

Words live in ``reports/templates/words/<lang>.toml``; a key that is missing there stops the report.
"""

import datetime
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from audit.errors import RenderError
from audit.explain.numbers import MINUS, POINT, SPACE, whole_text
from audit.places import templates_folder
from audit.report.fonts import drawable

LANGUAGES = ("en", "zh-Hant", "pt")


@dataclass(frozen=True)
class Words:
    """All words of one language; call it with a dotted key and the values that the text names."""

    lang: str
    table: Mapping[str, Any]

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its values; whole numbers are written as the language does, ``n`` picks the plural."""
        text = self._find(key)
        if isinstance(text, Mapping):
            text = text["one" if values.get("n") == 1 and "one" in text else "other"]
        shown = {name: self.number(value) if type(value) is int else value for name, value in values.items()}
        try:
            return str(text).format_map(shown)
        except KeyError as error:
            raise RenderError(
                f"the text {key} ({self.lang}) wants the value {error}, which the report does not give"
            ) from error

    def _find(self, key: str) -> Any:
        place: Any = self.table
        for part in key.split("."):
            if not isinstance(place, Mapping) or part not in place:
                raise RenderError(f"the report has no words for {key} in {self.lang}")
            place = place[part]
        return place

    def known(self, group: str, word: str) -> str:
        """The word of a closed vocabulary in this language; the word itself where a log holds another."""
        found = self._find(group).get(word)
        return found if isinstance(found, str) else word

    def event(self, game: str, kind: str) -> str:
        """What a kind of event is called in a game; the word itself where no log knows it."""
        own = self._find("event").get(f"{game}_{kind}")
        return own if isinstance(own, str) else self.known("event", kind)

    def number(self, value: int) -> str:
        """A whole number with the language's mark for thousands."""
        return whole_text(value, self.lang)

    def money(self, minor: int, *, sign: bool = False) -> str:
        """An amount of minor units with two digits; with ``sign`` a plus before what is above zero."""
        whole, cents = divmod(abs(minor), 100)
        mark = MINUS if minor < 0 else "+" if sign and minor else ""
        return f"{mark}{self.number(whole)}{POINT[self.lang]}{cents:02d}"

    def share(self, part: int, whole: int) -> str:
        """A part of a whole in per cent, two digits, cut and not rounded so that 100 means all; a dash of nothing."""
        if not whole:
            return "–"
        hundredths = part * 10_000 // whole
        return f"{hundredths // 100}{POINT[self.lang]}{hundredths % 100:02d}{SPACE if self.lang == 'pt' else ''}%"

    def day(self, day: datetime.date) -> str:
        """A day in words of the language."""
        return self(
            "format.day", day=str(day.day), month=self._find("format.months")[day.month - 1], year=str(day.year)
        )

    def month(self, year: int, month: int) -> str:
        """A month in words of the language."""
        return self("format.month", month=self._find("format.months")[month - 1], year=str(year))

    def days(self, first: datetime.date, last: datetime.date) -> str:
        """A span of days in words; one day stands alone."""
        return self.day(first) if first == last else self("format.span", first=self.day(first), last=self.day(last))


def leaves(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a table of words with its dotted key."""
    for name, value in table.items():
        key = f"{before}{name}"
        if isinstance(value, Mapping):
            yield from leaves(value, key + ".")
        elif isinstance(value, list):
            yield from ((f"{key}.{place}", str(item)) for place, item in enumerate(value))
        else:
            yield key, str(value)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RenderError(f"the report's words {path.name} cannot be read: {error}") from error


def _must_be_drawable(name: str, table: Mapping[str, Any], folder: Path) -> None:
    glyphs = drawable(folder)
    for key, text in leaves(table):
        missing = sorted({character for character in text if ord(character) not in glyphs and character != "\n"})
        if missing:
            raise RenderError(f"the report's fonts lack {', '.join(map(ascii, missing))} of {key} in {name}")


def load_words(lang: str, folder: Path | None = None) -> Words:
    """The words of a language; RenderError where they are missing, or hold a character that the fonts cannot draw."""
    folder = folder or templates_folder()
    table = _read(folder / "words" / f"{lang}.toml")
    _must_be_drawable(f"{lang}.toml", table, folder)
    return Words(lang, table)


def load_glossary(folder: Path | None = None) -> list[Mapping[str, str]]:
    """The terms of the glossary: ``game`` (empty for all), and the term in each language."""
    folder = folder or templates_folder()
    table = _read(folder / "words" / "glossary.toml")
    _must_be_drawable("glossary.toml", table, folder)
    terms: list[Mapping[str, str]] = table["term"]
    return terms
