"""The engine: batches of hands to facts, facts to outcomes; it knows no game by name.

Workers are threads that take whole batches in turn. A batch is replayed when those before it that share a table with
it have been, so that the hands of a table are replayed in their order and with their own state; rules are evaluated
in any order. What comes out is the same for any number of workers.
"""

import threading
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.errors import HandauditError
from audit.games.game import Facts, Game, States, TableState
from audit.logs import Batch, LogSet, OutOfOrder, TableKey
from audit.logs.portion import portion, rows_of_hands
from audit.logs.validating import hash_texts
from audit.rulebook import Evaluation, Outcome, Rulebook, Selection, evaluate
from audit.tally import CENSUS, Place, Tally

Progress = Callable[[int], None]
StatesByGame = dict[str, dict[TableKey, TableState]]

_DAY_ZERO = 1 << 31  # added to a day so that it is never negative beside a table's number


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
    """Where judged hands go; workers call it at the same time."""

    def take(self, judged: Judged) -> None:
        """Keep what is worth keeping."""
        ...

    def forget(self) -> None:
        """Throw away everything: the log begins anew, in order."""
        ...


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
    """What is needed to judge hands: the rules, which of them, the games that are registered, and where it all goes.

    ``states`` are those that the tables begin with, none by default; they are left as they are. ``workers`` are
    threads. ``progress`` is told how many rows every batch has.
    """

    book: Rulebook
    games: Mapping[str, Game]
    selection: Selection
    sink: Sink
    states: StatesByGame = field(default_factory=dict)
    workers: int = 1
    progress: Progress | None = None

    def judge(self, logs: LogSet) -> Judgement:
        """Judge every hand of some logs.

        Logs that turn out not to be in order are begun anew, sorted; nothing of the first course is kept. LogError
        where a file cannot be read.
        """
        try:
            return self.judge_in_order(logs)
        except OutOfOrder:
            self.sink.forget()
            return self.judge_sorted(logs)

    def judge_in_order(self, logs: LogSet) -> Judgement:
        """The same in one course through logs that are in order; OutOfOrder where they are not."""
        return self._course(logs.batches(), in_order=True)

    def judge_sorted(self, logs: LogSet) -> Judgement:
        """The same in one course through logs that are sorted first."""
        return self._course(logs.sorted_batches(), in_order=False)

    def _course(self, batches: Generator[Batch, None, None], *, in_order: bool) -> Judgement:
        course = _Course(self, batches)
        with closing(batches):
            course.run()
        return Judgement(course.tally(), course.states, not in_order, course.left_out)


class _Task(NamedTuple):
    """A batch to be judged: its number, the tasks whose replay must come first, and the word that its own is done."""

    number: int
    batch: Batch
    before: tuple[threading.Event, ...]
    replayed: threading.Event


