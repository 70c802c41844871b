"""The loops over a Parquet file's bytes: headers of pages, runs and packed numbers, lists of texts.

Every byte is from outside: nothing is read past the end of what is there, and what does not read is told, not guessed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.kernel import inner_kernel, kernel

# What is kept of the header of a page, and its place there.
KIND, SIZE, COUNT, ENCODING, LEVELS, BODY, PACKED = range(7)
DATA_PAGE, DICTIONARY_PAGE = 0, 2
MOST_DEPTH = 6  # of structures in a page's header


@inner_kernel
def _varint(data: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """A whole number of up to 56 bits as its bytes tell it, and the place after it; -1 where there is none."""
    value: Any = 0
    for place in range(8):
        if at + place >= len(data):
            break
        byte = np.int64(data[at + place])
        value |= (byte & 127) << (7 * place)
        if byte < 128:
            return value, at + place + 1
    return 0, -1


@inner_kernel
def _header(data: NDArray[np.uint8], at: int, last: NDArray[np.int64], page: NDArray[np.int64]) -> int:
    """Read the header of a page in Thrift's compact form; the place after it, -1 where it is none."""
    depth = 0
    last[0] = 0
    inside = 0
    while True:
        if at < 0 or at >= len(data):
            return -1
        head = np.int64(data[at])
        at += 1
        if head == 0:  # the end of a structure
            depth -= 1
            if depth < 0:
                return at
            continue
        kind = head & 15
        if head >> 4:
            last[depth] += head >> 4
        else:
            value, at = _varint(data, at)
            last[depth] = (value >> 1) ^ -(value & 1)
            if at < 0:
                return -1
        if kind == 12:
            if depth == 0:
                inside = last[0]
            depth += 1
            if depth >= MOST_DEPTH:
                return -1
            last[depth] = 0
        elif kind == 3:
            at += 1
        elif 4 <= kind <= 6:
            value, at = _varint(data, at)
            value = (value >> 1) ^ -(value & 1)
            field = last[depth]
            if kind != 5:
                continue
            if depth == 0 and 1 <= field <= 3:
                page[0 if field == 1 else 1 if field == 2 else 6] = value
            elif depth == 1 and inside in (5, 7) and 1 <= field <= 3:
                page[1 + field] = value
        elif kind == 8:
            value, at = _varint(data, at)
            at = at + value if at >= 0 else -1
        elif kind not in (1, 2):
            return -1


@kernel
def read_headers(data: NDArray[np.uint8], rows: int, last: NDArray[np.int64], pages: NDArray[np.int64]) -> int:
    """Fill in the headers of the pages of a column that hold so many rows; how many pages, -1 where they do not."""
    at = 0
    count = 0
    found = 0
    while found < rows:
        if count == len(pages):
            return -1
        page = pages[count]
        page[:] = -1
        at = _header(data, at, last, page)
        if at < 0 or page[SIZE] < 0 or page[COUNT] < 0 or page[PACKED] < 0 or at + page[PACKED] > len(data):
            return -1
        if page[KIND] == DATA_PAGE:
            found += page[COUNT]
        elif page[KIND] != DICTIONARY_PAGE or count > 0:
            return -1
        page[BODY] = at
        at += page[PACKED]
        count += 1
    return count if found == rows else -1


