"""Strict reading of texts as numbers: money, whole numbers, times and days; what does not read is a fault, never 0."""

import datetime
import re
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.columns import Numbers, Words
from audit.schema import AMOUNT_LIMIT, NULL, NULL_32

FIRST_INSTANT = 473_385_600_000  # 1985-01-01T00:00Z in milliseconds: the oldest of the instruments is of that year
LAST_INSTANT = 4_133_980_800_000  # 2101-01-01T00:00Z
FIRST_DAY = FIRST_INSTANT // 86_400_000
LAST_DAY = LAST_INSTANT // 86_400_000
MACAU_OFFSET = 480
SEAT_NULL = -128

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SEAT = re.compile(r"[0-9]{1,2}")
DAYS_BEFORE = np.array([0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365], np.int64)


def text_buffers(texts: pa.Array) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]]:
    """Offsets (N + 1), bytes, and which are given, of a string column."""
    column = texts.cast(pa.large_string())
    buffers = column.buffers()
    offsets = np.frombuffer(buffers[1], np.int64)[column.offset : column.offset + len(column) + 1]
    data = np.frombuffer(buffers[2], np.uint8) if buffers[2] is not None else np.zeros(0, np.uint8)
    given = np.ones(len(column), np.bool_) if not column.null_count else column.is_valid().to_numpy(False)
    if not len(offsets):
        offsets = np.zeros(1, np.int64)
    return offsets, data, given


@kernel
def money_of(data: NDArray[np.uint8], at: int, end: int, limit: int) -> tuple[int, int]:
    """Minor units of the text in data[at:end], which is not empty, and its fault: 0 none, 1 no amount, 2 too large."""
    negative = data[at] == 45
    if negative:
        at += 1
    total = 0
    whole = 0
    while at < end and 48 <= data[at] <= 57:
        if whole < 17:
            total = total * 10 + (int(data[at]) - 48)
        whole += 1
        at += 1
    places = 0
    if whole and at < end and data[at] == 46:
        at += 1
        while at < end and 48 <= data[at] <= 57 and places < 3:
            if places < 2 and whole < 17:
                total = total * 10 + (int(data[at]) - 48)
            places += 1
            at += 1
        if places == 0:
            places = 3
    if whole == 0 or at != end or places > 2:
        return 0, 1
    if whole < 17:
        for _ in range(places, 2):
            total *= 10
    if whole >= 17 or total > limit:
        return 0, 2
    return -total if negative else total, 0


@kernel
def _money(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    given: NDArray[np.bool_],
    limit: int,
    value: NDArray[np.int64],
    fault: NDArray[np.uint8],
) -> int:
    faults = 0
    for row in range(len(value)):
        at, end = offsets[row], offsets[row + 1]
        if not given[row] or at == end:
            continue
        amount, wrong = money_of(data, at, end, limit)
        fault[row] = wrong
        if wrong:
            faults += 1
        else:
            value[row] = amount
    return faults


def read_money(texts: pa.Array) -> Numbers:
    """Exact decimals of at most two places as minor units (int64, ``schema.NULL`` where empty)."""
    offsets, data, given = text_buffers(texts)
    value = np.full(len(texts), NULL, np.int64)
    fault = np.zeros(len(texts), np.uint8)
    faults = _money(offsets, data, given, AMOUNT_LIMIT, value, fault)
    return Numbers(value, fault if faults else None, ("", "LOG-amount", "LOG-amount-size"))


@kernel
def whole_of(data: NDArray[np.uint8], at: int, end: int) -> tuple[int, int]:
    """The whole number of 32 bits in data[at:end], which is not empty, and 1 where it is none."""
    negative = data[at] == 45
    if negative:
        at += 1
    total = 0
    right = 0 < end - at <= 10
    while right and at < end:
        right = 48 <= data[at] <= 57
        total = total * 10 + (int(data[at]) - 48)
        at += 1
    if not right or total > 2147483647:
        return 0, 1
    return -total if negative else total, 0


@kernel
def _whole(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    given: NDArray[np.bool_],
    value: NDArray[np.int32],
    fault: NDArray[np.uint8],
) -> int:
    faults = 0
    for row in range(len(value)):
        at, end = offsets[row], offsets[row + 1]
        if not given[row] or at == end:
            continue
        number, wrong = whole_of(data, at, end)
        fault[row] = wrong
        if wrong:
            faults += 1
        else:
            value[row] = number
    return faults


def read_whole(texts: pa.Array, code: str) -> Numbers:
    """Whole numbers of 32 bits (``schema.NULL_32`` where empty); what is none bears the given code."""
    offsets, data, given = text_buffers(texts)
    value = np.full(len(texts), NULL_32, np.int32)
    fault = np.zeros(len(texts), np.uint8)
    faults = _whole(offsets, data, given, value, fault)
    return Numbers(value, fault if faults else None, ("", code))


@kernel
def _digits(data: NDArray[np.uint8], at: int, count: int) -> int:
    """The number of count digits at a place, -1 where one of them is no digit."""
    total = 0
    for place in range(at, at + count):
        if not 48 <= data[place] <= 57:
            return -1
        total = total * 10 + (int(data[place]) - 48)
    return total


