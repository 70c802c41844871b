"""Pages that unfold without bound, or hold other than they claim: refused by their headers, within little memory."""

import random
import resource
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.errors import LogError
from audit.logs import parquet_reading
from audit.logs.parquet_footer import read_footer
from audit.logs.parquet_pages import DATA_PAGE_LIMIT, DICTIONARY_LIMIT, TEXT_AT_ONCE, PageReader
from tests.logs.canonical_hands import canonical_hands, log, read, table_of
from tests.logs.parquet_forging import Forgery, get, put, spoil

_LOG = table_of(log(4))
LOG = pa.table(
    {
        n: c.cast(pa.string()) if pa.types.is_dictionary(c.type) else c
        for n, c in zip(_LOG.schema.names, _LOG, strict=True)
    }
)
BUCKETS = ("replayed", "rejected", "duplicate", "out_of_scope")


def with_labels(labels: list[str]) -> pa.Table:
    """The log, cut to so many rows, with other labels."""
    return LOG.slice(0, len(labels)).set_column(LOG.schema.get_field_index("label"), "label", pa.array(labels))


def written(path: Path) -> str:
    """The log as a Parquet file; its path as the reader takes it."""
    pq.write_table(LOG, path)
    return str(path)


def forged(path: Path, table: pa.Table = LOG, **options: object) -> Forgery:
    """A table as a Parquet file, in parts."""
    pq.write_table(table, path, **options)
    return Forgery.of(path.read_bytes())


@pytest.mark.parametrize("dictionary", [True, False])
@pytest.mark.parametrize("compression", ["zstd", "gzip", "brotli"])
def test_a_page_that_unfolds_to_too_much_is_refused_unread(tmp_path: Path, compression: str, dictionary: bool) -> None:
    size = DATA_PAGE_LIMIT + 1 if not dictionary else DICTIONARY_LIMIT + 1
    how = {"compression": compression, "write_statistics": False, "use_dictionary": dictionary}
    path = tmp_path / "log.parquet"
    pq.write_table(with_labels(["x" * size]), path, **how, dictionary_pagesize_limit=1 << 30, data_page_size=1 << 30)
    assert path.stat().st_size < 200_000
    what = "its dictionary unfolds" if dictionary else "a page unfolds"
    words = rf"log.parquet: LOG-unfolds: row group 1, column label: {what} to [\d,]+ bytes; [\d,]+ are allowed; write"
    assert read([written(tmp_path / "small.parquet")])  # loads what reading takes
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(LogError, match=words):
        read([str(path)])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < size >> 11  # KiB: half of the page


@pytest.mark.parametrize("compression", ["zstd", "gzip", "snappy", "brotli", "lz4"])
@pytest.mark.parametrize("claimed", [40, 3_000_000])
def test_a_page_that_claims_another_size_is_refused(tmp_path: Path, compression: str, claimed: int) -> None:
    path = tmp_path / "log.parquet"
    file = forged(path, with_labels(["x" * 1_000_000]), compression=compression, use_dictionary=False)
    label = file.chunk("label")
    pages = file.pages(label)
    put(pages[0][0], 2, claimed)
    file.replace(label, pages)
    with pytest.raises(LogError, match="LOG-corrupt"):
        read([file.save(path)])


def test_pages_of_many_columns_that_unfold_to_too_much_together_are_refused(tmp_path: Path) -> None:
    table = LOG.slice(0, 1)
    for name in ("label", "person", "ref", "pieces", "hand_id"):
        table = table.set_column(LOG.schema.get_field_index(name), name, pa.array(["x" * (60 << 20)]))
    path = tmp_path / "log.parquet"
    pq.write_table(table, path, compression="zstd", write_statistics=False, use_dictionary=False)
    with pytest.raises(LogError, match=r"LOG-unfolds: row group 1, column .* and others: .* together; 268,435,456 are"):
        read([str(path)])


