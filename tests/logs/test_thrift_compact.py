"""Thrift's compact form is read within its bounds, whatever the bytes say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs.thrift_compact import BINARY, LONG, STRUCT, TRUTH, WHOLE, CompactReader, Many
from tests.logs.parquet_forging import Fields, put_together

FORM = {1: LONG, 2: BINARY, 3: Many(WHOLE), 4: {1: TRUTH}, 5: Many(STRUCT, {1: BINARY})}


@given(
    st.integers(-(2**63), 2**63 - 1),
    st.binary(max_size=300),
    st.lists(st.integers(-(2**31), 2**31 - 1), max_size=40),
    st.booleans(),
    st.lists(st.binary(max_size=3), max_size=20),
)
def test_what_was_written_is_read(number: int, text: bytes, items: list[int], truth: bool, texts: list[bytes]) -> None:
    fields: Fields = [
        [1, 6, number],
        [2, 8, text],
        [3, 9, [5, items]],
        [4, 12, [[1, 1, truth], [7, 9, [1, [True, False]]], [9, 7, b"a double"]]],
        [5, 9, [12, [[[1, 8, one], [2, 12, []]] for one in texts]]],
        [9, 9, [9, [[5, [1, 2]], [8, [b"x"]]]]],
        [99, 3, b"x"],
    ]
    found = CompactReader(put_together(fields)).struct(FORM)
    assert found == {1: number, 2: text, 3: items, 4: {1: truth}, 5: [{1: one} for one in texts]}


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    said = "footer"
    try:
        assert set(CompactReader(data).struct(FORM)) <= set(FORM)
    except ValueError as error:
        said = str(error)
    assert "footer" in said


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x1c" * 200, "nested too deep"),
        (b"\x19" + b"\x19" * 200, "nested too deep"),
        (b"\x39\xfc\xff\xff\xff\xff\x7f", "longer than the footer"),
        (b"\x28\xff\x7fabc", "breaks off"),
        (b"\x16" + b"\xff" * 11, "too long"),
        (b"\x18\x00", "of kind 8, not 6"),
        (b"\x1e\x00", "of kind 14"),
        (put_together([[65_537, 6, 3]]), "a number that is too large"),  # in 16 bits it is the first field
        (put_together([[-65_535, 6, 3]]), "a number that is too large"),
        (put_together([[32_767, 6, 3]])[:-1] + b"\x16\x06\x00", "a number that is too large"),
    ],
)
def test_what_is_no_structure_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        CompactReader(data).struct({1: LONG, 2: BINARY} if data[0] != 0x1C and data[0] != 0x19 else {})
