import csv
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.games.mahjong.shapes import (
    CHOWS_ONLY,
    COMPLETE,
    KINDS,
    ORPHANS,
    PUNGS_ONLY,
    Reading,
    is_ready,
    suit_tables,
)
from audit.pieces.notation import TILES

from .reading import readings_of, shape_columns

NUMBERS = Path(__file__).resolve().parents[3] / ".." / "shared" / "numbers"
needs_numbers = pytest.mark.skipif(not NUMBERS.is_dir(), reason="the figures to test against are not at hand")


def counts_of(text: str) -> list[int]:
    counts = [0] * KINDS
    for tile in text.split():
        counts[TILES.index(tile)] += 1
    return counts


def orders(reading: Reading) -> int:
    """In how many orders a reading is taken off from its lowest tile up: so the published figures count readings."""
    count = 1
    for kind in range(9):
        chows = reading.chows.count(kind)
        taken = chows + (kind in reading.pungs) + (kind == reading.pair)
        count *= factorial(taken) // factorial(chows)
    return count


@cache
def by_brute_force(counts: tuple[int, ...], melds: int, pair: bool) -> frozenset[tuple[str, ...]]:
    """Every reading, by taking the lowest tile in each way it can be taken."""
    kind = next((kind for kind in range(KINDS) if counts[kind]), None)
    if kind is None:
        return frozenset([()]) if melds == 0 and not pair else frozenset()
    found: set[tuple[str, ...]] = set()

    def take(name: str, kinds: tuple[int, ...], melds_left: int, pair_left: bool) -> None:
        left = list(counts)
        for each in kinds:
            left[each] -= 1
        if min(left) >= 0:
            for rest in by_brute_force(tuple(left), melds_left, pair_left):
                found.add(tuple(sorted((name, *rest))))

    if pair:
        take(f"pair {kind}", (kind,) * 2, melds, False)
    if melds:
        take(f"pung {kind}", (kind,) * 3, melds - 1, pair)
        if kind < 27 and kind % 9 < 7:
            take(f"chow {kind}", (kind, kind + 1, kind + 2), melds - 1, pair)
    return frozenset(found)


def named(counts: list[int], melds: int) -> list[tuple[str, ...]]:
    return [
        tuple(
            sorted(
                [f"pung {k}" for k in reading.pungs] + [f"chow {k}" for k in reading.chows] + [f"pair {reading.pair}"]
            )
        )
        for reading in readings_of(counts, melds)
    ]


