"""Why a row is indeterminate is told alike by which facts are known and by the search down an expression."""

from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.rulebook import Outcome, judging
from audit.rulebook.blame import suspects
from audit.rulebook.parsing import Wanted
from audit.rulebook.rule import Check
from audit.schema import Kind
from tests.rulebook.test_few_rows import evaluated, node_of
from tests.rulebook.test_parsing import ROW, TABLE, TRUTH, read


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.tuples(TRUTH, TRUTH, TRUTH), st.lists(ROW, min_size=1, max_size=12), st.booleans())
def test_suspects_are_blamed_as_the_search_blames(
    texts: tuple[str, str, str], rows: list[dict[str, Any]], torn: bool
) -> None:
    applies, requires, note_if = map(node_of, texts)
    check = Check(TABLE.name, requires, applies=applies, note_if=note_if)
    told = evaluated((check,), rows, torn=torn)
    assert sum(int(counts.sum()) for counts in told.reasons.values()) == told.counts[0, Outcome.INDETERMINATE].sum()
    with mock.patch.object(judging, "arrest", return_value=None):
        searched = evaluated((check,), rows, torn=torn).reasons
    assert {why: list(counts) for why, counts in searched.items()} == {
        why: list(counts) for why, counts in told.reasons.items()
    }


@pytest.mark.parametrize(
    ("text", "facts", "parameters"),
    [
        ("late", ["late"], []),
        ("not late and fee > payout", ["late", "fee", "payout"], []),
        ("fee > 0 or not given(fee)", ["fee"], []),
        ("result in ('win', 'none') and late", ["result", "late"], []),
        ("result == param.word or fee == param.unit", ["result", "fee"], ["word", "unit"]),
    ],
)
def test_what_a_node_hangs_on_stands_in_the_order_of_the_text(
    text: str, facts: list[str], parameters: list[str]
) -> None:
    node, _ = read(text, Wanted(Kind.TRUTH))
    assert node is not None
    assert suspects(node) == (tuple(facts), tuple(parameters))


@pytest.mark.parametrize(
    "text",
    [
        "fee + 1 > payout",
        "fee == param.stakes[count]",
        "late and (fee > 0 or payout > 0)",
        "late and (fee > 0 or not given(fee))",
        "not (late and fee > 0)",
        "count in param.seats",
    ],
)
def test_a_node_that_must_be_looked_into_has_no_suspects(text: str) -> None:
    node, _ = read(text, Wanted(Kind.TRUTH))
    assert node is not None
    assert suspects(node) is None
