"""Pages read here say what Parquet's own reader says, or nothing."""

import decimal
import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.logs.parquet_pages import Column, PageReader
from audit.schema import NULL_32

QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
KINDS = {
    "label": (pa.string(), st.sampled_from(["", "a", "天", "x" * 40, *map(str, range(300))])),
    "seq": (pa.int32(), st.integers(-(2**31) + 1, 2**31 - 1)),
    "seat": (pa.int8(), st.integers(-127, 127)),
    "utc_offset": (pa.int16(), st.integers(-(2**15), 2**15 - 1)),
    "gaming_day": (pa.date32(), st.integers(-(2**31) + 1, 2**31 - 1)),
    "time": (pa.timestamp("ms", "UTC"), st.integers(-(2**63) + 1, 2**63 - 1)),
    "source_row": (pa.int64(), st.one_of(st.integers(0, 3), st.integers(-(2**63) + 1, 2**63 - 1))),
}


def reader(path: Path) -> tuple[PageReader, pq.ParquetFile]:
    """The pages of a file, and the file."""
    file = pq.ParquetFile(path, pre_buffer=False)
    return PageReader(str(path), file.metadata, file.schema_arrow), file


def told(column: Column, none: int) -> list[object]:
    """What a flat column says, row by row."""
    texts = None if column.texts is None else column.texts.to_pylist()
    values = column.values.tolist()
    return [None if value == none else value if texts is None else texts[value] for value in values]


@QUIET
@given(st.data())
def test_pages_read_as_by_parquets_own_reader(tmp_path: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(KINDS)))
    kind, values = KINDS[name]
    some = data.draw(st.lists(st.one_of(st.none(), values), min_size=1, max_size=30))
    dice = random.Random(data.draw(st.integers(0, 99)))
    runs = [(dice.choice(some), dice.choice([1, 1, 2, 3, 9, 40])) for _ in range(data.draw(st.integers(1, 60)))]
    column = pa.array([value for value, times in runs for _ in range(times)], kind)
    path = tmp_path / "log.parquet"
    options = {
        "data_page_size": data.draw(st.sampled_from([16, 100, 1 << 20])),
        "dictionary_pagesize_limit": data.draw(st.sampled_from([20, 1 << 20])),
        "row_group_size": data.draw(st.sampled_from([7, 100, 1 << 20])),
        "write_statistics": data.draw(st.booleans()),
    }
    pq.write_table(pa.table({name: column}), path, compression="zstd", **options)
    pages, file = reader(path)
    wide = kind in (KINDS["time"][0], pa.int64())
    for group in range(file.metadata.num_row_groups):
        flat = pages.column(group, name)
        wanted = file.read_row_group(group)[name].combine_chunks()
        if flat is None:
            continue
        assert flat.nulls == wanted.null_count
        if flat.texts is not None:
            assert told(flat, -1) == wanted.to_pylist()
            continue
        numbers = wanted.cast(pa.int64() if wide else pa.int32()).to_pylist()
        none = 480 if name == "utc_offset" else int(np.iinfo(flat.values.dtype).min)
        assert told(flat, none) == [None if number == none else number for number in numbers]
        assert all(flat.low <= number <= flat.high for number in numbers if number is not None)
    pages.close()


def test_money_reads_as_minor_units(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    units = [None, 0, 1, -1, 10**17, -(10**17), *range(500)]
    amounts = [None if unit is None else decimal.Decimal(unit).scaleb(-2) for unit in units]
    table = pa.table({"amount": pa.array(amounts, pa.decimal128(18, 2))})
    pq.write_table(table, path, compression="zstd")
    pages, _ = reader(path)
    flat = pages.column(0, "amount")
    pages.close()
    assert flat is not None
    assert told(flat, np.iinfo(np.int64).min) == units
    assert (flat.low, flat.high, flat.nulls) == (-(10**17), 10**17, 1)


@pytest.mark.parametrize(
    ("name", "column", "options"),
    [
        ("seq", pa.array([1, NULL_32], pa.int32()), {}),
        ("seq", pa.array([1, 2], pa.int64()), {}),
        ("label", pa.array(["a", "b"]), {"use_dictionary": False}),
        ("label", pa.array(["a", "b"]), {"compression": "snappy"}),
        ("label", pa.array(["a", "b"]), {"data_page_version": "2.0"}),
        ("time", pa.array([1, 2], pa.timestamp("us", "UTC")), {}),
        ("person", pa.array(["a", "b"]), {}),
    ],
)
def test_what_is_not_known_here_is_left_alone(
    tmp_path: Path, name: str, column: pa.Array, options: dict[str, object]
) -> None:
    path = tmp_path / "log.parquet"
    pq.write_table(pa.table({name: column}), path, **{"compression": "zstd", **options})
    pages, _ = reader(path)
    assert pages.column(0, "seat") is None
    assert (pages.column(0, name) is None) == (name != "person")
    pages.close()


def test_a_flipped_byte_of_a_page_is_left_alone_or_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    words = pa.array([None if row % 7 == 0 else f"word {row * row % 31}" for row in range(400)])
    pq.write_table(pa.table({"label": words}), path, compression="zstd", data_page_size=100)
    good, dice, left = path.read_bytes(), random.Random(5), 0
    end = len(good) - 8 - int.from_bytes(good[-8:-4], "little")
    for _ in range(300):
        data = bytearray(good)
        data[dice.randrange(4, end)] = dice.randrange(256)
        path.write_bytes(data)
        pages, file = reader(path)
        flat = pages.column(0, "label")
        pages.close()
        left += flat is None
        if flat is not None:
            try:
                wanted = file.read_row_group(0)["label"].to_pylist()
            except (pa.ArrowException, OSError, UnicodeDecodeError):
                continue
            assert told(flat, -1) == wanted
    assert left
