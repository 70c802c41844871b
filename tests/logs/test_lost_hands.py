"""Hands of which no row can be read are told as lost before the next hand of their table, however they are read."""

import datetime
import itertools
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.logs import Batch, open_logs
from tests.logs.canonical_hands import hand, log, read
from tests.logs.canonical_hands import write as write_timed

QUIET = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
Row = dict[str, Any]
Sizes = (1, 11, 1000)

# What makes a row unreadable, and whether it then still tells its table and its time.
FAULTS: dict[str, tuple[Row, bool, bool]] = {
    "event": ({"event": "nonsense"}, True, True),
    "seat": ({"seat": 9}, True, True),
    "amount": ({"amount": "-1.00"}, True, True),
    "pieces": ({"pieces": "9x"}, True, True),
    "actor": ({"actor": "cat"}, True, True),
    "currency": ({"currency": "money"}, True, True),
    "seq": ({"seq": None}, True, True),
    "hand": ({"hand_id": None}, True, True),
    "day": ({"gaming_day": None}, True, True),
    "no game": ({"game": None}, True, True),
    "other game": ({"game": "blackjack"}, True, True),
    "no event of its game": ({"game": "mahjong", "event": "bank"}, True, True),
    "time": ({"time": None}, True, False),
    "time and day": ({"time": None, "gaming_day": None}, True, False),
    "table": ({"table_id": None}, False, True),
    "damaged table": ({"table_id": "PG\ufffd"}, False, True),
    "casino": ({"casino": None}, False, True),
    "casino and hand": ({"casino": None, "hand_id": None}, False, True),
    "place and time": ({"casino": None, "table_id": None, "time": None}, False, False),
}


_NO_TIME = datetime.datetime(1990, 1, 1, tzinfo=datetime.UTC)


def write(rows: Sequence[Row], path: Path) -> str:
    """Rows as a log file, whether or not they have their times."""
    if path.suffix == ".parquet":
        return write_timed(rows, path)
    write_timed([row | {"time": row["time"] or _NO_TIME} for row in rows], path)
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub("1990-01-01T[^,]*", "", text), encoding="utf-8")
    return str(path)


def destroyed(rows: Sequence[Row], hands: Iterable[int], change: Row) -> list[Row]:
    """The rows, those of some hands changed."""
    names = {f"H{number:04d}" for number in hands}
    return [row | change if row["hand_id"] in names else row for row in rows]


def lost(batches: Iterable[Batch]) -> list[str]:
    """The hands before which one may be lost."""
    return sorted(
        name
        for batch in batches
        for name, told in zip(batch.hand_id.to_pylist(), batch.lost_before.tolist(), strict=True)
        if told
    )


def ids(*numbers: int) -> list[str]:
    return [f"H{number:04d}" for number in numbers]


def both_ways(paths: Sequence[str], batch_rows: int) -> list[str]:
    """The same in one pass, if the log is in order, and by the sort; both must say the same."""
    by_sort = lost(open_logs(paths, batch_rows=batch_rows).sorted_batches())
    in_one_pass = lost(read(paths, batch_rows)[0])
    assert in_one_pass == by_sort
    return by_sort


@pytest.mark.parametrize("batch_rows", Sizes)
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("fault", FAULTS)
def test_the_next_hand_of_a_table_knows_that_one_is_lost(
    tmp_path: Path, fault: str, suffix: str, batch_rows: int
) -> None:
    change, table_told, _ = FAULTS[fault]
    rows = destroyed(log(12, tables=3), [4], change)
    path = write(rows, tmp_path / f"log{suffix}")
    assert both_ways([path], batch_rows) == (ids(7) if table_told else ids(5, 6, 7))


@pytest.mark.parametrize("batch_rows", Sizes)
def test_tables_one_after_the_other(tmp_path: Path, batch_rows: int) -> None:
    rows = [row for table in (1, 2, 3) for number in range(4) for row in hand(3 * number + table - 1, table)]
    for fault, (change, table_told, timed) in FAULTS.items():
        path = write(destroyed(rows, [4], change), tmp_path / "log.csv")
        # By its time it is behind hands of each table; by its place behind all of the first and none of the last.
        other = ids(5, 6, 7) if timed else ids(2, 7)
        assert both_ways([path], batch_rows) == (ids(7) if table_told else other), fault


def test_a_clean_log_loses_nothing(tmp_path: Path) -> None:
    assert both_ways([write(log(12, tables=3), tmp_path / "log.csv")], 20) == []