@needs_numbers
def test_one_suit_winning_hands_and_no_other() -> None:
    with (NUMBERS / "mahjong_one_suit_winning.csv").open() as file:
        published = {row["counts_1_to_9"]: int(row["readings"]) for row in csv.DictReader(file)}
    assert len(published) == 13259
    codes = np.arange(5**9)
    digits = np.stack([codes // 5**place % 5 for place in range(9)], axis=1).astype(np.int8)
    hands = digits[digits.sum(axis=1) == 14]
    assert len(hands) == 118800
    counts = np.zeros((len(hands), KINDS), np.int8)
    counts[:, :9] = hands
    wins = hands[shape_columns(counts) > 0]
    found = {"".join(map(str, hand)): sum(map(orders, readings_of([*map(int, hand)] + [0] * 25))) for hand in wins}
    assert found == published


@needs_numbers
def test_all_winning_hands_of_the_136_tiles_by_their_readings() -> None:
    """Three suits and the honours put together: 11,498,658 hands, with the published number of readings of each."""
    suit: dict[tuple[int, int], Counter[int]] = {}
    for readings in suit_tables().readings.values():
        first = readings[0]
        size = (len(first.pungs) + len(first.chows), int(first.pair is not None))
        suit.setdefault(size, Counter())[sum(map(orders, readings))] += 1
    honours = {
        (pungs, pair): Counter({1: comb(7, pungs) * (7 - pungs if pair else 1)})
        for pungs in range(5)
        for pair in (0, 1)
    }
    total = {(0, 0): Counter({1: 1})}
    for part in (suit, suit, suit, honours):
        together: dict[tuple[int, int], Counter[int]] = {}
        for (melds, pair), many in total.items():
            for (more, other), hands in part.items():
                if melds + more <= 4 and pair + other <= 1:
                    into = together.setdefault((melds + more, pair + other), Counter())
                    for (left, times), (right, count) in product(many.items(), hands.items()):
                        into[left * right] += times * count
        total = together
    with (NUMBERS / "mahjong_decomposition_histogram.csv").open() as file:
        published = {
            int(row["readings_of_the_hand"]): int(row["distinct_winning_multisets_136"]) for row in csv.DictReader(file)
        }
    assert total[4, 1] == published
    assert sum(published.values()) == 11_498_658


@needs_numbers
def test_five_tile_wins_and_no_other_of_the_simplified_set() -> None:
    kinds = [*range(27), TILES.index("6z")]
    hands = [hand for hand in combinations_with_replacement(kinds, 5) if max(Counter(hand).values()) <= 4]
    assert len(hands) == 201_348
    counts = np.zeros((len(hands), KINDS), np.int8)
    for row, hand in enumerate(hands):
        for kind in hand:
            counts[row, kind] += 1
    wins = np.flatnonzero(shape_columns(counts, 1, orphans=False))
    with (NUMBERS / "mahjong112_winning_multisets.csv").open() as file:
        published = sorted(
            tuple(sorted(map(TILES.index, row["tiles"].replace("F", "6z").split()))) for row in csv.DictReader(file)
        )
    assert sorted(tuple(hands[row]) for row in wins) == published
    assert len(wins) == 1344


@needs_numbers
def test_one_suit_waits() -> None:
    codes = np.arange(5**9)
    digits = np.stack([codes // 5**place % 5 for place in range(9)], axis=1).astype(np.int8)
    hands = digits[digits.sum(axis=1) == 13]
    waits = np.zeros(len(hands), int)
    for kind in range(9):
        wide = np.zeros((len(hands), KINDS), np.int8)
        wide[:, :9] = hands
        wide[:, kind] += 1
        waits += (shape_columns(wide) > 0) & (hands[:, kind] < 4)
    with (NUMBERS / "mahjong_one_suit_waits.csv").open() as file:
        published = {int(row["kinds_waited_for"]): int(row["hands_of_13"]) for row in csv.DictReader(file)}
    found = dict(enumerate(np.bincount(waits).tolist()))
    # The published figures let 126 hands wait for a fifth copy of a kind alone, which no set holds.
    assert found == published | {0: published[0] + 126, 1: published[1] - 126}


@st.composite
def near_wins(draw: st.DrawFn) -> list[int]:
    """Hands of melds and a pair, with a few tiles changed now and then."""
    melds = draw(st.integers(1, 4))
    counts = [0] * KINDS
    for _ in range(melds):
        if draw(st.booleans()):
            counts[draw(st.integers(0, 33))] += 3
        else:
            start = 9 * draw(st.integers(0, 2)) + draw(st.integers(0, 6))
            for kind in range(start, start + 3):
                counts[kind] += 1
    counts[draw(st.integers(0, 33))] += 2
    if draw(st.booleans()):
        held = [kind for kind in range(KINDS) if counts[kind]]
        counts[draw(st.sampled_from(held))] -= 1
        counts[draw(st.integers(0, 33))] += 1
    return counts


@given(near_wins())
@settings(max_examples=400, deadline=None)
def test_readings_are_those_of_brute_force(counts: list[int]) -> None:
    if max(counts) > 4:
        return
    melds = (sum(counts) - 2) // 3
    oracle = by_brute_force(tuple(counts), melds, True)
    found = named(counts, melds)
    assert len(found) == len(set(found))
    assert set(found) == oracle
    shape = int(shape_columns(np.array([counts], np.int8), melds, orphans=False)[0])
    assert bool(shape & COMPLETE) == bool(oracle)
    assert bool(shape & PUNGS_ONLY) == any("chow" not in " ".join(reading) for reading in oracle)
    assert bool(shape & CHOWS_ONLY) == any("pung" not in " ".join(reading) for reading in oracle)


def test_thirteen_orphans() -> None:
    orphans = "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"
    for pair in orphans.split():
        counts = np.array([counts_of(f"{orphans} {pair}")], np.int8)
        assert shape_columns(counts)[0] == ORPHANS
        assert shape_columns(counts, orphans=False)[0] == 0
    assert shape_columns(np.array([counts_of(f"{orphans} 2m")], np.int8))[0] == 0


def test_seven_pairs_are_no_win() -> None:
    assert shape_columns(np.array([counts_of("1m 1m 3m 3m 5p 5p 7p 7p 2s 2s 4s 4s 6z 6z")], np.int8))[0] == 0


def test_ready_does_not_wait_for_a_fifth_copy() -> None:
    every = np.ones(KINDS, np.int8)
    flags = suit_tables().flags
    pair_wait = np.array([*counts_of("5z"), 0], np.int8)
    assert is_ready(pair_wait, 0, flags, True, every)
    assert is_ready(np.array([*counts_of("5z 5z 6z 6z"), 0], np.int8), 1, flags, True, every)
    assert not is_ready(np.array([*counts_of("5z 5z 5z 5z"), 0], np.int8), 1, flags, True, every)


@given(near_wins(), st.data())
@settings(max_examples=300, deadline=None)
def test_ready_is_one_tile_from_a_win(counts: list[int], data: st.DataObject) -> None:
    if max(counts) > 4:
        return
    orphans = [int(kind >= 27 or kind % 9 in (0, 8)) for kind in range(KINDS)]
    rest = data.draw(st.sampled_from([counts, counts, orphans]))
    melds = (sum(rest) - 1) // 3
    if rest is counts:
        less = data.draw(st.sampled_from([kind for kind in range(KINDS) if counts[kind]]))
        rest = [count - (kind == less) for kind, count in enumerate(counts)]
    with_one_more = [
        [count + (kind == more) for kind, count in enumerate(rest)] for more in range(KINDS) if rest[more] < 4
    ]
    waits = shape_columns(np.array(with_one_more, np.int8), melds).any()
    every = np.ones(KINDS, np.int8)
    assert is_ready(np.array([*rest, 0], np.int8), melds, suit_tables().flags, True, every) == waits
