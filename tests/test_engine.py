"""The engine: workers, states, portions, and logs that come out of order."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit import engine
from audit.engine import Judge, Judged
from audit.logs import TableKey, open_logs
from audit.logs.portion import portion, rows_of_hands
from audit.rulebook import Outcome, load_rulebook, select


class Keep:
    """A sink that keeps (hand, seat) of every finding."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int]] = []

    def take(self, judged: Judged) -> None:
        for found in judged.evaluation.found:
            hands = judged.batch.hand_id.take(found.table.hand[found.rows]).to_pylist()
            self.found += list(zip(hands, found.table.seat[found.rows].tolist(), strict=True))

    def forget(self) -> None:
        self.found.clear()


@pytest.fixture
def judge(rules: Path) -> Any:
    import tiny_pack

    games = {"pai_gow": tiny_pack.TinyGame()}
    book = load_rulebook([rules], games, prove=False)
    return lambda: Judge(book, games, select(book), Keep())


@pytest.fixture
def night(log: Any, hand: Any) -> Path:
    hands = [hand(f"H{n:02d}", "49.99" if n % 2 else "50.00", table=f"T{n % 5}", minute=n) for n in range(20)]
    return log("night.csv", *hands)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("batch_rows", [5, 17, 1000])
def test_workers_and_batches_change_nothing(judge: Any, night: Path, workers: int, batch_rows: int) -> None:
    one = judge()
    judgement = replace(one, workers=workers).judge(open_logs([str(night)], batch_rows=batch_rows))
    assert sorted(one.sink.found) == [(f"H{n:02d}", 5) for n in range(1, 20, 2)]
    assert judgement.tally.hands() == 20
    assert judgement.tally.of("pai_gow").census["rows"].sum() == 100
    assert set(judgement.states["pai_gow"]) == {TableKey("C01", f"T{n}") for n in range(5)}


def test_states_are_handed_on_and_left_alone(judge: Any, log: Any, hand: Any) -> None:
    first = judge().judge(open_logs([str(log("a.csv", hand("H1")))]))
    before = {key: state.values.copy() for key, state in first.states["pai_gow"].items()}
    second = replace(judge(), states=first.states).judge(open_logs([str(log("b.csv", hand("H2", minute=9)))]))
    for key, values in before.items():
        assert (first.states["pai_gow"][key].values == values).all()
        assert second.states["pai_gow"][key].values[0] & values[0] == values[0]


def test_out_of_order_logs_are_begun_anew(judge: Any, night: Path, tmp_path: Path) -> None:
    lines = night.read_text().splitlines()
    mixed = tmp_path / "mixed.csv"
    mixed.write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    one = judge()
    judgement = one.judge(open_logs([str(mixed)], batch_rows=10))
    assert judgement.sorted
    assert len(one.sink.found) == 10
    assert judgement.tally.hands() == 20


def test_a_worker_that_fails_fails_the_run(judge: Any, night: Path) -> None:
    one = judge()

    def full(_: Judged) -> None:
        raise OSError("disk full")

    one.sink.take = full
    with pytest.raises(OSError, match="disk full"):
        replace(one, workers=3).judge(open_logs([str(night)], batch_rows=10))


def test_a_worker_that_fails_leaves_no_thread(judge: Any, night: Path) -> None:
    before = threading.active_count()
    one = judge()
    one.sink.take = lambda _: 1 // 0
    with pytest.raises(ZeroDivisionError):
        replace(one, workers=3).judge(open_logs([str(night)], batch_rows=5, threads=2))
    assert threading.active_count() <= before


def test_hands_whose_facts_cannot_be_judged_are_counted_as_errors(
    judge: Any, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise IndexError("a table of facts that is none")

    monkeypatch.setattr(engine, "evaluate", broken)
    judgement = replace(judge(), workers=2).judge(open_logs([str(night)], batch_rows=10))
    tally = judgement.tally.of("pai_gow")
    counts = tally.outcomes.table(np.arange(len(tally.places)), len(judge().book.rules("pai_gow")) * len(Outcome))
    errors = counts.reshape(len(counts), -1, len(Outcome))[:, :, Outcome.ERROR]
    assert errors.max(axis=1).sum() == 20
    assert "IndexError" in judgement.tally.traces[0][1]


def test_the_hand_behind_one_that_cannot_be_replayed_knows_of_it(rules: Path, night: Path) -> None:
    import tiny_pack

    told: dict[str, bool] = {}

    class Stumbling(tiny_pack.TinyGame):  # type: ignore[misc]
        def replay(self, batch: Any, states: Any, law: Any) -> Any:
            names = batch.hand_id.to_pylist()
            if {"H03", "H08", "H11"} & set(names):
                raise IndexError("these hands")
            told.update(zip(names, batch.lost_before.tolist(), strict=True))
            return super().replay(batch, states, law)

    games = {"pai_gow": Stumbling()}
    book = load_rulebook([rules], games, prove=False)
    for batch_rows in (5, 17, 1000):
        told.clear()
        Judge(book, games, select(book), Keep(), workers=2).judge(open_logs([str(night)], batch_rows=batch_rows))
        assert [name for name, lost in told.items() if lost] == ["H13", "H16"]
        assert len(told) == 17


@given(st.sets(st.integers(0, 19), min_size=1))
@settings(max_examples=30, deadline=None)
def test_a_portion_holds_exactly_its_hands(hands: set[int]) -> None:
    import tempfile

    import tiny_pack

    rows = tiny_pack.BASE.splitlines()[1:]
    lines = [
        row.replace(",A,", f",H{number:02d},").replace("T21:", f"T{number:02d}:")
        for number in range(20)
        for row in rows
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.csv"
        path.write_text("\n".join([tiny_pack.BASE.splitlines()[0], *lines]) + "\n")
        batch = next(open_logs([str(path)]).batches())
    chosen = np.array(sorted(hands), np.int64)
    part = portion(batch, chosen)
    where = rows_of_hands(batch, chosen)
    assert part.hand_id.to_pylist() == [f"H{number:02d}" for number in sorted(hands)]
    assert part.row_count == len(where) == 5 * len(hands)
    for name in ("seq", "time", "event", "seat", "amount", "fee", "source_row", "pieces_split"):
        assert (getattr(part, name) == getattr(batch, name)[where]).all()
    assert (part.gap == part.start[1:]).all()
