"""CSV for people: money as decimals, nothing for null, no cell that a spreadsheet runs, nothing that cannot be seen."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable

import pyarrow as pa
import pyarrow.compute as pc

# A spreadsheet runs a cell that begins so, by some settings in full width too; a plain number with its sign is none.
_FORMULA = r"^[=+\-@\t\r＝＋－＠]"
_SUSPECT = r"^[=+\-@]|[^ -~]"  # what matches this nowhere is its own cell
_NUMBER = r"^-?[0-9]+(\.[0-9]+)?$"
_SPACES = "\u00a0\u3000"  # spaces that Chinese and Portuguese typists make
_formula, _number = re.compile(_FORMULA), re.compile(_NUMBER + r"\Z")
_TO_QUOTE = r'[",\r\n]'
_END = "\r\n"
_PIECE = 16_384


def safe_cell(text: str) -> str:
    r"""A text as a cell: with a leading apostrophe where a spreadsheet would take it for a formula.

    What cannot be seen (controls, marks of direction, ends of lines) drives a terminal or turns text round; it is
    written as JSON writes it, ``\u202e``, so that a cell of JSON stays JSON.
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in _SPACES else json.dumps(c)[1:-1] for c in text)
    return "'" + text if _formula.match(text) and not _number.match(text) else text


def _cells(column: pa.Array) -> pa.Array:
    """A column as it stands in the file; the words of a dictionary are made into cells once."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _cells(column.dictionary).take(column.indices)
    texts = column.cast(pa.string())
    return _quoted(_safe(texts)) if pa.types.is_string(kind) or pa.types.is_large_string(kind) else texts


def _safe(texts: pa.Array) -> pa.Array:
    if not pc.any(pc.match_substring_regex(texts, _SUSPECT)).as_py():
        return texts
    each = texts.dictionary_encode()
    return pa.array([safe_cell(text) for text in each.dictionary.to_pylist()], pa.string()).take(each.indices)


def _quoted(texts: pa.Array) -> pa.Array:
    special = pc.match_substring_regex(texts, _TO_QUOTE)
    if not pc.any(special).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(special, pc.binary_join_element_wise('"', doubled, '"', ""), texts)


def write_csv(write: Callable[[bytes], object], names: Iterable[str], batches: Iterable[pa.RecordBatch]) -> int:
    """Give batches to ``write`` as RFC 4180 text in UTF-8 with a header row; counts the rows.

    Dates are ISO, decimals have their two digits, null is an empty cell.
    """
    header = io.StringIO()
    csv.writer(header, lineterminator=_END).writerow(list(names))
    write(header.getvalue().encode())
    count = 0
    for batch in batches:
        for start in range(0, batch.num_rows, _PIECE):
            write(_lines(batch.slice(start, _PIECE)))
        count += batch.num_rows
    return count


def _lines(rows: pa.RecordBatch) -> bytes:
    cells = [_cells(column) for column in rows.columns]
    ended = [*cells[:-1], pc.binary_join_element_wise(cells[-1].fill_null(""), _END, "")]
    lines = pc.binary_join_element_wise(*ended, ",", null_handling="replace", null_replacement="")
    whole: bytes = pc.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "")[0].as_buffer().to_pybytes()
    return whole
