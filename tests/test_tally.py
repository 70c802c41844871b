"""What several workers have counted is what one of them would have."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from audit.logs import TableKey
from audit.tally import Cell, Tally

CELLS: list[Cell] = [("pai_gow", TableKey("C", table), day) for table in "AB" for day in (1, 2)]
PAIRS = [(rule, reason) for rule in ("PG-1", "PG-2") for reason in ("unknown:fee", "no-event:settle")]

COUNTED = st.lists(st.tuples(st.sampled_from(CELLS), st.sampled_from(PAIRS), st.integers(1, 9)), max_size=20)


def tally_of(counted: list[tuple[Cell, tuple[str, str], int]]) -> Tally:
    tally = Tally()
    for cell, pair, count in counted:
        tally.reasons.add([pair], [cell], np.array([[count]]))
        tally.add(cell, np.array([[count, 1]]))
        tally.stretch(cell, count, count)
        tally.hands[cell] += count
    return tally


def told(tally: Tally) -> dict[tuple[Cell, tuple[str, str]], int]:
    table = tally.reasons.table(CELLS)
    return {
        (cell, pair): int(table[row, number])
        for row, cell in enumerate(CELLS)
        for pair, number in tally.reasons.numbers.items()
        if table[row, number]
    }


@given(COUNTED, COUNTED)
def test_two_workers_come_to_what_one_does(
    first: list[tuple[Cell, tuple[str, str], int]], second: list[tuple[Cell, tuple[str, str], int]]
) -> None:
    merged, whole = tally_of(first), tally_of([*first, *second])
    merged.merge(tally_of(second))
    assert told(merged) == told(whole)
    assert (merged.hands, merged.spans) == (whole.hands, whole.spans)
    assert {cell: counts.tolist() for cell, counts in merged.outcomes.items()} == {
        cell: counts.tolist() for cell, counts in whole.outcomes.items()
    }


@given(COUNTED)
def test_reasons_are_counted_by_cell(counted: list[tuple[Cell, tuple[str, str], int]]) -> None:
    sums: dict[tuple[Cell, tuple[str, str]], int] = {}
    for cell, pair, count in counted:
        sums[cell, pair] = sums.get((cell, pair), 0) + count
    assert told(tally_of(counted)) == sums


def test_the_traces_of_the_first_batches_are_kept() -> None:
    tally = Tally()
    for number in (9, 3, 7, 1, 5, 2, 8):
        tally.keep_trace(number, f"trace {number}")
    other = Tally()
    other.keep_trace(4, "trace 4")
    tally.merge(other)
    assert [number for number, _ in tally.traces] == [1, 2, 3, 4, 5]


def test_no_count_is_too_large_for_its_numbers() -> None:
    tally, other = Tally(), Tally()
    for count in (65_535, 1, 1 << 32, 1 << 40):
        tally.add(CELLS[0], np.array([[count, 0]]))
        other.add(CELLS[0], np.array([[40_000, 40_000]]))
    assert tally.outcomes[CELLS[0]].tolist() == [[65_536 + (1 << 32) + (1 << 40), 0]]
    tally.merge(other)
    assert tally.outcomes[CELLS[0]].tolist() == [[65_536 + (1 << 32) + (1 << 40) + 160_000, 160_000]]
    assert other.outcomes[CELLS[0]].tolist() == [[160_000, 160_000]]


def test_two_small_counts_may_be_a_large_one() -> None:
    tally, other = Tally(), Tally()
    tally.add(CELLS[0], np.array([[60_000]]))
    other.add(CELLS[0], np.array([[60_000]]))
    tally.merge(other)
    assert tally.outcomes[CELLS[0]].tolist() == [[120_000]]