# A row that does not tell its hand may be that of another.
@pytest.mark.parametrize(
    "fault", [name for name, (change, told, _) in FAULTS.items() if told and "hand_id" not in change]
)
def test_a_hand_that_keeps_a_row_is_not_lost(tmp_path: Path, fault: str) -> None:
    change = FAULTS[fault][0]
    for kept in (0, 3, 7):
        rows = log(6, tables=2)
        rows = [row if i == 16 + kept or row["hand_id"] != "H0002" else row | change for i, row in enumerate(rows)]
        assert both_ways([write(rows, tmp_path / "log.csv")], 11) == []


@pytest.mark.parametrize("batch_rows", Sizes)
def test_a_row_without_its_table_is_of_the_hand_that_it_names(tmp_path: Path, batch_rows: int) -> None:
    rows = log(12, tables=3)
    rows[4 * 8 + 2] = rows[4 * 8 + 2] | {"table_id": None}
    assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == []


@pytest.mark.parametrize("batch_rows", Sizes)
def test_before_the_first_and_behind_the_last(tmp_path: Path, batch_rows: int) -> None:
    rows = destroyed(log(8, tables=2), [0, 7], {"event": "nonsense"})
    assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == ids(2)


@pytest.mark.parametrize("batch_rows", Sizes)
def test_several_lost_in_a_row(tmp_path: Path, batch_rows: int) -> None:
    rows = destroyed(log(12, tables=2), [2, 4, 6, 7], {"amount": "-1.00"})
    assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == ids(8, 9)


@pytest.mark.parametrize("batch_rows", Sizes)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_whole_file_is_lost(tmp_path: Path, fault: str, batch_rows: int) -> None:
    change, _, timed = FAULTS[fault]
    rows = log(12, tables=2)
    parts = [rows[:32], destroyed(rows[32:64], range(12), change), rows[64:]]
    paths = [write(part, tmp_path / f"{name}.csv") for name, part in zip("cba", parts, strict=True)]
    # Nobody knows where among the others a file without any time belongs.
    assert both_ways(paths, batch_rows) == (ids(8, 9) if timed else ids(0, 1, 2, 3, 8, 9, 10, 11))


def test_a_whole_day_is_lost(tmp_path: Path) -> None:
    def of_day(day: int) -> list[Row]:
        later = datetime.timedelta(days=day)
        return [
            row
            | {
                "gaming_day": row["gaming_day"] + later,
                "time": row["time"] + later,
                "hand_id": f"{row['hand_id']}-{day}",
            }
            for row in log(4, tables=2)
        ]

    bad = [row | {"event": "nonsense"} for row in of_day(1)]
    for batch_rows in Sizes:
        path = write([*of_day(0), *bad, *of_day(2)], tmp_path / "log.csv")
        assert both_ways([path], batch_rows) == ["H0000-2", "H0001-2"]


@pytest.mark.parametrize("batch_rows", Sizes)
def test_a_table_that_plays_another_game_between(tmp_path: Path, batch_rows: int) -> None:
    other = [
        row | {"game": "five_card_poker"}
        for row in hand(1)
        if row["event"] in ("hand_start", "bet", "deal", "hand_end")
    ]
    other = [row | {"seq": seq, "pieces": None, "label": None} for seq, row in enumerate(other, 1)]
    path = write([*hand(0), *other, *hand(2), *hand(3)], tmp_path / "log.csv")
    assert both_ways([path], batch_rows) == ids(1, 2)


def test_other_games_at_other_tables_are_no_lost_hands(tmp_path: Path) -> None:
    foreign = [row | {"game": "blackjack", "hand_id": f"B{row['hand_id']}", "table_id": "BJ01"} for row in log(6)]
    rows = [row for one, two in zip(log(6), foreign, strict=True) for row in (one, two)]
    unplaced = [row | {"table_id": None} for row in foreign]
    for batch_rows in Sizes:
        assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == []
        path = write([row for pair in zip(log(6), unplaced, strict=True) for row in pair], tmp_path / "un.csv")
        assert both_ways([path], batch_rows) == []


@pytest.mark.parametrize("batch_rows", Sizes)
def test_hands_that_only_contradict_themselves_are_lost(tmp_path: Path, batch_rows: int) -> None:
    rows = []
    for number in range(8):
        for row in hand(number, number % 2 + 1):
            rows += [row, row | {"person": "P1"}, row | {"person": "P2"}] if number in (2, 4, 7) else [row]
    assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == ids(6)