@kernel
def _day_of(year: int, month: int, day: int, days_before: NDArray[np.int64]) -> int:
    """Days since 1970-01-01, or -1 where the calendar has no such day; years from 1970 on."""
    if year < 1970 or month < 1 or month > 12 or day < 1:
        return -1
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    length = days_before[month] - days_before[month - 1]
    if leap and month == 2:
        length += 1
    if day > length:
        return -1
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 - 719162
    days += days_before[month - 1] + day - 1
    return int(days + 1 if leap and month > 2 else days)


@kernel
def _offset_minutes(data: NDArray[np.uint8], at: int, end: int) -> int:
    """Minutes of ``Z``, ``+08:00`` or ``+0800``; 9999 where it is none of them."""
    size = end - at
    if size == 1 and data[at] == 90:
        return 0
    if size not in (5, 6) or (data[at] != 43 and data[at] != 45) or (size == 6 and data[at + 3] != 58):
        return 9999
    hours = _digits(data, at + 1, 2)
    minutes = _digits(data, end - 2, 2)
    if hours < 0 or hours > 14 or minutes < 0 or minutes > 59:
        return 9999
    total = hours * 60 + minutes
    return -total if data[at] == 45 else total


@kernel
def time_of(
    data: NDArray[np.uint8], at: int, end: int, days_before: NDArray[np.int64], first: int, last: int
) -> tuple[int, int, int]:
    """UTC milliseconds and offset of the time in data[at:end], and its fault as ``TIME_CODES`` has them, 0 for none."""
    if end - at < 19 or data[at + 4] != 45 or data[at + 7] != 45 or data[at + 10] != 84:
        return 0, 0, 1
    if data[at + 13] != 58 or data[at + 16] != 58:
        return 0, 0, 1
    year, month, date = _digits(data, at, 4), _digits(data, at + 5, 2), _digits(data, at + 8, 2)
    hour, minute, second = _digits(data, at + 11, 2), _digits(data, at + 14, 2), _digits(data, at + 17, 2)
    if year < 0 or month < 0 or date < 0 or hour < 0 or minute < 0 or second < 0:
        return 0, 0, 1
    if hour > 23 or minute > 59 or second > 59:
        return 0, 0, 1
    day = _day_of(year, month, date, days_before)
    if day < 0 and year >= 1970:
        return 0, 0, 1
    at += 19
    milli = 0
    if at < end and data[at] == 46:
        at += 1
        places = 0
        while at < end and 48 <= data[at] <= 57:
            if places < 3:
                milli = milli * 10 + (int(data[at]) - 48)
            places += 1
            at += 1
        if places == 0 or places > 9:
            return 0, 0, 1
        for _ in range(places, 3):
            milli *= 10
    if at == end:
        return 0, 0, 2
    offset = _offset_minutes(data, at, end)
    if offset == 9999:
        return 0, 0, 1
    instant = (((day * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + milli
    if day < 0 or instant < first or instant >= last:
        return 0, 0, 3
    return instant, offset, 0


@kernel
def _time(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    given: NDArray[np.bool_],
    days_before: NDArray[np.int64],
    first: int,
    last: int,
    value: NDArray[np.int64],
    minutes: NDArray[np.int16],
    fault: NDArray[np.uint8],
) -> int:
    faults = 0
    for row in range(len(value)):
        at, end = offsets[row], offsets[row + 1]
        if not given[row] or at == end:
            continue
        instant, offset, wrong = time_of(data, at, end, days_before, first, last)
        fault[row] = wrong
        if wrong:
            faults += 1
        else:
            value[row] = instant
            minutes[row] = offset
    return faults


TIME_CODES = ("", "LOG-time", "LOG-time-naive", "LOG-time-range")


def read_time(texts: pa.Array) -> tuple[Numbers, NDArray[np.int16]]:
    """ISO 8601 times with an offset as UTC milliseconds (finer fractions are cut off), and the offsets in minutes."""
    offsets, data, given = text_buffers(texts)
    value = np.full(len(texts), NULL, np.int64)
    minutes = np.full(len(texts), MACAU_OFFSET, np.int16)
    fault = np.zeros(len(texts), np.uint8)
    faults = _time(offsets, data, given, DAYS_BEFORE, FIRST_INSTANT, LAST_INSTANT, value, minutes, fault)
    return Numbers(value, fault if faults else None, TIME_CODES), minutes


def _day_number(text: str) -> int | None:
    if not _DAY.fullmatch(text):
        return None
    try:
        day = (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days
    except ValueError:
        return None
    return day if FIRST_DAY <= day < LAST_DAY else None


def read_day(words: Words) -> Numbers:
    """ISO dates from 1985 to 2100 as days since 1970-01-01 (``schema.NULL_32`` where empty)."""
    return _by_word(words, [_day_number(text) for text in words.values.to_pylist()], np.int32, NULL_32, "LOG-day")


def read_seat(words: Words) -> Numbers:
    """Seats as small whole numbers (``SEAT_NULL`` where empty)."""
    numbers = [int(text) if _SEAT.fullmatch(text) else None for text in words.values.to_pylist()]
    return _by_word(words, numbers, np.int8, SEAT_NULL, "LOG-seat")


def _by_word(words: Words, numbers: list[int | None], dtype: type, null: int, code: str) -> Numbers:
    """Numbers of a column of words from those of its distinct words (None: a fault)."""
    table: NDArray[Any] = np.array([null if number is None else number for number in numbers] + [null], dtype)
    wrong = np.array([number is None for number in numbers] + [False])
    value = table[words.code]
    return Numbers(value, wrong[words.code].astype(np.uint8) if wrong.any() else None, ("", code))
