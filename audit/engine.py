"""The engine: batches of hands to facts, facts to outcomes; it knows no game by name.

Lanes are threads that own tables by a stable hash, so that whatever their number, the hands of a table are judged in
their order and with their own state; what comes out is the same for any number of lanes.
"""

import queue
import threading
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.errors import HandauditError
from audit.games.game import Facts, Game, States, TableState
from audit.logs import Batch, LogSet, OutOfOrder, TableKey
from audit.logs.portion import portion, rows_of_hands
from audit.rulebook import Evaluation, Outcome, Rulebook, Selection, evaluate

Progress = Callable[[int], None]
StatesByGame = dict[str, dict[TableKey, TableState]]
Cell = tuple[str, TableKey, int]  # game, table, gaming day

_WAITING = 2  # batches that a lane may have before it: memory stays flat
_TRACES = 5


@dataclass(frozen=True, slots=True)
class Judged:
    """Hands with their facts and what the rules say of them.

    ``rows_of(hands)`` gives the canonical rows of some hands of the batch and the source of each, for evidence.
    """

    batch: Batch
    facts: Facts
    evaluation: Evaluation
    rows_of: Callable[[NDArray[np.int64]], tuple[pa.Table, NDArray[np.int32]]]


class Sink(Protocol):
    """Where judged hands go; lanes call it at the same time."""

    def take(self, judged: Judged) -> None:
        """Keep what is worth keeping."""
        ...

    def forget(self) -> None:
        """Throw away everything: the log begins anew, in order."""
        ...


@dataclass
class Tally:
    """What was counted: outcomes by rule, and hands and rows, each by game, table and gaming day.

    ``outcomes[cell]`` has a row a rule, in the order of ``Rulebook.rules(game)``, and a column an ``Outcome``.
    """

    outcomes: dict[Cell, NDArray[np.int64]] = field(default_factory=dict)
    reasons: Counter[tuple[Cell, str, str]] = field(default_factory=Counter)
    hands: Counter[Cell] = field(default_factory=Counter)
    rows: Counter[Cell] = field(default_factory=Counter)
    incomplete: int = 0
    traces: list[str] = field(default_factory=list)

    def add(self, cell: Cell, counts: NDArray[np.int64]) -> None:
        """Count outcomes of one cell."""
        if cell in self.outcomes:
            self.outcomes[cell] += counts
        else:
            self.outcomes[cell] = counts.copy()

    def merge(self, other: "Tally") -> None:
        """Count what another lane counted."""
        for cell, counts in other.outcomes.items():
            self.add(cell, counts)
        self.reasons.update(other.reasons)
        self.hands.update(other.hands)
        self.rows.update(other.rows)
        self.incomplete += other.incomplete
        self.traces += other.traces[: _TRACES - len(self.traces)]


@dataclass(frozen=True)
class Judgement:
    """The end of a run through logs: the tally, the states of all tables, and whether the logs had to be sorted.

    ``left_out`` counts, by source and game, rows of games for which there is no replay or no rule pack.
    """

    tally: Tally
    states: StatesByGame
    sorted: bool
    left_out: Counter[tuple[int, str]]


