"""What several workers have counted is what one of them would have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs import TableKey
from audit.tally import CENSUS, Counts, Place, Tally

PLACES: list[tuple[str, Place]] = [
    (game, (TableKey("C", table), day)) for game in ("pai_gow", "mahjong") for table in "AB" for day in (1, 2)
]
PAIRS = [(rule, reason) for rule in ("PG-1", "PG-2") for reason in ("unknown:fee", "no-event:settle")]

Counted = list[tuple[tuple[str, Place], tuple[str, str], int]]
COUNTED = st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PAIRS), st.integers(1, 1 << 36)), max_size=20)


def tally_of(counted: Counted) -> Tally:
    tally = Tally()
    for (game, place), pair, count in counted:
        its = tally.of(game)
        rows = its.rows([place])
        its.count_reasons([pair], rows, np.array([[count]]))
        its.outcomes.add(rows, np.array([[count, 1]]))
        its.count_hands(rows, np.array([(count, 2 * count, 1 << 63, count, -count)], CENSUS))
    return tally


def reasons(tally: Tally) -> dict[tuple[tuple[str, Place], tuple[str, str]], int]:
    found = {}
    for game, its in tally.games.items():
        table = its.reasons.table(np.arange(len(its.places)), len(its.numbers))
        for place, row in its.places.items():
            for pair, number in its.numbers.items():
                if table[row, number]:
                    found[(game, place), pair] = int(table[row, number])
    return found


def outcomes(tally: Tally) -> dict[tuple[str, Place], list[int]]:
    return {
        (game, place): its.outcomes.table(np.array([row]), 2)[0].tolist()
        for game, its in tally.games.items()
        for place, row in its.places.items()
    }


def census(tally: Tally) -> dict[tuple[str, Place], tuple[int, ...]]:
    return {
        (game, place): its.census[row].item() for game, its in tally.games.items() for place, row in its.places.items()
    }


@given(COUNTED, COUNTED)
def test_two_workers_come_to_what_one_does(first: Counted, second: Counted) -> None:
    merged, whole = tally_of(first), tally_of([*first, *second])
    merged.merge(tally_of(second))
    assert reasons(merged) == reasons(whole)
    assert outcomes(merged) == outcomes(whole)
    assert census(merged) == census(whole)
    assert merged.hands() == whole.hands()


@given(COUNTED)
def test_everything_is_counted_by_game_table_and_day(counted: Counted) -> None:
    tally = tally_of(counted)
    sums: dict[tuple[tuple[str, Place], tuple[str, str]], int] = {}
    counts: dict[tuple[str, Place], list[int]] = {}
    for place, pair, count in counted:
        sums[place, pair] = sums.get((place, pair), 0) + count
        counts.setdefault(place, []).append(count)
    assert reasons(tally) == sums
    assert outcomes(tally) == {place: [sum(each), len(each)] for place, each in counts.items()}
    assert census(tally) == {
        place: (sum(each), 2 * sum(each), (len(each) << 63) % 2**64, min(each), -min(each))
        for place, each in counts.items()
    }


def test_the_traces_of_the_first_batches_are_kept() -> None:
    tally = Tally()
    for number in (9, 3, 7, 1, 5, 2, 8):
        tally.keep_trace(number, f"trace {number}")
    other = Tally()
    other.keep_trace(4, "trace 4")
    tally.merge(other)
    assert [number for number, _ in tally.traces] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("count", [1, 255, 256, 65_535, 65_536, (1 << 32) - 1, 1 << 32, 1 << 40])
def test_no_count_is_too_large_for_its_numbers(count: int) -> None:
    counts, whole = Counts(), Counts()
    counts.add(np.array([0, 300]), np.array([[count - 1, 0], [7, 0]]))
    counts.add(np.array([300]), np.array([[1]]))
    counts.add(np.array([0]), np.array([[1, 0, 5]]))
    assert counts.table(np.array([300, 0, 1]), 3).tolist() == [[8, 0, 0], [count, 0, 5], [0, 0, 0]]
    whole.add(np.array([1]), np.array([[count]]))
    whole.merge(counts, np.arange(1, 302))
    assert whole.table(np.array([1, 301, 2]), 3).tolist() == [[2 * count, 0, 5], [8, 0, 0], [0, 0, 0]]


def test_two_small_counts_may_be_a_large_one() -> None:
    counts, other = Counts(), Counts()
    counts.add(np.array([0]), np.array([[200]]))
    other.add(np.array([0]), np.array([[200]]))
    counts.merge(other, np.array([0]))
    assert counts.table(np.array([0]), 1).tolist() == [[400]]
    assert other.table(np.array([0]), 1).tolist() == [[200]]