class _Course:
    """One pass over the batches by some workers; what one of them fails with ends the pass."""

    def __init__(self, judge: Judge, batches: Iterator[Batch]) -> None:
        self.judge = judge
        self.states: StatesByGame = {
            game: {key: _copy(state) for key, state in tables.items()} for game, tables in judge.states.items()
        }
        self.left_out: Counter[tuple[int, str]] = Counter()
        self.lost: set[tuple[str, TableKey]] = set()  # games and tables of which the last hand could not be replayed
        self._batches = batches
        self._turn = threading.Lock()
        self._count = 0
        self._last: dict[tuple[str, TableKey], threading.Event] = {}
        self._workers: list[_Worker] = []
        self._failures: list[BaseException] = []

    def run(self) -> None:
        """Judge all batches; raises what the first worker to fail has failed with."""
        self._workers = [_Worker(self) for _ in range(self.judge.workers)]
        if len(self._workers) == 1:
            for task in iter(self._next, None):
                self._workers[0].judge(task)
            return
        threads = [threading.Thread(target=self._work, args=(worker,), daemon=True) for worker in self._workers]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        except BaseException as interruption:  # the user's, while the workers are waited for
            self._failures.append(interruption)
            for thread in threads:
                thread.join()
        if self._failures:
            raise self._failures[0]

    def _work(self, worker: "_Worker") -> None:
        try:
            while (task := self._next()) is not None:
                worker.judge(task)
        except BaseException as failure:  # carried to the caller's thread, whatever it is
            self._failures.append(failure)

    def _next(self) -> _Task | None:
        """The next batch of a game that can be judged here; None at the end, and where a worker has failed."""
        with self._turn:
            while not self._failures and (batch := next(self._batches, None)) is not None:
                if self.judge.progress:
                    self.judge.progress(batch.row_count)
                if batch.game in self.judge.games and batch.game in self.judge.book.books:
                    return self._task(batch)
                self.left_out.update((source, batch.game) for source in batch.source.tolist())
        return None

    def _task(self, batch: Batch) -> _Task:
        replayed = threading.Event()
        keys = [(batch.game, key) for key in batch.tables]
        before = {id(event): event for key in keys if (event := self._last.get(key)) and not event.is_set()}
        self._last.update(dict.fromkeys(keys, replayed))
        self._count += 1
        return _Task(self._count, batch, tuple(before.values()), replayed)

    def tally(self) -> Tally:
        """What all workers have counted; it becomes the first one's own."""
        first, *others = self._workers
        for worker in others:
            first.tally.merge(worker.tally)
        return first.tally


