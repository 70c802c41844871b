"""Rows of codes back to the canonical log: the table that evidence keeps, and the text of a single row."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.logs.columns import Places, Rows, Words
from audit.schema import ACTORS, EVENTS, GAMES, LOG_COLUMNS, NULL, NULL_32

WORD_TYPE = pa.dictionary(pa.int32(), pa.string())

_TYPES = {
    "string": pa.string(),
    "date32": pa.date32(),
    "int32": pa.int32(),
    "int16": pa.int16(),
    "int8": pa.int8(),
    "int64": pa.int64(),
    "timestamp[ms, UTC]": pa.timestamp("ms", "UTC"),
    "decimal(18, 2)": pa.decimal128(18, 2),
}

CANONICAL_SCHEMA = pa.schema([(column.name, _TYPES[column.arrow]) for column in LOG_COLUMNS])
BATCH_SCHEMA = pa.schema(
    [(field.name, WORD_TYPE if field.type == pa.string() else field.type) for field in CANONICAL_SCHEMA]
)

_TOLD_AT_ONCE = 256  # rows as JSON


def _bits(given: NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(given, bitorder="little"))


def word_array(code: NDArray[np.int32], values: pa.Array) -> pa.DictionaryArray:
    """A dictionary array of codes (negative: null) into values."""
    given = code >= 0
    if given.all():
        return pa.DictionaryArray.from_arrays(pa.array(code), values)
    buffers = [_bits(given), pa.py_buffer(np.ascontiguousarray(code))]
    indices = pa.Array.from_buffers(pa.int32(), len(code), buffers)
    return pa.DictionaryArray.from_arrays(indices, values)


def money_array(minor: NDArray[np.int64]) -> pa.Array:
    """Minor units (``schema.NULL``: null) as decimal(18, 2)."""
    wide = np.empty((len(minor), 2), np.int64)
    wide[:, 0] = minor
    wide[:, 1] = minor >> 63
    given = minor != NULL
    bits = None if given.all() else _bits(given)
    return pa.Array.from_buffers(pa.decimal128(18, 2), len(minor), [bits, pa.py_buffer(wide)])


def _number_array(value: NDArray[Any], null: int | None, kind: pa.DataType) -> pa.Array:
    given = None if null is None else value != null
    bits = None if given is None or given.all() else _bits(given)
    return pa.Array.from_buffers(kind, len(value), [bits, pa.py_buffer(np.ascontiguousarray(value))])


def _listed(code: NDArray[Any], texts: Sequence[str], empty: int) -> pa.DictionaryArray:
    """Codes into a fixed list of texts, ``empty`` being the code of none."""
    code = code.astype(np.int32)
    code[code == empty] = -1
    return word_array(code, pa.array(texts, pa.string()))


def canonical_table(game: str, rows: Rows, places: Places) -> pa.Table:
    """Rows of one game as the canonical log has them, words as dictionaries."""

    def words(name: str) -> pa.DictionaryArray:
        column: Words = rows.words[name]
        return word_array(column.code, column.values)

    table = rows["table"]
    used, inverse = np.unique(table, return_inverse=True)
    place: NDArray[np.int32] = inverse.astype(np.int32)
    keys = [places.tables[number] for number in used.tolist()]
    columns = {
        "casino": word_array(place, pa.array([key.casino for key in keys], pa.string())),
        "table_id": word_array(place, pa.array([key.table_id for key in keys], pa.string())),
        "game": word_array(np.zeros(len(rows), np.int32), pa.array([game], pa.string())),
        "gaming_day": _number_array(rows["day"], NULL_32, pa.date32()),
        "hand_id": words("hand_id"),
        "seq": _number_array(rows["seq"], None, pa.int32()),
        "time": _number_array(rows["time"], None, pa.timestamp("ms", "UTC")),
        "utc_offset": _number_array(rows["offset"], None, pa.int16()),
        "event": _listed(rows["event"], EVENTS[game], -1),
        "seat": _number_array(rows["seat"], 0, pa.int8()),
        "actor": _listed(rows["actor"], ACTORS, 0),
        "person": words("person"),
        "other_seat": _number_array(rows["other_seat"], 0, pa.int8()),
        "pieces": words("pieces"),
        "number": _number_array(rows["number"], NULL_32, pa.int32()),
        "amount": money_array(rows["amount"]),
        "payout": money_array(rows["payout"]),
        "fee": money_array(rows["fee"]),
        "label": words("label"),
        "ref": words("ref"),
        "currency": _listed(rows["currency"], places.currencies, -1),
        "source_row": _number_array(rows["source_row"], None, pa.int64()),
    }
    return pa.table([columns[field.name] for field in BATCH_SCHEMA], schema=BATCH_SCHEMA)


class CanonicalRows:
    """The canonical rows of a batch as a table that is made when it is asked for: evidence needs few of them.

    ``take`` and ``slice`` make only their rows; every other use is that of the whole ``pa.Table``.
    """

    def __init__(self, game: str, rows: Rows, places: Places) -> None:
        self._game, self._rows, self._places = game, rows, places
        self._table: pa.Table | None = None

    @property
    def num_rows(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def take(self, indices: pa.Array) -> pa.Table:
        """The rows at some indices."""
        return canonical_table(self._game, self._rows.take(np.asarray(indices, np.int64)).compact(), self._places)

    def slice(self, offset: int = 0, length: int | None = None) -> pa.Table:
        """The rows from a place on."""
        end = len(self._rows) if length is None else offset + length
        return canonical_table(self._game, self._rows.take(slice(offset, end)), self._places)

    def __getattr__(self, name: str) -> Any:
        if self._table is None:
            self._table = canonical_table(self._game, self._rows, self._places)
        return getattr(self._table, name)


def row_texts(rows: Rows, index: NDArray[np.int64], places: Places) -> Iterator[bytes]:
    """Some rows as JSON, one by one, for files that hold no text of their own; few are held at a time."""
    for first in range(0, len(index), _TOLD_AT_ONCE):
        some = rows.take(index[first : first + _TOLD_AT_ONCE])
        for begin, end in pairwise([0, *(np.flatnonzero(np.diff(some["game"])) + 1).tolist(), len(some)]):
            part = some.take(slice(begin, end))
            for record in canonical_table(GAMES[int(part["game"][0])], part, places).to_pylist():
                given = {name: value for name, value in record.items() if value is not None}
                yield json.dumps(given, ensure_ascii=False, default=str).encode("utf-8")


def canonical_form(rows: pa.Table) -> pa.Table:
    """The rows with all columns of the log in their order and types; columns that they lack are null."""
    columns = []
    for field in BATCH_SCHEMA:
        if field.name not in rows.schema.names:
            columns.append(pa.nulls(rows.num_rows, field.type))
            continue
        column = rows.column(field.name)
        if pa.types.is_dictionary(field.type) and not pa.types.is_dictionary(column.type):
            column = column.cast(pa.string()).dictionary_encode()
        columns.append(column.cast(field.type))
    return pa.table(columns, schema=BATCH_SCHEMA)
