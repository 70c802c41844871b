"""Steered hands: every scene ends as it should, and the right seat pays."""

from random import Random

import pytest

from audit.simulate import simulation
from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.scenes import SIMPLIFIED, TRADITIONAL, Scene, kept_honour, passed_win, robbed, several
from audit.simulate.mahjong.script import Script
from audit.simulate.mahjong.steering import steered
from audit.simulate.mahjong.table import Habits, TableOfPlay

CASES = [("mahjong", scene) for scene in TRADITIONAL] + [("mahjong_simplified", scene) for scene in SIMPLIFIED]


def table_of(game: str, seed: int) -> TableOfPlay:
    made: TableOfPlay = simulation(game)._table(Random(seed), "T1", Habits())  # type: ignore[attr-defined]
    made.begin()
    return made


def play(game: str, scene: Scene, seed: int) -> Hand:
    hand = steered(table_of(game, seed), "H1", scene, 60)
    assert hand is not None
    return hand


@pytest.mark.parametrize(("game", "scene"), CASES, ids=lambda case: getattr(case, "__name__", case))
def test_every_scene_ends_once(game: str, scene: Scene) -> None:
    for seed in range(4):
        log = play(game, scene, seed).log
        ends = [row["event"] for row in log.rows if row["event"] in ("win", "false_win", "exhausted")]
        assert len(ends) == 1
        assert all(row["amount"] > 0 for row in log.find("pay"))
        assert len(log.find("rake")) == (ends == ["win"])


@pytest.mark.parametrize("scene", [kept_honour, passed_win])
def test_the_discarder_pays_for_all_where_he_is_liable(scene: Scene) -> None:
    for seed in range(6):
        hand = play("mahjong", scene, seed)
        outcome = hand.outcome
        assert outcome is not None
        assert {row["seat"] for row in hand.log.find("pay")} == {outcome.discarder}
        assert {row["label"] for row in hand.log.find("pay")} == {"liability"}


def test_the_nearest_of_several_wins() -> None:
    for seed in range(6):
        hand = play("mahjong", several, seed)
        claims = [row["seat"] for row in hand.log.find("claim", label="win")]
        assert hand.outcome is not None
        steps = [(seat - hand.outcome.discarder) % 4 for seat in claims]
        assert (hand.outcome.winner - hand.outcome.discarder) % 4 == min(steps)
        assert len(claims) >= 2


def test_a_robbed_kong_draws_no_replacement() -> None:
    hand = play("mahjong", robbed, 3)
    kong = hand.log.one("kong", label="promoted")
    after = [row["event"] for row in hand.log.rows[hand.log.place(kong) :]]
    assert after[:3] == ["kong", "claim", "win"]
    assert hand.log.one("win")["other_seat"] == kong["seat"]


def test_a_script_that_asks_for_a_fifth_tile_gives_up() -> None:
    script = Script(Hand(table_of("mahjong", 1), "H1"))
    with pytest.raises(LookupError, match="no such tile"):
        script.start({1: [0, 0, 0]}, [0, 0])
