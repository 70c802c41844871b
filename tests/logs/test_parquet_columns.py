"""Columns read from their pages: what Arrow's reader gives of them, or nothing, whatever the file."""

import random
import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.errors import LogError
from audit.logs import parquet_reading
from audit.logs.parquet_chunks import _array
from audit.logs.parquet_columns import GroupReader, RefusedError, Values, forms_of
from audit.logs.parquet_footer import read_footer
from audit.logs.parquet_pages import PageReader
from tests.logs.canonical_hands import canonical_hands, log, read, table_of
from tests.logs.parquet_forging import Forgery, put

LOG = table_of(log(12, 3))
PLAIN = pa.table(
    {
        name: column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        for name, column in zip(LOG.schema.names, LOG, strict=True)
    }
)
TEXTS = [field.name for field in PLAIN.schema if field.type == pa.string()]
USUAL: list[dict[str, Any]] = [
    {"compression": "zstd"},
    {"compression": "snappy"},
    {"compression": "none"},
    {"compression": "zstd", "store_decimal_as_integer": True},
    {"compression": "snappy", "use_dictionary": TEXTS},
    {"compression": "zstd", "data_page_size": 40, "write_batch_size": 7},
    {"compression": "none", "dictionary_pagesize_limit": 64, "data_page_size": 40, "write_batch_size": 5},
]
UNUSUAL: list[dict[str, Any]] = [
    {"compression": "gzip"},
    {"compression": "zstd", "data_page_version": "2.0"},
    {"compression": "zstd", "use_dictionary": False, "column_encoding": {"seq": "DELTA_BINARY_PACKED"}},
]


def from_pages(path: Path, group: int, first: int, rows: int) -> Mapping[str, Values]:
    """Some rows of a row group, of those columns that are read from their pages."""
    footer = read_footer(path)
    with pq.ParquetFile(path) as file, path.open("rb") as bare:
        names = file.schema_arrow.names
        reader = GroupReader(bare.fileno(), forms_of(file, footer, names))
        pages = PageReader(bare.fileno(), footer, names, TEXTS)
        assert reader.begin(pages.measure(group).columns, footer.groups[group].rows) is not None
        return reader.read(first, rows)


def same(path: Path, group: int, first: int, rows: int) -> list[str]:
    """The columns that are read from their pages, which are as Arrow's reader gives them."""
    read_here = from_pages(path, group, first, rows)
    with pq.ParquetFile(path) as file:
        expected = file.read_row_group(group, columns=list(read_here)).slice(first, rows)
    for name, values in read_here.items():
        told, whole = _array(values), expected.column(name)
        if values.texts is not None:
            assert told.cast(pa.binary()).equals(whole.cast(pa.binary()).combine_chunks())
            continue
        assert told.equals(whole.combine_chunks()), name
        given = [value for value in values.value.tolist() if value != values.none]
        assert values.empty == (not given) or not values.filled
        assert not values.filled or len(given) == rows
        assert all(values.low <= value <= values.high for value in given)
    return list(read_here)


@pytest.mark.parametrize("how", USUAL)
@given(group=st.integers(20, 100), first=st.integers(0, 19), rows=st.integers(1, 60))
def test_any_rows_are_those_that_arrow_gives(
    tmp_path_factory: pytest.TempPathFactory, how: dict[str, Any], group: int, first: int, rows: int
) -> None:
    path = tmp_path_factory.mktemp("columns") / "log.parquet"
    pq.write_table(PLAIN, path, row_group_size=group, **how)
    columns = same(path, 0, first, min(rows, min(group, PLAIN.num_rows) - first))
    plain = {"dictionary_pagesize_limit"} & how.keys()
    assert plain or len(columns) == PLAIN.num_columns


def test_columns_that_are_required_have_no_levels(tmp_path: Path) -> None:
    fields = [field.with_nullable(PLAIN[field.name].null_count != 0) for field in PLAIN.schema]
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN.cast(pa.schema(fields)), path)
    assert len(same(path, 0, 3, 40)) == PLAIN.num_columns


@pytest.mark.parametrize("how", UNUSUAL)
def test_what_is_written_in_another_way_is_left_to_arrow(tmp_path: Path, how: dict[str, Any]) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, **how)
    assert "seq" not in same(path, 0, 0, 50)


