"""Dated parameters of a pack: steps of value, citation and certainty, merged where a house pack adds to them."""

import re
from collections.abc import Mapping
from typing import Any

from audit.dated import Dated, Step, Value, day_number
from audit.errors import Fault
from audit.rulebook.section import Section
from audit.rulebook.toml_file import TomlFile

CERTAINTIES = ("A", "B", "C", "D")
DAY_IS = ("stated", "published", "signed", "estimated")
GREATEST = 10**15
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_DEEPEST = 6


class Parameters:
    """The parameters of the packs of one game, by name, with the file that each step came from."""

    def __init__(self, faults: list[Fault]) -> None:
        self.by_name: dict[str, Dated] = {}
        self.sections: dict[str, Section] = {}
        self.citations: list[tuple[Section, str]] = []
        self._faults = faults

    def read(self, file: TomlFile, house: str = "") -> None:
        """Read the ``[[parameter]]`` tables of a file; the steps of a ``house`` pack join those that a name has."""
        section = Section(file, (), file.data, self._faults)
        for entry in section.sections("parameter"):
            self._parameter(entry, house)
        section.close()

    def _parameter(self, entry: Section, house: str) -> None:
        name = entry.text("name")
        known = self.by_name.get(name)
        if name and not _NAME.fullmatch(name):
            entry.fault(
                "name", f"the parameter name '{name}'", "use small letters, digits and underscores", of_value=True
            )
        if known is not None and not house:
            entry.fault(
                "name", f"the parameter '{name}' a second time", "add its steps to the first one", of_value=True
            )
        unit = entry.text("unit", required=known is None)
        title = entry.languages("title", required=known is None)
        adding = house if known is not None else ""
        parts = [(part, step) for part in entry.sections("step") if (step := self._step(part, adding)) is not None]
        steps = [step for _, step in parts]
        if "step" not in entry:
            entry.fault(
                None, f"the parameter '{name}' has no step", "add [[parameter.step]] with from, value, citation"
            )
        entry.close()
        days = [step.from_day for step in steps]
        if days != sorted(set(days)):
            entry.fault("step", f"the steps of '{name}' are not in order of their days", "order them, each day once")
            return
        if known is not None:
            if unit and unit != known.unit:
                entry.fault("unit", f"the unit '{unit}'", f"the unit of '{name}' is '{known.unit}'", of_value=True)
            told = {step.from_day for step in known.steps if step.value is not None}
            for part, step in parts:
                if step.from_day in told:  # it would put a house's number in the place of the law's
                    part.fault(
                        "from", f"a value of '{name}' from that day", "the regulation has one; a house adds days"
                    )
            merged = {step.from_day: step for step in (*known.steps, *steps)}
            steps = [merged[day] for day in sorted(merged)]
            unit, title = known.unit, dict(known.title)
        if name:
            self.by_name[name] = Dated(name, unit, tuple(steps), title)
            self.sections[name] = entry

    def _step(self, part: Section, house: str) -> Step | None:
        day = part.day("from")
        certainty = part.choice("certainty", CERTAINTIES)
        day_is = part.choice("day_is", DAY_IS, "stated")
        citation = part.text("citation")
        note = part.languages("note", required=False)
        value = self._value(part)
        part.close()
        self.citations.append((part, citation))
        if day is None:
            return None
        return Step(day_number(day), value, citation, certainty, day_is, note, house)

    def _value(self, part: Section) -> Value | None:
        raw = part.value("value")
        if raw is None:
            part.fault(None, "'value' is missing", 'add value = ..., or value = "unknown"')
            return None
        if raw == "unknown":
            return None
        wrong = unfit(raw, 0)
        if wrong:
            part.fault("value", wrong, "values are whole numbers, texts, lists and tables of these", of_value=True)
            return None
        return frozen(raw)


def unfit(raw: Any, depth: int) -> str:
    """What of a raw value no parameter can hold, empty where there is nothing."""
    if depth > _DEEPEST:
        return "a value that is nested too deep"
    if isinstance(raw, dict | list):
        inner = raw.values() if isinstance(raw, dict) else raw
        return next((wrong for item in inner if (wrong := unfit(item, depth + 1))), "")
    if isinstance(raw, bool):
        return "true or false as a value"
    if isinstance(raw, int):
        return "" if abs(raw) <= GREATEST else "a number of over fifteen digits"
    if isinstance(raw, str):
        return ""
    return "a number with a point" if isinstance(raw, float) else f"a {type(raw).__name__} as a value"


def frozen(raw: Any) -> Value:
    if isinstance(raw, list):
        return tuple(frozen(item) for item in raw)
    if isinstance(raw, dict):
        table: Mapping[str, Value] = {key: frozen(item) for key, item in raw.items()}
        return table
    value: int | str = raw
    return value
