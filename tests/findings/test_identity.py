"""Identity: the same facts give the same id, any other fact another."""

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.findings.identity import act_name, finding_id, hand_keys, numbered, ordinals, rows_of

WORDS = st.text(min_size=0, max_size=8)


@settings(deadline=None)
@given(st.tuples(WORDS, WORDS, WORDS, WORDS, st.integers(0, 8), WORDS), st.data())
def test_any_other_part_gives_another_id(parts: tuple[str, str, str, str, int, str], data: st.DataObject) -> None:
    other = data.draw(st.tuples(WORDS, WORDS, WORDS, WORDS, st.integers(0, 8), WORDS))
    assert (finding_id(*parts) == finding_id(*other)) == (parts == other)


def test_names_cannot_be_shifted_between_parts() -> None:
    one = finding_id("R", "C", "T1", "H", 1, "bet 1")
    assert one == finding_id("R", "C", "T1", "H", 1, "bet 1")
    assert one != finding_id("R", "C", "T", "1H", 1, "bet 1")
    assert one != finding_id("R", 'C","T1', "", "H", 1, "bet 1")
    assert len(one) == 14


def test_acts_are_counted_by_kind_and_seat_within_their_hand() -> None:
    event = np.array([0, 3, 3, 3, 0, 3], np.int8)
    seat = np.array([0, 1, 2, 1, 0, 1], np.int8)
    start = np.array([0, 4, 6], np.int64)
    hand = np.array([0, 0, 0, 1, 1], np.int32)
    rows = np.array([1, 2, 3, 5, -1], np.int64)
    assert ordinals(start, hand, event, seat, rows).tolist() == [1, 1, 2, 1, 0]


def test_acts_have_names_of_the_log() -> None:
    assert act_name("bet", 2, "front") == "bet 2 front"
    assert act_name("", 0, "") == "hand"
    assert list(numbered([(1, "bet 1"), (1, "bet 1"), (2, "bet 1")])) == ["bet 1", "bet 1 (2)", "bet 1"]


NAMES = st.tuples(*(st.sampled_from(names) for names in (("C1", "C2"), ("T1", "T,2"), ("H1", "H2", '"', "é"))))


def of_hands(names: list[tuple[str, str, str]]) -> pa.Table:
    columns = dict(zip(("casino", "table_id", "hand_id"), zip(*names, strict=True), strict=True)) if names else {}
    schema = pa.schema([(name, pa.string()) for name in ("casino", "table_id", "hand_id")])
    return pa.table({name: list(columns.get(name, ())) for name in schema.names}, schema=schema)


@given(st.lists(NAMES), st.sets(NAMES))
def test_the_rows_of_some_hands_are_kept_whatever_their_order(
    names: list[tuple[str, str, str]], wanted: set[tuple[str, str, str]]
) -> None:
    keys = set(hand_keys(of_hands(list(wanted))))
    assert len(keys) == len(wanted)
    kept = rows_of(of_hands(names), keys).to_pylist()
    assert [tuple(row.values()) for row in kept] == [name for name in names if name in wanted]
