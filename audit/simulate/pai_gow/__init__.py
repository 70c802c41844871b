"""Pai gow for the simulator: tables with different habits, and a plant for every rule that a log can show."""

import datetime
from dataclasses import replace
from random import Random
from typing import ClassVar

import numpy as np

from audit.dated import Law, day_number
from audit.games.pai_gow.ranking import rankings
from audit.simulate.pai_gow import after_the_deal, at_the_settlement, before_the_deal
from audit.simulate.pai_gow.plants import Plant
from audit.simulate.pai_gow.play import play
from audit.simulate.pai_gow.table import Habits, TableOfPlay
from audit.simulate.planting import Ids, PlantedTable, Truth
from audit.simulate.rows import HandLog

_ALL: dict[str, tuple[Plant, ...]] = {**before_the_deal.PLANTS, **after_the_deal.PLANTS, **at_the_settlement.PLANTS}
_TRIES = 60

_HABITS = (
    Habits(),
    Habits(names="points", round_up=True, arrange=False),
    Habits(names="name", losers_first=True, banker_settle=False),
    Habits(names="none", touch=False, declare=False, shuffle=False, losers_first=True),
    Habits(names="row", open=False, arrange=False, compare=False, touch=False, round_up=True),
)


class _Table:
    """A pai gow table as the driver sees it."""

    def __init__(self, table: TableOfPlay) -> None:
        self._table = table

    def next_hand(self, hand_id: str) -> HandLog:
        """The table's next lawful hand."""
        return play(self._table, hand_id).log


class PaiGow:
    """Plays and breaks pai gow under 96/85/M, with Tables 1 and 2 as the rules hold them for the first day."""

    game = "pai_gow"
    prefix = "PG"
    plants: ClassVar[dict[str, str]] = {rule: plants[0].about for rule, plants in _ALL.items()}

    def __init__(self, law: Law, day: datetime.date, casino: str) -> None:
        ranking, _ = rankings(law, np.array([day_number(day)], np.int32))
        self._ranking, self._day, self._casino = ranking, day, casino
        step = law.parameter("table_2").at(day_number(day))
        entries = step.value if step is not None and isinstance(step.value, list | tuple) else ()
        self._names = {int(entry["row"]): str(entry["names"][0]) for entry in entries}  # type: ignore[index,call-overload,arg-type]

    def _table(self, rng: Random, table_id: str, habits: Habits) -> TableOfPlay:
        return TableOfPlay(rng, self._ranking, self._names, self._casino, table_id, self._day, habits=habits)

    def table(self, rng: Random, table_id: str, number: int) -> _Table:
        """A table whose terminal has one of five habits, from a full log to a sparse one."""
        return _Table(self._table(rng, table_id, _HABITS[number % len(_HABITS)]))

    def plant(self, rule_id: str, rng: Random, table_id: str, number: int, ids: Ids) -> PlantedTable:
        """One planted fault at the end of a table of its own; hands are played anew until the fault fits in."""
        ways = _ALL[rule_id]
        plant = ways[number % len(ways)]
        warm = [ids() for _ in plant.warm]
        hand_id = ids()
        for _ in range(_TRIES):
            table = self._table(rng, table_id, replace(Habits(), **plant.habits))
            try:
                return _planted(table, plant, rule_id, warm, hand_id)
            except (LookupError, StopIteration):
                continue
        raise LookupError(f"no hand of {_TRIES} lets {rule_id} be planted: {plant.about}")


def _planted(table: TableOfPlay, plant: Plant, rule_id: str, warm: list[str], hand_id: str) -> PlantedTable:
    hands = [play(table, before, plan).log for before, plan in zip(warm, plant.warm, strict=True)]
    hand = play(table, hand_id, plant.plan)
    note = plant.apply(table, hand, table.rng)
    return PlantedTable((*hands, hand.log), Truth(hand_id, rule_id, plant.also, note, plant.kind))
