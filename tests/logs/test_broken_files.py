"""Files that cannot be read as logs at all, and files that say little: each with its own code and its mend."""

import gzip
import os
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from audit.errors import LogError, UsageError
from audit.logs import open_logs
from audit.logs.codes import CODES
from audit.logs.sources import passed_over
from audit.logs.writing import csv_bytes
from tests.logs.canonical_hands import canonical_hands, hand, log, read, table_of, write

GOOD = csv_bytes(table_of(log(3)))
MESSY = Path(__file__).resolve().parents[2] / ".." / "shared" / "real" / "messy_csv"


def refused(path: Path, text: bytes) -> str:
    """The message with which a file is refused, be it at once or in its middle."""
    path.write_bytes(text)
    with pytest.raises(LogError) as error:
        read([str(path)])
    assert str(path.parent) not in str(error.value)
    assert error.value.fault.mend
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ("LOG-empty",)),
        (b"\xef\xbb\xbf\r\n\n", ("LOG-empty",)),
        (GOOD.decode().encode("utf-16"), ("LOG-encoding", "UTF-16", "UTF-8")),
        (GOOD.decode().encode("utf-16-le"), ("LOG-encoding", "UTF-16")),
        (GOOD.decode().encode("utf-32"), ("LOG-encoding", "UTF-32")),
        (GOOD.replace(b"\n", b"\r"), ("LOG-line-ends", "CR")),
        (GOOD.replace(b"casino,", "娛樂場,".encode("big5"), 1), ("LOG-encoding", "Big5")),
        (GOOD.replace(b",", b";"), ("LOG-header", "semicolons", "list separator", "CSV UTF-8")),
        (b"sep=;\r\n" + GOOD.replace(b",", b";"), ("LOG-header", "take the line away")),
        (b"PAR1" + b"\0" * 400, ("LOG-encoding", "a Parquet file", "*.parquet")),
        (gzip.compress(GOOD), ("LOG-encoding", "gzip", "*.csv.gz")),
        (zstandard.compress(GOOD), ("LOG-encoding", "Zstandard", "*.csv.zst")),
        (b"PK\x03\x04" + b"\0" * 400, ("LOG-encoding", "workbook", "CSV UTF-8")),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 400, ("LOG-encoding", "workbook", "CSV UTF-8")),
        (GOOD.replace(b",", b"\t"), ("LOG-header", "tabs")),
        (GOOD.split(b"\n", 1)[1], ("LOG-header", "casino, table_id, game", "found are 'C01'", "first line")),
        (GOOD.replace(b"hand_id", b"Hand ID", 1), ("LOG-header", "missing: hand_id", "write hand_id for 'Hand ID'")),
        (GOOD.replace(b"gaming_day", b"gameing_day", 1), ("LOG-header", "write gaming_day for 'gameing_day'")),
        (GOOD.replace(b"casino,", b"room,", 1), ("LOG-header", "missing: casino; found are 'room';")),
        (GOOD.replace(b"person", b"seat", 1), ("LOG-header-repeated", "seat")),
        (GOOD.replace(b"casino", b"cas\0ino", 1), ("LOG-nul",)),
        (b"x" * 3_000_000, ("LOG-header",)),
        (b'"' + GOOD, ("LOG-header",)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_csv_file_that_is_no_log_is_refused(tmp_path: Path, text: bytes, words: tuple[str, ...]) -> None:
    message = refused(tmp_path / "log.csv", text)
    assert all(word in message for word in ("log.csv", *words))


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.csv.gz", gzip.compress(GOOD)[:-20], "LOG-truncated"),
        ("a.csv.gz", gzip.compress(GOOD) + b"junk", "LOG-corrupt"),
        ("a.csv.gz", GOOD, "LOG-corrupt"),
        ("a.csv.gz", b"", "LOG-empty"),
        ("a.csv.zst", zstandard.compress(GOOD)[:-20], "LOG-truncated"),
        ("a.csv.zst", GOOD, "LOG-corrupt"),
        ("a.parquet", b"", "LOG-corrupt"),
        ("a.parquet", GOOD, "LOG-corrupt"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, name: str, text: bytes, code: str) -> None:
    assert code in refused(tmp_path / name, text)


def test_a_long_file_that_breaks_off_is_refused_in_its_middle(tmp_path: Path) -> None:
    noise = random.Random(1)
    lines = b"".join(b"%d,%s\n" % (n, noise.randbytes(60).hex().encode()) for n in range(5000))
    assert "LOG-truncated" in refused(tmp_path / "a.csv.gz", gzip.compress(GOOD + lines)[:-1000])


def test_a_parquet_file_that_is_damaged_inside_is_refused(tmp_path: Path) -> None:
    path = Path(write(log(50), tmp_path / "a.parquet"))
    text = bytearray(path.read_bytes())
    noise = random.Random(2)
    for place in range(4, len(text) - 4000, 37):
        text[place] = noise.randrange(256)
    assert "LOG-corrupt" in refused(tmp_path / "a.parquet", bytes(text))


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ("amount", pa.float64()),
        ("fee", pa.string()),
        ("seq", pa.string()),
        ("seq", pa.float64()),
        ("time", pa.timestamp("ms")),
        ("time", pa.string()),
        ("gaming_day", pa.string()),
        ("hand_id", pa.int64()),
    ],
)
def test_a_parquet_column_that_is_not_exact_is_refused(tmp_path: Path, column: str, kind: pa.DataType) -> None:
    table = table_of(hand(1))
    place = table.schema.get_field_index(column)
    pq.write_table(table.set_column(place, column, pa.nulls(len(table), kind)), tmp_path / "a.parquet")
    with pytest.raises(LogError, match="LOG-column-type") as error:
        open_logs([str(tmp_path / "a.parquet")])
    assert column in str(error.value)


