"""Rows that cannot be read: each is rejected whole with its code, and nothing else changes."""

import decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from audit.errors import LogError
from audit.logs.csv_scanning import RECORD_LIMIT
from audit.logs.escaping import unescape_raw
from audit.logs.validating import LONGEST_TEXT
from audit.logs.writing import csv_bytes
from tests.logs.canonical_hands import canonical_hands, hand, log, read, table_of, write

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
GOOD = csv_bytes(table_of(log(4))).splitlines(keepends=True)
NAMES = GOOD[0].decode().strip().split(",")

BROKEN_LINES = (
    b"C01,PG01,pai_gow",
    b"C01,PG01,pai_gow,2026-10-03,H0001,9" + b"," * 40,
    b'C01,PG01,pai_gow,2026-10-03,X1,1,2026-10-03T12:00:01Z,bet,5,"player,P17,,,,,,,own,,HKD',
    b'"',
    b'a"b',
    b'"a"b,c',
    b"\0" * 50,
    b"\xa5\x78\xa5\x5f",
    b"a\rb",
    b"x" * 70_000,
    b'"' + b"y" * 70_000,
    b"=1+1|' /C calc'!A0",
    b"\\x41\\",
)


def read_bytes(text: bytes, path: Path, batch_rows: int = 1000) -> tuple[dict[Any, Any], Any]:
    path.write_bytes(text)
    batches, logs = read([str(path)], batch_rows)
    return canonical_hands(batches), logs


@QUIET
@given(
    at=st.integers(1, len(GOOD)),
    line=st.sampled_from(BROKEN_LINES) | st.binary(min_size=1, max_size=200).filter(lambda b: b"\n" not in b),
    batch_rows=st.sampled_from([1, 10, 1000]),
    end=st.sampled_from([b"\n", b"\r\n"]),
)
@example(at=1, line=b'"', batch_rows=1, end=b"\n")
@example(at=len(GOOD), line=b'"', batch_rows=1, end=b"\n")
@example(at=1, line=b"\r\0", batch_rows=1, end=b"\n")
@example(at=1, line=b"\0\r", batch_rows=1, end=b"\r\n")
def test_a_broken_line_anywhere_changes_nothing_else(
    tmp_path: Path, at: int, line: bytes, batch_rows: int, end: bytes
) -> None:
    good = [row[:-1] + end for row in GOOD]
    wanted, _ = read_bytes(b"".join(good), tmp_path / "good.csv")
    hands, logs = read_bytes(b"".join([*good[:at], line + end, *good[at:]]), tmp_path / "log.csv", batch_rows)
    assert hands == wanted
    rejects = logs.rejects().to_pylist()
    if line.strip(b"\r") == b"":
        assert len(rejects) <= 1
        return
    (reject,) = rejects
    assert unescape_raw(reject["raw"]) == (line.removesuffix(b"\r") if end == b"\n" else line)
    assert reject["source_row"] == at + 1
    assert reject["byte_offset"] == sum(len(row) for row in good[:at])
    assert reject["raw"][:1] not in tuple("=+-@")
    assert (logs.account().total("rows_in"), logs.account().total("rejected")) == (len(GOOD), 1)