def test_long_texts_are_read_few_rows_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    table = with_labels([f"{n:05d}" * 20_000 for n in range(LOG.num_rows)])
    whole = pa.concat_tables([table] * 30)
    pq.write_table(whole, path, compression="zstd", use_dictionary=False, data_page_size=1 << 20)
    footer = read_footer(path)
    with path.open("rb") as file:
        measure = PageReader(file.fileno(), footer, LOG.schema.names, ["label"]).measure(0)
    assert measure.text > 90_000_000
    assert measure.rows_at_once(262_144) * 100_000 <= TEXT_AT_ONCE
    assert measure.rows_at_once(262_144) > 256
    assert sum(len(batch.seq) for batch in read([str(path)], batch_rows=262_144)[0]) == LOG.num_rows


def _delta_lengths(path: Path, table: pa.Table, columns: list[str]) -> Forgery:
    texts = dict.fromkeys(columns, "DELTA_LENGTH_BYTE_ARRAY")
    return forged(path, table, use_dictionary=False, column_encoding=texts, compression="none")


def test_a_dictionary_among_plain_texts_is_bounded_by_the_longest_word_it_may_hold(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    table = pa.concat_tables([LOG] * 3)
    labels = pa.array(["y" * 1_000_000] * (table.num_rows - 1) + ["z"])
    table = table.set_column(LOG.schema.get_field_index("label"), "label", labels)
    small = {"data_page_size": 1, "write_batch_size": table.num_rows - 1}
    file = forged(path, table, compression="none", write_statistics=False, **small)
    lengths = _delta_lengths(path, with_labels(["z"]), ["label"])
    label = file.chunk("label")
    pages = file.pages(label)
    assert get(get(pages[-1][0], 5), 1) == 1
    file.replace(label, [*pages[:-1], *lengths.pages(lengths.chunk("label"))])
    with pytest.raises(
        LogError, match=r"column label and others: a row unfolds to up to 1,\d\d\d,\d\d\d bytes of text"
    ):
        read([file.save(path)])


def test_a_column_may_be_written_in_another_way_in_every_row_group(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.parquet", [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    pq.write_table(LOG, whole)
    one = forged(parts[0], LOG.slice(0, 16), compression="none", use_dictionary=["label"])
    two = _delta_lengths(parts[1], LOG.slice(16), ["label", "hand_id"])
    for place, chunk in enumerate(get(two.groups()[0], 1)[1]):
        meta = get(chunk, 3)
        one.replace(meta, two.pages(meta))
        assert place < len(LOG.schema.names)
    get(one.footer, 4)[1].append(two.groups()[0])
    put(one.footer, 3, LOG.num_rows)
    both = one.save(tmp_path / "both.parquet")
    assert canonical_hands(read([both])[0]) == canonical_hands(read([str(whole)])[0])


def test_the_encoding_of_the_pages_counts_and_not_what_the_footer_says_of_it(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    texts = {"label": "DELTA_BYTE_ARRAY"}
    file = forged(path, LOG, use_dictionary=False, column_encoding=texts)
    put(file.chunk("label"), 2, [5, [0, 3]])
    with pytest.raises(LogError, match="LOG-column-type: row group 1, column label is written in the encoding DELTA_B"):
        read([file.save(path)])


@pytest.mark.parametrize(
    ("words", "number", "value"),
    [
        ("hold other than the number of values", 1, 31),
        ("hold other than the number of values", 1, 33),
        ("does not read", 1, -1),
        ("does not read", 2, 17),
    ],
)
def test_pages_that_hold_other_than_they_should_are_refused(
    tmp_path: Path, words: str, number: int, value: int
) -> None:
    path = tmp_path / "log.parquet"
    file = forged(path, compression="none")
    pages = file.pages(file.chunk("seat"))
    put(get(pages[-1][0], 5), number, value)
    file.replace(file.chunk("seat"), pages)
    with pytest.raises(LogError, match=f"LOG-corrupt: .*row group 1, column seat: .*{words}"):
        read([file.save(path)])


def test_bytes_behind_the_last_page_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    file = forged(path, compression="none")
    pages = file.pages(file.chunk("seat"))
    file.replace(file.chunk("seat"), [*pages, pages[-1]])
    with pytest.raises(LogError, match=r"column seat: .* bytes stand behind its last page"):
        read([file.save(path)])


def test_a_dictionary_behind_other_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    file = forged(path, compression="none")
    pages = file.pages(file.chunk("label"))
    file.replace(file.chunk("label"), [pages[0], *pages])
    with pytest.raises(LogError, match="column label: a dictionary stands behind other pages"):
        read([file.save(path)])


def test_a_long_header_is_read_and_an_endless_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    for size, fits in ((300_000, True), (3_000_000, False)):
        file = forged(path, compression="none")
        pages = file.pages(file.chunk("seat"))
        put(get(pages[-1][0], 5), 5, [[6, 8, b"x" * size]], 12)
        file.replace(file.chunk("seat"), pages)
        file.save(path)
        if fits:
            assert len(canonical_hands(read([str(path)])[0])) == 4
        else:
            with pytest.raises(LogError, match="column seat: the head of a page breaks off"):
                read([str(path)])


_SPOILT = """
import random, sys
from pathlib import Path
from audit.errors import LogError
from audit.logs import OutOfOrder, open_logs, parquet_reading
from tests.logs.test_parquet_pages import spoilt
ok = refused = 0
parquet_reading.LONG = int(sys.argv[4])
for seed in range(int(sys.argv[2]), int(sys.argv[3])):
    path = Path(sys.argv[1], f"{seed}.parquet")
    print(seed, file=sys.stderr, flush=True)
    rows = spoilt(path, seed)
    try:
        logs = open_logs([str(path)])
        try:
            list(logs.batches())
        except OutOfOrder:
            list(logs.sorted_batches())
        assert logs.account().total("rows_in") == rows, "rows were lost"
        ok += 1
    except LogError as error:
        assert str(error).startswith(path.name), error
        refused += 1
    path.unlink()
print(ok, refused)
"""


def spoilt(path: Path, seed: int) -> int:
    """Write a log of which the footer or a page is wrong in one to three places; the rows that were in it."""
    dice = random.Random(seed)
    how = dice.choice([{"compression": "none"}, {"compression": "zstd", "data_page_version": "2.0"}])
    file = forged(path, **how, row_group_size=16, write_page_index=dice.random() < 0.3)
    if dice.random() < 0.4:
        pages = file.pages(meta := file.chunk(dice.choice(LOG.schema.names)))
        spoil(pages[dice.randrange(len(pages))][0], dice)
        file.replace(meta, pages)
    else:
        for _ in range(dice.choice([1, 1, 2, 3])):
            spoil(file.footer, dice)
    file.save(path)
    return LOG.num_rows


@pytest.mark.parametrize("long", [0, parquet_reading.LONG])
def test_no_spoilt_file_ends_the_process_or_loses_a_row(tmp_path: Path, long: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _SPOILT, str(tmp_path), "0", "400", str(long)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2], timeout=300,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-2000:]
    ok, refused = map(int, ended.stdout.split())
    assert ok > 40
    assert refused > 150


@pytest.mark.parametrize("field", [65_536 + 2, 2 - 65_536])
def test_a_field_that_counts_as_another_in_sixteen_bits_is_refused(tmp_path: Path, field: int) -> None:
    path = tmp_path / "log.parquet"
    file = forged(path, compression="none", use_dictionary=False)
    pages = file.pages(file.chunk("label"))
    pages[0][0].append([field, 5, 2**31 - 1])  # Arrow's reader takes it for the bytes unfolded
    file.replace(file.chunk("label"), pages)
    with pytest.raises(LogError, match=r"LOG-corrupt.*the head of a page does not read"):
        read([file.save(path)])
