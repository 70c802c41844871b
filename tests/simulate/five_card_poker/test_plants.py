"""Planted poker faults: every way of every rule can be played at a table of its own; pots by hand."""

from itertools import count
from random import Random

import pytest

from audit.simulate import simulation
from audit.simulate.five_card_poker import at_the_deal, at_the_end, before_the_deal, in_the_betting
from audit.simulate.five_card_poker.ending import divide
from audit.simulate.five_card_poker.plants import CALM, FOUR

WAYS = {
    rule: plants
    for module in (before_the_deal, at_the_deal, in_the_betting, at_the_end)
    for rule, plants in module.PLANTS.items()
}


def test_every_rule_has_a_way_and_no_two_of_it_are_alike() -> None:
    assert set(WAYS) == set(simulation("five_card_poker").plants)
    for rule, plants in WAYS.items():
        abouts = [plant.about for plant in plants]
        assert len(set(abouts)) == len(abouts), rule


@pytest.mark.parametrize("number", range(4))
def test_a_plant_ends_a_table_of_its_own(number: int) -> None:
    game, ids = simulation("five_card_poker"), count(1)
    for rule, plants in WAYS.items():
        table = game.plant(rule, Random(number), "X1", number, lambda: f"H{next(ids)}")
        plant = plants[number % len(plants)]
        assert len(table.hands) == len(plant.warm) + 1
        assert table.hands[-1].hand_id == table.truth.hand_id
        assert (table.truth.rule_id, table.truth.kind) == (rule, plant.kind)
        assert all(hand.rows[-1]["event"] == "hand_end" for hand in table.hands)


def test_rounds_of_plants_differ_by_table() -> None:
    game, ids = simulation("five_card_poker"), count(1)
    ways = len(WAYS["FP-10.4a"])
    seats = []
    for turn in range(3):
        table = game.plant("FP-10.4a", Random(5), "X1", turn * ways, lambda: f"H{next(ids)}")
        seats.append(len(table.hands[-1].find("ante")))
    assert seats == [FOUR, FOUR + 1, FOUR + 2]
    assert CALM.players == FOUR


@pytest.mark.parametrize(("rule", "event", "ways"), [("FP-6.4", "withdraw", (0,)), ("FP-6.5", "withdraw", (0, 1))])
def test_who_takes_chips_back_stays_at_the_table(rule: str, event: str, ways: tuple[int, ...]) -> None:
    game, ids = simulation("five_card_poker"), count(1)
    for way in ways:
        number = 2 * len(WAYS[rule]) + way  # where they also raise and fold
        for seed in range(12):
            rows = game.plant(rule, Random(seed), "X1", number, lambda: f"H{next(ids)}").hands[-1].rows
            place = next(at for at, row in enumerate(rows) if row["event"] == event)
            later = {row["event"] for row in rows[place + 1 :] if row.get("seat") == rows[place]["seat"]}
            assert later - {"stack"}, (way, seed)


def test_a_hole_card_is_shown_early_where_more_of_the_hand_comes() -> None:
    game, ids = simulation("five_card_poker"), count(1)
    for seed in range(12):
        number = 2 * len(WAYS["FP-10.14"]) + 1
        rows = game.plant("FP-10.14", Random(seed), "X1", number, lambda: f"H{next(ids)}").hands[-1].rows
        events = [row["event"] for row in rows]
        assert "deal" in events[events.index("show") :], seed


@pytest.mark.parametrize(
    ("put", "inside", "short", "pots"),
    [
        ({1: 100, 2: 100, 3: 40}, [1, 2], set(), [(240, [1, 2])]),
        ({1: 100, 2: 50, 3: 100}, [1, 2, 3], {2}, [(150, [1, 2, 3]), (100, [1, 3])]),
        ({1: 300, 2: 50, 3: 300, 4: 200}, [1, 2, 3, 4], {2, 4}, [(200, [1, 2, 3, 4]), (450, [1, 3, 4]), (200, [1, 3])]),
        ({1: 100, 2: 50, 3: 80}, [1, 2], {2}, [(150, [1, 2]), (80, [1])]),  # the fold of 3 leaves chips above
        ({1: 50, 2: 50, 3: 80}, [1, 2], {1, 2}, [(180, [1, 2])]),  # none can win what the leaver left above
    ],
)
def test_pots_by_hand(
    put: dict[int, int], inside: list[int], short: set[int], pots: list[tuple[int, list[int]]]
) -> None:
    assert [(pot.amount, pot.seats) for pot in divide(put, inside, short)] == pots
