"""Typed access to one table of a TOML file: what is missing, of the wrong form or unknown becomes a fault."""

import datetime
import difflib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from audit.errors import Fault
from audit.rulebook.toml_file import KeyPath, TomlFile, day_of

LANGUAGES = ("en", "zh-Hant", "pt")


def nearest(word: str, known: Collection[str]) -> str:
    """A mend that names the known words nearest to one that is not known, or all where they are few."""
    close = difflib.get_close_matches(word, sorted(known), n=2, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(f"'{name}'" for name in close) + "?"
    if 0 < len(known) <= 12:
        return "known are " + ", ".join(f"'{name}'" for name in sorted(known))
    return "see the documentation of rule packs for what there is"


class Section:
    """One table of a file; every asked key counts as known, and ``close`` reports the others."""

    def __init__(self, file: TomlFile, path: KeyPath, data: Mapping[str, Any], faults: list[Fault]) -> None:
        self.file = file
        self.path = path
        self.data = data
        self.faults = faults
        self._asked: set[str] = set()

    def fault(self, key: str | None, found: str, mend: str, *, of_value: bool = False) -> None:
        """Note a fault at a key of this table, or at the table."""
        path = self.path if key is None else (*self.path, key)
        self.faults.append(Fault(self.file.place(path, of_value=of_value), found, mend))

    def fault_at(self, path: KeyPath, found: str, mend: str) -> None:
        """Note a fault at the value of a path below this table."""
        self.faults.append(Fault(self.file.place((*self.path, *path), of_value=True), found, mend))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def value(self, key: str) -> Any:
        """The raw value of a key, None where there is none."""
        self._asked.add(key)
        return self.data.get(key)

    def text(self, key: str, *, required: bool = True) -> str:
        """A text; empty where it is missing or refused."""
        value = self.value(key)
        if value is None:
            if required:
                self.fault(None, f"'{key}' is missing", f'add {key} = "..."')
            return ""
        if not isinstance(value, str):
            self.fault(key, f"'{key}' is not a text", "put it in quotes", of_value=True)
            return ""
        if required and not value.strip():
            self.fault(key, f"'{key}' is empty", "fill it in", of_value=True)
        if required:  # what may be left out is an expression, whose parser tells the dots by itself
            self._unfilled(key, value)
        return value

    def _unfilled(self, key: str, value: str) -> None:
        """A fault where a text is still the three dots that a new rule is begun with."""
        if value.strip() == "...":
            self.fault(key, f"'{key}' still reads '...'", "write what it is to say in place of the dots", of_value=True)

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """One of several words; the default, or the first word, where it is missing or refused."""
        fallback = default if default is not None else next(iter(choices))
        if key not in self.data and default is not None:
            self._asked.add(key)
            return default
        value = self.text(key)
        if value and value not in choices:
            mend = "it is one of " + ", ".join(f"'{name}'" for name in choices)
            self.fault(key, f"'{key}' is '{value}'", mend, of_value=True)
        return value if value in choices else fallback

    def texts(self, key: str, *, required: bool = False) -> tuple[str, ...]:
        """A list of texts; empty where it is missing or refused."""
        value = self.value(key)
        if value is None:
            if required:
                self.fault(None, f"'{key}' is missing", f'add {key} = ["..."]')
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fault(key, f"'{key}' is not a list of texts", f'write {key} = ["...", "..."]', of_value=True)
            return ()
        return tuple(value)

    def whole(self, key: str) -> int | None:
        """A whole number, None where it is missing or refused."""
        value = self.value(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(key, f"'{key}' is not a whole number", "write digits without quotes and point", of_value=True)
            return None
        if abs(value) > 10**18:
            self.fault(key, f"'{key}' is too large", "no number of a pack exceeds eighteen digits", of_value=True)
            return None
        return value

    def day(self, key: str, *, required: bool = True) -> datetime.date | None:
        """A day, None where it is missing or refused."""
        value = self.value(key)
        if value is None:
            if required:
                self.fault(None, f"'{key}' is missing", f"add {key} = 1985-05-18")
            return None
        day = day_of(value)
        if day is None:
            self.fault(key, f"'{key}' is not a day", "write it as 1985-05-18, without quotes", of_value=True)
        return day

    def languages(self, key: str, *, required: bool = True) -> dict[str, str]:
        """A text in all three languages; empty where it is missing or refused."""
        value = self.value(key)
        if value is None:
            if required:
                self.fault(None, f"'{key}' is missing", "add it in " + ", ".join(LANGUAGES))
            return {}
        if not isinstance(value, dict):
            self.fault(key, f"'{key}' is not given by language", "give it in " + ", ".join(LANGUAGES), of_value=True)
            return {}
        return translations(Section(self.file, (*self.path, key), value, self.faults))

    def sections(self, key: str) -> Iterator["Section"]:
        """The tables of an array of tables."""
        value = self.value(key)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, f"'{key}' is not a list of tables", f"write [[{key}]] before each")
            return
        for index, item in enumerate(value):
            yield Section(self.file, (*self.path, key, index), item, self.faults)

    def section(self, key: str) -> "Section | None":
        """The table of a key, None where it is missing or refused."""
        value = self.value(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.fault(key, f"'{key}' is not a table", f"write [{key}] before its keys", of_value=True)
            return None
        return Section(self.file, (*self.path, key), value, self.faults)

    def close(self) -> None:
        """Report every key that nobody asked for."""
        for key in self.data:
            if key not in self._asked:
                self.fault(key, f"'{key}' is no key of this table", nearest(key, self._asked))


def translations(section: Section) -> dict[str, str]:
    """The texts of a table of languages, all of which must stand there."""
    texts = {language: section.text(language) for language in LANGUAGES}
    section.close()
    return texts