@pytest.mark.parametrize("batch_rows", Sizes)
def test_a_hand_whose_id_is_that_of_another_is_lost(tmp_path: Path, batch_rows: int) -> None:
    again = [row | {"hand_id": "H0001"} for row in hand(4)]
    rows = [*hand(0), *hand(1, 2), *hand(2), *hand(3, 2), *again, *hand(5, 2), *hand(6), *hand(7, 2)]
    assert both_ways([write(rows, tmp_path / "log.csv")], batch_rows) == ids(6)


@pytest.mark.parametrize("batch_rows", Sizes)
def test_records_that_do_not_part_into_fields(tmp_path: Path, batch_rows: int) -> None:
    path = Path(write(log(12, tables=3), tmp_path / "log.csv"))
    lines = path.read_bytes().splitlines(keepends=True)
    for bad in (b"rubbish\n", b"\xff" * 30 + b"\n"):
        path.write_bytes(b"".join([*lines[:33], *[bad] * 8, *lines[41:]]))
        assert both_ways([str(path)], batch_rows) == ids(5, 6, 7)


def test_a_row_that_stands_behind_hands_that_came_after_it(tmp_path: Path) -> None:
    rows = destroyed(log(12, tables=3), [4], {"event": "nonsense"})
    stray = [row for row in rows if row["event"] == "nonsense"]
    rest = [row for row in rows if row["event"] != "nonsense"]
    for batch_rows in Sizes:
        for place in (0, 24, 32, 56, 88):
            path = write([*rest[:place], *stray, *rest[place:]], tmp_path / "log.csv")
            assert both_ways([path], batch_rows) == ids(7)


def test_what_tells_neither_time_nor_order_leaves_its_day_unknown(tmp_path: Path) -> None:
    rows = destroyed(log(12, tables=3), [4], {"time": None})
    random.Random(1).shuffle(rows)
    path = write(rows, tmp_path / "log.csv")
    assert lost(read([path])[0]) == ids(1, 7, 10)
    rows = [row | {"gaming_day": None} if row["time"] is None else row for row in rows]
    assert lost(read([write(rows, tmp_path / "log.csv")])[0]) == ids(1, 7, 10)


def expected(rows: Sequence[Row], kept: Sequence[bool]) -> list[str]:
    """Told by the times of rows alone, which all of them have, hand by hand and sign by sign."""
    there = {(row["casino"], row["hand_id"]) for row, keep in zip(rows, kept, strict=True) if keep}
    hands: dict[str, dict[str, datetime.datetime]] = {}
    for row, keep in zip(rows, kept, strict=True):
        if keep:
            times = hands.setdefault(row["table_id"], {})
            times[row["hand_id"]] = min(times.get(row["hand_id"], row["time"]), row["time"])
    found = set()
    for row, keep in zip(rows, kept, strict=True):
        named = row["casino"] is not None and row["hand_id"] is not None
        if keep or (named and (row["casino"], row["hand_id"]) in there):
            continue
        known = row["casino"] is not None and row["table_id"] not in (None, "PG\ufffd")
        for table in [row["table_id"]] if known else hands:
            ordered = sorted((time, name) for name, time in hands.get(table, {}).items())
            found |= {name for _, name in [one for one in ordered if one[0] >= row["time"]][:1]}
    return sorted(found)


@QUIET
@given(st.data())
def test_any_faults_split_order_form_and_chunk(tmp_path: Path, data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    changes = [change for change, _, timed in FAULTS.values() if timed and change.get("game") != "blackjack"]
    rows, kept = [], []
    share = data.draw(st.sampled_from([0.02, 0.5]))
    for row in log(18, tables=3):
        whole = int(row["hand_id"][1:]) in (3, 4, 10)
        kept.append(not whole and rng.random() > share)
        rows.append(row if kept[-1] else row | rng.choice(changes))
    wanted = expected(rows, kept)
    order = list(range(len(rows)))
    if data.draw(st.booleans()):
        rng.shuffle(order)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    paths = []
    for number, (start, end) in enumerate(itertools.pairwise([0, *cuts, len(rows)])):
        suffix = data.draw(st.sampled_from([".csv", ".parquet"]))
        part = [rows[place] for place in order[start:end]]
        paths.append(write(part, tmp_path / f"{rng.randint(10, 99)}-{number}{suffix}"))
    assert both_ways(paths, data.draw(st.sampled_from(Sizes))) == wanted
    for path in paths:
        Path(path).unlink()
