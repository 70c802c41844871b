"""Hands that are cut as sound are those of which nothing is told, and only those are passed over."""

from pathlib import Path
from typing import Any

import pytest

from audit.logs import OutOfOrder, open_logs
from audit.logs.account import Ledger
from audit.logs.columns import Rows
from audit.logs.cutting import BACK, ENDED, FAULTY, cut_hands
from audit.logs.parquet_reading import open_parquet, read_parquet
from audit.logs.sources import open_sources
from audit.logs.validating import Validator
from tests.logs.canonical_hands import canonical_hands, hand, log, write


def rows_of(path: str) -> Rows:
    """The checked rows of a Parquet file."""
    ledger = Ledger(["log"])
    (piece,) = read_parquet(open_parquet(open_sources([path])[0]), 0, 1000, ledger, 1)
    assert piece.chunk is not None
    rows = Validator(ledger).rows(piece.chunk)[0]
    assert rows is not None
    return rows


def changed(rows: list[dict[str, Any]], place: int, **values: object) -> list[dict[str, Any]]:
    """Rows of which one is another."""
    return [*rows[:place], rows[place] | values, *rows[place + 1 :]]


WHOLE = hand(1)


@pytest.mark.parametrize(
    ("rows", "state"),
    [
        (WHOLE, ENDED),
        (WHOLE[:-1], 0),
        (WHOLE[1:], ENDED | FAULTY),
        ([*WHOLE[:3], *WHOLE[4:]], ENDED | FAULTY),
        ([*WHOLE[:3], WHOLE[2], *WHOLE[3:]], ENDED | FAULTY),
        ([*WHOLE[:3], WHOLE[1], *WHOLE[3:]], ENDED | FAULTY | BACK),
        (changed(WHOLE, 3, event="hand_start"), ENDED | FAULTY),
        (changed(WHOLE, 3, event="hand_end"), ENDED | FAULTY),
        (changed(WHOLE, 3, currency="MOP"), ENDED | FAULTY),
        (changed(WHOLE, 0, currency=None), ENDED | FAULTY),
        (changed(WHOLE, 3, time=WHOLE[0]["time"]), ENDED | FAULTY),
    ],
)
def test_a_hand_is_sound_only_where_nothing_is_wrong(tmp_path: Path, rows: list[dict[str, Any]], state: int) -> None:
    cut = cut_hands(rows_of(write([*hand(0), *rows, *hand(2)], tmp_path / "log.parquet")), None)
    assert cut.state.tolist() == [ENDED, state, ENDED]
    assert cut.start.tolist() == [0, 8, 8 + len(rows), 16 + len(rows)]


def test_a_hand_whose_table_has_gone_by_may_go_on_after_its_end(tmp_path: Path) -> None:
    late = hand(1)[-1] | {"seq": 9}
    rows = [*hand(0, 1), *hand(1, 1), *hand(2, 2), *hand(3, 2), late, *hand(4, 2)]
    logs = open_logs([write(rows, tmp_path / "log.parquet")], batch_rows=16)
    with pytest.raises(OutOfOrder):
        list(logs.batches())
    assert [len(kept) for *_, kept in canonical_hands(logs.sorted_batches()).values()] == [8, 9, 8, 8, 8]
    assert [finding.code for finding in logs.data_findings()] == ["LOG-rows-after-end"]


def test_a_table_that_comes_again_too_early_is_sorted(tmp_path: Path) -> None:
    rows = [*hand(5, 1), *hand(1, 2), *hand(2, 2), *hand(4, 1), *log(1, 3)]
    logs = open_logs([write(rows, tmp_path / "log.parquet")], batch_rows=12)
    with pytest.raises(OutOfOrder, match="order of time"):
        list(logs.batches())
