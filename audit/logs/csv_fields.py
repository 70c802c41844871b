"""The fields of plain CSV records straight to codes and numbers, in one pass over their bytes.

For blocks without a quote and without a fault. Where a field does not read, the block is given up, and read again in
columns of texts (``audit.logs.csv_reading``), which finds every fault and its row.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import kernel, uncounted_kernel
from audit.logs.columns import Numbers, Words
from audit.logs.parsing import (
    DAYS_BEFORE,
    FIRST_INSTANT,
    LAST_INSTANT,
    MACAU_OFFSET,
    SEAT_NULL,
    money_of,
    time_of,
    whole_of,
)
from audit.schema import AMOUNT_LIMIT, NULL, NULL_32

SKIPPED, WORD, MONEY, WHOLE, SEAT, TIME = range(6)
_KINDS = {
    "amount": MONEY, "payout": MONEY, "fee": MONEY, "seq": WHOLE, "number": WHOLE, "seat": SEAT, "other_seat": SEAT,
    "time": TIME,
}  # fmt: skip
_SEED = np.uint64(secrets.randbits(64))  # no log can be written to fill one place of a table of words
_LEAST_TABLE = 1024


@uncounted_kernel
def _is_again(data: NDArray[np.uint8], at: int, stop: int, first: int, size: int) -> bool:
    """Whether the field at a place is the word that stands at another, which holds no comma."""
    if at + size > stop or (at + size < stop and data[at + size] != 44):
        return False
    place = 0
    while place < size and data[at + place] == data[first + place]:
        place += 1
    return place == size


@uncounted_kernel
def _hash(data: NDArray[np.uint8], at: int, stop: int, seed: np.uint64) -> tuple[int, int]:
    """The end of the field at a place, and a hash of its word that is never negative."""
    state = seed
    while at < stop:
        byte = data[at]
        if byte == 44:
            break
        state = (state ^ np.uint64(byte)) * np.uint64(0x9E3779B97F4A7C15)
        state ^= state >> np.uint64(32)
        at += 1
    return at, int(state >> np.uint64(1))


@uncounted_kernel
def _word(
    data: NDArray[np.uint8],
    at: int,
    stop: int,
    seed: np.uint64,
    column: int,
    rows: int,
    slots: int,
    table: NDArray[np.int32],
    first: NDArray[np.int64],
    length: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> tuple[int, int]:
    """The code of the word at a place, put into its column's table where it is new, and the end of the field."""
    known = column * rows
    end, slot = _hash(data, at, stop, seed)
    slot = slot & (slots - 1)
    while True:
        code = int(table[column * slots + slot])
        if code < 0:
            code = counts[column]
            table[column * slots + slot] = code
            first[known + code] = at
            length[known + code] = end - at
            counts[column] = code + 1
            return code, end
        if length[known + code] == end - at and _is_again(data, at, end, first[known + code], end - at):
            return code, end
        slot = (slot + 1) & (slots - 1)


@uncounted_kernel
def _fields(
    data: NDArray[np.uint8],
    begin: NDArray[np.int64],
    kinds: NDArray[np.int64],
    places: NDArray[np.int64],
    seed: np.uint64,
    limit: int,
    days_before: NDArray[np.int64],
    first_instant: int,
    last_instant: int,
    table: NDArray[np.int32],
    first: NDArray[np.int64],
    length: NDArray[np.int64],
    counts: NDArray[np.int64],
    codes: NDArray[np.int32],
    money: NDArray[np.int64],
    whole: NDArray[np.int32],
    seats: NDArray[np.int8],
    time: NDArray[np.int64],
    minutes: NDArray[np.int16],
) -> int:
    """Read the fields of every record; the first record of which a field does not read, -1 where all do.

    Columns of a kind lie one after the other in their array: column c of ``codes`` from c times the records on.
    """
    rows = len(begin) - 1
    slots = len(table) // max(len(counts), 1)
    for row in range(rows):
        at, stop = begin[row], begin[row + 1]
        if stop > at and data[stop - 1] == 10:
            stop -= 1
            if stop > at and data[stop - 1] == 13:
                stop -= 1
        for field in range(len(kinds)):
            if at >= stop or data[at] == 44:  # empty: the outputs hold nothing from the start
                at += 1
                continue
            kind = kinds[field]
            column = places[field]
            cell = column * rows + row
            if kind == 1:
                known = column * rows
                code = int(codes[cell - 1]) if row else -1
                if code >= 0 and _is_again(data, at, stop, first[known + code], length[known + code]):
                    end = at + length[known + code]
                else:
                    code, end = _word(data, at, stop, seed, column, rows, slots, table, first, length, counts)
                codes[cell] = code
                at = end + 1
                continue
            end = at + 1
            while end < stop and data[end] != 44:
                end += 1
            if kind == 2:
                amount, wrong = money_of(data, at, end, limit)
                money[cell] = amount
            elif kind == 3:
                number, wrong = whole_of(data, at, end)
                whole[cell] = number
            elif kind == 4:
                digit = int(data[at]) - 48
                wrong = 0 if end - at == 1 and 0 <= digit <= 9 else 1
                seats[cell] = digit
            elif kind == 5:
                instant, offset, wrong = time_of(data, at, end, days_before, first_instant, last_instant)
                time[row] = instant
                minutes[row] = offset
            else:
                wrong = 0
            if wrong:
                return row
            at = end + 1
    return -1


