"""A TOML file of a pack: read as hostile input, with the line and column of every key and value."""

import datetime
import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from audit.errors import Fault, Place

MOST_BYTES = 1 << 20

KeyPath = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]\}\s#]+(?: \d{2}:\d{2}[^,\]\}\s#]*)?")
_SHORT_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True)
class Spot:
    """Where a key and its value begin, as offsets into the text; ``letters[i]`` is where letter i of a text stands."""

    key: int
    value: int
    letters: tuple[int, ...] = ()


@dataclass(frozen=True)
class TomlFile:
    """A parsed file of a pack: its data, its hash, and the places of what stands in it.

    ``shown`` is the path as faults print it.
    """

    shown: str
    text: str
    sha256: str
    data: dict[str, Any]

    @cached_property
    def spots(self) -> dict[KeyPath, Spot]:
        """Where every key and value stands; looked for only when a fault must be shown."""
        return dict(_Scanner(self.text).statements())

    def place(self, path: KeyPath, *, of_value: bool = False, letter: int | None = None) -> Place:
        """The place of a key, its value or one letter of its text; of the nearest outer key where it has none."""
        while path and path not in self.spots:
            path = path[:-1]
        if not path:
            return Place(self.shown, 1, 1)
        spot = self.spots[path]
        at = spot.value if of_value else spot.key
        if letter is not None and spot.letters:
            at = spot.letters[min(letter, len(spot.letters) - 1)]
        return self._place_at(at)

    def _place_at(self, at: int) -> Place:
        line_start = self.text.rfind("\n", 0, at) + 1
        return Place(self.shown, self.text.count("\n", 0, at) + 1, at - line_start + 1)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a file that was found below a folder, through no linked folder, is no link that leaves it."""
    return not path.is_symlink() or path.resolve().is_relative_to(root.resolve())


def read_toml(path: Path, shown: str, root: Path) -> TomlFile | Fault:
    """Read one file of a pack, or the fault for which it is refused.

    Refused are links that leave ``root``, files over one MiB, bytes that are not UTF-8, and what is not TOML.
    """
    place = Place(shown)
    if not is_inside(path, root):
        return Fault(place, "a link that leaves the pack's folder", "put the file itself into the folder")
    if not path.is_file():  # a pipe would be waited for
        return Fault(place, "a folder, a pipe or a link to nothing", "a name that ends in .toml is a file's")
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        return Fault(place, f"the file cannot be read ({error.strerror})", "make it a readable file")
    if len(raw) > MOST_BYTES:
        return Fault(place, "the file is larger than one MiB", "split it; no rule or list needs that much")
    return parse_toml(raw, shown)


def parse_toml(raw: bytes, shown: str) -> TomlFile | Fault:
    """Parse the bytes of one file, or the fault for which they are refused."""
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        return Fault(Place(shown, line, column), "bytes that are not UTF-8", "save the file as UTF-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _syntax_fault(str(error), text, shown)
    except (RecursionError, ValueError):
        return Fault(Place(shown, 1, 1), "values nested too deep or numbers too long", "write it flatter")
    return TomlFile(shown, text, hashlib.sha256(raw).hexdigest(), data)


def _syntax_fault(message: str, text: str, shown: str) -> Fault:
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if found is None:
        return Fault(Place(shown, 1, 1), f"not TOML: {message}", "see toml.io for the form")
    words = message[: found.start()]
    line, column = (text.count("\n") + 1, 1) if found[1] is None else (int(found[1]), int(found[2]))
    place = Place(shown, line, column)
    return Fault(place, f"not TOML: {words[0].lower()}{words[1:]}", "mend the line; texts stand in quotes")


class _Scanner:
    """Walks over a text that tomllib has accepted and says where every key and value stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._counts: dict[KeyPath, int] = {}

    def statements(self) -> Iterator[tuple[KeyPath, Spot]]:
        table: KeyPath = ()
        while self._skip(" \t\n\r"):
            start = self.at
            if self.text[start] == "[":
                table = self._header()
                yield table, Spot(start, start)
            else:
                yield from self._pair(table)

    def _skip(self, blanks: str) -> bool:
        """Pass blanks and comments; False at the end of the text."""
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif letter in blanks:
                self.at += 1
            else:
                return True
        return False

    def _header(self) -> KeyPath:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        names = self._dotted()
        self.at += 2 if many else 1
        path = self._resolved(names[:-1])
        if many:
            outer = (*path, names[-1])
            self._counts[outer] = self._counts.get(outer, -1) + 1
            return (*outer, self._counts[outer])
        return self._resolved(names)

    def _resolved(self, names: list[str]) -> KeyPath:
        """The path with the index of the last element of every array of tables that it runs through."""
        path: KeyPath = ()
        for name in names:
            path = (*path, name)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _dotted(self) -> list[str]:
        names = []
        while True:
            self._skip(" \t")
            names.append(self._name())
            self._skip(" \t")
            if self.at >= len(self.text) or self.text[self.at] != ".":
                return names
            self.at += 1

    def _name(self) -> str:
        if self.text[self.at] in "\"'":
            letters, _ = self._string()
            return letters
        found = _BARE.match(self.text, self.at)
        if found is None:
            raise AssertionError("tomllib accepted a key that the scanner cannot read")
        self.at = found.end()
        return found[0]

    def _pair(self, table: KeyPath) -> Iterator[tuple[KeyPath, Spot]]:
        start = self.at
        path = (*table, *self._dotted())
        self.at += 1  # the equals sign
        self._skip(" \t")
        yield from self._value(path, start)

    def _value(self, path: KeyPath, key: int) -> Iterator[tuple[KeyPath, Spot]]:
        start = self.at
        letter = self.text[start]
        if letter in "\"'":
            _, places = self._string()
            yield path, Spot(key, start, tuple(places))
        elif letter == "[":
            yield path, Spot(key, start)
            yield from self._array(path)
        elif letter == "{":
            yield path, Spot(key, start)
            yield from self._inline(path)
        else:
            found = _SCALAR.match(self.text, start)
            if found is None:
                raise AssertionError("tomllib accepted a value that the scanner cannot read")
            self.at = found.end()
            yield path, Spot(key, start)

    def _array(self, path: KeyPath) -> Iterator[tuple[KeyPath, Spot]]:
        self.at += 1
        index = 0
        while self._skip(" \t\n\r,") and self.text[self.at] != "]":
            yield from self._value((*path, index), self.at)
            index += 1
        self.at += 1

    def _inline(self, path: KeyPath) -> Iterator[tuple[KeyPath, Spot]]:
        self.at += 1
        while self._skip(" \t\n\r,") and self.text[self.at] != "}":
            yield from self._pair(path)
        self.at += 1

    def _string(self) -> tuple[str, list[int]]:
        """The text of the string that begins here, and where in the file each of its letters stands, its end too."""
        quote = self.text[self.at]
        long = self.text.startswith(quote * 3, self.at)
        fence = quote * 3 if long else quote
        self.at += len(fence)
        if long and self.text.startswith("\n", self.at):
            self.at += 1
        letters: list[str] = []
        places: list[int] = []
        while not self._ends(fence, long):
            place = self.at
            letter = self._escape() if quote == '"' and self.text[place] == "\\" else self._plain()
            letters.append(letter)
            places.extend([place] * len(letter))
        places.append(self.at)
        self.at += len(fence)
        return "".join(letters), places

    def _ends(self, fence: str, long: bool) -> bool:
        if not self.text.startswith(fence, self.at):
            return False
        return not (long and self.text.startswith(fence[0], self.at + 3))  # up to two quotes may stand before the fence

    def _plain(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def _escape(self) -> str:
        mark = self.text[self.at + 1]
        if mark in _SHORT_ESCAPES:
            self.at += 2
            return _SHORT_ESCAPES[mark]
        if mark in "uU":
            size = 4 if mark == "u" else 8
            digits = self.text[self.at + 2 : self.at + 2 + size]
            self.at += 2 + size
            return chr(int(digits, 16))
        self.at += 1  # a line that ends in a backslash joins the next one
        while self.at < len(self.text) and self.text[self.at] in " \t\n":
            self.at += 1
        return ""


def day_of(value: Any) -> datetime.date | None:
    """The day that a TOML value is, None where it is no plain date (a date with a time is none)."""
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    return None
