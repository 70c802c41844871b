"""Logs shared out: every row in one share, every table in one share, and what must not be shared out refused."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.logs import OutOfOrder, ReachesBeyondError, ShareRead, TableKey, hand_index, sharing
from audit.logs.account import Ledger
from audit.logs.parquet_reading import ParquetLog, Span, open_parquet, read_words
from audit.logs.sharing import Share, require_apart, shares
from audit.logs.sources import open_sources
from tests.logs.canonical_hands import log, table_of

ROWS = table_of(log(40, 1))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "LEAST_ROWS", 0)


def opened(
    folder: Path,
    *files: list[tuple[str | None, int]],
    group: int = 10,
    casinos: tuple[str, str] = ("C01", "C01"),
    **options: object,
) -> dict[int, ParquetLog]:
    """Files of so many rows of each of some tables, one after the other; table A is in the first casino."""
    paths = []
    for number, runs in enumerate(files):
        tables = [table for table, rows in runs for _ in range(rows)]
        columns = {"casino": [casinos[table != "A"] for table in tables], "table_id": tables}
        rows = ROWS.slice(0, len(tables))
        for name, values in columns.items():
            rows = rows.set_column(rows.schema.names.index(name), name, pa.array(values, pa.string()))
        path = folder / f"{number}.parquet"
        pq.write_table(rows, path, row_group_size=group, **options)
        paths.append(str(path))
    return {number: open_parquet(source) for number, source in enumerate(open_sources(paths))}


def owners(files: dict[int, ParquetLog], parts: list[Share]) -> dict[str, set[int]]:
    """The shares that every table has rows in; every row of every file is in one."""
    found: dict[str, set[int]] = {}
    for number, file in files.items():
        tables = pq.read_table(file.source.path, columns=["table_id"])["table_id"].to_pylist()
        share = np.full(len(tables), -1)
        for own, part in enumerate(parts):
            ends = [0]
            for span in part.get(number, ()):
                assert ends[-1] <= span.first < span.end
                ends.append(span.end)
                assert (share[span.first : span.end] == -1).all()
                share[span.first : span.end] = own
        assert (share >= 0).all()
        for table, own in zip(tables, share.tolist(), strict=True):
            found.setdefault(table, set()).add(own)
    return found


RUNS = st.lists(st.tuples(st.sampled_from("ABCDEF"), st.integers(1, 30)), min_size=1, max_size=8)


@given(st.lists(RUNS, min_size=1, max_size=3), st.integers(2, 4), st.sampled_from([1, 7, 100]), st.booleans())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_row_and_every_table_is_in_one_share(
    tmp_path_factory: pytest.TempPathFactory,
    runs: list[list[tuple[str | None, int]]],
    count: int,
    group: int,
    listed: bool,
) -> None:
    files = opened(tmp_path_factory.mktemp("files"), *runs, group=group, use_dictionary=listed)
    parts = shares(files, count)
    assert len(parts) != 1
    assert len(parts) <= count
    if parts:
        assert all(len(own) == 1 for own in owners(files, parts).values())


@pytest.mark.parametrize("listed", [True, False])
def test_tables_are_shared_out_in_like_parts(tmp_path: Path, listed: bool) -> None:
    files = opened(tmp_path, [("A", 20), ("B", 20), ("C", 60)], [("A", 50), ("C", 50)], group=1, use_dictionary=listed)
    first, second = shares(files, 2)
    assert [list(first.items()), list(second.items())] == [
        [(0, [(0, 40)]), (1, [(0, 50)])],
        [(0, [(40, 100)]), (1, [(50, 100)])],
    ]


@pytest.mark.parametrize(
    ("runs", "group"),
    [
        ([("A", 100)], 10),  # nothing to share out
        ([("A", 90), ("B", 10)], 10),  # nearly all would be in one share
        ([("A", 50), ("B", 50)], 100),  # both shares would have to unfold everything
        ([("A", 50), (None, 1), ("B", 50)], 10),  # nobody knows whose that row is
        ([("A", 50), ("", 1), ("B", 50)], 10),
    ],
)
def test_what_cannot_well_be_shared_out_is_left_whole(
    tmp_path: Path, runs: list[tuple[str | None, int]], group: int
) -> None:
    assert shares(opened(tmp_path, runs, group=group), 2) == []


def test_groups_of_one_share_are_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Span] = []

    def spy(log: ParquetLog, columns: tuple[str, ...], span: Span) -> Iterator[pa.RecordBatch]:
        looked.append(span)
        return read_words(log, columns, span)

    monkeypatch.setattr(sharing, "read_words", spy)
    files = opened(tmp_path, [("A", 7), ("B", 33), ("C", 15), ("D", 45)], [("D", 5), ("E", 5), ("F", 90)], group=10)
    first, second = shares(files, 2)
    assert first == {0: [(0, 100)], 1: [(0, 5)]}  # D is in both files
    assert second == {1: [(5, 100)]}
    assert looked == [(0, 10)]
    assert read_words(files[1], ["table_id"], looked[0])


def test_groups_without_lists_of_words_are_looked_into(tmp_path: Path) -> None:
    files = opened(tmp_path, [("A", 45), ("B", 45)], group=20, use_dictionary=False)
    assert shares(files, 2) == [{0: [(0, 45)]}, {0: [(45, 90)]}]


def test_several_casinos_of_a_group_are_told_apart(tmp_path: Path) -> None:
    files = opened(tmp_path, [("A", 45), ("B", 45)], group=20, casinos=("C01", "C02"))
    assert shares(files, 2) == [{0: [(0, 45)]}, {0: [(45, 90)]}]


def test_rows_that_change_tables_all_the_time_are_left_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_MOST_UNFOLDED", 200)
    runs: list[tuple[str | None, int]] = [("AB"[number % 2], 10) for number in range(8)]
    assert len(shares(opened(tmp_path, runs, group=40), 2)) == 2
    monkeypatch.setattr(sharing, "_MOST_RUNS", 2)
    assert shares(opened(tmp_path, runs, group=40), 2) == []


def test_short_logs_are_left_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "LEAST_ROWS", 101)
    assert shares(opened(tmp_path, [("A", 50), ("B", 50)]), 2) == []
    assert len(shares(opened(tmp_path, [("A", 50), ("B", 51)]), 2)) == 2


def read_of(folder: Path, tables: str, hands: list[int], damaged: list[int] = []) -> ShareRead:  # noqa: B006
    folder.mkdir()
    np.save(folder / "hands.npy", np.array(sorted(hands), np.uint64))
    keys = frozenset(TableKey("C01", table) for table in tables)
    accounts = Ledger(["log.parquet"]).hand_over(folder / "rejects")
    return ShareRead(accounts, keys, folder / "hands.npy", np.array(damaged, np.uint64))


def test_shares_that_have_nothing_to_do_with_each_other_are_put_together(tmp_path: Path) -> None:
    require_apart([read_of(tmp_path / "1", "AB", [1, 2, 3], [9]), read_of(tmp_path / "2", "C", [4, 8], [7])])
    require_apart(
        [read_of(tmp_path / "3", "A", []), read_of(tmp_path / "4", "B", [1]), read_of(tmp_path / "5", "C", [2])]
    )


def test_long_shares_are_looked_through_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_IN_MEMORY", 2)
    monkeypatch.setattr(hand_index, "_AT_ONCE", 2)
    even, odd = list(range(0, 100, 2)), list(range(1, 100, 2))
    one = read_of(tmp_path / "1", "A", even)
    require_apart([one, read_of(tmp_path / "2", "B", odd)])
    with pytest.raises(OutOfOrder):
        require_apart([one, read_of(tmp_path / "3", "B", [*odd, 98])])


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (("AC", [4], []), ReachesBeyondError),  # a table of both
        (("C", [4], [3]), ReachesBeyondError),  # a hand of the first lost a row in the second
        (("C", [4, 9], []), ReachesBeyondError),  # and the other way round
        (("C", [2, 4], []), OutOfOrder),  # a hand of both
    ],
)
def test_shares_that_have_to_do_with_each_other_are_refused(
    tmp_path: Path, other: tuple[str, list[int], list[int]], error: type[Exception]
) -> None:
    one, two = read_of(tmp_path / "1", "AB", [1, 2, 3], [9]), read_of(tmp_path / "2", *other)
    with pytest.raises(error):
        require_apart([one, two])
    with pytest.raises(error):
        require_apart([read_of(tmp_path / "0", "Z", []), two, one])
