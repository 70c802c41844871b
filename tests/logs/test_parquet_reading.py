"""Parquet that lies: values that no calendar has, dictionaries that are pointed past, other writers' encodings."""

import random
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe
import pytest

from audit.errors import LogError
from audit.logs import parquet_reading
from audit.logs.account import Ledger
from audit.logs.parquet_chunks import WordLists
from audit.logs.parquet_columns import GroupReader, Values
from audit.logs.parquet_reading import Span, open_parquet, read_parquet
from audit.logs.sources import open_sources
from tests.logs.canonical_hands import canonical_hands, log, read, table_of

LOG = table_of(log(4))
BUCKETS = ("replayed", "rejected", "duplicate", "out_of_scope")


def written(path: Path, table: pa.Table, **options: object) -> str:
    """A table as a Parquet file, and its name."""
    pq.write_table(table, path, **options)
    return str(path)


def changed(column: str, values: pa.Array) -> pa.Table:
    """The log with another column in the place of one."""
    return LOG.set_column(LOG.schema.names.index(column), column, values)


@pytest.mark.parametrize(
    ("column", "kind", "value", "words"),
    [
        ("gaming_day", pa.date32(), -(2**31) + 1, "days after 1970"),
        ("gaming_day", pa.date32(), 2**31 - 1, "days after 1970"),
        ("time", pa.timestamp("ms", "UTC"), 2**63 - 1, "ms after 1970"),
        ("time", pa.timestamp("us", "Asia/Macau"), -(2**63) + 1, "us after 1970"),
        ("time", pa.timestamp("ns", "Nowhere/Land"), 2**63 - 1, "ns after 1970"),
        ("time", pa.timestamp("ms", "\x1b[31m"), 0, "0 ms after 1970"),
    ],
)
@pytest.mark.parametrize("statistics", [True, False])
def test_a_day_or_time_that_no_calendar_has_rejects_its_row(
    tmp_path: Path, column: str, kind: pa.DataType, value: int, words: str, statistics: bool
) -> None:
    whole = pa.int32() if column == "gaming_day" else pa.int64()
    at = LOG.column(column).cast(pa.timestamp(kind.unit, "UTC") if column == "time" else kind).cast(whole).to_pylist()
    at[2] = value
    values = pa.array(at, whole).cast(kind)
    _, logs = read([written(tmp_path / "log.parquet", changed(column, values), write_statistics=statistics)])
    account, rejects = logs.account(), logs.rejects().to_pylist()
    assert [reject["column"] for reject in rejects] == [column]
    assert words in rejects[0]["reason"]
    assert words in rejects[0]["raw"]
    assert sum(account.total(bucket) for bucket in BUCKETS) == account.total("rows_in") == LOG.num_rows


def test_a_value_outside_of_its_dictionary_is_refused() -> None:
    array = pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int32()), pa.array(["a", "b"]), safe=False)
    with pytest.raises(pa.ArrowInvalid, match="outside of its dictionary"):
        WordLists().words("label", array)
    assert WordLists().words("label", array.slice(0, 1)).text(0) == "a"


@pytest.mark.parametrize("long", [0, parquet_reading.LONG])
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
def test_a_flipped_byte_is_refused_or_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compression: str, long: int
) -> None:
    monkeypatch.setattr(parquet_reading, "LONG", long)
    path = tmp_path / "log.parquet"
    whole = Path(written(path, LOG, compression=compression, row_group_size=16)).read_bytes()
    dice, refused = random.Random(11), 0
    for _ in range(150):
        data = bytearray(whole)
        data[dice.randrange(4, len(whole))] = dice.randrange(256)
        path.write_bytes(data)
        try:
            account = read([str(path)])[1].account()
        except LogError:
            refused += 1
        else:
            assert sum(account.total(bucket) for bucket in BUCKETS) == account.total("rows_in")
    assert refused > 20


@pytest.mark.parametrize("encoding", ["DELTA_LENGTH_BYTE_ARRAY", "PLAIN"])
def test_texts_that_have_no_dictionary_read_the_same(tmp_path: Path, encoding: str) -> None:
    plain = written(tmp_path / "plain.parquet", LOG)
    texts = dict.fromkeys(("casino", "hand_id", "person", "label", "pieces"), encoding)
    flat = pa.table(
        {
            name: LOG[name].cast(pa.string()) if pa.types.is_dictionary(LOG[name].type) else LOG[name]
            for name in LOG.schema.names
        }
    )
    other = written(tmp_path / "other.parquet", flat, use_dictionary=False, column_encoding=texts)
    assert canonical_hands(read([other])[0]) == canonical_hands(read([plain])[0])


