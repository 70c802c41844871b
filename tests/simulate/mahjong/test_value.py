"""The simulator's own scorer: names by hand, and the replay's scorer beside it on hands steered at random."""

from random import Random

import numpy as np
import pytest

from audit.games.mahjong.fan import LAWFUL, NAMES, VALUED, FanLaw, value_wins
from audit.games.mahjong.shapes import suit_tables
from audit.simulate import simulation
from audit.simulate.mahjong.script import tiles_of
from audit.simulate.mahjong.targets import MAKERS
from audit.simulate.mahjong.value import CHOW, CONCEALED, EXPOSED, PROMOTED, PUNG, Meld, Way, value
from tests.simulate.mahjong.tiles import held, kind

FAN = dict(simulation("mahjong")._rules.fan)  # type: ignore[attr-defined]
EAST, SOUTH = kind("1z"), kind("2z")
WAY = Way(seat_wind=SOUTH, round_wind=EAST)
LIES = {CHOW: 1, PUNG: 2, EXPOSED: 3, CONCEALED: 4, PROMOTED: 5}


@pytest.mark.parametrize(
    ("tiles", "melds", "way", "fan", "names"),
    [
        ("123m 456p 789s 111p 22m", [], WAY, 0, {"chicken"}),
        ("123m 456p 789s 345m 55p", [], WAY, 1, {"all_chows"}),
        ("123m 456p 789s 345m 55z", [], WAY, 0, {"chicken"}),
        ("123m 456p 22m", [(PUNG, EAST), (PUNG, SOUTH)], WAY, 2, {"round_wind_pung", "seat_wind_pung"}),
        ("111m 333p 555s 777m 22p", [], WAY, 2, {"all_pungs", "four_concealed_pungs"}),
        (
            "123m 22m",
            [(PUNG, kind("5z")), (PUNG, kind("6z")), (PUNG, kind("7z"))],
            WAY,
            2,
            {"dragon_pung", "big_dragons", "mixed_suit"},
        ),
        ("19m 19p 19s 12345677z", [], WAY, 2, {"thirteen_orphans"}),
        ("123m 456p 789s 111p 22m", [], Way(SOUTH, EAST, left=0), 1, {"last_tile"}),
        ("123456789m 111m 22m", [], WAY, 2, {"pure_suit"}),
    ],
)
def test_names(tiles: str, melds: list[Meld], way: Way, fan: int, names: set[str]) -> None:
    valued = value(held(tiles), melds, way, FAN, 2, False)
    assert (valued.fan, set(valued.names)) == (fan, names)
    assert fan in valued.lawful


def test_what_the_law_leaves_open_is_counted_by_a_generous_house_alone() -> None:
    fed = Way(SOUTH, EAST, taken=True)
    strict, generous = (value(held("111m 333p 555s 777m 22p"), [], fed, FAN, 2, each) for each in (False, True))
    assert (strict.fan, generous.fan) == (1, 2)
    assert strict.lawful == generous.lawful == {1, 2}


def _random_way(rng: Random) -> Way:
    taken = rng.random() < 0.5
    replacement = not taken and rng.random() < 0.3
    kongs = rng.randrange(3) if replacement else 0
    return Way(
        seat_wind=EAST + rng.randrange(4),
        round_wind=EAST + rng.randrange(4),
        taken=taken,
        robbed=taken and rng.random() < 0.2,
        replacement=replacement,
        kongs=kongs,
        kongs_in_turn=rng.randrange(kongs + 1),
        left=rng.randrange(2),
    )


def _kernel_way(way: Way) -> list[int]:
    double = 0
    if way.replacement and way.kongs >= 2:
        double = 1 if way.kongs_in_turn >= 2 else 2
    last = 0 if way.left else (2 if way.taken or way.replacement else 1)
    return [way.seat_wind, way.round_wind, way.robbed, way.replacement, double, last, 0, 0, way.taken]


def _kernel_values(
    hands: list[tuple[bytearray, tuple[Meld, ...], Way]],
) -> list[set[int]]:
    """The numbers of fan that the replay's own scorer allows each hand."""
    counts = np.zeros((len(hands), 35), np.int8)
    melds = np.zeros((len(hands), 4, 2), np.int8)
    for row, (own, laid, _) in enumerate(hands):
        counts[row, :34] = list(own)
        for place, (lies, low) in enumerate(laid):
            melds[row, place] = LIES[lies], low
    sizes = np.array([len(laid) for _, laid, _ in hands], np.int8)
    ways = np.array([_kernel_way(way) for _, _, way in hands], np.int8)
    law = FanLaw(np.array([FAN[name] for name in NAMES], np.int64), np.zeros(len(NAMES), np.int64), 2, 0, 0, 0)
    valued = np.zeros((len(hands), VALUED), np.int64)
    value_wins(counts, melds, sizes, 4, ways, law, suit_tables().flags, valued)
    return [{fan for fan in range(3) if int(mask) >> fan & 1} for mask in valued[:, LAWFUL]]


def test_both_scorers_allow_the_same_numbers() -> None:
    rng = Random(5)
    hands: list[tuple[bytearray, tuple[Meld, ...], Way]] = []
    for target in (maker(rng) for maker in MAKERS for _ in range(25)):
        counts = bytearray(34)
        for tile in [target.pair] * 2 + [tile for lies, low in target.concealed for tile in tiles_of(lies, low)]:
            counts[tile] += 1
        if max(counts) <= 4:
            hands.append((counts, target.laid, _random_way(rng)))
    assert len(hands) > 300
    own = [set(value(counts, list(laid), way, FAN, 2, False).lawful) for counts, laid, way in hands]
    assert own == _kernel_values(hands)
