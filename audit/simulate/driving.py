"""The driver: plays tables day by day, plants what is asked for, and writes the log and its truth."""

import datetime
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pyarrow as pa

from audit.errors import UsageError
from audit.logs.writing import LogWriter
from audit.simulate.planting import PlayedTable, Simulation, Truth, write_truth
from audit.simulate.rows import MACAU, HandLog, canonical_table

FIRST_DAY = datetime.date(2026, 10, 1)
CASINO = "C01"
_HANDS_A_DAY = 180
_HANDS_A_TABLE = 1_000
_HANDS_A_PIECE = 2_000
_MORNING = 9  # a gaming day opens at nine in the casino's clock


@dataclass(frozen=True)
class Simulated:
    """What was written: the log, the truth beside it where something was planted, and how much of each."""

    log: Path
    truth: Path | None
    hands: int
    rows: int
    planted: int


class _Numbers:
    """Hand ids in order, by the game's prefix, so that logs of several games share none: PGH0000001, PGH0000002 ..."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._next = itertools.count(1)

    def __call__(self) -> str:
        return f"{self._prefix}H{next(self._next):07d}"


def _opening(day: datetime.date) -> int:
    """The first instant of a gaming day's play, UTC milliseconds."""
    noon = datetime.datetime.combine(day, datetime.time(_MORNING), datetime.UTC)
    return int(noon.timestamp()) * 1000 - MACAU * 60_000


def _timed(hands: Iterator[HandLog], rng: Random) -> Iterator[HandLog]:
    """Give the hands of one table their gaming days and their times, so many a day."""
    for count, hand in enumerate(hands):
        if count % _HANDS_A_DAY == 0:
            day = FIRST_DAY + datetime.timedelta(days=count // _HANDS_A_DAY)
            now = _opening(day)
        hand.gaming_day = day
        now = hand.finish(now, rng)
        yield hand


def _played(table: PlayedTable, count: int, ids: _Numbers) -> Iterator[HandLog]:
    for _ in range(count):
        yield table.next_hand(ids())


def _planted(
    simulation: Simulation, rules: Sequence[str], per_rule: int, rng: Random, ids: _Numbers, truths: list[Truth]
) -> Iterator[HandLog]:
    number = 0
    for rule in rules:
        for again in range(per_rule):
            number += 1
            table = simulation.plant(rule, rng, f"{simulation.prefix}X{number:04d}", again, ids)
            truths.append(table.truth)
            yield from _timed(iter(table.hands), rng)


def _lawful(simulation: Simulation, count: int, rng: Random, ids: _Numbers) -> Iterator[HandLog]:
    tables = max(5, -(-count // _HANDS_A_TABLE)) if count >= 5 else 1
    for number in range(tables):
        share = count // tables + (1 if number < count % tables else 0)
        table = simulation.table(rng, f"{simulation.prefix}{number + 1:02d}", number)
        yield from _timed(_played(table, share, ids), rng)


def chosen_plants(simulation: Simulation, plant: Sequence[str]) -> list[str]:
    """The rule ids to plant; ``all`` stands for every one. UsageError for an id that cannot be planted."""
    if list(plant) == ["all"]:
        return list(simulation.plants)
    unknown = [rule for rule in plant if rule not in simulation.plants]
    if unknown:
        known = ", ".join(simulation.plants)
        raise UsageError(f"cannot plant {', '.join(unknown)} in {simulation.game}; these can be: {known}")
    return list(plant)


def drive(simulation: Simulation, hands: int, seed: int, plant: Sequence[str], per_rule: int, out: Path) -> Simulated:
    """Play so many hands, planted tables among them, or as many as the plants need, and write them.

    The same seed gives the same bytes. UsageError for counts that make no sense and for rules that cannot be planted.
    """
    if hands < 0 or per_rule < 1:
        raise UsageError("--hands takes 0 or more and --per-rule 1 or more")
    rng, ids, truths = Random(seed), _Numbers(simulation.prefix), list[Truth]()  # noqa: S311 (a simulation, not a secret)
    rules = chosen_plants(simulation, plant)
    written = rows = 0
    with LogWriter(out) as writer:
        played = _planted(simulation, rules, per_rule, rng, ids, truths)
        for piece in _pieces(played):
            written, rows = written + len(piece), rows + _write(writer, piece)
        for piece in _pieces(_lawful(simulation, max(hands - written, 0), rng, ids)):
            written, rows = written + len(piece), rows + _write(writer, piece)
    truth = out.with_name(_stem(out) + ".truth.csv") if rules else None
    if truth is not None:
        write_truth(truth, truths)
    return Simulated(out, truth, written, rows, len(truths))


def _stem(out: Path) -> str:
    """The log's name without its form: night.csv.gz is night."""
    return re.sub(r"(\.csv|\.csv\.gz|\.csv\.zst|\.parquet)$", "", out.name, flags=re.IGNORECASE)


def _pieces(hands: Iterator[HandLog]) -> Iterator[list[HandLog]]:
    while piece := list(itertools.islice(hands, _HANDS_A_PIECE)):
        yield piece


def _write(writer: LogWriter, hands: list[HandLog]) -> int:
    table: pa.Table = canonical_table(hands)
    writer.write(table)
    return int(table.num_rows)
