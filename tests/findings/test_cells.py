"""CSV cells: no formula runs, no number is touched, everything reads back."""

import csv
import io
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.findings.cells import safe_cell, write_csv


@pytest.mark.parametrize("text", ["=1", "+1+1", "-a", "@SUM", "-1+2", "=", "＝1", "＠SUM"])
def test_formulas_are_text(text: str) -> None:
    assert safe_cell(text) == "'" + text


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("\tx", r"\tx"),
        ("\r=1", r"\r=1"),
        ("-1\n", r"'-1\n"),
        ("\x1b[2J\x9b", r"\u001b[2J\u009b"),
        ("a\u202eb\u200bc\u2028", r"a\u202eb\u200bc\u2028"),
        ("\U000e0001", r"\udb40\udc01"),
        ("第\u3000一\u00a0門", "第\u3000一\u00a0門"),
        ('{"a":"\x9b"}', r'{"a":"\u009b"}'),
    ],
)
def test_what_cannot_be_seen_is_shown(text: str, cell: str) -> None:
    assert safe_cell(text) == cell
    stream = io.BytesIO()
    write_csv(stream.write, ["word"], [pa.record_batch([pa.array([text], pa.string())], names=["word"])])
    assert list(csv.reader(io.StringIO(stream.getvalue().decode(), newline=""))) == [["word"], [cell]]


@pytest.mark.parametrize("text", ["-1", "-0.01", "1", "a=b", "", "'x", "-12.50", "牌"])
def test_numbers_and_words_stay(text: str) -> None:
    assert safe_cell(text) == text


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=5))
def test_every_text_reads_back(texts: list[str]) -> None:
    stream = io.BytesIO()
    batch = pa.record_batch([pa.array(texts, pa.string())], names=["word"])
    assert write_csv(stream.write, ["word"], [batch]) == len(texts)
    rows = list(csv.reader(io.StringIO(stream.getvalue().decode(), newline="")))
    assert rows[0] == ["word"]
    assert [(row or [""])[0] for row in rows[1:]] == [safe_cell(text) for text in texts]


def test_money_days_and_nothing() -> None:
    columns = {
        "money": pa.array([Decimal("-1.50"), None], pa.decimal128(19, 2)),
        "day": pa.array([0, None], pa.int32()).cast(pa.date32()),
        "count": pa.array([-3, None], pa.int64()),
    }
    stream = io.BytesIO()
    write_csv(stream.write, columns, [pa.record_batch(list(columns.values()), names=list(columns))])
    assert stream.getvalue() == b"money,day,count\r\n-1.50,1970-01-01,-3\r\n,,\r\n"


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=4), st.none() | st.sampled_from(['a"b', "a,b", "=1", "x"])), max_size=5))
def test_the_file_is_as_the_library_of_python_writes_it(rows: list[tuple[str, str | None]]) -> None:
    texts, words = pa.array([row[0] for row in rows], pa.string()), pa.array([row[1] for row in rows], pa.string())
    stream, expected = io.BytesIO(), io.StringIO(newline="")
    write_csv(
        stream.write, ["text", "word"], [pa.record_batch([texts, words.dictionary_encode()], names=["text", "word"])]
    )
    writer = csv.writer(expected, lineterminator="\r\n")
    writer.writerow(["text", "word"])
    writer.writerows((safe_cell(text), None if word is None else safe_cell(word)) for text, word in rows)
    assert stream.getvalue() == expected.getvalue().encode()