@inner_kernel
def _unpack(data: NDArray[np.uint8], at: int, width: int, out: NDArray[np.int32], first: int, count: int) -> None:
    """Numbers of so many bits each, packed from the lowest bit on; all their bytes are there."""
    mask = (1 << width) - 1
    reach = 1 if width <= 8 else 2 if width <= 16 else 4  # bytes after the first that a number may lie in
    quick = max(0, min(count, ((len(data) - at - reach - 1) * 8) // max(1, width)))
    if width == 1:
        for block in range(quick >> 3):
            byte = np.int32(data[at + block])
            for place in range(8):
                out[first + (block << 3) + place] = (byte >> place) & 1
        quick &= ~7
    elif width <= 8:
        for number in range(quick):
            bit = number * width
            here = at + (bit >> 3)
            out[first + number] = ((np.int32(data[here]) | (np.int32(data[here + 1]) << 8)) >> (bit & 7)) & mask
    elif width <= 16:
        for number in range(quick):
            bit = number * width
            here = at + (bit >> 3)
            window = np.int32(data[here]) | (np.int32(data[here + 1]) << 8) | (np.int32(data[here + 2]) << 16)
            out[first + number] = (window >> (bit & 7)) & mask
    else:
        for number in range(quick):
            bit = number * width
            here = at + (bit >> 3)
            low = np.int64(data[here]) | (np.int64(data[here + 1]) << 8) | (np.int64(data[here + 2]) << 16)
            high = (np.int64(data[here + 3]) << 24) | (np.int64(data[here + 4]) << 32)
            out[first + number] = ((low | high) >> (bit & 7)) & mask
    for number in range(quick, count):
        bit = number * width
        value: Any = 0
        for place in range(5):
            here = at + (bit >> 3) + place
            if here < len(data):
                value |= np.int64(data[here]) << (8 * place)
        out[first + number] = (value >> (bit & 7)) & mask


@inner_kernel
def _runs(data: NDArray[np.uint8], at: int, end: int, width: int, out: NDArray[np.int32], count: int) -> bool:
    """Numbers in runs of one value and runs of packed ones, until there are so many; False where there are not."""
    done = 0
    if width > 31:
        return False
    while done < count:
        head, at = _varint(data, at)
        if at < 0 or at > end or head < 2:
            return False
        length = head >> 1
        if head & 1:
            take = min(length * 8, count - done)
            if at + (take * width + 7) // 8 > end:
                return False
            _unpack(data, at, width, out, done, take)
            at += length * width
        else:
            take = min(length, count - done)
            size = (width + 7) >> 3
            if at + size > end:
                return False
            value: Any = 0
            for place in range(size):
                value |= np.int64(data[at + place]) << (8 * place)
            if value >> 31:
                return False
            at += size
            for row in range(done, done + take):
                out[row] = value
        done += take
    return True


@inner_kernel
def _levels(data: NDArray[np.uint8], at: int, end: int, out: NDArray[np.int32], count: int) -> tuple[int, int]:
    """Which rows of a page are given (1) or null (0); how many are, and where their values begin, -1 if unreadable."""
    if at + 4 > end:
        return 0, -1
    size: Any = np.int64(data[at]) | np.int64(data[at + 1]) << 8
    size |= np.int64(data[at + 2]) << 16 | np.int64(data[at + 3]) << 24
    first = at + 4
    if first + size > end or not _runs(data, first, first + size, 1, out, count):
        return 0, -1
    given: Any = 0
    wrong = np.int32(0)
    for row in range(count):
        given += out[row]
        wrong |= out[row]
    return (0, -1) if wrong > 1 else (given, first + size)


@kernel
def read_levels(data: NDArray[np.uint8], out: NDArray[np.int32], count: int) -> tuple[int, int]:
    """Which rows of a page are given (1) or null (0); how many are, and where their values begin, -1 if unreadable."""
    return _levels(data, 0, len(data), out, count)


@inner_kernel
def _codes(
    data: NDArray[np.uint8],
    at: int,
    end: int,
    levels: NDArray[np.int32],
    given: int,
    dense: NDArray[np.int32],
    size: int,
    out: NDArray[np.int32],
    first: int,
    count: int,
) -> bool:
    """The codes of a page into a dictionary of that size, -1 where the row is null; False where they do not read."""
    if given == 0:
        for row in range(first, first + count):
            out[row] = -1
        return True
    width: Any = np.int64(data[at]) if at < end else np.int64(99)
    if not _runs(data, at + 1, end, width, dense, given):
        return False
    top: Any = np.int32(0)
    for row in range(given):
        top = max(top, dense[row])
    if given == count:
        for row in range(count):
            out[first + row] = dense[row]
        return bool(top < size)
    dense[given] = 0
    taken: Any = 0
    for row in range(count):
        level = np.int64(levels[row])
        out[first + row] = (np.int64(dense[taken]) & -level) | (level - 1)
        taken += level
    return bool(top < size)


@kernel
def read_codes(
    data: NDArray[np.uint8],
    ends: NDArray[np.int64],
    counts: NDArray[np.int64],
    scratch: NDArray[np.int32],
    size: int,
    out: NDArray[np.int32],
) -> int:
    """The codes of pages that stand one after the other, each with its end and its rows, into a dictionary of a size.

    A page without bytes is as the one before it. -1 stands for null; how many nulls there are, -1 for unreadable pages.
    """
    at = first = nulls = given = 0
    for page in range(len(ends)):
        end, count = ends[page], counts[page]
        if end > at:
            given, begin = _levels(data, at, end, scratch[0], count)
            if begin < 0 or not _codes(data, begin, end, scratch[0], given, scratch[1], size, out, first, count):
                return -1
        elif page == 0 or counts[page - 1] != count:
            return -1
        else:
            for row in range(first, first + count):
                out[row] = out[row - count]
        nulls += count - given
        first += count
        at = end
    return nulls


@kernel
def part_texts(data: NDArray[np.uint8], offsets: NDArray[np.int32], out: NDArray[np.uint8]) -> int:
    """Part texts that each have their length before them; how many bytes they are, -1 where they do not read."""
    at = 0
    size = 0
    for text in range(len(offsets) - 1):
        if at + 4 > len(data):
            return -1
        length: Any = (
            np.int64(data[at])
            | np.int64(data[at + 1]) << 8
            | np.int64(data[at + 2]) << 16
            | np.int64(data[at + 3]) << 24
        )
        at += 4
        if at + length > len(data):
            return -1
        offsets[text] = size
        for byte in range(length):
            out[size + byte] = data[at + byte]
        at += length
        size += length
    offsets[len(offsets) - 1] = size
    return size