@pytest.mark.parametrize("how", USUAL[:3])
def test_with_any_byte_changed_rows_are_those_that_arrow_gives_or_refused(tmp_path: Path, how: dict[str, Any]) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, **how)
    whole, dice = path.read_bytes(), random.Random(5)
    end = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        data[dice.randrange(4, end)] ^= 1 << dice.randrange(8)
        path.write_bytes(data)
        try:
            same(path, 0, 0, PLAIN.num_rows)
        except (RefusedError, ValueError):
            refused += 1
    assert refused > 60


@pytest.mark.parametrize(
    ("column", "number", "value"),
    [("seat", 2, 7), ("seat", 2, 70_000), ("amount", 2, 2**31 - 1), ("label", 1, 1)],
)
def test_a_page_that_claims_another_size_is_left_to_arrow(tmp_path: Path, column: str, number: int, value: int) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, compression="zstd")
    file = Forgery.of(path.read_bytes())
    pages = file.pages(file.chunk(column))
    put(pages[0][0], number + 1 if number == 1 else number, value)
    file.replace(file.chunk(column), pages)
    file.save(path)
    try:
        columns = from_pages(path, 0, 0, 20)
    except (RefusedError, ValueError):
        return
    assert column not in columns


@pytest.mark.parametrize("least", [("seat", -128), ("seq", -(2**31)), ("number", -(2**31)), ("utc_offset", -(2**15))])
@pytest.mark.parametrize("dictionary", [True, False])
def test_a_number_that_stands_for_none_is_left_to_arrow(
    tmp_path: Path, least: tuple[str, int], dictionary: bool
) -> None:
    name, value = least
    kind = PLAIN.schema.field(name).type
    numbers = pa.array([value, *PLAIN[name].to_pylist()[1:]], kind)
    path = tmp_path / "log.parquet"
    table = PLAIN.set_column(PLAIN.schema.names.index(name), name, numbers)
    pq.write_table(table, path, use_dictionary=dictionary)
    with pytest.raises(RefusedError):
        from_pages(path, 0, 0, 20)


@pytest.mark.parametrize("batch_rows", [7, 1_000])
@pytest.mark.parametrize("given_up_after", [0, 1, 3, 10_000])
@pytest.mark.parametrize("how", [USUAL[0], USUAL[6], UNUSUAL[2]])
def test_a_log_reads_the_same_wherever_its_pages_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any], batch_rows: int, given_up_after: int
) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, row_group_size=25, **how)
    whole = GroupReader.read
    expected = canonical_hands(read([str(path)], batch_rows)[0])
    asked: list[int] = []

    def read_some(self: GroupReader, first: int, rows: int) -> dict[str, Values]:
        asked.append(first)
        if len(asked) > given_up_after:
            raise RefusedError
        return whole(self, first, rows)

    monkeypatch.setattr(parquet_reading, "LONG", 0)
    monkeypatch.setattr(GroupReader, "read", read_some)
    batches, logs = read([str(path)], batch_rows)
    assert canonical_hands(batches) == expected
    assert logs.account().total("rows_in") == logs.account().total("replayed") == LOG.num_rows
    assert asked or batch_rows > 200


def other(kind: str) -> pa.Array:
    """A column of the log in which some values are wrong, or of another type."""
    column = PLAIN["amount" if kind == "money" else kind].to_pylist()
    if kind == "money":
        return pa.array([column[1] * -3, None, *column[2:]], pa.decimal128(18, 2))
    if kind == "seat":
        return pa.array([0, None, 99, *column[3:]], pa.int8())
    if kind == "seq":
        return pa.array([*column[:9], None, -4, *column[11:]], pa.int64())
    if kind == "label":
        return pa.array(["", "\0", "a" * 200_000, *column[3:]])
    if kind == "utc_offset":
        return pa.array([900, None, -60, *column[3:]], pa.int16())
    if kind == "source_row":
        return pa.array([10, None, *range(50, 48 + len(column))], pa.int64())
    if kind == "time":
        return pa.array([column[0], None, *column[2:]], pa.timestamp("us", "UTC"))
    return pa.array([None, *column[1:]], PLAIN.schema.field(kind).type)


