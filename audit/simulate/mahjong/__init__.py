"""Mahjong for the simulator, traditional and simplified: tables with different habits, steered hands, and plants."""

import datetime
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar

from audit.dated import Law
from audit.games.mahjong.fan import NAMES
from audit.simulate.mahjong import before_the_play, liabilities, melds, money, turns, wins
from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.plants import Plant
from audit.simulate.mahjong.play import play_freely
from audit.simulate.mahjong.script import Script
from audit.simulate.mahjong.steering import lawful_hand
from audit.simulate.mahjong.table import SEATS, Habits, TableOfPlay, game_rules
from audit.simulate.planting import Ids, PlantedTable, Truth
from audit.simulate.rows import HandLog

_FAULTS = (before_the_play, turns, melds, wins, money, liabilities)
_TRADITIONAL = {rule: ways for module in _FAULTS for rule, ways in module.TRADITIONAL.items()}
_SIMPLIFIED = {rule: ways for module in _FAULTS for rule, ways in module.SIMPLIFIED.items()}
_TRIES = 400

_HABITS = (
    Habits(),
    Habits(portions=False, persons=True, thrower=False, one_payment=True, doubled_penalty=True),
    Habits(generous=True, kong_labels=False, unread=0.02, split_jump=True),
    Habits(setup=False, claims=False, names=False, generous=True, hidden=(2,), split_payments=True),
    Habits(hidden=(1, 2, 3, 4), kong_labels=False, money=False, tile_of_win=False),
    Habits(fan=False, portions=False, place=False, split_payments=True, tile_of_win=False),
)

# Tables for plants: all log what every rule needs.
_FULL_HABITS = (
    Habits(),
    Habits(portions=False, persons=True, one_payment=True, doubled_penalty=True),
    Habits(generous=True, kong_labels=False, split_jump=True),
)


class _Table:
    """A mahjong table as the driver sees it."""

    def __init__(self, table: TableOfPlay) -> None:
        self._table = table

    def next_hand(self, hand_id: str) -> HandLog:
        """The table's next lawful hand."""
        self._table.begin()
        hand = lawful_hand(self._table, hand_id)
        hand.log.add("hand_end")
        return hand.log


class _Mahjong:
    """Plays and breaks one of the two games under 135/91/M."""

    game: ClassVar[str]
    prefix: ClassVar[str]
    plants: ClassVar[dict[str, str]]
    faults: ClassVar[Mapping[str, tuple[Plant, ...]]]

    def __init__(self, law: Law, day: datetime.date, casino: str) -> None:
        self._rules = game_rules(law, day, self.game, NAMES)
        self._day, self._casino = day, casino

    def _table(self, rng: Random, table_id: str, habits: Habits, players: int = 4) -> TableOfPlay:
        stakes = rng.choice(list(self._rules.rake))
        occupied = SEATS if players == 4 else tuple(sorted(rng.sample(SEATS, players)))
        return TableOfPlay(rng, self._rules, self._casino, table_id, self._day, stakes, occupied, habits=habits)

    def table(self, rng: Random, table_id: str, number: int) -> _Table:
        """A table whose terminal has one of six habits, from a full log to a sparse one."""
        players = (4, 3, 4, 2)[number % 4] if self._rules.simplified else 4
        return _Table(self._table(rng, table_id, _HABITS[number % len(_HABITS)], players))

    def plant(self, rule_id: str, rng: Random, table_id: str, number: int, ids: Ids) -> PlantedTable:
        """One planted fault in the second hand of a table of its own; played anew until the fault fits in."""
        ways = self.faults[rule_id]
        plant = ways[number % len(ways)]
        before, hand_id = ids(), ids()
        why = ""
        for _ in range(_TRIES):
            habits = _FULL_HABITS[number // len(ways) % len(_FULL_HABITS)]
            table = self._table(rng, table_id, replace(habits, **plant.habits))
            try:
                return _planted(table, plant, rule_id, before, hand_id)
            except LookupError as unfit:
                why = str(unfit)
        raise LookupError(f"no hand of {_TRIES} lets {rule_id} be planted: {plant.about} ({why})")


def _planted(table: TableOfPlay, plant: Plant, rule_id: str, before: str, hand_id: str) -> PlantedTable:
    table.begin()
    first = Hand(table, before)
    play_freely(first)
    first.log.add("hand_end")
    if not all(first.log.find(event) for event in ("claim", "pay", "rake")) or plant.after not in ("", table.ended):
        raise LookupError("the hand before does not show what the fault needs")
    plant.begin(table)
    hand = Hand(table, hand_id)
    plant.scene(Script(hand))
    hand.log.add("hand_end")
    note = plant.fault(hand)
    if not all(first.log.find(event) or hand.log.find(event) for event in plant.shows):
        raise LookupError("the table does not log what the fault needs")
    return PlantedTable((first.log, hand.log), Truth(hand_id, rule_id, plant.also, note, plant.kind))


class Mahjong(_Mahjong):
    """The traditional game (甲)."""

    game = "mahjong"
    prefix = "MJ"
    faults: ClassVar[Mapping[str, tuple[Plant, ...]]] = _TRADITIONAL
    plants: ClassVar[dict[str, str]] = {rule: ways[0].about for rule, ways in _TRADITIONAL.items()}


class SimplifiedMahjong(_Mahjong):
    """The simplified game (乙)."""

    game = "mahjong_simplified"
    prefix = "MS"
    faults: ClassVar[Mapping[str, tuple[Plant, ...]]] = _SIMPLIFIED
    plants: ClassVar[dict[str, str]] = {rule: ways[0].about for rule, ways in _SIMPLIFIED.items()}
