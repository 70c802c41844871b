"""Shares of logs judged apart, each in a process of its own, and put together again.

Threads of one process wait for each other wherever Python itself is at work, processes do not. What is judged apart is
what one process would have found: whatever has to do with more than one share, and every failure, is left to one that
reads the logs as a whole.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from audit.engine import Judge, Judged, Judgement, Progress, Sink, StatesByGame
from audit.errors import HandauditError
from audit.logs import LogSet, OutOfOrder, ReachesBeyondError, ShareRead
from audit.tally import Tally

_WARMING = 2_000  # rows
_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
_is_warm: list[bool] = []


class SharedSink(Sink, Protocol):
    """A sink that several processes can fill; what they keep meanwhile lies in folders in its own."""

    folder: Path

    def apart(self, folder: Path) -> "SharedSink":
        """A sink for another process, which keeps what it takes in an empty folder."""
        ...

    def close(self) -> None:
        """Have the folder hold everything; nothing is taken any more."""
        ...

    def gather(self, folder: Path) -> None:
        """Take what a sink for another process has kept in a folder."""
        ...


class _Found(NamedTuple):
    """What came of a share: what was read, counted and left out, and the states of its tables."""

    read: ShareRead
    tally: Tally
    states: StatesByGame
    left_out: Counter[tuple[int, str]]


class _Failed(NamedTuple):
    """Why a share could not be judged apart; whether it was because its rows are out of order."""

    reason: str
    out_of_order: bool


class _Worker(NamedTuple):
    """A process, the end of its pipe that is read, and its folder."""

    process: ForkProcess
    pipe: Connection
    folder: Path


def judge_apart(judge: Judge, sink: SharedSink, logs: LogSet) -> Judgement:
    """Judge every hand into a sink as ``Judge.judge`` does, by several processes where the logs can be shared out.

    LogError where a file cannot be read.
    """
    judge = replace(judge, sink=sink)
    parts = logs.shared_out(judge.workers) if judge.workers > 1 and _can_fork() else []
    if parts:
        _warm_up(judge, logs)
        try:
            return _judge_shares(judge, sink, logs, parts)
        except OutOfOrder:
            sink.forget()
            return judge.judge_sorted(logs)
        except ReachesBeyondError:
            sink.forget()
    if judge.workers > 1:
        logs.batch_rows //= 2  # so that two threads hold little more than one
    return judge.judge(logs)


def _can_fork() -> bool:
    """Whether this process may have children that are copies of it."""
    return sys.platform == "linux" and not multiprocessing.current_process().daemon


class _Nowhere(Sink):
    """A sink that keeps nothing."""

    def take(self, judged: Judged) -> None:
        return

    def forget(self) -> None:
        return


def _warm_up(judge: Judge, logs: LogSet) -> None:
    """Judge the first rows for nothing, once: what is compiled, loaded and planned for it every child then has."""
    if _is_warm:
        return
    _is_warm.append(True)
    with contextlib.suppress(HandauditError, OutOfOrder, ReachesBeyondError):  # the children meet it, or their parent
        replace(judge, sink=_Nowhere(), states={}, workers=1, progress=None).judge_in_order(logs.beginning(_WARMING))


def _judge_shares(judge: Judge, sink: SharedSink, logs: LogSet, parts: list[LogSet]) -> Judgement:
    with (
        tempfile.TemporaryDirectory(prefix="handaudit-", dir=sink.folder) as folder,
        _workers(judge, sink, logs, parts, Path(folder)) as all_,
    ):
        found = _results(all_, judge.progress)
        logs.take_over([part.read for part in found])
        for worker in all_:
            sink.gather(worker.folder)
        return _together(found, judge.states)


def _together(found: Sequence[_Found], states: StatesByGame) -> Judgement:
    """What came of all shares as what one process would have found."""
    tally, left_out = Tally(), Counter[tuple[int, str]]()
    known = {game: dict(tables) for game, tables in states.items()}
    for part in found:
        tally.merge(part.tally)
        left_out.update(part.left_out)
        for game, tables in part.states.items():
            known.setdefault(game, {}).update(tables)
    return Judgement(tally, known, sorted=False, left_out=left_out)


@contextmanager
def _workers(
    judge: Judge, sink: SharedSink, logs: LogSet, parts: list[LogSet], folder: Path
) -> Iterator[list[_Worker]]:
    """A process for every share, at work; none of them outlives the block."""
    context = multiprocessing.get_context("fork")
    workers: list[_Worker] = []
    try:
        for number, part in enumerate(parts):
            own = folder / str(number)
            own.mkdir()
            here, there = context.Pipe(duplex=False)
            ours = [*(worker.pipe for worker in workers), here]
            arguments = judge, sink, part, own, there, ours, os.getpid()
            process = context.Process(target=_work, args=arguments, daemon=True)
            with closing(there), logs.standing_still(), warnings.catch_warnings():
                # No thread of ours is at work now. Others' may; the child uses no library that has one, but Arrow,
                # which begins its own anew in a child.
                warnings.simplefilter("ignore")
                process.start()
            workers.append(_Worker(process, here, own))
        yield workers
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()


def _work(
    judge: Judge,
    sink: SharedSink,
    part: LogSet,
    folder: Path,
    pipe: Connection,
    ours: list[Connection],
    parent: int,
) -> None:
    """Judge a share in this process, and hand over what came of it."""
    _end_with(parent)
    for other in ours:  # the parent's ends: where it is gone, nobody shall read from this process
        other.close()
    try:
        sink = sink.apart(folder)
        judgement = replace(judge, sink=sink, workers=1, progress=pipe.send).judge_in_order(part)
        sink.close()
        read = part.hand_over(folder)
        seen = {
            game: {key: state for key, state in tables.items() if key in read.tables}
            for game, tables in judgement.states.items()
        }
        pipe.send(_Found(read, judgement.tally, seen, judgement.left_out))
    except BaseException as failure:  # the parent judges the logs as a whole, and meets it there again
        with contextlib.suppress(OSError):  # nobody is there any more
            pipe.send(_Failed(f"{type(failure).__name__}: {failure}", isinstance(failure, OutOfOrder)))


def _end_with(parent: int) -> None:
    """Have this process end where its parent does, however that comes to an end; what interrupts is for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before it was asked
        signal.raise_signal(signal.SIGKILL)


def _results(workers: list[_Worker], progress: Progress | None) -> list[_Found]:
    """What came of all shares; ReachesBeyondError or OutOfOrder where one of them could not be judged apart."""
    found: dict[int, _Found] = {}
    waited = {worker.pipe: number for number, worker in enumerate(workers)}
    while waited:
        for pipe in wait(list(waited)):
            try:
                told = cast(Connection, pipe).recv()
            except EOFError:
                told = _Failed("the process has ended", out_of_order=False)
            if isinstance(told, _Failed):
                raise (OutOfOrder if told.out_of_order else ReachesBeyondError)(told.reason)
            if isinstance(told, _Found):
                found[waited.pop(cast(Connection, pipe))] = told
            elif progress:
                progress(told)
    return [found[number] for number in range(len(workers))]
