"""The `mahjong` package and PyMahjongGB judge the wins that this program judges: fourteen concealed tiles each.

They score by other families of rules, so what is compared is the work (is it a win, and what is it worth), and that all
agree on which hands are wins of four melds and a pair.
"""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = 34  # nine of characters, of dots and of bamboos, four winds, three dragons
_PER_KIND = 4


def winning_hands(number: int, seed: int) -> NDArray[np.int8]:
    """Random wins of four melds and a pair, as kinds of shape (number, 14); the last tile is the winning one."""
    rng = np.random.default_rng(seed)
    made: list[NDArray[np.int8]] = []
    while len(made) < number:
        tiles: list[int] = []
        for _ in range(4):
            if rng.random() < 0.7:
                first = 9 * int(rng.integers(3)) + int(rng.integers(7))
                tiles += [first, first + 1, first + 2]
            else:
                tiles += [int(rng.integers(KINDS))] * 3
        tiles += [int(rng.integers(KINDS))] * 2
        if np.bincount(tiles, minlength=KINDS).max() <= _PER_KIND:
            made.append(np.array(rng.permutation(tiles), np.int8))
    return np.array(made)


def mahjong_full_value(hands: NDArray[np.int8]) -> tuple[int, float]:
    """Full values by the `mahjong` package: how many hands it took for wins, and in how many seconds."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.tile import TilesConverter

    # Its order of kinds is characters, dots, bamboos, honours, as here.
    ready = []
    for hand in hands.tolist():
        tiles = TilesConverter.to_136_array([hand.count(kind) for kind in range(KINDS)])
        ready.append((tiles, next(tile for tile in tiles if tile // _PER_KIND == hand[-1])))
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    wins = 0
    began = time.perf_counter()
    for tiles, last in ready:
        wins += calculator.estimate_hand_value(tiles, last, config=config).error is None
    return wins, time.perf_counter() - began


def mahjong_agari(hands: NDArray[np.int8]) -> tuple[int, float]:
    """Winning shapes by the `mahjong` package, which takes counts of kinds."""
    from mahjong.agari import Agari

    ready = [[hand.count(kind) for kind in range(KINDS)] for hand in hands.tolist()]
    judge = Agari()
    began = time.perf_counter()
    wins = sum(judge.is_agari(counts) for counts in ready)
    return wins, time.perf_counter() - began


def py_mahjong_gb(hands: NDArray[np.int8]) -> tuple[int, float]:
    """Fan by PyMahjongGB: how many hands it took for wins, and in how many seconds."""
    from MahjongGB import MahjongFanCalculator

    names = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    names += [f"F{wind}" for wind in range(1, 5)] + [f"J{dragon}" for dragon in range(1, 4)]
    ready = [(tuple(names[kind] for kind in hand[:-1]), names[hand[-1]]) for hand in hands.tolist()]
    none: tuple[Any, ...] = ()
    wins = 0
    began = time.perf_counter()
    for rest, last in ready:
        try:
            MahjongFanCalculator(none, rest, last, 0, True, False, False, False, 0, 0)
            wins += 1
        except TypeError:  # what it raises for a hand that does not win
            continue
    return wins, time.perf_counter() - began
