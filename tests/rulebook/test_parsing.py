"""The language: what it takes, what it refuses, with the letter and the mend; and its values against a plain oracle."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from audit.dated import Dated, Step
from audit.games.game import FactTable
from audit.rulebook import expression as ex
from audit.rulebook.columns import Calendar, Columns
from audit.rulebook.evaluation import Evaluator
from audit.rulebook.forms import Form, form_of
from audit.rulebook.parsing import Mistake, Scope, Wanted, parse
from audit.rulebook.writing import text_of
from audit.schema import AMOUNT_LIMIT, NULL, Column, Kind, Table

WORDS = ("none", "win", "lose")
TABLE = Table(
    "acts",
    "Acts.",
    "an act",
    (
        Column("fee", Kind.MONEY, "A fee.", nullable=True),
        Column("payout", Kind.MONEY, "A payout.", nullable=True),
        Column("count", Kind.WHOLE, "A count.", nullable=True),
        Column("turn", Kind.WHOLE, "A turn.", nullable=True),
        Column("result", Kind.WORD, "A result.", words=WORDS, nullable=True),
        Column("due", Kind.WORD, "A result due.", words=("win", "lose", "push"), nullable=True),
        Column("late", Kind.TRUTH, "Whether late.", nullable=True),
        Column("setter", Kind.PERSON, "Who set.", nullable=True),
        Column("bettor", Kind.PERSON, "Who bet.", nullable=True),
        Column("tiles", Kind.PIECES, "Tiles.", nullable=True),
    ),
)
PARAMETERS = {
    "rate": Dated("rate", "basis points", (Step(10, None, "x"), Step(20, 500, "x"), Step(30, 400, "x"))),
    "unit": Dated("unit", "minor units", (Step(0, 1, "x"), Step(25, 10, "x"))),
    "word": Dated("word", "word", (Step(0, "win", "x"),)),
    "stakes": Dated("stakes", "minor units", (Step(0, {"1": 100, "3": 300}, "x"), Step(20, {"2": 200}, "x"))),
    "by_word": Dated("by_word", "seats", (Step(0, {"win": 2, "lose": 1}, "x"),)),
    "seats": Dated("seats", "seats", (Step(15, (1, 2), "x"),)),
    "words": Dated("words", "words", (Step(0, ("win", "none"), "x"),)),
    "order": Dated("order", "tiles", (Step(0, (("a",), ("b",)), "x"),)),
}
FORMS: dict[str, Form] = {name: form_of(dated) for name, dated in PARAMETERS.items()}


def read(text: str, wanted: Wanted | None = None) -> tuple[ex.Node | None, list[Mistake]]:
    return parse(text, Scope(TABLE, FORMS), wanted or Wanted())


@pytest.mark.parametrize(
    "text",
    [
        "fee > 0 and not late",
        "0 < fee <= payout - 5",
        "result in ('win', 'none') or result == due",
        "result not in ('win', due)",
        "count in param.seats and result in param.words",
        "result == param.word",
        "fee == param.stakes[count] or not has(param.stakes[count])",
        "param.by_word[result] + count * 2 >= abs(-turn)",
        "param.by_word['win'] == 2 and has(param.by_word['lose'])",
        "fee >= rate_down(payout, param.rate, param.unit)",
        "min(fee, payout, 3) < max(fee * count, 0)",
        "given(fee) and setter != bettor and tiles == tiles",
        "late == true",
        "(fee > 0\n  or\tlate)",
        "seat == 3",
    ],
)
def test_the_language_takes(text: str) -> None:
    node, mistakes = read(text, Wanted(Kind.TRUTH))
    assert mistakes == []
    assert node is not None
    again, _ = read(text_of(node))
    assert again == node


@pytest.mark.parametrize(
    ("text", "letter", "found", "mend"),
    [
        ("fee / 2 > 1", 0, "division", "multiply the other side"),
        ("fe > 1", 0, "'fe' is no fact of the table 'acts'", "did you mean 'fee'?"),
        ("fee > count", 6, "money beside a plain number", "only constants"),
        ("fee + count > 0", 0, "money beside a plain number", "only constants"),
        ("fee * payout > 0", 0, "money times money", "multiply money by a plain number"),
        ("late and result == 'wim'", 19, "'wim' is no word of 'result'", "'win'"),
        ("result < 'win'", 0, "an order of the kind word", "only numbers have one"),
        ("setter < bettor", 0, "an order of the kind person", "only numbers have one"),
        ("setter == count", 10, "person beside whole", "compare values of one kind"),
        ("setter + 1 == 2", 0, "the kind person", "'+' joins numbers"),
        ("fee and late", 0, "the kind money", "'and' joins truths"),
        ("not fee", 4, "the kind money", "'not' stands before a truth"),
        ("fee", 0, "the kind money", "this must be a truth"),
        ("param.rat > 1", 0, "'rat' is no parameter of the packs", "did you mean 'rate'?"),
        ("param.stakes > 1", 0, "param.stakes is a table", "write param.stakes[key]"),
        ("param.seats == 1", 0, "param.seats is a list", "write fact in param.seats"),
        ("param.rate[1] > 1", 0, "param.rate is no table", "without a key"),
        ("param.seats[late] == 1", 12, "no place in the list param.seats", "its first"),
        ("param.seats[true] == 1", 12, "no place in the list param.seats", "its first"),
        ("param.seats[1000] == 1", 12, "no place in the list param.seats", "its first"),
        ("has(param.seats[0])", 0, "has() of an entry of a list", "by 'in'"),
        ("param.stakes[result] > 1", 13, "no word of 'result' is a key", "known are"),
        ("param.by_word['push'] > 1", 14, "'push' is no key of param.by_word", "known are 'lose', 'win'"),
        ("param.order == 1", 0, "param.order has values of several forms", "rules read numbers"),
        ("fee in param.seats", 7, "param.seats holds whole, not money", "compare values of one kind"),
        ("fee > 1.5", 6, "the value 1.5", "whole numbers"),
        ("late == True", 8, "'True'", "small letters"),
        ("late is false", 8, "'is'", "compare with == and !="),
        ("count in [1, 2]", 9, "'in' before a single value", "round brackets"),
        ("count in 3", 9, "'in' before a single value", "round brackets"),
        ("count == 1 if late else 2", 0, "a choice by if and else", "second check"),
        ("open('x') == 1", 0, "'open' is no function of the language", "known are"),
        ("__import__('os')", 0, "'__import__' is no function", "known are"),
        ("result.upper() == 'WIN'", 0, "a call of something that is no function", "see the language"),
        ("fee.real > 1", 0, "a dot", "only param.name has one"),
        ("abs(fee, 1) > 1", 0, "abs with 2 values", "it takes 1"),
        ("min(fee) > 1", 0, "min with 1 values", "it takes 2 to 9"),
        ("max(fee, key=1) > 1", 9, "'key='", "in order"),
        ("rate_down(fee, fee, 1) > 1", 15, "a rate in money", "basis points"),
        ("given(param.rate)", 0, "given() of something that is no fact", "write given(fact)"),
        ("has(count)", 0, "has() of something that is no entry", "write has"),
        ("'win' == 'lose'", 0, "two words without a fact", "one side must be a fact"),
        ("count > 10000000000000000", 8, "a number of over fifteen digits", "no amount"),
        ("count > 1 # and late", 10, "the letter '#'", "plain letters"),
        ("fee > 1; late", 7, "the letter ';'", "plain letters"),
        ("ｆee > 1", 0, "the letter 'ｆ'", "plain letters"),
        ("count >", 0, "not an expression", "see the language"),
        ("[x for x in (1, 2)] == 1", 0, "listcomp", "does not have it"),
        ("lambda: late", 0, "a function", "none of its own"),
        ("f'{late}' == 'win'", 0, "formatted text", "quote plain words"),
        ("(late := true)", 1, "an assignment", "say the value"),
        ("count ** 2 > 1", 0, "a power", "write the number out"),
        ("~count > 1", 0, "an operator that the language does not have", "use 'not' and '-'"),
        ("count | 1 > 1", 0, "an operator of bits", "the language has + - and *"),
        ("b'win' == result", 0, "the value b'win'", "whole numbers"),
        ("   ", 0, "an empty expression", "say what is required"),
    ],
)
def test_the_language_refuses(text: str, letter: int, found: str, mend: str) -> None:
    node, mistakes = read(text, Wanted(Kind.TRUTH))
    assert node is None
    assert mistakes[0].found.startswith(found)
    assert mend in mistakes[0].mend
    assert mistakes[0].letter == letter


def test_a_word_that_nothing_gives_a_vocabulary_is_refused() -> None:
    node, mistakes = read("'win'")
    assert node is None
    assert mistakes == [Mistake(0, "a word alone", "name a fact")]


@pytest.mark.parametrize(
    "text",
    [
        "-" * 1900 + "1 > 0",
        "not " * 450 + "late",
        "(" * 900 + "late" + ")" * 900,
        "late" + " or late" * 1000,
        "count > " + "9" * 1900,
        "count" + "[0]" * 600 + " > 1",
        "\0late",
    ],
)
def test_hostile_expressions_are_refused_quickly(text: str) -> None:
    node, mistakes = read(text)
    assert node is None
    assert mistakes


def test_all_mistakes_of_an_expression_are_told() -> None:
    _, mistakes = read("fe > 0 and resul == 'win' and late / 2 == 1")
    assert [mistake.letter for mistake in mistakes] == [0, 11, 30]


# -- values against a plain oracle -----------------------------------------------------------------------------------

AMOUNT = st.one_of(st.none(), st.integers(-30, 30), st.sampled_from([AMOUNT_LIMIT, -AMOUNT_LIMIT, 10**15 - 7]))
SMALL = st.one_of(st.none(), st.integers(-2, 4))
ROW = st.fixed_dictionaries(
    {
        "fee": AMOUNT,
        "payout": AMOUNT,
        "count": SMALL,
        "turn": SMALL,
        "result": st.one_of(st.none(), st.integers(0, 2)),
        "due": st.one_of(st.none(), st.integers(0, 2)),
        "late": st.one_of(st.none(), st.booleans()),
        "seat": st.integers(0, 8),
        "day": st.integers(5, 35),
    }
)
MONEY = st.recursive(
    st.sampled_from(["fee", "payout", "7", "-3", "param.unit", "param.stakes[count]"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, st.sampled_from(["count", "2", "param.rate"])).map(lambda t: f"({t[0]} * {t[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        inner.map(lambda t: f"abs({t})"),
        st.tuples(st.sampled_from(["rate_down", "rate_up"]), inner, st.sampled_from(["param.rate", "333"])).map(
            lambda t: f"{t[0]}({t[1]}, {t[2]}, param.unit)"
        ),
    ),
    max_leaves=4,
)
ATOM = st.one_of(
    st.tuples(MONEY, st.sampled_from(ex.COMPARISONS), MONEY).map(" ".join),
    st.sampled_from(
        [
            "late",
            "given(fee)",
            "given(result)",
            "has(param.stakes[count])",
            "result == due",
            "result != 'win'",
            "due in ('push', 'win')",
            "count in (1, turn)",
            "count in param.seats",
            "count == param.seats[1]",
            "count < param.seats[2]",
            "result == param.words[1]",
            "result in param.words",
            "result == param.word",
            "1 <= count < turn",
            "param.by_word[result] > count",
            "true",
            "seat > 2",
        ]
    ),
)
TRUTH = st.recursive(
    ATOM,
    lambda inner: st.one_of(
        inner.map(lambda t: f"not ({t})"),
        st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map(lambda t: f"(({t[0]}){t[1]}({t[2]}))"),
    ),
    max_leaves=5,
)


class Oracle:
    """One row, value by value, None for unknown, in Python's own unbounded numbers."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row

    def dated(self, name: str) -> Any:
        step = PARAMETERS[name].at(self.row["day"])
        return None if step is None else step.value

    def word(self, node: ex.Node) -> Any:
        value = self.value(node)
        return node.words[value] if isinstance(node, ex.Fact) and node.words and value is not None else value

    def value(self, node: ex.Node | None) -> Any:
        if isinstance(node, ex.Whole | ex.Truth):
            return node.value
        if isinstance(node, ex.Word):
            return node.text
        if isinstance(node, ex.Fact):
            return self.row[node.name]
        if isinstance(node, ex.Given):
            return self.row[node.fact.name] is not None
        if isinstance(node, ex.Parameter):
            return self.dated(node.name)
        if isinstance(node, ex.Lookup):
            key, table = self.word(node.key), self.dated(node.name)
            return None if key is None or table is None else table.get(str(key))
        if isinstance(node, ex.Has):
            key, table = self.word(node.lookup.key), self.dated(node.lookup.name)
            return None if key is None or table is None else str(key) in table
        if isinstance(node, ex.Listed):
            value, listed = self.word(node.value), self.dated(node.name)
            return None if value is None or listed is None else value in listed
        if isinstance(node, ex.Item):
            listed = self.dated(node.name)
            return listed[node.place] if listed is not None and node.place < len(listed) else None
        if isinstance(node, ex.Not):
            part = self.value(node.part)
            return None if part is None else not part
        if isinstance(node, ex.Junction):
            parts = [self.value(part) for part in node.parts]
            decisive = node.operator == "or"
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        if isinstance(node, ex.Comparison):
            return self.compared(node)
        assert node is not None
        return self.number(node)

    def compared(self, node: ex.Comparison) -> Any:
        left, right = self.word(node.left), self.word(node.right)
        if left is None or right is None:
            return None
        return {
            "==": left == right,
            "!=": left != right,
            "<": left < right if not isinstance(left, str) else None,
            "<=": left <= right if not isinstance(left, str) else None,
            ">": left > right if not isinstance(left, str) else None,
            ">=": left >= right if not isinstance(left, str) else None,
        }[node.operator]

    def number(self, node: ex.Node) -> Any:
        parts = [self.value(part) for part in ex.children(node)]
        if None in parts:
            return None
        if isinstance(node, ex.Arithmetic):
            return {"+": parts[0] + parts[1], "-": parts[0] - parts[1], "*": parts[0] * parts[1]}[node.operator]
        assert isinstance(node, ex.Call)
        if node.name in ("rate_down", "rate_up"):
            amount, rate, unit = parts
            sign = -1 if node.name == "rate_up" else 1
            return sign * (sign * amount * rate // (10_000 * unit) * unit)
        named: dict[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}
        return named[node.name](*parts)


def facts_of(rows: list[dict[str, Any]]) -> FactTable:
    """Rows of facts, each of a hand of its own."""

    def column(name: str, dtype: Any) -> Any:
        least = int(np.iinfo(dtype).min)
        return np.array([least if row[name] is None else int(row[name]) for row in rows], dtype)

    kinds = {
        "fee": np.int64,
        "payout": np.int64,
        "count": np.int8,
        "turn": np.int32,
        "result": np.int8,
        "due": np.int16,
    }
    columns = {name: column(name, dtype) for name, dtype in kinds.items()}
    columns["late"] = column("late", np.int8)
    size = len(rows)
    seat = np.array([row["seat"] for row in rows], np.int8)
    return FactTable(TABLE, np.arange(size, dtype=np.int32), np.zeros(size, np.int64), seat, columns)


def evaluator_of(rows: list[dict[str, Any]]) -> Evaluator:
    days = np.array([row["day"] for row in rows], np.int32)
    return Evaluator(Columns(facts_of(rows)), Calendar(days, PARAMETERS))


@settings(max_examples=400, deadline=None)
@given(TRUTH, st.lists(ROW, min_size=1, max_size=6))
def test_truths_over_columns_are_those_of_the_oracle(text: str, rows: list[dict[str, Any]]) -> None:
    node, mistakes = read(text, Wanted(Kind.TRUTH))
    assume(not any(mistake.found == "money beside a plain number" for mistake in mistakes))
    assert mistakes == []
    assert node is not None
    truths = evaluator_of(rows).truths(node)
    holds = np.broadcast_to(truths.holds, (len(rows),))
    fails = np.broadcast_to(truths.failing(), (len(rows),))
    for place, row in enumerate(rows):
        expected = Oracle(row).value(node)
        found = True if holds[place] else False if fails[place] else None
        assert not (holds[place] and fails[place])
        assert found == expected or (found is None and too_large(node, row))


def too_large(node: ex.Node, row: dict[str, Any]) -> bool:
    """Whether some number on the way is beyond what the columns promise to carry."""
    numbers = [Oracle(row).value(part) for part in ex.walk(node) if isinstance(part, ex.Arithmetic | ex.Call | ex.Fact)]
    return any(isinstance(value, int) and abs(value) > 10**16 for value in numbers)


def test_sums_and_products_that_could_wrap_are_unknown() -> None:
    row = {"fee": 2**62, "payout": 2**62, "count": 4, "turn": 1, "result": 1, "due": 1, "late": 0, "seat": 1, "day": 20}
    evaluator = evaluator_of([row, {**row, "fee": 5, "payout": 6}])
    for text in ("fee + payout > 0", "fee * count > 0", "0 - fee - payout < 0"):
        node, _ = read(text)
        assert node is not None
        truths = evaluator.truths(node)
        assert truths.holds.tolist() == [False, True]
        assert truths.failing().tolist() == [False, False]


def test_the_marker_of_unknown_never_reaches_a_result() -> None:
    row = {
        "fee": None,
        "payout": 1,
        "count": None,
        "turn": 1,
        "result": None,
        "due": 1,
        "late": None,
        "seat": 1,
        "day": 20,
    }
    numbers = evaluator_of([row]).numbers(ex.Fact("fee", Kind.MONEY))
    assert numbers.known is not None
    assert not np.any(numbers.known)
    assert NULL not in np.atleast_1d(numbers.value).tolist()