def test_wider_types_read_the_same(tmp_path: Path) -> None:
    table = table_of(log(2)).drop(["source_row", "utc_offset"])
    wide = {
        "seq": pa.int64(),
        "seat": pa.int32(),
        "number": pa.uint16(),
        "amount": pa.decimal256(40, 4),
        "time": pa.timestamp("ns", "Asia/Macau"),
        "label": pa.large_string(),
        "person": pa.string(),
        "gaming_day": pa.date64(),
    }
    changed = pa.table({name: table.column(name).cast(wide.get(name, table.schema.field(name).type)) for name in
                        table.schema.names})  # fmt: skip
    pq.write_table(changed, tmp_path / "wide.parquet")
    plain = write(log(2), tmp_path / "plain.csv")
    assert canonical_hands(read([str(tmp_path / "wide.parquet")])[0]) == canonical_hands(read([plain])[0])


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_columns_missing_or_unknown_are_noted(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"log{suffix}"
    if suffix == ".csv":
        lines = GOOD.decode().splitlines()
        path.write_text("\n".join([lines[0].replace("person", "player name"), *lines[1:]]))
    else:
        table = table_of(log(3))
        pq.write_table(table.rename_columns({"person": "player name"}), path)
    batches, logs = read([str(path)])
    assert {row[7] for value in canonical_hands(batches).values() for row in value[5]} == {None}
    assert logs.account().files[0].notes == (("LOG-column-missing", "person"), ("LOG-column-unknown", "player name"))


def test_the_order_of_columns_is_free(tmp_path: Path) -> None:
    rows = [line.split(",") for line in GOOD.decode().replace('#1, ""front""', "#1").splitlines()]
    (tmp_path / "a.csv").write_text("\n".join(",".join(row) for row in rows))
    (tmp_path / "b.csv").write_text("\n".join(",".join(row[::-1]) for row in rows))
    one, two = (canonical_hands(read([str(tmp_path / name)])[0]) for name in ("a.csv", "b.csv"))
    assert one == two


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_marks_and_the_last_line_end_make_no_difference(tmp_path: Path, end: str, mark: str) -> None:
    text = mark + GOOD.decode().rstrip("\n").replace("\n", end)
    (tmp_path / "a.csv").write_bytes(text.encode())
    (tmp_path / "b.csv").write_bytes(GOOD)
    one, two = (canonical_hands(read([str(tmp_path / name)])[0]) for name in ("a.csv", "b.csv"))
    assert one == two


def test_a_header_alone_and_blank_lines_are_noted(tmp_path: Path) -> None:
    header, rest = GOOD.split(b"\n", 1)
    (tmp_path / "a.csv").write_bytes(header)
    (tmp_path / "b.csv").write_bytes(header + b"\n\n" + rest + b"\r\n\n")
    batches, logs = read([str(tmp_path / "a.csv"), str(tmp_path / "b.csv")])
    assert len(canonical_hands(batches)) == 3
    one, two = logs.account().files
    assert (one.rows_in, one.notes) == (0, (("LOG-header-only", "a.csv"),))
    assert (two.rows_in, two.notes) == (24, (("LOG-blank-line", ""),))


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = Path(write(hand(1), tmp_path / "a.csv"))
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read every file")
    with pytest.raises(LogError, match="LOG-unreadable"):
        open_logs([str(path)])


def test_a_bomb_is_read_as_it_unfolds(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.csv.gz", "wb", compresslevel=1) as file:
        file.write(GOOD)
        for _ in range(64):
            file.write(b"0" * (1 << 20))
    batches, logs = read([str(tmp_path / "a.csv.gz")])
    assert len(canonical_hands(batches)) == 3
    assert logs.rejects()["code"].to_pylist() == ["LOG-record-size"]


def test_every_code_speaks_three_languages_and_has_its_form() -> None:
    for code, entry in CODES.items():
        assert code == entry.code
        assert code.startswith("LOG-")
        assert entry.about in ("file", "row", "hand")
        assert set(entry.sentence) == {"en", "zh-Hant", "pt"}
        assert len({text.strip() for text in entry.sentence.values()}) == 3
        assert entry.case.replace("{found}", "")


@pytest.mark.skipif(not MESSY.is_dir(), reason="the broken CSV files of other projects are not at hand")
def test_broken_files_of_other_projects_are_refused_or_rejected_in_words() -> None:
    for path in sorted(MESSY.glob("*/*.csv")):
        with pytest.raises(LogError) as error:
            read([str(path)])
        assert error.value.fault.found.startswith(
            ("LOG-header", "LOG-encoding", "LOG-empty", "LOG-nul", "LOG-line-ends")
        )


@pytest.mark.skipif(not MESSY.is_dir(), reason="the broken CSV files of other projects are not at hand")
def test_rows_of_broken_files_do_not_read_as_rows_of_a_log(tmp_path: Path) -> None:
    for path in sorted(MESSY.glob("*/*.csv")):
        messy = path.read_bytes()
        if messy[:2] in (b"\xff\xfe", b"\xfe\xff"):
            continue
        (tmp_path / "log.csv").write_bytes(GOOD + messy + b"\n")
        batches, logs = read([str(tmp_path / "log.csv")])
        assert len(canonical_hands(batches)) == 3, path
        assert logs.account().total("rejected") == logs.account().total("rows_in") - 24


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(UsageError, match="pipe"):
        open_logs([str(tmp_path / "pipe.csv")])


def test_nothing_with_the_name_of_a_log_is_passed_over(tmp_path: Path) -> None:
    write(hand(1), tmp_path / "a.csv")
    (tmp_path / "notes.txt").write_text("x")
    assert passed_over([str(tmp_path)]) == ["notes.txt"]
    traps = {
        "pipe": lambda place: os.mkfifo(place.with_suffix(".csv")),
        "not there": lambda place: place.with_suffix(".csv").symlink_to(tmp_path / "nowhere.csv"),
        "another folder": lambda place: place.symlink_to(tmp_path.parent),
        "not UTF-8": lambda place: Path(os.fsdecode(os.fsencode(place) + b"\x9b.csv")).touch(),
    }
    for number, (words, set_trap) in enumerate(traps.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        set_trap(folder / "trap")
        asked = [str(tmp_path)] if words == "another folder" else [str(tmp_path), str(folder / "*.csv")]
        for paths in [asked[:1], asked[-1:]]:
            with pytest.raises(UsageError, match=words) as error:
                open_logs(paths)
            assert str(error.value).isprintable()
        for trap in folder.iterdir():
            trap.unlink()
    assert len(open_logs([str(tmp_path)]).sources) == 1


def test_names_that_drive_a_terminal_or_fake_a_line_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nFAKE: clean\u202e.csv"
    path.write_text("casino;table_id\n")
    with pytest.raises(LogError) as error:
        open_logs([str(path)])
    assert str(error.value).isprintable()
    assert r"a\x1b[31m\nFAKE: clean\u202e.csv:1: LOG-header" in str(error.value)
    with pytest.raises(UsageError, match="cannot be looked at") as usage:
        open_logs(["a" * 5000 + ".csv"])
    assert "File name too long" in str(usage.value)
