"""Values of pages in runs and bits, with levels and without: as they were written, and none where they do not read."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from audit.logs.parquet_values import SPARE, read_pages, read_texts

NONE = -1
_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max


def varint(value: int) -> bytes:
    """A number as the format writes it."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def runs(codes: Sequence[int], width: int, lengths: Sequence[int]) -> bytes:
    """Codes in runs of equal ones and, where they are not equal, in bits; the lengths say how far each reaches."""
    out, at, turn = b"", 0, 0
    while at < len(codes):
        part = codes[at : at + max(1, lengths[turn % len(lengths)])]
        turn += 1
        if len(set(part)) == 1:
            out += varint(len(part) << 1) + part[0].to_bytes((width + 7) // 8, "little")
            at += len(part)
            continue
        part = codes[at : at + (len(part) + 7) // 8 * 8]
        groups = (len(part) + 7) // 8
        bits = sum(code << width * place for place, code in enumerate(part))
        out += varint(groups << 1 | 1) + bits.to_bytes(groups * width, "little")
        at += len(part)
    return out


def page_of(rows: Sequence[int | None], width: int, lengths: Sequence[int], *, optional: bool) -> bytes:
    """A page of codes, with levels where rows may be without."""
    codes = [row for row in rows if row is not None]
    levels = runs([int(row is not None) for row in rows], 1, lengths) if optional else b""
    head = len(levels).to_bytes(4, "little") + levels if optional else b""
    return head + bytes([width]) + runs(codes, width, lengths)


def read(
    pages: Sequence[bytes],
    sizes: Sequence[int],
    skip: int,
    rows: int,
    table: Sequence[int],
    *,
    optional: bool,
    plain: tuple[int, bool] | None = None,
    kind: type = np.int32,
) -> tuple[list[int] | None, list[int]]:
    """What the pages are read to, None where they do not read, and what is told of them."""
    ends = np.cumsum([len(page) for page in pages])
    listed = np.array(
        [(end - len(page), end, size, plain is None) for page, end, size in zip(pages, ends, sizes, strict=True)],
        np.int64,
    ).reshape(-1, 4)
    data = np.frombuffer(b"".join(pages) + bytes(SPARE), np.uint8)
    entries = np.zeros(max(2, 1 << max(0, len(table) - 1).bit_length()), np.int64)
    entries[: len(table)] = table
    room: NDArray[np.generic] = np.zeros((2, max(sizes, default=0) + 1), kind)
    out: NDArray[np.generic] = np.zeros(rows, kind)
    told = np.array([0, _MOST, _LEAST])
    form = plain or (8, False)
    whole = read_pages(data, listed, skip, optional, form, entries, len(table), NONE, room, out, told)
    return out.tolist() if whole else None, told.tolist()


ROWS = st.lists(st.one_of(st.none(), st.integers(0, 40), st.just(3)), min_size=1, max_size=90)
LENGTHS = st.lists(st.integers(1, 30), min_size=1, max_size=5)


@given(ROWS, ROWS, LENGTHS, st.integers(6, 32), st.data())
def test_codes_are_read_as_they_were_written(
    one: list[int | None], two: list[int | None], lengths: list[int], width: int, data: st.DataObject
) -> None:
    both = [*one, *two]
    first = data.draw(st.integers(0, len(both) - 1))
    size = data.draw(st.integers(1, len(both) - first))
    table = [code * 7 for code in range(41)]
    pages = [page_of(rows, min(width, 6), lengths, optional=True) for rows in (one, two)]
    inside = both[first : first + size]
    # Pages that no row is asked of are not handed over.
    if first >= len(one):
        pages, sizes, skip = pages[1:], [len(two)], first - len(one)
    else:
        sizes, skip = [len(one), len(two)], first
        if first + size <= len(one):
            pages, sizes = pages[:1], sizes[:1]
    told, counts = read(pages, sizes, skip, size, table, optional=True)
    assert told == [NONE if row is None else row * 7 for row in inside]
    assert counts[0] == sum(row is not None for row in (both if len(sizes) == 2 else one if first < len(one) else two))


@given(st.lists(st.integers(0, 2**15), min_size=1, max_size=70), LENGTHS, st.integers(0, 11))
def test_wide_codes_are_read_and_those_outside_of_the_list_refused(
    codes: list[int], lengths: list[int], more: int
) -> None:
    width = max(1, max(codes).bit_length())
    page = page_of(codes, width, lengths, optional=False)
    listed = 1 << width
    table = np.arange(listed).tolist() if listed < 1 << 12 else range(max(codes) + 1 + more)
    assert read([page], [len(codes)], 0, len(codes), table, optional=False)[0] == codes
    if max(codes):
        assert read([page], [len(codes)], 0, len(codes), range(max(codes)), optional=False)[0] is None


@given(ROWS, LENGTHS, st.data())
def test_a_page_that_breaks_off_is_refused(rows: list[int | None], lengths: list[int], data: st.DataObject) -> None:
    page = page_of(rows, 6, lengths, optional=True)
    if any(row is not None for row in rows):
        cut = data.draw(st.integers(0, len(page) - 1))
        assert read([page[:cut]], [len(rows)], 0, len(rows), range(41), optional=True)[0] is None


@given(st.binary(min_size=0, max_size=60), st.integers(1, 50), st.booleans())
def test_any_bytes_are_read_within_their_bounds(data: bytes, rows: int, optional: bool) -> None:
    told, counts = read([data], [rows], 0, rows, range(5), optional=optional)
    assert told is None or all(value in (NONE, *range(5)) for value in told)
    assert 0 <= counts[0] <= rows


@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=40), st.sampled_from([(4, "<i4"), (8, "<i8")]))
def test_plain_numbers_are_read_and_bounded(numbers: list[int], how: tuple[int, str]) -> None:
    size, stored = how
    page = np.array(numbers, stored).tobytes()
    told, counts = read([page], [len(numbers)], 0, len(numbers), [], optional=False, plain=(size, False), kind=np.int64)
    assert told == numbers
    assert counts == [len(numbers), min(numbers), max(numbers)]
    short = read([page[:-1]], [len(numbers)], 0, len(numbers), [], optional=False, plain=(size, False), kind=np.int64)
    assert short[0] is None


