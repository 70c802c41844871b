"""The values of unfolded pages of a flat Parquet column, in the encodings that nearly all writers use.

Pages of one column stand one after the other in an array of bytes, with eight bytes to spare behind the last. What
does not read exactly as the format says is refused, never guessed at: no place outside of a page is looked at.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.kernel import kernel

SPARE = 8  # bytes behind the last page: values are taken out of eight at a time
LENGTH = 4  # bytes that tell how long the levels of a page, or a text of a dictionary, are
_LONGEST_HEAD = 5  # bytes of the head of a run
_MOST_HEAD = 1 << 32


@kernel
def varint(data: NDArray[np.uint8], at: int, stop: int) -> tuple[int, int]:
    """A number and the place after it; -1 where it breaks off, -2 where it is too long."""
    value = 0
    shift = 0
    while at < stop:
        byte = int(data[at])
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 56:
            return 0, -2
    return 0, -1


@kernel
def _head(data: NDArray[np.uint8], at: int, stop: int) -> tuple[int, int]:
    """The head of a run and the place after it, or a fault; other readers take no more than 32 bits in five bytes."""
    head, behind = varint(data, at, stop)
    return head, behind if behind - at <= _LONGEST_HEAD and head < _MOST_HEAD else -2


@kernel
def _eight(data: NDArray[np.uint8], at: int) -> int:
    """Eight bytes from a place on as a number, the first lowest; written so that a processor takes them at once."""
    return int(
        np.int64(data[np.uint64(at)])
        | (np.int64(data[np.uint64(at + 1)]) << 8)
        | (np.int64(data[np.uint64(at + 2)]) << 16)
        | (np.int64(data[np.uint64(at + 3)]) << 24)
        | (np.int64(data[np.uint64(at + 4)]) << 32)
        | (np.int64(data[np.uint64(at + 5)]) << 40)
        | (np.int64(data[np.uint64(at + 6)]) << 48)
        | (np.int64(data[np.uint64(at + 7)]) << 56)
    )


@kernel
def _backwards(data: NDArray[np.uint8], at: int) -> int:
    """Eight bytes from a place on as a number, the first highest."""
    return int(
        np.int64(data[np.uint64(at + 7)])
        | (np.int64(data[np.uint64(at + 6)]) << 8)
        | (np.int64(data[np.uint64(at + 5)]) << 16)
        | (np.int64(data[np.uint64(at + 4)]) << 24)
        | (np.int64(data[np.uint64(at + 3)]) << 32)
        | (np.int64(data[np.uint64(at + 2)]) << 40)
        | (np.int64(data[np.uint64(at + 1)]) << 48)
        | (np.int64(data[np.uint64(at)]) << 56)
    )


@kernel
def _given(data: NDArray[np.uint8], at: int, stop: int, rows: int) -> int:
    """How many of the rows of a page have a value, by its levels of one bit; -1 where they do not read."""
    given = 0
    row = 0
    while row < rows:
        head, at = _head(data, at, stop)
        count = head >> 1
        if at < 0 or count == 0:
            return -1
        if head & 1:
            if count > stop - at:
                return -1
            take = min(count << 3, rows - row)
            for step in range(0, take, 32):
                word = _eight(data, at + (step >> 3)) & ((1 << min(32, take - step)) - 1)
                word -= (word >> 1) & 0x55555555  # bits are counted in pairs, these in fours, and so on
                word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
                word = (word + (word >> 4)) & 0x0F0F0F0F
                given += ((word * 0x01010101) >> 24) & 63
            at += count
        else:
            if at >= stop or data[at] > 1:
                return -1
            take = min(count, rows - row)
            given += int(data[at]) * take
            at += 1
        row += take
    return given


@kernel
def _spread(data: NDArray[np.uint8], at: int, stop: int, values: NDArray[Any], none: int, out: NDArray[Any]) -> None:
    """Put the values where the levels, which ``_given`` has read, say that there is one; one more may be looked at.

    What stands for none and the next value are taken from a pair by the bit: a choice would be guessed at by the
    processor, and as often as not wrongly.
    """
    pair = np.zeros(2, values.dtype)
    pair[0] = none
    row = 0
    place = 0
    while row < len(out):
        head, at = varint(data, at, stop)
        count = head >> 1
        if head & 1:
            take = min(count << 3, len(out) - row)
            for eight in range(take >> 3):
                bits = int(data[np.uint64(at + eight)])
                first = row + (eight << 3)
                for step in range(8):
                    bit = (bits >> step) & 1
                    pair[1] = values[np.uint64(place)]
                    out[np.uint64(first + step)] = pair[np.uint64(bit)]
                    place += bit
            for step in range(take & ~7, take):
                bit = (int(data[np.uint64(at + (step >> 3))]) >> (step & 7)) & 1
                pair[1] = values[np.uint64(place)]
                out[np.uint64(row + step)] = pair[np.uint64(bit)]
                place += bit
            at += count
        else:
            take = min(count, len(out) - row)
            if data[at]:
                for step in range(take):
                    out[np.uint64(row + step)] = values[np.uint64(place + step)]
                place += take
            else:
                for step in range(take):
                    out[np.uint64(row + step)] = none
            at += 1
        row += take


@kernel
def _coded(
    data: NDArray[np.uint8], at: int, stop: int, table: NDArray[np.int64], listed: int, out: NDArray[Any]
) -> bool:
    """The entries of codes in runs and in bits; the table has more entries than are listed, up to a power of two."""
    if at >= stop:
        return len(out) == 0
    width = int(data[at])
    at += 1
    if width > 32 or (len(out) > 0 and (1 << width) > len(table)):
        return False
    mask = (1 << width) - 1
    row = 0
    while row < len(out):
        head, at = _head(data, at, stop)
        count = head >> 1
        if at < 0 or count == 0 or count > len(data) + len(out):
            return False
        if head & 1:
            if count * width > stop - at:
                return False
            take = min(count << 3, len(out) - row)
            most = 0
            for step in range(take):
                bit = step * width
                code = (_eight(data, at + (bit >> 3)) >> (bit & 7)) & mask
                most = max(most, code)
                out[np.uint64(row + step)] = table[np.uint64(code)]
            at += count * width
        else:
            size = (width + 7) >> 3
            if size > stop - at:
                return False
            take = min(count, len(out) - row)
            most = _eight(data, at) & ((1 << (size << 3)) - 1)
            at += size
            if most < listed:
                entry = table[most]
                for step in range(take):
                    out[np.uint64(row + step)] = entry
        if most >= listed:
            return False
        row += take
    return True


@kernel
def _plain(
    data: NDArray[np.uint8],
    at: int,
    stop: int,
    size: int,
    highest_first: bool,
    out: NDArray[Any],
    told: NDArray[np.int64],
) -> bool:
    """Whole numbers of four or eight bytes; the least and the greatest of them are told behind the first entry."""
    if len(out) * size > stop - at:
        return False
    low, high = told[1], told[2]
    for row in range(len(out)):
        if highest_first:
            value = _backwards(data, at + (row << 3))
        elif size == 8:
            value = _eight(data, at + (row << 3))
        else:
            value = ((_eight(data, at + (row << 2)) & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
        low = min(low, value)
        high = max(high, value)
        out[np.uint64(row)] = value
    told[1], told[2] = low, high
    return True


@kernel
def read_pages(
    data: NDArray[np.uint8],
    pages: NDArray[np.int64],
    skip: int,
    optional: bool,
    form: tuple[int, bool],
    table: NDArray[np.int64],
    listed: int,
    none: int,
    room: NDArray[Any],
    out: NDArray[Any],
    told: NDArray[np.int64],
) -> bool:
    """Read the rows of some pages from one on: False where something does not read.

    ``pages`` has of every page the first byte and the one behind it, the rows, and whether they are codes of the
    ``table``; ``form`` is the size of a plain number and whether its highest byte comes first. ``room`` has two rows
    and more than the longest page. ``told`` is brought up to date: how many rows have a value, bounds of plain ones.
    """
    row = -skip
    for page in range(len(pages)):
        at, stop, rows = pages[page, 0], pages[page, 1], pages[page, 2]
        given = rows
        levels = behind = at
        if optional:
            if stop - at < LENGTH:
                return False
            size = _eight(data, at) & 0xFFFFFFFF
            levels = at + LENGTH
            if size > stop - levels:
                return False
            at = behind = levels + size
            given = _given(data, levels, behind, rows)
            if given < 0:
                return False
        inside = row >= 0 and row + rows <= len(out)
        target = out[row : row + rows] if inside else room[0, :rows]
        values = target if given == rows else room[1, :given]
        if pages[page, 3]:
            if not _coded(data, at, stop, table, listed, values):
                return False
        elif not _plain(data, at, stop, form[0], form[1], values, told):
            return False
        if given < rows:
            _spread(data, levels, behind, room[1], none, target)
        if not inside:
            first, end = max(0, -row), min(rows, len(out) - row)
            for step in range(first, end):
                out[row + step] = target[step]
        told[0] += given
        row += rows
    return row >= len(out)


@kernel
def read_texts(data: NDArray[np.uint8], stop: int, starts: NDArray[np.int32], out: NDArray[np.uint8]) -> bool:
    """The texts of a plain dictionary one behind the other, and where each begins; False where they do not fill it."""
    at = 0
    size = 0
    for text in range(len(starts) - 1):
        if stop - at < LENGTH:
            return False
        length = _eight(data, at) & 0xFFFFFFFF
        at += LENGTH
        if length > stop - at - LENGTH * (
            len(starts) - text - 2
        ):  # those of the texts to come have no place in ``out``
            return False
        starts[text] = size
        for step in range(length):
            out[np.uint64(size + step)] = data[np.uint64(at + step)]
        at += length
        size += length
    starts[len(starts) - 1] = size
    return at == stop
