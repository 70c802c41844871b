"""Values of facts and of the law as people read them: money with its two digits, words as words, pieces as notation."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.dated import EPOCH, Value
from audit.rulebook.values import Readable, money_text, readable
from audit.schema import NULL, Kind, unknown

MILLISECONDS = "milliseconds"  # the unit of times, which messages tell in seconds


def day_text(day: int) -> str:
    """A count of days since 1970-01-01 as ISO 8601 writes the day; outside the calendar's years, the count."""
    try:
        return (EPOCH + datetime.timedelta(days=day)).isoformat()
    except (OverflowError, ValueError):
        return f"{day} days from {EPOCH.isoformat()}"


def time_text(milliseconds: int) -> str:
    """An instant, UTC milliseconds since 1970, as ISO 8601: ``2026-10-03T13:14:05.250Z``."""
    instant = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(milliseconds=milliseconds)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def values(
    kind: Kind, words: Sequence[str], numbers: NDArray[Any], *, game: str, persons: Sequence[str] = ()
) -> list[Readable]:
    """A column's numbers as JSON holds them; None for unknown.

    ``words`` is the vocabulary of a column of words, ``persons`` the batch's list of persons.
    """
    if numbers.dtype == np.bool_:
        return [bool(number) for number in numbers.tolist()]
    nothing = unknown(numbers.dtype)
    return [
        None if number == nothing else readable(kind, number, words=words, persons=persons, game=game)
        for number in numbers.tolist()
    ]


def law_value(value: Value | None, *, money: bool) -> Any:
    """A value of the law as JSON holds it, money as decimals; None where the law of that time is not known."""
    if isinstance(value, Mapping):
        return {key: law_value(entry, money=money) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [law_value(entry, money=money) for entry in value]
    return money_text(value) if money and isinstance(value, int) else value


def money_column(minor: NDArray[np.int64]) -> pa.Array:
    """Minor units as decimals of two digits; null where they are ``schema.NULL``."""
    parts = np.empty((len(minor), 2), np.int64)
    parts[:, 0] = minor
    parts[:, 1] = minor >> 63
    given = pa.array(minor != NULL)
    kind = pa.decimal128(19, 2)
    whole = pa.Array.from_buffers(kind, len(minor), [None, pa.py_buffer(parts.tobytes())])
    return pc.if_else(given, whole, pa.scalar(None, kind))