@pytest.mark.parametrize(
    "kind", ["money", "seat", "seq", "label", "utc_offset", "source_row", "time", "gaming_day", "hand_id", "casino"]
)
def test_rows_are_rejected_alike_in_either_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    name = "amount" if kind == "money" else kind
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN.set_column(PLAIN.schema.names.index(name), name, other(kind)), path)
    told = []
    for long in (0, parquet_reading.LONG):
        monkeypatch.setattr(parquet_reading, "LONG", long)
        batches, logs = read([str(path)])
        hands = canonical_hands(batches)
        told.append((hands, logs.rejects().to_pylist(), [int(row) for batch in batches for row in batch.source_row]))
    assert told[0] == told[1]
    assert told[0][1] or kind == "source_row"


def test_a_file_that_is_cut_short_behind_our_back_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path)
    footer = read_footer(path)
    with pq.ParquetFile(path) as file, path.open("r+b") as bare:
        reader = GroupReader(bare.fileno(), forms_of(file, footer, PLAIN.schema.names))
        columns = PageReader(bare.fileno(), footer, PLAIN.schema.names, TEXTS).measure(0).columns
        assert len(reader.begin(columns, 20)) == PLAIN.num_columns
        bare.truncate(4)
        with pytest.raises(RefusedError):
            reader.read(0, 20)
        assert reader.begin(columns, 20) == []


def test_a_long_log_that_breaks_off_in_a_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_reading, "LONG", 0)
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, compression="zstd", use_dictionary=False)
    file = Forgery.of(path.read_bytes())
    pages = file.pages(file.chunk("amount"))
    pages[-1] = pages[-1][0], pages[-1][1][:-4] + b"\0\0\0\0"
    file.replace(file.chunk("amount"), pages)
    with pytest.raises(LogError, match="LOG-corrupt"):
        read([file.save(path)])


def test_a_page_that_reaches_into_a_thousand_pieces_is_left_to_arrow(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path)
    footer = read_footer(path)
    with pq.ParquetFile(path) as file, path.open("rb") as bare:
        reader = GroupReader(bare.fileno(), forms_of(file, footer, PLAIN.schema.names))
        columns = PageReader(bare.fileno(), footer, PLAIN.schema.names, TEXTS).measure(0).columns
        assert PLAIN.num_rows > 64
        assert reader.begin(columns, 1) == []
        assert len(reader.begin(columns, 2)) == PLAIN.num_columns


def test_a_dictionary_that_claims_more_than_it_can_hold_takes_no_room(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(PLAIN, path, compression="zstd")
    file = Forgery.of(path.read_bytes())
    pages = file.pages(file.chunk("label"))
    size = 7_000_000
    put(pages[0][0], 2, size)
    put(next(field[2] for field in pages[0][0] if field[0] == 7), 1, size)
    pages[0] = pages[0][0], pa.Codec("zstd").compress(bytes(size), asbytes=True)
    put(pages[0][0], 3, len(pages[0][1]))
    file.replace(file.chunk("label"), pages)
    file.save(path)
    tracemalloc.start()
    try:
        assert "label" not in from_pages(path, 0, 0, 20)
        assert tracemalloc.get_traced_memory()[1] < 4 * size
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("batch_rows", [7, 30, 1_000])
def test_rejected_rows_are_told_alike_wherever_pages_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch_rows: int
) -> None:
    path = tmp_path / "log.parquet"
    table = PLAIN.set_column(PLAIN.schema.names.index("seat"), "seat", pa.array([99] * PLAIN.num_rows, pa.int8()))
    pq.write_table(table, path)
    whole = GroupReader.read

    def read_begin(self: GroupReader, first: int, rows: int) -> dict[str, Values]:
        if first + rows > 40:
            raise RefusedError
        return whole(self, first, rows)

    monkeypatch.setattr(GroupReader, "read", read_begin)
    told = []
    for long in (0, parquet_reading.LONG):
        monkeypatch.setattr(parquet_reading, "LONG", long)
        told.append(read([str(path)], batch_rows)[1].rejects().to_pylist())
    assert len(told[0]) == PLAIN.num_rows
    assert told[0] == told[1]
