"""CSV for people: money as decimals, nothing for null, no cell that a spreadsheet runs, nothing that cannot be seen."""

import csv
import json
import re
from collections.abc import Iterable
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc

# A spreadsheet runs a cell that begins so, by some settings in full width too; a plain number with its sign is none.
_FORMULA = r"^[=+\-@\t\r＝＋－＠]"
_SUSPECT = r"^[=+\-@]|[^ -~]"  # what matches this nowhere is its own cell
_NUMBER = r"^-?[0-9]+(\.[0-9]+)?$"
_SPACES = "\u00a0\u3000"  # spaces that Chinese and Portuguese typists make
_formula, _number = re.compile(_FORMULA), re.compile(_NUMBER + r"\Z")


def safe_cell(text: str) -> str:
    r"""A text as a cell: with a leading apostrophe where a spreadsheet would take it for a formula.

    What cannot be seen (controls, marks of direction, ends of lines) drives a terminal or turns text round; it is
    written as JSON writes it, ``\u202e``, so that a cell of JSON stays JSON.
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in _SPACES else json.dumps(c)[1:-1] for c in text)
    return "'" + text if _formula.match(text) and not _number.match(text) else text


def _cells(column: pa.Array) -> list[str | None]:
    kind = column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        texts: list[str | None] = pc.cast(column, pa.string()).to_pylist()
        return texts
    if not pc.any(pc.match_substring_regex(column, _SUSPECT)).as_py():
        plain: list[str | None] = column.to_pylist()
        return plain
    return [None if text is None else safe_cell(text) for text in column.to_pylist()]


def write_csv(stream: IO[str], names: Iterable[str], batches: Iterable[pa.RecordBatch]) -> int:
    """Write batches as RFC 4180 text with a header row to a stream opened with ``newline=""``; counts them.

    Dates are ISO, decimals have their two digits, null is an empty cell.
    """
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(list(names))
    count = 0
    for batch in batches:
        writer.writerows(zip(*(_cells(column) for column in batch.columns), strict=True))
        count += batch.num_rows
    return count
