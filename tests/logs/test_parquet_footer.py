"""Footers that contradict themselves or the file: refused before Parquet's own reader could end the process."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.errors import LogError
from audit.logs import open_logs
from audit.logs.parquet_footer import read_footer, told_time
from tests.logs.canonical_hands import log, read, table_of
from tests.logs.parquet_forging import Forgery, get, put

LOG = table_of(log(4))


def forged(folder: Path) -> Forgery:
    """The log in two row groups, in parts."""
    pq.write_table(LOG, folder / "log.parquet", compression="none", row_group_size=16)
    return Forgery.of((folder / "log.parquet").read_bytes())


@pytest.mark.parametrize("groups", [1, 3, 200])
def test_footers_of_any_length_are_read_to_their_end(tmp_path: Path, groups: int) -> None:
    wide = pa.table({f"column {n}": pa.array(range(200)) for n in range(20)} | {"nested": [[{"a": [1]}]] * 200})
    meta = wide.replace_schema_metadata({b"note": b"x" * 100_000})
    path = tmp_path / "log.parquet"
    pq.write_table(meta, path, row_group_size=200 // groups, write_page_index=True)
    footer = read_footer(path)
    assert (footer.rows, len(footer.leaves)) == (200, 21)
    assert footer.leaves[20].path == (b"nested", b"list", b"element", b"a", b"list", b"element")
    metadata = pq.read_metadata(path)
    for number, group in enumerate(footer.groups):
        told = [metadata.row_group(number).column(place) for place in range(21)]
        assert [(piece.size, piece.values) for piece in group.pieces] == [
            (column.total_compressed_size, column.num_values) for column in told
        ]
    whole = path.read_bytes()
    path.write_bytes(
        whole[:-8] + b"\x19\xfc" + (int.from_bytes(whole[-8:-4], "little") - 40).to_bytes(4, "little") + b"PAR1"
    )
    with pytest.raises(ValueError, match="footer"):
        read_footer(path)


@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
def test_the_first_time_is_told_in_any_unit(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "log.parquet"
    time = LOG.column("time").cast(pa.timestamp(unit, "Asia/Macau"))
    pq.write_table(LOG.set_column(LOG.schema.get_field_index("time"), "time", time), path)
    first = min(LOG.column("time").to_pylist())
    assert told_time(read_footer(path), b"time") == int(first.timestamp() * 1000)
    assert first > datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    assert told_time(read_footer(path), b"seq") == 0


def _no_histogram(file: Forgery) -> None:
    put(file.chunk("seat"), 16, [[3, 9, [6, [1]]]], 12)


def _fewer_columns(file: Forgery) -> None:
    get(file.groups()[1], 1)[1].pop()


def _a_column_more(file: Forgery) -> None:
    get(file.footer, 2)[1].append(get(file.footer, 2)[1][1])


def _in_another_file(file: Forgery) -> None:
    get(file.groups()[0], 1)[1][3].insert(0, [1, 8, b"/etc/passwd"])


def _in_the_bytes_of_another(file: Forgery) -> None:
    fee, payout = file.chunk("fee"), file.chunk("payout")
    for field in (7, 9, 11):
        put(fee, field, get(payout, field))


def _twice_the_row_groups(file: Forgery) -> None:
    groups = get(file.footer, 4)
    groups[1] = groups[1] * 2
    put(file.footer, 3, 2 * LOG.num_rows)


FORGERIES: list[tuple[str, Callable[[Forgery], object]]] = [
    ("speaks of 31 rows, its row groups hold 32", lambda file: put(file.footer, 3, 31)),
    ("speaks of 32 rows, its row groups hold 16", lambda file: get(file.footer, 4)[1].pop()),
    ("row group 1: column casino has 16 values for 15 rows", lambda file: put(file.groups()[0], 3, 15)),
    ("row group 2: column seat has 8 values", lambda file: put(file.chunk("seat", 1), 5, 8)),
    ("row group 1: its footer has -1 as the size of column fee", lambda file: put(file.chunk("fee"), 7, -1)),
    ("row group 1: column fee lies outside of the file", lambda file: put(file.chunk("fee"), 7, 1 << 40)),
    ("row group 1: column fee lies outside of the file", lambda file: put(file.chunk("fee"), 9, 1 << 62)),
    ("another column stands in the place of fee", lambda file: put(file.chunk("fee"), 3, [8, [b"payout"]])),
    ("column fee is of another type", lambda file: put(file.chunk("fee"), 1, 0)),
    ("row group 2: it has 21 columns, the file 22", _fewer_columns),
    ("columns that belong to nothing", _a_column_more),
    ("fewer columns than it speaks of", lambda file: put(get(file.footer, 2)[1][0], 5, 40)),
    ("its footer lists no columns", lambda file: put(file.footer, 2, [12, []])),
    ("lies in another file", _in_another_file),
    ("two of its columns lie in the same bytes", _in_the_bytes_of_another),
    ("two of its columns lie in the same bytes", _twice_the_row_groups),
    ("too large for its field", lambda file: put(file.chunk("fee"), 1, 1 << 40)),
    ("a list in the footer is longer", lambda file: get(file.footer, 4).append(1 << 31)),
    ("its footer lacks the row groups", lambda file: file.footer.remove(file.footer[3])),
    ("is of kind 8, not 6", lambda file: file.footer[2].__setitem__(slice(1, 3), [8, b"rows"])),
    ("stands twice in one structure", lambda file: file.footer.append(file.footer[2])),
    ("encrypted", lambda file: put(file.footer, 8, [], 12)),
]


@pytest.mark.parametrize(("words", "forge"), FORGERIES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_footer_that_does_not_agree_is_refused(
    tmp_path: Path, words: str, forge: Callable[[Forgery], object]
) -> None:
    file = forged(tmp_path)
    forge(file)
    with pytest.raises(LogError, match=f"log.parquet: LOG-corrupt: .*{words}") as error:
        open_logs([file.save(tmp_path / "log.parquet")])
    assert error.value.fault.mend


def test_what_nothing_asks_for_ends_no_process(tmp_path: Path) -> None:
    file = forged(tmp_path)
    _no_histogram(file)
    with pytest.raises(LogError, match=r"log.parquet: LOG-corrupt: .*histogram"):
        read([file.save(tmp_path / "log.parquet")])


def test_an_endless_footer_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    with path.open("wb") as file:
        file.write(b"PAR1")
        file.seek(64 << 20)
        file.write((60 << 20).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(LogError, match=r"its footer has 62,914,560 bytes; 16,777,216 are allowed"):
        open_logs([str(path)])


def test_rows_that_are_told_again_in_sixteen_bits_are_refused(tmp_path: Path) -> None:
    file = forged(tmp_path)
    file.footer.append([65_536 + 3, 6, 12_345])
    path = file.save(tmp_path / "log.parquet")
    assert pq.read_metadata(path).num_rows == 12_345  # as Arrow's reader has it
    with pytest.raises(LogError, match=r"LOG-corrupt.*a number that is too large"):
        open_logs([path])
