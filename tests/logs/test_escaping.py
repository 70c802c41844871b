"""The escape of raw rows: nothing is lost, nothing runs, nothing stays unseen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs.escaping import LONGEST_SHOWN, escape_cell, escape_raw, shortened, unescape_raw


@given(st.binary(max_size=60))
def test_every_byte_comes_back(raw: bytes) -> None:
    text = escape_raw(raw)
    assert text.isprintable()
    assert text[:1] not in ("=", "+", "-", "@")
    assert unescape_raw(text) == raw


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", ""),
        (b"C01,T1", "C01,T1"),
        ("廳,1".encode(), "廳,1"),
        (b"=1+1", "\\x3d1+1"),
        (b"@", "\\x40"),
        (b"1=1", "1=1"),
        (b"a\\b", "a\\\\b"),
        (b"\\x41", "\\\\x41"),
        (b"a\tb\r", "a\\x09b\\x0d"),
        (b"\xa5x", "\\xa5x"),
        ("\u202e".encode(), "\\xe2\\x80\\xae"),
    ],
)
def test_bytes_as_text(raw: bytes, text: str) -> None:
    assert escape_raw(raw) == text


@pytest.mark.parametrize(
    ("text", "cell"),
    [("plain, with comma", "plain, with comma"), ("-1", "\\x2d1"), ("1-1", "1-1"), ("a\nb", "a\\x0ab")],
)
def test_a_cell_is_escaped_only_where_it_could_be_more_than_text(text: str, cell: str) -> None:
    assert escape_cell(text) == cell


def test_a_long_text_is_told_by_its_head_and_length() -> None:
    assert shortened("x" * LONGEST_SHOWN) == "x" * LONGEST_SHOWN
    told = shortened("x" * (LONGEST_SHOWN + 1))
    assert told.startswith("x" * LONGEST_SHOWN)
    assert "x" * (LONGEST_SHOWN + 1) not in told
    assert str(LONGEST_SHOWN + 1) in told.replace(",", "")