@given(st.lists(st.integers(_LEAST, _MOST), min_size=1, max_size=40))
def test_plain_decimals_have_their_highest_byte_first(numbers: list[int]) -> None:
    page = np.array(numbers, ">i8").tobytes()
    told, counts = read([page], [len(numbers)], 0, len(numbers), [], optional=False, plain=(8, True), kind=np.int64)
    assert told == numbers
    assert counts[1:] == [min(numbers), max(numbers)]


@given(st.lists(st.binary(max_size=12), max_size=20))
def test_texts_of_a_dictionary_fill_it(texts: list[bytes]) -> None:
    body = b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    starts, out = np.zeros(len(texts) + 1, np.int32), np.zeros(len(body) - 4 * len(texts), np.uint8)
    data = np.frombuffer(body + bytes(SPARE), np.uint8)
    assert read_texts(data, len(body), starts, out)
    assert [out[a:b].tobytes() for a, b in pairwise(starts)] == texts
    for wrong in (len(body) - 1, len(body) + 1):
        if wrong > 0:
            assert not read_texts(data, wrong, starts, np.zeros(len(data), np.uint8))


@pytest.mark.parametrize(
    "head",
    [
        b"\x94\x80\x80\x80\x80\x00",
        varint(1 << 33),
        varint((1 << 33) + 20),
        varint(1 << 62),
        b"\x94" + b"\x80" * 9 + b"\x01",
    ],
)
def test_the_head_of_a_run_has_no_more_than_32_bits_in_five_bytes(head: bytes) -> None:
    codes = b"\x01" + varint(20) + b"\x01"
    levels = head + b"\x01"
    assert read([len(levels).to_bytes(4, "little") + levels + codes], [10], 0, 10, [4, 5], optional=True)[0] is None
    assert read([b"\x01" + head + b"\x01"], [10], 0, 10, [4, 5], optional=False)[0] is None
    assert read([codes], [10], 0, 10, [4, 5], optional=False)[0] == [5] * 10
