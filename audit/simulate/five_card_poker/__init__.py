"""Five-card poker for the simulator: tables with different habits, and a plant for every rule that a log can show."""

import datetime
from dataclasses import replace
from random import Random
from typing import ClassVar

from audit.dated import Law
from audit.simulate.five_card_poker import at_the_deal, at_the_end, before_the_deal, in_the_betting
from audit.simulate.five_card_poker.cards import Reading
from audit.simulate.five_card_poker.plants import FOUR, Plant
from audit.simulate.five_card_poker.play import play
from audit.simulate.five_card_poker.table import Habits, Plan, TableOfPlay
from audit.simulate.planting import Ids, PlantedTable, Truth
from audit.simulate.rows import HandLog

_ALL: dict[str, tuple[Plant, ...]] = {
    **before_the_deal.PLANTS,
    **at_the_deal.PLANTS,
    **in_the_betting.PLANTS,
    **at_the_end.PLANTS,
}
_TRIES = 400

_HABITS = (
    Habits(fewest=4, most=7),
    Habits(
        ante=10_000,
        fewest=2,
        most=4,
        names="chinese",
        rake_antes=False,
        round_up=True,
        burn_seen=False,
        reading=Reading("gapped", early_pair=True),
        remainder_to_one=True,
    ),
    Habits(
        fewest=5,
        most=7,
        names="called",
        returns=False,
        rake_less_first=True,
        decks=2,
        show_all=True,
        rake_before_pots=True,
        reading=Reading("sequence-with-royal", low_ace=True),
    ),
    Habits(
        fewest=3,
        most=6,
        names="none",
        stacks=False,
        box=False,
        shuffle_always=False,
        first_number=4,
        rake_by_pot=True,
        cut_behind_burn=True,
        rake_antes=False,
        rake_less_first=True,
    ),
    Habits(
        ante=10_000,
        fewest=2,
        most=2,
        buy_ins=False,
        ante_in_start=False,
        changes_ante=70,
        returns=False,
        rake_by_pot=True,
        round_up=True,
        reading=Reading("gapped", low_ace=True),
    ),
)

# Plants of a rule come round again at tables that log and rake in other ways, with more players.
_PLANTED_HABITS = (
    Habits(),
    Habits(
        show_all=True,
        rake_before_pots=True,
        rake_antes=False,
        round_up=True,
        reading=Reading("gapped", low_ace=True, early_pair=True),
    ),
    Habits(
        returns=False,
        rake_less_first=True,
        remainder_to_one=True,
        reading=Reading("sequence-with-royal"),
    ),
)


class _Table:
    """A poker table as the driver sees it."""

    def __init__(self, table: TableOfPlay) -> None:
        self._table = table

    def next_hand(self, hand_id: str) -> HandLog:
        """The table's next lawful hand."""
        return play(self._table, hand_id).log


class FiveCardPoker:
    """Plays and breaks five-card poker under 104/85/M."""

    game = "five_card_poker"
    prefix = "FP"
    plants: ClassVar[dict[str, str]] = {rule: plants[0].about for rule, plants in sorted(_ALL.items())}

    def __init__(self, law: Law, day: datetime.date, casino: str) -> None:
        self._day, self._casino = day, casino

    def _table(self, rng: Random, table_id: str, habits: Habits) -> TableOfPlay:
        return TableOfPlay(rng, self._casino, table_id, self._day, habits=habits)

    def table(self, rng: Random, table_id: str, number: int) -> _Table:
        """A table with one of five ways to play and to log."""
        return _Table(self._table(rng, table_id, _HABITS[number % len(_HABITS)]))

    def plant(self, rule_id: str, rng: Random, table_id: str, number: int, ids: Ids) -> PlantedTable:
        """One planted fault at the end of a table of its own; hands are played anew until the fault fits in."""
        ways = _ALL[rule_id]
        plant, turn = ways[number % len(ways)], number // len(ways)
        habits = replace(_PLANTED_HABITS[turn % len(_PLANTED_HABITS)], **plant.habits)
        warm = [ids() for _ in plant.warm]
        hand_id = ids()
        for _ in range(_TRIES):
            table = self._table(rng, table_id, habits)
            try:
                return _planted(table, plant, rule_id, warm, hand_id, turn % 3)
            except (LookupError, StopIteration, ValueError):
                continue
        raise LookupError(f"no hand of {_TRIES} lets {rule_id} be planted: {plant.about}")


def _planted(table: TableOfPlay, plant: Plant, rule_id: str, warm: list[str], hand_id: str, more: int) -> PlantedTable:
    """Play the hands before and the hand itself, with so many more players than the four of a calm table.

    With two more they also bet as they like, where the fault wants no certain course of the hand.
    """
    free = more == 2 and plant.plan.calling and not (plant.plan.decide or plant.plan.turn or plant.plan.cards)

    def peopled(plan: Plan) -> Plan:
        return replace(plan, players=FOUR + more) if plan.players == FOUR else plan

    hands = [play(table, before, peopled(plan)).log for before, plan in zip(warm, plant.warm, strict=True)]
    hand = play(table, hand_id, replace(peopled(plant.plan), calling=plant.plan.calling and not free))
    if free and hand.short:
        raise LookupError("what the fault changes would belie the chips of a seat all in")
    note = plant.apply(table, hand, table.rng)
    return PlantedTable((*hands, hand.log), Truth(hand_id, rule_id, plant.also, note, plant.kind))