@dataclass(frozen=True)
class Judge:
    """What is needed to judge hands: the rules, which of them, and the games that are registered."""

    book: Rulebook
    games: Mapping[str, Game]
    selection: Selection
    sink: Sink

    def judge(
        self,
        logs: LogSet,
        *,
        states: StatesByGame | None = None,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Judgement:
        """Judge every hand of some logs, from given states of the tables or from none.

        Logs that turn out not to be in order are begun anew, sorted; nothing of the first course is kept. The given
        states are left as they are. LogError where a file cannot be read.
        """
        try:
            return self._course(logs.batches(), states or {}, workers, progress, in_order=True)
        except OutOfOrder:
            self.sink.forget()
            return self._course(logs.sorted_batches(), states or {}, workers, progress, in_order=False)

    def _course(
        self,
        batches: Iterator[Batch],
        states: StatesByGame,
        workers: int,
        progress: Progress | None,
        *,
        in_order: bool,
    ) -> Judgement:
        lanes = [_Lane(self, number, workers, states) for number in range(workers)]
        threads = [_Thread(lane) for lane in lanes] if workers > 1 else []
        left_out: Counter[tuple[int, str]] = Counter()
        try:
            for batch in batches:
                if batch.game in self.games and batch.game in self.book.books:
                    _hand_out(batch, lanes, threads)
                else:
                    left_out.update((source, batch.game) for source in batch.source.tolist())
                if progress:
                    progress(batch.row_count)
            for thread in threads:
                thread.finish()
        finally:
            for thread in threads:
                thread.stop()
        tally = Tally()
        after: StatesByGame = {}
        for lane in lanes:
            tally.merge(lane.tally)
            for game, tables in lane.states.items():
                after.setdefault(game, {}).update(tables)
        return Judgement(tally, after, not in_order, left_out)


def lane_of(key: TableKey, workers: int) -> int:
    """The lane that owns a table: the same in every process and version of Python."""
    return zlib.crc32("\0".join(key).encode()) % workers


def _hand_out(batch: Batch, lanes: "list[_Lane]", threads: "list[_Thread]") -> None:
    if not threads:
        lanes[0].take(batch, np.arange(batch.hand_count, dtype=np.int64))
        return
    owner = np.array([lane_of(key, len(lanes)) for key in batch.tables], np.int64)[batch.table]
    for number, thread in enumerate(threads):
        hands = np.flatnonzero(owner == number)
        if len(hands):
            thread.put(batch, hands)


class _Lane:
    """The tables of one lane, their states and its own tally."""

    def __init__(self, judge: Judge, number: int, workers: int, states: StatesByGame) -> None:
        self.tally = Tally()
        self.states: StatesByGame = {
            game: {key: _copy(state) for key, state in tables.items() if lane_of(key, workers) == number}
            for game, tables in states.items()
        }
        self._judge = judge

    def take(self, batch: Batch, hands: NDArray[np.int64]) -> None:
        """Judge some hands of a batch, all of them of this lane's tables."""
        part = portion(batch, hands)
        cells = np.unique((part.table.astype(np.int64) << 32) | (part.day & np.int64(0xFFFFFFFF)), return_inverse=True)
        keys: list[Cell] = [(part.game, part.tables[code >> 32], _low_half(code)) for code in cells[0].tolist()]
        cell = cells[1].astype(np.int32)
        lengths = np.diff(part.start)
        for place, key in enumerate(keys):
            self.tally.hands[key] += int((cell == place).sum())
            self.tally.rows[key] += int(lengths[cell == place].sum())
        self.tally.incomplete += int((part.gap < part.start[1:]).sum())
        self._evaluate(part, batch, hands, cell, keys)

    def _evaluate(
        self, part: Batch, whole: Batch, hands: NDArray[np.int64], cell: NDArray[np.int32], keys: list[Cell]
    ) -> None:
        judge, states = self._judge, self.states.setdefault(part.game, {})
        before = {key: _copy(states[key]) for key in _tables(part) if key in states}
        try:
            facts = judge.games[part.game].replay(part, states, judge.book.law(part.game))
            found = evaluate(judge.book, part.game, facts, part, cell, len(keys), judge.selection)
        except (HandauditError, MemoryError):
            raise
        except Exception as error:
            _restore(states, before, part)
            if part.hand_count == 1:
                self._count_error(part, keys[int(cell[0])], error, states)
                return
            # The hand that the replay stumbles over is found by halves, so that no other hand is left unjudged.
            middle = part.hand_count // 2
            for half in (slice(0, middle), slice(middle, part.hand_count)):
                piece = portion(part, np.arange(half.start, half.stop, dtype=np.int64))
                self._evaluate(piece, whole, hands[half], cell[half], keys)
            return
        self._count(found, keys)

        def rows_of(some: NDArray[np.int64]) -> tuple[pa.Table, NDArray[np.int32]]:
            rows = rows_of_hands(whole, hands[some])
            return whole.rows.take(pa.array(rows)), whole.source[rows]

        judge.sink.take(Judged(part, facts, found, rows_of))

    def _count(self, found: Evaluation, keys: list[Cell]) -> None:
        for place, key in enumerate(keys):
            self.tally.add(key, found.counts[:, :, place])
        for (rule, place, reason), count in found.reasons.items():
            self.tally.reasons[keys[place], rule, reason] += count

    def _count_error(self, part: Batch, key: Cell, error: Exception, states: States) -> None:
        """Count a hand that could not be judged against every rule, and begin its table anew after it."""
        rules = self._judge.book.rules(part.game)
        counts = np.zeros((len(rules), len(Outcome)), np.int64)
        for place, rule in enumerate(rules):
            if self._judge.selection.takes(rule):
                counts[place, Outcome.ERROR] = 1
                self.tally.reasons[key, rule.id, f"error:{type(error).__name__}"] += 1
        self.tally.add(key, counts)
        states.pop(key[1], None)
        if len(self.tally.traces) < _TRACES:
            self.tally.traces.append("".join(traceback.format_exception(error)))


def _low_half(code: int) -> int:
    low = code & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low


def _tables(part: Batch) -> list[TableKey]:
    return [part.tables[number] for number in np.unique(part.table).tolist()]


def _copy(state: TableState) -> TableState:
    return TableState(state.values.copy(), dict(state.words))


def _restore(states: States, before: Mapping[TableKey, TableState], part: Batch) -> None:
    for key in _tables(part):
        if key in before:
            states[key] = _copy(before[key])
        else:
            states.pop(key, None)


class _Thread:
    """A lane at work on its own; what it fails with is raised where its work is given out."""

    def __init__(self, lane: _Lane) -> None:
        self._lane = lane
        self._work: queue.Queue[tuple[Batch, NDArray[np.int64]] | None] = queue.Queue(_WAITING)
        self._failure: BaseException | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            if self._failure is None and not self._stopped.is_set():
                try:
                    self._lane.take(*work)
                except BaseException as failure:  # carried to the caller's thread, whatever it is
                    self._failure = failure

    def put(self, batch: Batch, hands: NDArray[np.int64]) -> None:
        """Give the lane hands to judge; waits while it has enough before it."""
        if self._failure is not None:
            raise self._failure
        self._work.put((batch, hands))

    def finish(self) -> None:
        """Wait until the lane has done its work; raises what it failed with."""
        self._work.put(None)
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Have the lane end as soon as it can; harmless where it has ended."""
        self._stopped.set()
        while self._thread.is_alive():
            try:
                self._work.put(None, timeout=0.1)
            except queue.Full:
                continue
            self._thread.join(timeout=10)