@kernel
def _gather(
    data: NDArray[np.uint8], first: NDArray[np.int64], offsets: NDArray[np.int32], out: NDArray[np.uint8]
) -> None:
    for word in range(len(first)):
        at = first[word]
        for place in range(offsets[word], offsets[word + 1]):
            out[place] = data[at]
            at += 1


@dataclass(frozen=True, slots=True)
class Fields:
    """The columns of a block: words by name, numbers by name, and the offsets that the times were written with."""

    words: dict[str, Words]
    numbers: dict[str, Numbers]
    offset: NDArray[np.int16]


def read_fields(
    text: bytes, begin: NDArray[np.int64], names: Sequence[str], known: Sequence[str], seed: np.uint64 = _SEED
) -> Fields | None:
    """The known columns of records without quotes (record i is ``text[begin[i]:begin[i + 1]]``, its line end included).

    Every record has as many fields as there are names. None where some field does not read as its column does.
    """
    rows = len(begin) - 1
    kinds = np.array([_KINDS.get(name, WORD) if name in known else SKIPPED for name in names], np.int64)
    of_kind = {kind: [name for name, own in zip(names, kinds, strict=True) if own == kind] for kind in range(6)}
    places = np.array([of_kind[kind].index(name) for name, kind in zip(names, kinds.tolist(), strict=True)], np.int64)
    count = len(of_kind[WORD])
    slots = max(_LEAST_TABLE, 1 << (2 * rows - 1).bit_length())
    table = np.full(count * slots, -1, np.int32)
    first, length, counts = (
        np.empty(count * rows, np.int64),
        np.empty(count * rows, np.int64),
        np.zeros(count, np.int64),
    )
    codes = np.full((count, rows), -1, np.int32)
    money = np.full((len(of_kind[MONEY]), rows), NULL, np.int64)
    whole = np.full((len(of_kind[WHOLE]), rows), NULL_32, np.int32)
    seats = np.full((len(of_kind[SEAT]), rows), SEAT_NULL, np.int8)
    time, minutes = np.full(rows, NULL, np.int64), np.full(rows, MACAU_OFFSET, np.int16)
    data = np.frombuffer(text, np.uint8)
    with np.errstate(over="ignore"):  # a hash is meant to wrap
        unread = _fields(
        data, begin, kinds, places, seed, AMOUNT_LIMIT, DAYS_BEFORE, FIRST_INSTANT, LAST_INSTANT, table, first, length,
        counts, codes.ravel(), money.ravel(), whole.ravel(), seats.ravel(), time, minutes,
    )  # fmt: skip
    if unread >= 0:
        return None
    words = {}
    for column, name in enumerate(of_kind[WORD]):
        used = slice(column * rows, column * rows + int(counts[column]))
        words[name] = Words(codes[column], _texts(data, first[used], length[used]))
    numbers = {name: Numbers(column) for name, column in zip(of_kind[MONEY], money, strict=True)}
    numbers |= {name: Numbers(column) for name, column in zip(of_kind[WHOLE], whole, strict=True)}
    numbers |= {name: Numbers(column) for name, column in zip(of_kind[SEAT], seats, strict=True)}
    return Fields(words, numbers | {"time": Numbers(time)}, minutes)


def _texts(data: NDArray[np.uint8], first: NDArray[np.int64], length: NDArray[np.int64]) -> pa.Array:
    offsets = np.zeros(len(first) + 1, np.int32)
    np.cumsum(length, out=offsets[1:])
    out = np.empty(int(offsets[-1]), np.uint8)
    _gather(data, first, offsets, out)
    return pa.StringArray.from_buffers(len(first), pa.py_buffer(offsets), pa.py_buffer(out))
