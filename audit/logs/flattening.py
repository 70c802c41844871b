"""Arrow's columns to flat arrays: a value of none where a bit is clear, the entry of a list where a code stands.

The loops choose by masks and never by branches, so that a processor does many rows at once.
"""

from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import compiles, kernel

N = TypeVar("N", bound=np.generic)


@kernel
def _fill(values: NDArray[Any], bits: NDArray[np.uint8], shift: int, none: int, out: NDArray[Any]) -> None:
    """Copy values, and put none in place of those whose bit, counted from the shift on, is clear."""
    size = len(out)
    blocks = max(0, (size >> 3) - 1)  # a block's bits reach into the next byte
    for block in range(blocks):
        byte = (np.int64(bits[block]) >> shift) | (np.int64(bits[block + 1]) << (8 - shift))
        row = block << 3
        for place in range(8):
            keep = -((byte >> place) & 1)
            out[row + place] = (values[row + place] & keep) | (none & ~keep)
    for row in range(blocks << 3, size):
        at = row + shift
        keep = -((np.int64(bits[at >> 3]) >> (at & 7)) & 1)
        out[row] = (values[row] & keep) | (none & ~keep)


@kernel
def look_up(table: NDArray[Any], codes: NDArray[np.int32], out: NDArray[Any]) -> None:
    """The entry after that of every code; a code is -1 or more, and an entry stands after it."""
    for row in range(len(codes)):
        out[row] = table[np.uint64(np.int64(codes[row]) + 1)]  # unsigned: no index is counted from the end


def filled(column: pa.Array, none: int) -> NDArray[Any]:
    """The whole numbers of a column, none where it is null; they may be the column's own where all are given."""
    if not column.null_count:
        return np.asarray(column.to_numpy())
    bits, data = column.buffers()
    kind = np.dtype(column.type.to_pandas_dtype())
    if not len(column) or kind not in (np.int8, np.int32) or not compiles():
        return np.asarray(column.fill_null(none).to_numpy())
    first, size = column.offset, len(column)
    given = np.frombuffer(bits, np.uint8)[first >> 3 : (first + size + 7) >> 3]
    out = np.empty(size, kind)
    _fill(np.frombuffer(data, kind, size, first * kind.itemsize), given, first & 7, none, out)
    return out


def looked_up(table: NDArray[N], codes: NDArray[np.int32]) -> NDArray[N]:
    """The entry of every code of a column of words in a table of its list; the table's last where there is no word."""
    if not compiles():
        return table[codes]
    out = np.empty(len(codes), table.dtype)
    look_up(np.concatenate([table[-1:], table[:-1]]), codes, out)
    return out