class _Worker:
    """Judges batches, one at a time, and counts what comes out."""

    def __init__(self, course: _Course) -> None:
        self.tally = Tally()
        self._course, self._judge = course, course.judge
        self._task = 0

    def judge(self, task: _Task) -> None:
        """Replay a batch when its turn has come, and hold its facts against the rules."""
        self._task = task.number
        replayed: list[_Replayed] = []
        try:
            cell, places = _cells(task.batch)
            for event in task.before:
                event.wait()
            self._replay_in_turn(task.batch, cell, places, replayed)
        finally:
            task.replayed.set()  # whatever happened: others wait for it
        self._census(task.batch, cell, places)
        for part in replayed:
            self._evaluate(part, task.batch, places)

    def _replay_in_turn(
        self, batch: Batch, cell: NDArray[np.int32], places: list[Place], replayed: list["_Replayed"]
    ) -> None:
        """Replay a batch from the states of its tables, which nobody else has in hand, and put them back."""
        known = self._course.states.setdefault(batch.game, {})
        states = {key: known[key] for key in batch.tables if key in known}
        self._replay(batch, np.arange(batch.hand_count, dtype=np.int64), cell, places, states, replayed)
        for key in batch.tables:
            known.pop(key, None)
        known.update(states)

    def _census(self, batch: Batch, cell: NDArray[np.int32], places: list[Place]) -> None:
        begin = batch.time[batch.start[:-1]]
        counted = np.zeros(len(places), CENSUS)
        counted["first"], counted["last"] = np.iinfo(np.int64).max, np.iinfo(np.int64).min
        counted["hands"] = np.bincount(cell, minlength=len(places))
        np.add.at(counted["rows"], cell, np.diff(batch.start))
        np.add.at(counted["digest"], cell, hash_texts(batch.hand_id, 0))
        np.minimum.at(counted["first"], cell, begin)
        np.maximum.at(counted["last"], cell, begin)
        game = self.tally.of(batch.game)
        game.count_hands(game.rows(places), counted)
        self.tally.incomplete += int((batch.gap < batch.start[1:]).sum())

    def _replay(
        self,
        part: Batch,
        hands: NDArray[np.int64],
        cell: NDArray[np.int32],
        places: list[Place],
        states: dict[TableKey, TableState],
        replayed: list["_Replayed"],
    ) -> None:
        """Replay some hands of a batch; one that the replay stumbles over leaves no other unreplayed."""
        judge = self._judge
        part = self._behind_errors(part)
        before = {key: _copy(states[key]) for key in _tables(part) if key in states}
        try:
            facts = judge.games[part.game].replay(part, states, judge.book.law(part.game))
        except (HandauditError, MemoryError):
            raise
        except Exception as error:
            _restore(states, before, part)
            if part.hand_count == 1:
                self._count_error(part.game, places[int(cell[0])], 1, error)
                key = _tables(part)[0]
                states.pop(key, None)  # the table begins anew after it, with a hand that is lost before
                self._course.lost.add((part.game, key))
                return
            middle = part.hand_count // 2
            for half in (slice(0, middle), slice(middle, part.hand_count)):
                piece = portion(part, np.arange(half.start, half.stop, dtype=np.int64))
                self._replay(piece, hands[half], cell[half], places, states, replayed)
            return
        replayed.append(_Replayed(part, hands, cell, facts))

    def _behind_errors(self, part: Batch) -> Batch:
        """The same hands, marked where the one before at the table was lost to an error of the replay."""
        if not self._course.lost:
            return part
        marks = part.lost_before.copy()
        for place, table in enumerate(part.tables):
            hands = np.flatnonzero(part.table == place)
            if len(hands) and (part.game, table) in self._course.lost:
                marks[hands[0]] = True
                self._course.lost.remove((part.game, table))
        return replace(part, lost_before=marks)

    def _evaluate(self, replayed: "_Replayed", whole: Batch, places: list[Place]) -> None:
        judge, (part, hands, cell, facts) = self._judge, replayed
        try:
            found = evaluate(judge.book, part.game, facts, part, cell, len(places), judge.selection)
        except (HandauditError, MemoryError):
            raise
        except Exception as error:
            for number, count in enumerate(np.bincount(cell, minlength=len(places)).tolist()):
                if count:
                    self._count_error(part.game, places[number], count, error)
            return
        self._count(part.game, found, places)

        def rows_of(some: NDArray[np.int64]) -> tuple[pa.Table, NDArray[np.int32]]:
            rows = rows_of_hands(whole, hands[some])
            return whole.rows.take(pa.array(rows)), whole.source[rows]

        judge.sink.take(Judged(part, facts, found, rows_of))

    def _count(self, game: str, found: Evaluation, places: list[Place]) -> None:
        tally = self.tally.of(game)
        rows = tally.rows(places)
        tally.outcomes.add(rows, np.moveaxis(found.counts, 2, 0).reshape(len(places), -1))
        if found.reasons:
            tally.count_reasons(found.reasons, rows, np.stack(list(found.reasons.values()), axis=1))

    def _count_error(self, game: str, place: Place, hands: int, error: Exception) -> None:
        """Count hands that could not be judged against every rule."""
        rules = self._judge.book.rules(game)
        taken = [self._judge.selection.takes(rule) for rule in rules]
        counts = np.zeros((len(rules), len(Outcome)), np.int64)
        counts[taken, Outcome.ERROR] = hands
        tally = self.tally.of(game)
        rows = tally.rows([place])
        tally.outcomes.add(rows, counts.reshape(1, -1))
        why = [(rule.id, f"error:{type(error).__name__}") for rule, its in zip(rules, taken, strict=True) if its]
        tally.count_reasons(why, rows, np.full((1, len(why)), hands, np.int64))
        self.tally.keep_trace(self._task, "".join(traceback.format_exception(error)))


class _Replayed(NamedTuple):
    """Some hands of a batch (a batch of their own, and their places in the whole), their cells, and their facts."""

    part: Batch
    hands: NDArray[np.int64]
    cell: NDArray[np.int32]
    facts: Facts


def _cells(batch: Batch) -> tuple[NDArray[np.int32], list[Place]]:
    """The cell of every hand of a batch, and the tables and gaming days that the cells are."""
    codes, cell = np.unique(
        (batch.table.astype(np.int64) << 32) | (batch.day.astype(np.int64) + _DAY_ZERO), return_inverse=True
    )
    places = [(batch.tables[code >> 32], (code & 0xFFFFFFFF) - _DAY_ZERO) for code in codes.tolist()]
    return cell.astype(np.int32), places


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
