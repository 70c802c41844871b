"""Shares judged in processes of their own: the same bytes as by one, whatever the logs hold and whatever goes wrong."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit import apart
from audit.apart import SharedSink, judge_apart
from audit.cli.exits import TERMINATED
from audit.cli.guard import run_guarded
from audit.engine import Judge, Judgement
from audit.findings.collecting import Collector
from audit.findings.running import Request, run_audit
from audit.games.registry import registered_games
from audit.logs import LogSet, TableKey, open_logs, parquet_reading, sharing
from audit.logs.parquet_reading import Span
from audit.rulebook import built_in_directories, load_rulebook, select
from audit.simulate import SIMULATED_GAMES, simulate

Row = dict[str, Any]
T = TypeVar("T")


class Night:
    """A log with a plant of every rule, and how it is written."""

    def __init__(self, game: str, folder: Path) -> None:
        simulate(game=game, hands=150, seed=11, plant=["all"], per_rule=1, out=folder / "night.parquet")
        table = pq.read_table(folder / "night.parquet")
        plain = [
            field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
            for field in table.schema
        ]
        self.game = game
        self.table = table.cast(pa.schema(plain))

    def write(self, folder: Path, files: int = 1, rows: list[Row] | None = None) -> Path:
        """The log, or other rows, in small row groups: in one file, or in several that follow each other in time."""
        table = self.table if rows is None else pa.Table.from_pylist(rows, schema=self.table.schema)
        folder.mkdir()
        for number, piece in enumerate(in_turn(table, files)):
            pq.write_table(piece, folder / f"{files - number}.parquet", row_group_size=300)
        return folder


def in_turn(table: pa.Table, parts: int) -> list[pa.Table]:
    """Rows parted by their times, wherever the cut falls."""
    time = table["time"].cast(pa.int64()).to_numpy(zero_copy_only=False)
    part = np.searchsorted(np.quantile(time, np.arange(1, parts) / parts), time)
    return [table.filter(pa.array(part == number)) for number in range(parts)]


@pytest.fixture(scope="module", params=SIMULATED_GAMES)
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(request.param, tmp_path_factory.mktemp("night"))


@pytest.fixture(scope="module")
def pai_gow(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night("pai_gow", tmp_path_factory.mktemp("night"))


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many processes judged what was stored, run by run; none where it was judged as a whole in the end."""
    used: list[int] = []
    judge_shares = apart._judge_shares

    def spy(judge: Judge, sink: SharedSink, logs: LogSet, parts: list[LogSet], *rest: Any) -> Judgement:
        judgement = judge_shares(judge, sink, logs, parts, *rest)
        used.append(len(parts))
        return judgement

    monkeypatch.setattr(sharing, "LEAST_ROWS", 0)
    monkeypatch.setattr(apart, "_judge_shares", spy)
    return used


def run(logs: Path, out: Path, workers: int) -> dict[str, bytes]:
    """The files of a run."""
    run_audit(Request((str(logs),), out, workers=workers))
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def same(logs: Path, folder: Path, workers: int = 2) -> None:
    """Whether several workers leave what one leaves, byte for byte."""
    one, several = run(logs, folder / "one", 1), run(logs, folder / "several", workers)
    assert one.keys() == several.keys()
    for name, text in one.items():
        assert several[name] == text, name
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(("files", "workers"), [(1, 2), (1, 4), (3, 2), (3, 3)])
def test_processes_change_nothing(night: Night, tmp_path: Path, shared: list[int], files: int, workers: int) -> None:
    same(night.write(tmp_path / "logs", files), tmp_path, workers)
    assert shared == [workers]


def spoil(rows: list[Row], place: int, **cells: Any) -> None:
    rows[place] = rows[place] | cells