@QUIET
@given(at=st.integers(1, len(GOOD) - 1), size=st.integers(1, 65_536), quotes=st.booleans())
def test_a_long_quoted_text_is_one_row(tmp_path: Path, at: int, size: int, quotes: bool) -> None:
    text = (b'a line, with ""quotes"" in it\n' if quotes else b"a plain line\n") * (size // 30 + 1)
    fields = [b""] * len(NAMES)
    for name, value in (("casino", b"C01"), ("table_id", b"PG77"), ("game", b"pai_gow"), ("gaming_day", b"2026-10-03")):
        fields[NAMES.index(name)] = value
    for name, value in (("hand_id", b"L1"), ("seq", b"1"), ("time", b"2026-10-03T12:00:01Z"), ("event", b"void")):
        fields[NAMES.index(name)] = value
    fields[NAMES.index("label")] = b'"' + text + b'"'
    row = b",".join(fields) + b"\n"
    wanted, _ = read_bytes(b"".join(GOOD), tmp_path / "good.csv")
    hands, logs = read_bytes(b"".join([*GOOD[:at], row, *GOOD[at:]]), tmp_path / "log.csv", 100)
    long = hands.pop(("C01", "L1"))
    assert hands == wanted
    assert long[5][0][8] == text.decode().replace('""', '"')
    assert logs.rejects().num_rows == 0
    broken = row.replace(b"a ", b'a" ', 1) if not quotes else row[:-2] + b"\n"
    hands, logs = read_bytes(b"".join([*GOOD[:at], broken, *GOOD[at:]]), tmp_path / "log.csv", 100)
    assert hands == wanted
    raw = [unescape_raw(text) + b"\n" for text in logs.rejects()["raw"].to_pylist()]
    assert b"".join(raw) == broken


FIELDS: list[tuple[str, str, str]] = [
    *[("amount", value, "LOG-amount") for value in (
        "1,480", "1 480", "1e3", "NaN", "１４８０", "+5", ".5", "1.234", "1.", "-", "1.480,00", "HK$1", "0x10", "5 ",
        "--5", "Infinity", "1_000", "'5",
    )],
    ("amount", "-0.01", "LOG-amount-negative"),
    ("amount", "-100000000000", "LOG-amount-negative"),
    ("amount", "100000000000.01", "LOG-amount-size"),
    ("payout", "-99999999999999999999.00", "LOG-amount-size"),
    ("fee", "abc", "LOG-amount"),
    *[("time", value, code) for value, code in (
        ("2026-10-03T21:14:05", "LOG-time-naive"),
        ("2026-10-03T21:14:05.250", "LOG-time-naive"),
        ("2026-10-03T24:00:00+08:00", "LOG-time"),
        ("2026-02-29T12:00:00+08:00", "LOG-time"),
        ("2026-10-03 21:14:05+08:00", "LOG-time"),
        ("03/10/2026 21:14", "LOG-time"),
        ("2026-10-03T21:14:05+8:00", "LOG-time"),
        ("2026-10-03T21:14:05.+08:00", "LOG-time"),
        ("2026-10-03T21:14:60Z", "LOG-time"),
        ("44185", "LOG-time"),
        ("1970-01-01T00:00:00Z", "LOG-time-range"),
        ("0001-01-01T00:00:00Z", "LOG-time-range"),
        ("1984-12-31T23:59:59Z", "LOG-time-range"),
        ("2101-01-01T00:00:00Z", "LOG-time-range"),
        ("", "LOG-missing"),
    )],
    *[("gaming_day", value, "LOG-day") for value in ("2015/10/21", "20261003", "2026-02-30", "1970-01-01", "3.10.26")],
    ("gaming_day", "", "LOG-missing"),
    *[("seq", value, "LOG-seq") for value in ("0", "-1", "1.0", "x", "99999999999", "２")],
    ("seq", "", "LOG-missing"),
    *[("seat", value, "LOG-seat") for value in ("0", "9", "-1", "1.0", "A", "100")],
    ("other_seat", "9", "LOG-seat"),
    ("number", "1.5", "LOG-number"),
    ("event", "riichi", "LOG-event"),
    ("event", "", "LOG-missing"),
    ("actor", "Player", "LOG-actor"),
    ("currency", "hkd", "LOG-currency"),
    ("pieces", "6-6 x", "LOG-pieces"),
    ("pieces", "6-6 \ufffd", "LOG-replacement"),
    ("label", "front \ufffd", "LOG-replacement"),
    ("hand_id", "", "LOG-missing"),
    ("casino", "", "LOG-missing"),
    ("table_id", "", "LOG-missing"),
    ("game", "", "LOG-missing"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "value", "code"), FIELDS)
def test_a_field_that_does_not_read_rejects_its_row(tmp_path: Path, column: str, value: str, code: str) -> None:
    fields = GOOD[3].decode().rstrip("\n").split(",")
    fields[NAMES.index(column)] = f'"{value}"' if "," in value else value
    line = ",".join(fields).encode()
    hands, logs = read_bytes(b"".join([*GOOD[:3], line + b"\n", *GOOD[4:]]), tmp_path / "log.csv")
    (reject,) = logs.rejects().to_pylist()
    assert (reject["code"], reject["column"], reject["source_row"]) == (code, column, 4)
    assert unescape_raw(reject["raw"]) == line
    assert value == "" or value[:3] in reject["reason"] or not value.isprintable()
    first = hands[("C01", "H0000")]
    assert first[4] == (0 if column == "seq" else 2)
    assert [row[0] for row in first[5]] == [1, 2, 4, 5, 6, 7, 8]
    wanted, _ = read_bytes(b"".join(GOOD), tmp_path / "good.csv")
    assert {key: value for key, value in hands.items() if key != ("C01", "H0000")} == {
        key: value for key, value in wanted.items() if key != ("C01", "H0000")
    }
    assert [f.code for f in logs.data_findings()] == (["LOG-seq-gap"] if column in ("casino", "hand_id") else [])


@pytest.mark.parametrize(
    ("text", "minor"),
    [("0", 0), ("-0", 0), ("100000000000", 10**13), ("007.10", 710), ("49.99", 4999), ("1.5", 150)],
)
def test_exact_amounts_read_to_the_cent(tmp_path: Path, text: str, minor: int) -> None:
    fields = GOOD[3].decode().rstrip("\n").split(",")
    fields[NAMES.index("amount")] = text
    hands, _ = read_bytes(b"".join([*GOOD[:3], ",".join(fields).encode() + b"\n", *GOOD[4:]]), tmp_path / "log.csv")
    assert hands[("C01", "H0000")][5][2][11] == minor


@pytest.mark.parametrize(
    ("text", "offset", "milli"),
    [
        ("2026-10-03T20:00:03+08:00", 480, 0),
        ("2026-10-03T20:00:03.250+0800", 480, 250),
        ("2026-10-03T12:00:03.9999999Z", 0, 999),
        ("2026-10-03T02:30:03.1-09:30", -570, 100),
    ],
)
def test_times_read_as_instants_and_keep_their_offset(tmp_path: Path, text: str, offset: int, milli: int) -> None:
    fields = GOOD[3].decode().rstrip("\n").split(",")
    fields[NAMES.index("time")] = text
    hands, _ = read_bytes(b"".join([*GOOD[:3], ",".join(fields).encode() + b"\n", *GOOD[4:]]), tmp_path / "log.csv")
    plain, _ = read_bytes(b"".join(GOOD), tmp_path / "good.csv")
    row, wanted = hands[("C01", "H0000")][5][2], plain[("C01", "H0000")][5][2]
    assert (row[1], row[2]) == (wanted[1] + milli, offset)


def test_a_line_longer_than_any_record_is_read_past(tmp_path: Path) -> None:
    long = b"z" * (3 * RECORD_LIMIT)
    wanted, _ = read_bytes(b"".join(GOOD), tmp_path / "good.csv")
    for batch_rows in (1, 100_000):
        hands, logs = read_bytes(b"".join([*GOOD[:9], long + b"\n", *GOOD[9:]]), tmp_path / "log.csv", batch_rows)
        assert hands == wanted
        (reject,) = logs.rejects().to_pylist()
        assert (reject["code"], reject["source_row"]) == ("LOG-record-size", 10)
        assert unescape_raw(reject["raw"]) == long[:RECORD_LIMIT]


def test_an_open_quote_before_a_long_rest_takes_one_line(tmp_path: Path) -> None:
    rest = b"".join(csv_bytes(table_of(hand(n))).split(b"\n", 1)[1] for n in range(4, 40)).replace(b'"', b"")
    plain = [line for line in rest.splitlines(keepends=True) if b"set" not in line] * 200
    text = b"".join([*GOOD, b'C01,"open\n', *plain])
    assert len(text) > RECORD_LIMIT
    hands, logs = read_bytes(text, tmp_path / "log.csv")
    assert len(hands) == 40
    assert logs.rejects()["raw"].to_pylist() == ['C01,"open']


def test_parquet_rows_are_held_to_the_same_checks(tmp_path: Path) -> None:
    table = table_of(log(2))
    bad = {
        "seat": pa.array([3, 0, *[None] * 14], pa.int64()),
        "seq": pa.array([1, 2, 2**40, *range(4, 9), *range(1, 9)], pa.int64()),
        "amount": pa.array([None, *[decimal.Decimal("1.005")] * 1, *[None] * 6, 7, *[None] * 7], pa.decimal128(20, 3)),
        "label": pa.array([*["a"] * 5, "\ufffd", *["a"] * 10]),
        "utc_offset": pa.array([480] * 7 + [2000] + [480] * 8, pa.int32()),
    }
    for name, column in bad.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    pq.write_table(table, tmp_path / "log.parquet")
    batches, logs = read([str(tmp_path / "log.parquet")])
    assert [(r["source_row"], r["column"], r["code"]) for r in logs.rejects().to_pylist()] == [
        (2, "seat", "LOG-seat"),
        (3, "seq", "LOG-seq"),
        (6, "label", "LOG-replacement"),
        (8, "utc_offset", "LOG-offset"),
    ]
    assert canonical_hands(batches)[("C01", "H0001")][5][0][11] == 700
    assert canonical_hands(batches)[("C01", "H0001")][4] == 8


def test_parquet_texts_that_are_not_utf8_are_rejected(tmp_path: Path) -> None:
    table = table_of(log(1))
    raw = pa.array([b"\xa5\x78"] + [b"ok"] * 7, pa.binary())
    text = pa.StringArray.from_buffers(len(raw), raw.buffers()[1], raw.buffers()[2])
    table = table.set_column(table.schema.get_field_index("label"), "label", text)
    pq.write_table(table, tmp_path / "log.parquet", use_dictionary=False)
    _, logs = read([str(tmp_path / "log.parquet")])
    (reject,) = logs.rejects().to_pylist()
    assert reject["code"] == "LOG-replacement"
    assert b'"label": "\xa5\x78"' in unescape_raw(reject["raw"])


def test_a_rejected_row_that_comes_after_its_hand_has_gone_by_still_counts(tmp_path: Path) -> None:
    late = GOOD[3].replace(b"1000.50", b"1000.505").replace(b",3,", b",9,", 1)
    text = b"".join([*GOOD, late])
    one, _ = read_bytes(text, tmp_path / "one.csv", 100_000)
    two, _ = read_bytes(text, tmp_path / "two.csv", 1)
    assert one == two
    assert one[("C01", "H0000")][4] == 7


def test_hand_faults_are_told_once_a_hand(tmp_path: Path) -> None:
    rows = hand(1)
    cases = {
        "LOG-seq-gap": rows[:3] + rows[5:],
        "LOG-hand-without-end": rows[:-1],
        "LOG-hand-without-start": [row | {"event": "bank" if row["seq"] == 1 else row["event"]} for row in rows],
        "LOG-hand-started-twice": [row | {"event": "hand_start" if row["seq"] == 4 else row["event"]} for row in rows],
        "LOG-rows-after-end": [row | {"event": "hand_end" if row["seq"] == 6 else row["event"]} for row in rows],
        "LOG-two-currencies": [row | {"currency": "MOP" if row["seq"] > 4 else "HKD"} for row in rows],
        "LOG-time-backwards": [row | {"time": rows[0]["time"]} if row["seq"] == 5 else row for row in rows],
    }
    gaps = {"LOG-seq-gap": 3, "LOG-hand-without-end": 6, "LOG-hand-without-start": 0, "LOG-hand-started-twice": 3,
            "LOG-rows-after-end": 6, "LOG-two-currencies": 4, "LOG-time-backwards": 8}  # fmt: skip
    for code, wrong in cases.items():
        batches, logs = read([write(wrong, tmp_path / "log.csv")])
        assert [(f.code, f.hand_id) for f in logs.data_findings()] == [(code, "H0001")]
        assert [int(gap) for batch in batches for gap in batch.gap] == [gaps[code]]
        assert np.array_equal(batches[0].start, [0, len(wrong)])


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_an_endless_text_rejects_its_row(tmp_path: Path, suffix: str) -> None:
    rows = hand(1)
    rows[3]["label"] = "x" * (LONGEST_TEXT + 1)
    rows[4]["ref"] = "x" * LONGEST_TEXT
    _, logs = read([write(rows + hand(2), tmp_path / f"log.{suffix}")])
    (reject,) = logs.rejects().to_pylist()
    assert (reject["code"], reject["column"]) == ("LOG-text-size", "label")
    if suffix == "csv":
        assert len(reject["raw"]) > LONGEST_TEXT
    else:  # a dictionary may give one such word to every row
        assert f'"label": "{"x" * 1_024}... ({LONGEST_TEXT + 1:,} characters)"' in reject["raw"]


def test_many_long_rejected_rows_come_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from audit.logs import account

    monkeypatch.setattr(account, "_PIECE_BYTES", 5_000)
    monkeypatch.setattr(account, "_WAITING_BYTES", 5_000)
    rows = b"".join(b"z%d" % n + b"y" * 1_000 + b"\n" for n in range(70))
    _, logs = read_bytes(b"".join(GOOD) + rows, tmp_path / "log.csv")
    sizes = [piece.num_rows for piece in logs.reject_pieces()]
    assert sum(sizes) == 70
    assert max(sizes) < 10


def test_rows_out_of_order_with_too_much_text_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from audit.logs import sorting

    monkeypatch.setattr(sorting, "MEMORY_LIMIT", "1MB")
    rows = [row | {"label": f"{number}" * 20_000} for number in range(300) for row in hand(300 - number)[:2]]
    with pytest.raises(LogError, match="too much text to be sorted; send them in order"):
        read([write(rows, tmp_path / "log.csv")])


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_hand_without_bound_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    from audit.logs import assembling

    monkeypatch.setattr(assembling, "_MOST_OPEN_ROWS", 400)
    monkeypatch.setattr(assembling, "MOST_HAND_ROWS", 300)
    endless = write(hand(1)[:-1] * 100 + hand(2), tmp_path / f"log.{suffix}")
    with pytest.raises(LogError, match=r"LOG-unfolds: hand 'H0001' has more than 300 rows; send every row"):
        read([endless], batch_rows=64)
    several = write([row for n in range(90) for row in hand(n, n)[:-1]], tmp_path / f"several.{suffix}")
    assert read([several], batch_rows=64)[1].account().total("replayed") == 630
