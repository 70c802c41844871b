"""What stands in the cells of a record batch, told for rows that are rejected."""

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pyarrow as pa

from audit.logs.csv_scanning import RECORD_LIMIT
from audit.logs.escaping import shortened

_AT_ONCE = 256  # rows of which the cells are taken together where they are asked for one after the other
_MOST_WORDS = 4_096  # of a column that are kept


class Cells:
    """The cells of a record batch, asked for by row; neighbours are quick, and a word is made once for many rows.

    The record batch is made where the first cell is asked for: of most there is none.
    """

    def __init__(self, make: Callable[[], pa.RecordBatch]) -> None:
        self._make = make
        self._words: dict[str, dict[int, Any]] = {}
        self._taken: list[tuple[Any, ...]] = []
        self._first, self._last = 0, -2

    @cached_property
    def _columns(self) -> dict[str, pa.Array]:
        batch = self._make()
        return dict(zip(batch.schema.names, batch.columns, strict=True))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._columns)}

    def found(self, name: str, row: int) -> str:
        """What stands in a column of a row; empty where there is no such column."""
        return str(self._row(row)[self._places[name]]) if name in self._places else ""

    def raw(self, row: int) -> tuple[bytes, int]:
        """A row as JSON, cells without a value left out, and the offset of a row that has none in the file."""
        given = {name: value for name, value in zip(self._columns, self._row(row), strict=True) if value is not None}
        said = json.dumps(given, ensure_ascii=False, default=str).encode("utf-8", "surrogateescape")
        return said[:RECORD_LIMIT], -1

    def _row(self, row: int) -> tuple[Any, ...]:
        """The values of a row; where the one before it was asked for last, the next ones are taken with it."""
        if not self._first <= row < self._first + len(self._taken):
            size = _AT_ONCE if row == self._last + 1 else 1
            columns = [self._values(name, column.slice(row, size)) for name, column in self._columns.items()]
            self._first, self._taken = row, list(zip(*columns, strict=True))
        self._last = row
        return self._taken[row - self._first]

    def _values(self, name: str, column: pa.Array) -> list[Any]:
        if not pa.types.is_dictionary(column.type):
            return _plain_list(column)
        known = self._words.setdefault(name, {})
        if len(known) > _MOST_WORDS:
            known.clear()
        codes = column.indices.to_pylist()
        for code in set(codes) - known.keys() - {None}:
            known[code] = _plain(column.dictionary[code])
        return [known.get(code) for code in codes]


def _plain_list(column: pa.Array) -> list[Any]:
    try:
        return [shortened(value) if isinstance(value, str) else value for value in column.to_pylist()]
    except (UnicodeDecodeError, pa.ArrowException, ValueError, OverflowError):
        return [_plain(scalar) for scalar in column]


def _plain(scalar: pa.Scalar) -> Any:
    """The value of one cell, long texts cut; bytes that are not UTF-8 as surrogates, which give them back.

    A day or time that Python cannot hold, or one in a zone that there is not, is told as its number since 1970.
    """
    try:
        value = scalar.as_py()
    except UnicodeDecodeError:
        value = scalar.as_buffer().to_pybytes().decode("utf-8", "surrogateescape")
    except (pa.ArrowException, ValueError, OverflowError):
        unit = scalar.type.unit if pa.types.is_timestamp(scalar.type) else "days"
        return f"{scalar.value} {unit} after 1970-01-01"
    return shortened(value) if isinstance(value, str) else value
