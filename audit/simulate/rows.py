"""A simulated log under way: rows as the dealer's terminal would write them, then columns of the canonical log."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from audit.schema import LOG_COLUMNS

Row = dict[str, Any]

MACAU = 480  # minutes ahead of UTC
_MONEY = ("amount", "payout", "fee")


@dataclass
class HandLog:
    """The rows of one hand in the making; amounts are minor units, ``wait`` the seconds before a row.

    ``seq`` and ``time`` are given when the hand is finished, so rows may be put in, moved and taken out before.
    """

    casino: str
    table_id: str
    game: str
    gaming_day: datetime.date
    hand_id: str
    currency: str
    rows: list[Row] = field(default_factory=list)

    def add(self, event: str, **columns: Any) -> Row:
        """Put a row at the end of the hand and give it back."""
        row: Row = {"event": event, **columns}
        self.rows.append(row)
        return row

    def find(self, event: str, **columns: Any) -> list[Row]:
        """All rows of a kind of event whose columns have the given values, in order."""
        return [
            row
            for row in self.rows
            if row["event"] == event and all(row.get(name) == value for name, value in columns.items())
        ]

    def one(self, event: str, **columns: Any) -> Row:
        """The first such row; LookupError where there is none."""
        found = self.find(event, **columns)
        if not found:
            raise LookupError(f"no {event} row with {columns} in hand {self.hand_id}")
        return found[0]

    def place(self, row: Row) -> int:
        """Where a row stands, by identity: rows that look alike are still two."""
        return next(at for at, other in enumerate(self.rows) if other is row)

    def put_after(self, row: Row, event: str, **columns: Any) -> Row:
        """Put a new row right behind another."""
        new: Row = {"event": event, **columns}
        self.rows.insert(self.place(row) + 1, new)
        return new

    def put_before(self, row: Row, event: str, **columns: Any) -> Row:
        """Put a new row right before another."""
        new: Row = {"event": event, **columns}
        self.rows.insert(self.place(row), new)
        return new

    def move_after(self, row: Row, other: Row) -> None:
        """Take a row out and put it right behind another."""
        del self.rows[self.place(row)]
        self.rows.insert(self.place(other) + 1, row)

    def drop(self, rows: Iterable[Row]) -> None:
        """Take rows out."""
        gone = {id(row) for row in rows}
        self.rows = [row for row in self.rows if id(row) not in gone]

    def finish(self, start: int, rng: Random) -> int:
        """Number the rows and give them times from ``start`` (UTC milliseconds) on; the time after the last row."""
        now = start
        for seq, row in enumerate(self.rows, 1):
            now += 1000 * row.pop("wait", 0) + rng.randrange(400, 3000)
            row["seq"], row["time"] = seq, now
        return now


def _decimals(values: list[int | None]) -> pa.Array:
    """Minor units as decimal(18, 2), exact: a decimal is its count of minor units in 128 bits."""
    low = np.array([0 if value is None else value for value in values], np.int64)
    words = np.empty((len(low), 2), np.int64)
    words[:, 0], words[:, 1] = low, low >> 63
    known = pa.array([value is not None for value in values]).buffers()[1]
    return pa.Array.from_buffers(pa.decimal128(18, 2), len(low), [known, pa.py_buffer(words)])


_ARROW = {
    "string": pa.string(),
    "date32": pa.date32(),
    "int32": pa.int32(),
    "int16": pa.int16(),
    "int8": pa.int8(),
    "int64": pa.int64(),
    "timestamp[ms, UTC]": pa.timestamp("ms", tz="UTC"),
    "decimal(18, 2)": pa.decimal128(18, 2),
}


def canonical_table(hands: Sequence[HandLog]) -> pa.Table:
    """The rows of finished hands as a table in the canonical log's columns."""
    rows = [row for hand in hands for row in hand.rows]
    counts = [len(hand.rows) for hand in hands]
    columns = []
    for column in LOG_COLUMNS:
        kind = _ARROW[column.arrow]
        if column.name in ("casino", "table_id", "game", "gaming_day", "hand_id", "currency"):
            values: list[Any] = [getattr(hand, column.name) for hand in hands]
            columns.append(pa.array(np.repeat(np.array(values, object), counts).tolist(), kind))
        elif column.name == "utc_offset":
            columns.append(pa.array([MACAU] * len(rows), kind))
        elif column.name in _MONEY:
            columns.append(_decimals([row.get(column.name) for row in rows]))
        else:
            columns.append(pa.array([row.get(column.name) for row in rows], kind))
    return pa.table(columns, [column.name for column in LOG_COLUMNS])
