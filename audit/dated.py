"""Values of the law that change by day, as plain data below every room that needs them."""

import bisect
import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

Value = int | str | tuple["Value", ...] | Mapping[str, "Value"]

EPOCH = datetime.date(1970, 1, 1)


def day_number(day: datetime.date) -> int:
    """Days since 1970-01-01, the form in which the columns carry a gaming day."""
    return (day - EPOCH).days


@dataclass(frozen=True)
class Step:
    """One step of a dated value: from which day it holds, what it is, and who says so.

    ``value`` is None where the law of that time is not known; hands of those days are indeterminate. ``note`` is by
    language; ``pack`` names the house pack that added the step to a value of another pack, empty where none did.
    """

    from_day: int
    value: Value | None
    citation: str
    certainty: str = "A"
    day_is: str = "stated"
    note: Mapping[str, str] = field(default_factory=dict)
    pack: str = ""


@dataclass(frozen=True)
class Dated:
    """A named value of the law with its steps in order of their days; no value is borrowed from another date."""

    name: str
    unit: str
    steps: tuple[Step, ...]
    title: Mapping[str, str] = field(default_factory=dict)

    def at(self, day: int) -> Step | None:
        """The step in force on a day (days since 1970-01-01), None before the first."""
        place = bisect.bisect_right([step.from_day for step in self.steps], day)
        return self.steps[place - 1] if place else None


class Law(Protocol):
    """What a game may ask of the law: dated values by name, and the reading that was taken of an open text."""

    def parameter(self, name: str) -> Dated:
        """The dated value of that name; KeyError where the packs define none."""
        ...

    def reading(self, name: str) -> str:
        """The option taken for an open reading; KeyError where the packs list none."""
        ...