def test_texts_that_unfold_without_bound_are_refused(tmp_path: Path) -> None:
    flat = LOG.set_column(LOG.schema.get_field_index("label"), "label", LOG["label"].cast(pa.string()))
    texts = {"label": "DELTA_BYTE_ARRAY"}
    path = written(tmp_path / "log.parquet", flat, use_dictionary=False, column_encoding=texts)
    with pytest.raises(LogError, match="label is written in the encoding DELTA_BYTE_ARRAY; write it plain"):
        read([path])


class Keys(pe.KmsClient):  # type: ignore[misc]
    """Keys that are no secret."""

    def wrap_key(self, key: bytes, _: str) -> str:
        return key.hex()

    def unwrap_key(self, key: str, _: str) -> bytes:
        return bytes.fromhex(key)


@pytest.mark.parametrize("column", ["casino", "amount"])
@pytest.mark.parametrize("open_footer", [True, False])
def test_an_encrypted_file_is_refused_and_ends_no_process(tmp_path: Path, column: str, open_footer: bool) -> None:
    how = pe.EncryptionConfiguration(footer_key="f", column_keys={"c": [column]}, plaintext_footer=open_footer)
    made = pe.CryptoFactory(lambda _: Keys()).file_encryption_properties(pe.KmsConnectionConfig(), how)
    with pq.ParquetWriter(tmp_path / "log.parquet", LOG.schema, encryption_properties=made) as writer:
        writer.write_table(LOG)
    code = f"from audit.logs import open_logs; open_logs([{str(tmp_path / 'log.parquet')!r}])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "LogError" in ended.stderr
    assert "encrypted" in ended.stderr


@pytest.mark.parametrize("long", [0, parquet_reading.LONG])
@pytest.mark.parametrize("group", [7, 50, 1_000])
def test_spans_of_a_file_are_the_same_rows_in_their_own_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: int, long: int
) -> None:
    monkeypatch.setattr(parquet_reading, "LONG", long)
    long_log = table_of(log(20))
    source = open_sources([written(tmp_path / "log.parquet", long_log, row_group_size=group)])[0]
    opened, size = open_parquet(source), long_log.num_rows

    def read_in(*spans: Span, batch_rows: int = 64) -> list[tuple[int, str | None, int]]:
        ledger = Ledger([source.name])
        chunks = [piece.chunk for piece in read_parquet(opened, 0, batch_rows, ledger, 1, spans or None)]
        return [
            (int(chunk.source_row[row]), chunk.words["hand_id"].text(row), int(chunk.numbers["amount"].value[row]))
            for chunk in chunks
            if chunk is not None
            for row in range(len(chunk))
        ]

    whole = read_in()
    assert [row for row, _, _ in whole] == list(range(1, size + 1))
    assert read_in(Span(0, size)) == whole
    assert read_in(Span(3, 11), Span(20, 21), Span(60, size)) == whole[3:11] + whole[20:21] + whole[60:]
    assert read_in(Span(49, 51), batch_rows=10) == whole[49:51]


def test_a_span_behind_the_end_of_a_file_is_no_span_of_it(tmp_path: Path) -> None:
    source = open_sources([written(tmp_path / "log.parquet", LOG)])[0]
    size = LOG.num_rows
    with pytest.raises(LogError, match=rf"speaks of {2} rows, 1 came out"):
        list(read_parquet(open_parquet(source), 0, 64, Ledger([source.name]), 1, [Span(size - 1, size + 1)]))


def test_a_page_that_many_spans_lie_in_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_reading, "LONG", 0)
    asked: list[tuple[int, int]] = []
    whole = GroupReader.read

    def spy(self: GroupReader, first: int, rows: int) -> dict[str, Values]:
        asked.append((first, rows))
        return whole(self, first, rows)

    monkeypatch.setattr(GroupReader, "read", spy)
    sources = open_sources([written(tmp_path / "log.parquet", LOG)])
    spans = [Span(first, first + 2) for first in range(1, LOG.num_rows - 3, 4)]
    chunks = [
        piece.chunk
        for piece in read_parquet(open_parquet(sources[0]), 0, 1_000, Ledger([sources[0].name]), 1, spans)
        if piece.chunk is not None
    ]
    assert asked == [(1, spans[-1].end - 1)]
    assert [chunk.numbers["seq"].value.tolist() for chunk in chunks] == [
        LOG["seq"].slice(span.first, 2).to_pylist() for span in spans
    ]
