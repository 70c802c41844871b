r"""The records of a CSV stream, each by itself: one that is broken never takes its neighbour with it.

A record ends at a line feed outside quotes (RFC 4180; ``\r\n`` is one line end). Where a quote does not close, only
the line that opened it is rejected: lines are joined only if together they give exactly the header's number of
fields and none of those swallowed would be a good record by itself.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import kernel

RECORD_LIMIT = 1 << 20
_LEAST_RECORD = 32  # bytes: more records than one in so many are taken in a second round

GOOD, WRONG_FIELDS, QUOTE, TOO_LONG, CARRIAGE_RETURN, NUL, BLANK, NOT_UTF8, INCOMPLETE = range(9)

RECORD_CODES = {
    WRONG_FIELDS: "LOG-fields",
    QUOTE: "LOG-quote",
    TOO_LONG: "LOG-record-size",
    CARRIAGE_RETURN: "LOG-carriage-return",
    NUL: "LOG-nul",
    NOT_UTF8: "LOG-utf8",
}

_CLASS = np.zeros(256, np.uint8)
for _place, _byte in enumerate(b',"\n\r\0', 1):
    _CLASS[_byte] = _place


@kernel
def _line_end(data: NDArray[np.uint8], at: int, size: int) -> int:
    """The place after the next line feed, size where there is none."""
    while at < size:
        if data[at] == 10:
            return at + 1
        at += 1
    return size


@kernel
def _record(
    data: NDArray[np.uint8], at: int, size: int, at_end: bool, limit: int, classes: NDArray[np.uint8]
) -> tuple[int, int, int, int]:
    """End, lines, fields and state (GOOD, QUOTE, ...) of the record at a place, taken by the letter of RFC 4180."""
    start = at
    field = 0  # 0: at a field's start, 1: in a bare field, 2: in quotes, 3: after the closing quote
    fields = 1
    lines = 1
    state = GOOD
    stop = size if size - start <= limit else start + limit + 1
    while at < stop:
        kind = classes[data[at]]
        at += 1
        if kind == 0:
            if field == 0:
                field = 1
            elif field == 3:
                return at, lines, fields, QUOTE
        elif kind == 1:
            if field != 2:
                fields += 1
                field = 0
        elif kind == 3:
            if field != 2:
                return at, lines, fields, state
            lines += 1
        elif kind == 2:
            if field == 1:
                return at, lines, fields, QUOTE
            field = 2 if field in (0, 3) else 3
        elif kind == 4:
            if field != 2:
                if at == size and not at_end:
                    return start, lines, fields, INCOMPLETE
                if at == size or data[at] != 10:
                    state = CARRIAGE_RETURN
        elif state == GOOD:
            state = NUL
    if stop < size or size - start > limit:
        return at, lines, fields, TOO_LONG if lines == 1 else QUOTE
    if not at_end:
        return start, lines, fields, INCOMPLETE
    return at, lines, fields, QUOTE if field == 2 else state


@kernel
def _plain_line(data: NDArray[np.uint8], at: int, size: int, limit: int) -> tuple[int, int]:
    """End and fields of a line without quotes, NUL or lone CR; an end of -1 where it is not such a line, or no line."""
    stop = size if size - at <= limit else at + limit + 1
    fields = 1
    while at < stop:
        byte = data[at]
        at += 1
        if byte > 44:
            continue
        if byte == 44:
            fields += 1
        elif byte == 10:
            return at, fields
        elif byte in (34, 0) or (byte == 13 and (at == size or data[at] != 10)):
            break
    return -1, fields


@kernel
def _swallows(data: NDArray[np.uint8], at: int, end: int, wanted: int, limit: int, classes: NDArray[np.uint8]) -> bool:
    """Whether one of the whole lines inside a joined record is a good record by itself."""
    at = _line_end(data, at, end)
    while at < end:
        stop = _line_end(data, at, end)
        if stop == end:
            return False
        _, lines, fields, state = _record(data, at, stop, True, limit, classes)
        if state == GOOD and lines == 1 and fields == wanted:
            return True
        at = stop
    return False


@kernel
def _scan(
    data: NDArray[np.uint8],
    at: int,
    size: int,
    at_end: bool,
    wanted: int,
    limit: int,
    classes: NDArray[np.uint8],
    begin: NDArray[np.int64],
    lines_of: NDArray[np.int32],
    fields_of: NDArray[np.int32],
    state_of: NDArray[np.uint8],
) -> tuple[int, int]:
    """Records from a place on, to the last complete one: how many, and where the next begins."""
    count = 0
    while at < size and count < len(begin):
        lines = 1
        state = GOOD
        end, fields = _plain_line(data, at, size, limit)
        if end < 0:
            end, lines, fields, state = _record(data, at, size, at_end, limit, classes)
        if state == INCOMPLETE:
            break
        if lines > 1 and state == GOOD and (fields != wanted or _swallows(data, at, end, wanted, limit, classes)):
            state = QUOTE
        if lines > 1 and state != GOOD:
            lines = 1
            state = QUOTE
        if state in (QUOTE, TOO_LONG):
            lines = 1
            end = _line_end(data, at, size)
            if end == size and not at_end and data[size - 1] != 10:
                break
            if end - at > limit + 1:
                state = TOO_LONG
        elif state == GOOD and fields != wanted:
            bare = end - at
            blank = bare == 0 or (bare == 1 and data[at] == 10) or (bare == 2 and data[at] == 13 and data[at + 1] == 10)
            state = BLANK if blank else WRONG_FIELDS
        begin[count] = at
        lines_of[count] = lines
        fields_of[count] = fields
        state_of[count] = state
        count += 1
        at = end
    return count, at


@dataclass(frozen=True, slots=True)
class Block:
    """Complete records of a stream: record i is ``data[begin[i]:begin[i + 1]]``, its line end included.

    ``line[i]`` is the line on which it begins, counted from 1, ``offset`` the place of ``data`` in the stream;
    of a record that is too long only the head is held.
    """

    data: bytes
    offset: int
    begin: NDArray[np.int64]
    line: NDArray[np.int64]
    fields: NDArray[np.int32]
    state: NDArray[np.uint8]
    multiline: bool

    def raw(self, record: int) -> bytes:
        """The bytes of a record without its line end, at most ``RECORD_LIMIT`` of them."""
        text = self.data[self.begin[record] : self.begin[record + 1]]
        if text.endswith(b"\n"):
            text = text[:-2] if text.endswith(b"\r\n") else text[:-1]
        return text[:RECORD_LIMIT]

    def place(self, record: int) -> int:
        """The offset of a record in the stream."""
        return self.offset + int(self.begin[record])


def scan_records(
    read: Callable[[int], bytes], fields: int, block_bytes: int, offset: int = 0, line: int = 1, head: bytes = b""
) -> Iterator[Block]:
    """The records of a stream, block by block; ``head`` are bytes already read, which begin at ``offset``."""
    held = head
    at_end = full = False
    while not at_end or held:
        if not at_end and not full:
            more = read(block_bytes)
            at_end = not more
            held = held + more if held else more
        if not held:
            return
        block, used = _block(held, at_end, fields, offset, line)
        left = held[used:]
        full = used > 0 and len(block.state) == len(held) // _LEAST_RECORD + 16
        if not used and len(held) > RECORD_LIMIT and b"\n" not in held:
            block, used, left = _overlong(held, read, offset, line)
        if used:
            yield block
            line = int(block.line[-1])
            offset += used
        held = left


def _block(held: bytes, at_end: bool, fields: int, offset: int, line: int) -> tuple[Block, int]:
    """The complete records at the head of the bytes held, and how many bytes they take."""
    data = np.frombuffer(held, np.uint8)
    most = len(held) // _LEAST_RECORD + 16
    begin = np.empty(most + 1, np.int64)
    lines, count_of_fields = np.empty(most, np.int32), np.empty(most, np.int32)
    state = np.empty(most, np.uint8)
    count, used = _scan(
        data, 0, len(held), at_end, fields, RECORD_LIMIT, _CLASS, begin[:most], lines, count_of_fields, state
    )
    begin[count] = used
    line_of = np.empty(count + 1, np.int64)
    line_of[0] = line
    np.cumsum(lines[:count], out=line_of[1:])
    line_of[1:] += line
    multiline = bool((lines[:count] > 1).any())
    block = Block(held, offset, begin[: count + 1], line_of, count_of_fields[:count], state[:count], multiline)
    return _mark_utf8(block, used), used


def _mark_utf8(block: Block, used: int) -> Block:
    """Mark the records that are not UTF-8."""
    if block.data.isascii() or _is_utf8(block.data, used):
        return block
    data = block.data[:used]
    at = 0
    while at < used:
        try:
            data[at:].decode("utf-8")
            break
        except UnicodeDecodeError as error:
            record = int(np.searchsorted(block.begin, at + error.start, side="right")) - 1
            if block.state[record] == GOOD:
                block.state[record] = NOT_UTF8
            at = int(block.begin[record + 1])
    return block


def _is_utf8(data: bytes, used: int) -> bool:
    offsets = np.array([0, used], np.int32)
    text = pa.StringArray.from_buffers(1, pa.py_buffer(offsets), pa.py_buffer(data))
    try:
        text.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _overlong(held: bytes, read: Callable[[int], bytes], offset: int, line: int) -> tuple[Block, int, bytes]:
    """A line that is longer than any record may be, read past in pieces; only its head is held."""
    size = len(held)
    kept = held[:RECORD_LIMIT]
    rest = b""
    while more := read(RECORD_LIMIT):
        end = more.find(b"\n")
        if end >= 0:
            size += end + 1
            rest = more[end + 1 :]
            break
        size += len(more)
    block = Block(
        kept,
        offset,
        np.array([0, size], np.int64),
        np.array([line, line + 1], np.int64),
        np.zeros(1, np.int32),
        np.array([TOO_LONG], np.uint8),
        False,
    )
    return block, size, rest
