"""Planted faults: each rule in several ways, a table of its own each, and a lawful hand before the faulty one."""

from random import Random

import pytest

from audit.simulate import simulation

GAMES = ("mahjong", "mahjong_simplified")


@pytest.mark.parametrize("game", GAMES)
def test_ways_of_a_rule_follow_each_other(game: str) -> None:
    made, rng = simulation(game), Random(8)
    ids = iter(f"H{number}" for number in range(10_000))
    for rule, ways in made.faults.items():  # type: ignore[attr-defined]
        assert len({way.about for way in ways}) == len(ways)
        truths = [made.plant(rule, rng, "X1", number, lambda: next(ids)).truth for number in range(len(ways))]
        assert [truth.kind for truth in truths] == [way.kind for way in ways]
        assert {truth.rule_id for truth in truths} == {rule}


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_before_shows_what_the_fault_needs(game: str) -> None:
    made, rng = simulation(game), Random(9)
    ids = iter(f"H{number}" for number in range(10_000))
    planted = made.plant(next(iter(made.plants)), rng, "X1", 0, lambda: next(ids))
    first, last = planted.hands
    assert {"claim", "pay", "rake", "money", "wall"} <= {row["event"] for row in first.rows}
    assert planted.truth.hand_id == last.hand_id
    assert last.rows[-1]["event"] == "hand_end"


def test_severity_of_a_plant_is_told() -> None:
    kinds = {way.kind for game in GAMES for ways in simulation(game).faults.values() for way in ways}  # type: ignore[attr-defined]
    assert kinds == {"violation", "note"}
