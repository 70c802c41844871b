"""The fixtures of a rule: hands that conform to it or break it, as changes to a base log of the pack."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from audit.dated import Value
from audit.errors import Fault, Place
from audit.rulebook.parameters import frozen, unfit
from audit.rulebook.section import Section
from audit.rulebook.toml_file import TomlFile, read_toml
from audit.schema import LOG_COLUMNS

EXPECTATIONS = ("conforms", "violates", "note", "indeterminate", "not_applicable", "yielded")
COLUMNS = tuple(column.name for column in LOG_COLUMNS if column.name not in ("utc_offset", "source_row"))
_SELECTORS = (
    "event",
    "seat",
    "other_seat",
    "actor",
    "person",
    "label",
    "number",
    "ref",
    "pieces",
    "hand",
    "nth",
    "every",
)


@dataclass(frozen=True)
class Change:
    """One change of a base log: ``verb`` change, remove, insert or move.

    ``pick`` selects rows; ``row`` gives cells to set or a row to insert; ``anchor`` and ``before`` say where to.
    """

    verb: str
    pick: Mapping[str, str]
    row: Mapping[str, str]
    anchor: Mapping[str, str]
    before: bool
    place: Place


@dataclass(frozen=True)
class Fixture:
    """One hand of a rule's fixtures; ``place`` is where it stands, for faults.

    ``supplied`` are parameters as a user's pack would supply them, in force on every day.
    """

    rule: str
    name: str
    expect: str
    base: str
    rows: str
    changes: tuple[Change, ...]
    day: datetime.date | None
    seat: int | None
    hand: int | None
    also: tuple[str, ...]
    observed: str | None
    expected: tuple[str, ...] | None
    money_effect: str | None
    supplied: Mapping[str, Value]
    place: Place


@dataclass(frozen=True)
class FixtureFile:
    """The fixtures of one rule, and the mutants of it that are excused as equivalent, with why and the place."""

    shown: str
    fixtures: tuple[Fixture, ...] = ()
    equivalent: Mapping[str, tuple[str, Place]] = field(default_factory=dict)


def read_fixtures(path: Path, shown: str, rule: str, faults: list[Fault]) -> FixtureFile:
    """Read the fixtures of a rule; what is malformed becomes a fault and is left out."""
    file = read_toml(path, shown, path.parent)
    if isinstance(file, Fault):
        faults.append(file)
        return FixtureFile(shown)
    section = Section(file, (), file.data, faults)
    before = len(faults)
    fixtures = [_fixture(entry, rule) for entry in section.sections("hand")]
    if "hand" not in section:
        section.fault(None, "no [[hand]]", "add hands that conform and hands that violate")
    names = [fixture.name for fixture in fixtures]
    faults.extend(
        Fault(fixture.place, f"the hand '{fixture.name}' twice", "give each hand its own name")
        for fixture in fixtures
        if names.count(fixture.name) > 1
    )
    equivalent = {}
    for entry in section.sections("equivalent"):
        equivalent[entry.text("mutant")] = (entry.text("why"), file.place(entry.path))
        entry.close()
    section.close()
    return FixtureFile(shown, () if len(faults) > before else tuple(fixtures), equivalent)


def _fixture(entry: Section, rule: str) -> Fixture:
    base, rows = entry.text("from", required=False), entry.text("rows", required=False)
    if bool(base) == bool(rows):
        entry.fault(None, "a hand needs either 'from' or 'rows'", 'name a base log, or give rows = """..."""')
    changes: list[Change] = []
    for verb in ("change", "remove", "insert", "move"):
        changes.extend(_changes(entry, verb))
    expected = entry.texts("expected") if "expected" in entry else None
    fixture = Fixture(
        rule=rule,
        name=entry.text("name"),
        expect=entry.choice("expect", EXPECTATIONS),
        base=base,
        rows=rows,
        changes=tuple(changes),
        day=entry.day("day", required=False),
        seat=entry.whole("seat"),
        hand=entry.whole("hand"),
        also=entry.texts("also"),
        observed=entry.text("observed", required=False) if "observed" in entry else None,
        expected=expected,
        money_effect=entry.text("money_effect", required=False) if "money_effect" in entry else None,
        supplied=_supplied(entry),
        place=entry.file.place(entry.path),
    )
    entry.close()
    return fixture


def _supplied(entry: Section) -> dict[str, Value]:
    raw = entry.value("supplied")
    if raw is None:
        return {}
    if not isinstance(raw, dict):
        entry.fault("supplied", "'supplied' is not a table", "write supplied = { name = value }", of_value=True)
        return {}
    wrong = next((wrong for value in raw.values() if (wrong := unfit(value, 0))), "")
    if wrong:
        entry.fault("supplied", wrong, "values are whole numbers, texts, lists and tables of these", of_value=True)
        return {}
    return {name: frozen(value) for name, value in raw.items()}


def _changes(entry: Section, verb: str) -> list[Change]:
    raw = entry.value(verb)
    if raw is None:
        return []
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        entry.fault(
            verb, f"'{verb}' is not a list of tables", f'write {verb} = [{{event = "...", ...}}]', of_value=True
        )
        return []
    changes = []
    for index, item in enumerate(raw):
        part = Section(entry.file, (*entry.path, verb, index), item, entry.faults)
        changes.append(_change(part, verb, entry.file))
    return changes


def _change(part: Section, verb: str, file: TomlFile) -> Change:
    row: dict[str, str] = {}
    anchor: dict[str, str] = {}
    if verb in ("insert", "move"):
        where = [key for key in ("after", "before") if key in part]
        if len(where) != 1:
            part.fault(None, "no one place to put the row", "give either after = {...} or before = {...}")
        anchor = _cells(part, where[0], _SELECTORS) if where else {}
    if verb == "insert":
        row = _cells(part, "row", COLUMNS)
    elif verb == "change":
        row = _cells(part, "set", COLUMNS)
    raw = {} if verb == "insert" else {key: part.value(key) for key in _SELECTORS}
    pick = {key: _cell(value) for key, value in raw.items() if value is not None}
    if verb != "insert" and not pick:
        part.fault(None, f"'{verb}' selects no row", f"say which: {', '.join(_SELECTORS[:4])} ...")
    part.close()
    return Change(verb, pick, row, anchor, "before" in part, file.place(part.path))


def _cells(part: Section, key: str, known: tuple[str, ...]) -> dict[str, str]:
    inner = part.section(key)
    if inner is None:
        if key not in part:
            part.fault(None, f"'{key}' is missing", f'add {key} = {{event = "..."}}')
        return {}
    raw = {name: inner.value(name) for name in known}
    inner.close()
    return {name: _cell(value) for name, value in raw.items() if value is not None}


def _cell(value: Any) -> str:
    """A value as a cell of the log: dates and numbers as they are written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime.date) else str(value)