def test_a_rejected_row_of_its_own_table_stays_in_its_share(night: Night, tmp_path: Path, shared: list[int]) -> None:
    rows = night.table.to_pylist()
    for place in (5, len(rows) // 2, len(rows) - 7):
        spoil(rows, place, seat=99)
    spoil(rows, 40, hand_id=None)
    spoil(rows, 60, game="baccarat")
    same(night.write(tmp_path / "logs", 2, rows), tmp_path)
    assert shared == [2]


@pytest.mark.parametrize("cell", ["casino", "table_id"])
def test_a_row_of_no_table_is_read_with_all(pai_gow: Night, tmp_path: Path, shared: list[int], cell: str) -> None:
    rows = pai_gow.table.to_pylist()
    spoil(rows, 30, **{cell: None})
    same(pai_gow.write(tmp_path / "logs", 1, rows), tmp_path)
    assert shared == []


def test_a_row_of_a_table_that_has_no_lawful_name_is_read_with_all(
    pai_gow: Night, tmp_path: Path, shared: list[int]
) -> None:
    rows = pai_gow.table.to_pylist()
    spoil(rows, 30, table_id="x" * 200_000)
    same(pai_gow.write(tmp_path / "logs", 1, rows), tmp_path)
    assert shared == []


def test_a_hand_id_that_stands_in_two_shares_is_told_apart_by_the_sort(
    pai_gow: Night, tmp_path: Path, shared: list[int]
) -> None:
    rows = pai_gow.table.to_pylist()
    first, last = rows[0]["hand_id"], rows[-1]["hand_id"]
    for place, row in enumerate(rows):
        if row["hand_id"] == last:
            spoil(rows, place, hand_id=first)
    same(pai_gow.write(tmp_path / "logs", 1, rows), tmp_path)
    assert shared == []
    assert b"LOG-hand-reused" in (tmp_path / "several" / "rejects.csv").read_bytes()


def test_a_rejected_row_that_names_a_hand_of_another_share_tears_it(
    pai_gow: Night, tmp_path: Path, shared: list[int]
) -> None:
    rows = pai_gow.table.to_pylist()
    spoil(rows, 8, hand_id=rows[-1]["hand_id"], seat=99)
    same(pai_gow.write(tmp_path / "logs", 1, rows), tmp_path)
    assert shared == []


def test_rows_out_of_order_are_sorted(pai_gow: Night, tmp_path: Path, shared: list[int]) -> None:
    rows = pai_gow.table.to_pylist()
    rows[2], rows[4] = rows[4], rows[2]
    same(pai_gow.write(tmp_path / "logs", 1, rows), tmp_path)
    assert shared == []


def test_a_file_that_lies_about_its_row_groups_is_read_as_one(
    pai_gow: Night, tmp_path: Path, shared: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    half = pai_gow.table.num_rows // 2 + 1  # in the middle of a hand

    def lie(number: int, _: object) -> Iterator[sharing._Group]:
        yield sharing._Group(number, Span(0, half), frozenset({TableKey("C01", "left")}))
        yield sharing._Group(number, Span(half, pai_gow.table.num_rows), frozenset({TableKey("C01", "right")}))

    monkeypatch.setattr(sharing, "_groups", lie)
    same(pai_gow.write(tmp_path / "logs"), tmp_path)
    assert shared == []


def test_a_file_that_repeats_another_is_read_once(pai_gow: Night, tmp_path: Path, shared: list[int]) -> None:
    logs = pai_gow.write(tmp_path / "logs")
    (logs / "again.parquet").write_bytes((logs / "1.parquet").read_bytes())
    same(logs, tmp_path)
    assert shared == [2]


def _end(*_: Any) -> NoReturn:
    os._exit(9)


def _fail(*_: Any) -> NoReturn:
    raise MemoryError("no more")


@pytest.mark.parametrize("way", [_end, _fail])
def test_a_process_that_ends_or_fails_costs_time_and_nothing_else(
    pai_gow: Night, tmp_path: Path, shared: list[int], monkeypatch: pytest.MonkeyPatch, way: Callable[..., Any]
) -> None:
    monkeypatch.setattr(LogSet, "hand_over", way)
    same(pai_gow.write(tmp_path / "logs"), tmp_path)
    assert shared == []


def test_a_copy_of_the_process_reads_from_pages_as_the_process_does(
    pai_gow: Night, tmp_path: Path, shared: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_reading, "LONG", 0)
    logs = pai_gow.write(tmp_path / "logs")
    same(logs, tmp_path)  # by one worker first: in this process
    assert shared == [2]


def test_what_interrupts_the_parent_ends_the_children(pai_gow: Night, tmp_path: Path, shared: list[int]) -> None:
    def interrupt(_: int) -> NoReturn:
        raise KeyboardInterrupt

    logs = pai_gow.write(tmp_path / "logs")
    with pytest.raises(KeyboardInterrupt):
        run_audit(Request((str(logs),), tmp_path / "run", workers=2), progress=interrupt)
    assert not multiprocessing.active_children()
    assert [path.name for path in tmp_path.iterdir()] == ["logs"]
    assert shared == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_children_end_with_a_parent_that_is_killed(
    pai_gow: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    logs = pai_gow.write(tmp_path / "logs")
    said = tmp_path / "said"

    def stay(*_: Any) -> NoReturn:
        with said.open("a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(600)
        os._exit(9)

    def begin() -> None:
        monkeypatch.setattr(sharing, "LEAST_ROWS", 0)
        monkeypatch.setattr(LogSet, "hand_over", stay)
        sys.argv[1:] = []
        run_guarded(judge)

    def judge() -> None:
        run_audit(Request((str(logs),), tmp_path / "run", workers=2))

    parent = multiprocessing.get_context("fork").Process(target=begin)
    parent.start()
    children = waited_for(lambda: found if said.exists() and len(found := said.read_text().split()) == 2 else [])
    os.kill(parent.pid or 0, number)
    parent.join(60)
    assert parent.exitcode == (TERMINATED if number == signal.SIGTERM else -number)
    assert waited_for(lambda: not any(is_at_work(child) for child in children))
    left = {path.name.rpartition(".")[2] for path in tmp_path.iterdir()} - {"logs", "said"}
    assert left == (set() if number == signal.SIGTERM else {"part", "lock"})
    run(logs, tmp_path / "run", 1)  # into the same place: what was left is cleared away
    assert {path.name for path in tmp_path.iterdir()} == {"logs", "said", "run"}


def waited_for(what: Callable[[], T]) -> T:
    """What comes to be within a minute, or is not."""
    end = time.monotonic() + 60
    while not (found := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def is_at_work(process: str) -> bool:
    """Whether a process is there and no corpse."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_progress_tells_every_row(pai_gow: Night, tmp_path: Path, shared: list[int]) -> None:
    told: list[int] = []
    run_audit(Request((str(pai_gow.write(tmp_path / "logs", 2)),), tmp_path / "run", workers=2), progress=told.append)
    assert sum(told) == pai_gow.table.num_rows
    assert shared == [2]


def test_a_process_that_may_have_no_children_judges_alone(
    pai_gow: Night, tmp_path: Path, shared: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "_can_fork", lambda: False)
    same(pai_gow.write(tmp_path / "logs"), tmp_path)
    assert shared == []


def test_states_of_tables_go_into_shares_and_come_out(night: Night, tmp_path: Path, shared: list[int]) -> None:
    games = registered_games()
    book = load_rulebook(built_in_directories(), games)
    states: dict[int, Any] = {1: {}, 2: {}}
    for number, table in enumerate(in_turn(night.table, 2)):
        pq.write_table(table, tmp_path / f"{number}.parquet", row_group_size=300)
        for workers in (1, 2):
            logs = open_logs([str(tmp_path / f"{number}.parquet")])
            place = tmp_path / f"{number}-{workers}"
            place.mkdir()
            sink = Collector(place, book, logs.sources)
            judge = Judge(book, games, select(book), sink, states=states[workers], workers=workers)
            states[workers] = judge_apart(judge, sink, logs).states
    assert shared == [2, 2]
    assert {game: set(tables) for game, tables in states[1].items()} == {
        game: set(tables) for game, tables in states[2].items()
    }
    for game, tables in states[1].items():
        for key, state in tables.items():
            assert isinstance(key, TableKey)
            assert (state.values == states[2][game][key].values).all()
            assert state.words == states[2][game][key].words
