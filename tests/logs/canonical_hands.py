"""Small logs to test with, and a form of their batches that no cut, order or file can change."""

import datetime
import decimal
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from audit.logs import Batch, LogSet, OutOfOrder, open_logs
from audit.logs.canonical import canonical_form
from audit.logs.writing import write_log
from audit.schema import ACTORS, EVENTS, NULL, NULL_32

BEGIN = datetime.datetime(2026, 10, 3, 12, tzinfo=datetime.UTC)
EVENTS_OF_A_HAND: tuple[dict[str, Any], ...] = (
    {"event": "hand_start", "seat": 3, "ref": "S12"},
    {"event": "bank", "seat": 3, "actor": "banker", "person": "P91", "amount": "20000.00"},
    {"event": "bet", "seat": 5, "actor": "player", "person": "P17", "amount": "1000.5", "label": "own"},
    {"event": "shake", "seat": 3, "actor": "banker", "pieces": "3 1 6", "number": 10, "label": "valid"},
    {"event": "deal", "seat": 5, "pieces": "6-6 1-1 4-4 1-3"},
    {"event": "set", "seat": 5, "person": "P17", "pieces": "6-6 1-1 | 4-4 1-3", "label": '#1, "front" | 天'},
    {
        "event": "settle",
        "seat": 5,
        "person": "P17",
        "amount": "1000.5",
        "payout": "-1000.5",
        "fee": "0",
        "label": "lose",
    },
    {"event": "hand_end"},
)


def hand(number: int, table: int = 1, *, game: str = "pai_gow", minutes: int | None = None) -> list[dict[str, Any]]:
    """The rows of one whole hand."""
    begin = BEGIN + datetime.timedelta(minutes=number if minutes is None else minutes)
    head = {
        "casino": "C01",
        "table_id": f"PG{table:02d}",
        "game": game,
        "gaming_day": datetime.date(2026, 10, 3),
        "hand_id": f"H{number:04d}",
        "currency": "HKD",
    }
    return [
        head | {"seq": seq, "time": begin + datetime.timedelta(seconds=seq)} | event
        for seq, event in enumerate(EVENTS_OF_A_HAND, 1)
    ]


def log(hands: int, tables: int = 1) -> list[dict[str, Any]]:
    """Whole hands of some tables, one after the other."""
    return [row for number in range(hands) for row in hand(number, number % tables + 1)]


def table_of(rows: Sequence[dict[str, Any]]) -> pa.Table:
    """Rows as a canonical table."""
    money = ("amount", "payout", "fee")
    exact = [row | {name: decimal.Decimal(row[name]) for name in money if name in row} for row in rows]
    names = dict.fromkeys(name for row in exact for name in row)
    return canonical_form(pa.table({name: [row.get(name) for row in exact] for name in names}))


def write(rows: Sequence[dict[str, Any]], path: Path) -> str:
    """Rows as a log file; its path as the reader takes it."""
    write_log(table_of(rows), path)
    return str(path)


def read(paths: Sequence[str], batch_rows: int = 1000) -> tuple[list[Batch], LogSet]:
    """All batches, by the sort where the files are out of order; the account is asserted by the reading itself."""
    logs = open_logs(paths, batch_rows=batch_rows)
    try:
        return list(logs.batches()), logs
    except OutOfOrder:
        return list(logs.sorted_batches()), logs


def canonical_hands(batches: Iterable[Batch]) -> dict[tuple[str, str], Any]:
    """What the batches say of every hand, in plain words."""
    hands: dict[tuple[str, str], Any] = {}
    for batch in batches:
        for h in range(batch.hand_count):
            first, end = int(batch.start[h]), int(batch.start[h + 1])
            key = (batch.tables[batch.table[h]].casino, batch.hand_id[h].as_py())
            assert key not in hands
            hands[key] = (
                batch.game,
                batch.tables[batch.table[h]].table_id,
                int(batch.day[h]),
                batch.currency[h].as_py(),
                int(batch.gap[h]) - first,
                tuple(row_words(batch, row) for row in range(first, end)),
            )
    return hands


def row_words(batch: Batch, row: int) -> tuple[Any, ...]:
    """One row of a batch in plain words, from its codes."""

    def word(name: str) -> str | None:
        code = int(getattr(batch, name)[row])
        return None if code < 0 else getattr(batch, f"{name}s")[code]

    def number(name: str, null: int) -> int | None:
        value = int(getattr(batch, name)[row])
        return None if value == null else value

    pieces = tuple(batch.pieces[batch.pieces_start[row] : batch.pieces_start[row + 1]].tolist())
    return (
        int(batch.seq[row]),
        int(batch.time[row]),
        int(batch.offset[row]),
        EVENTS[batch.game][batch.event[row]],
        int(batch.seat[row]),
        ACTORS[batch.actor[row]],
        int(batch.other_seat[row]),
        word("person"),
        word("label"),
        word("ref"),
        number("number", NULL_32),
        *(number(name, NULL) for name in ("amount", "payout", "fee")),
        pieces,
        int(batch.pieces_split[row]),
    )
