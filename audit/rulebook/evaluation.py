"""Expressions over columns: every node of a rule becomes one array and what is known of it, computed once a table.

A truth is two masks, where it holds and where it fails; where neither is set it is unknown. ``and``, ``or`` and
``not`` act on them by Kleene's tables, so that unknown never turns into an answer. Numbers carry bounds: sums and
products that could leave 64 bits are unknown instead of wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Value
from audit.games.game import FactTable
from audit.rulebook import expression as ex
from audit.rulebook.threeway import (
    NO,
    SAFE,
    YES,
    Array,
    Mask,
    Numbers,
    Truths,
    apply,
    as_numbers,
    as_truths,
    both,
    bounded,
    code_of,
    compare,
    entries_of,
    entry_of,
    extreme,
    item_of,
    rated,
    wide,
)
from audit.schema import Kind, unknown

_SMALL = 2  # bytes of a column whose bounds are taken from its type: they are far from those of 64 bits


@dataclass(frozen=True)
class DatedColumn:
    """A parameter over rows: which of its steps each row's day falls in, one number where they all share it."""

    dated: Dated
    step: int | NDArray[np.int64]

    def steps(self) -> list[tuple[int, Mask]]:
        """Every step that occurs, -1 before the first, with the rows of it."""
        if isinstance(self.step, int):
            return [(self.step, YES)]
        return [(int(step), self.step == step) for step in np.unique(self.step)]

    def value(self, step: int) -> Value | None:
        """What the law says in a step; None where it is unknown, and before the first."""
        return self.dated.steps[step].value if step >= 0 else None


def dated_column(dated: Dated, days: NDArray[np.int32]) -> DatedColumn:
    """The steps in which days fall."""
    starts = np.array([step.from_day for step in dated.steps], np.int64)
    if len(days) == 0:
        return DatedColumn(dated, -1)
    first, last = (int(np.searchsorted(starts, day, "right")) - 1 for day in (days.min(), days.max()))
    if first == last:
        return DatedColumn(dated, first)
    return DatedColumn(dated, np.searchsorted(starts, days, "right").astype(np.int64) - 1)


class Evaluator:
    """Evaluates nodes over one table of facts; a node that stands in several rules is computed once.

    ``uses`` says how often each node (by identity) will be asked for: a result is dropped after its last use.
    """

    def __init__(
        self,
        facts: FactTable,
        days: NDArray[np.int32],
        parameters: Mapping[str, Dated],
        uses: Mapping[int, int] | None = None,
    ) -> None:
        self.facts = facts
        self.days = days
        self.parameters = parameters
        self.size = len(facts)
        self._left = dict(uses) if uses is not None else None
        self._done: dict[int, Numbers | Truths] = {}
        self._raw: dict[str, tuple[Array, Mask | None]] = {}
        self._facts: dict[str, Numbers] = {}
        self._dated: dict[str, DatedColumn] = {}

    def only(self, rows: NDArray[np.int64]) -> "Evaluator":
        """The evaluator of some rows alone."""
        facts = self.facts
        some = FactTable(
            facts.table,
            facts.hand[rows],
            facts.row[rows],
            facts.seat[rows],
            _Sliced(facts.columns, rows),
        )
        return Evaluator(some, self.days[rows], self.parameters)

    # -- results and their use ----------------------------------------

    def numbers(self, node: ex.Node) -> Numbers:
        """The values of a node: numbers, codes of words and persons, packed pieces, truths as 0 and 1."""
        if type(node) is ex.Fact:
            return self._fact(node)
        if type(node) is ex.Whole:
            return Numbers(node.value, None, node.value, node.value)
        done = self._take(node)
        if done is None:
            done = self._keep(node, _MAKE[type(node)](self, node))
        return as_numbers(done) if isinstance(done, Truths) else done

    def truths(self, node: ex.Node) -> Truths:
        """The truth of a node on every row."""
        if type(node) is ex.Fact:
            return self._true_fact(node)
        done = self._take(node)
        if done is None:
            done = self._keep(node, _MAKE[type(node)](self, node))
        return as_truths(done) if isinstance(done, Numbers) else done

    def release(self, node: ex.Node) -> None:
        """Count a node as used that nobody needs any more."""
        if self._left is None:
            return
        self._left[id(node)] = left = self._left.get(id(node), 1) - 1
        if left <= 0 and self._done.pop(id(node), None) is None:
            for child in ex.children(node):
                self.release(child)

    def _take(self, node: ex.Node) -> Numbers | Truths | None:
        done = self._done.get(id(node))
        if done is not None:
            self._used(node)
        return done

    def _keep(self, node: ex.Node, done: Numbers | Truths) -> Numbers | Truths:
        self._done[id(node)] = done
        self._used(node)
        return done

    def _used(self, node: ex.Node) -> None:
        left = self._left.get(id(node), 1) - 1 if self._left is not None else 1
        if self._left is not None:
            self._left[id(node)] = left
        if left <= 0:
            self._done.pop(id(node), None)

    # -- numbers ----------------------------------------

    def raw(self, name: str) -> tuple[Array, Mask | None]:
        """The column of a fact as it stands, and where it is known; None where it is everywhere."""
        found = self._raw.get(name)
        if found is None:
            column = self.column(name)
            if column.dtype == np.bool_:
                found = column.view(np.int8), None
            else:
                none = unknown(column.dtype)
                found = column, (column != none if self.size and column.min() == none else None)
            self._raw[name] = found
        return found

    def _fact(self, node: ex.Fact) -> Numbers:
        done = self._facts.get(node.name)
        if done is None:
            column, known = self.raw(node.name)
            value = column if known is None else np.where(known, column, column.dtype.type(0))
            if column.dtype.itemsize <= _SMALL or not self.size:
                low, high = int(np.iinfo(column.dtype).min), int(np.iinfo(column.dtype).max)
            else:
                low, high = int(value.min()), int(value.max())
            done = self._facts[node.name] = Numbers(value, known, low, high)
        return done

    def _true_fact(self, node: ex.Fact) -> Truths:
        column, known = self.raw(node.name)
        holds = np.not_equal(column, 0)
        return Truths(holds, None) if known is None else Truths(holds & known, np.equal(column, 0))

    def _plain_parameter(self, node: ex.Parameter) -> Numbers:
        return self._parameter(node, None)

    def _plain_lookup(self, node: ex.Lookup) -> Numbers:
        return self._lookup(node, None)

    def column(self, name: str) -> Array:
        """The raw column of a fact."""
        if name == "seat" and name not in self.facts.table:
            return self.facts.seat
        return self.facts.columns[name]

    def dated(self, name: str) -> DatedColumn:
        """The steps of a parameter over the rows."""
        if name not in self._dated:
            self._dated[name] = dated_column(self.parameters[name], self.days)
        return self._dated[name]

    def _parameter(self, node: ex.Parameter, words: tuple[str, ...] | None) -> Numbers:
        column = self.dated(node.name)
        return self._stepwise([(code_of(column.value(step), words), rows) for step, rows in column.steps()])

    def _plain_item(self, node: ex.Item) -> Numbers:
        return self._item(node, None)

    def _item(self, node: ex.Item, words: tuple[str, ...] | None) -> Numbers:
        """The entries of a list by their place; unknown where the step is, or its list is shorter."""
        column = self.dated(node.name)
        return self._stepwise([(item_of(column.value(step), node.place, words), rows) for step, rows in column.steps()])

    def _stepwise(self, steps: list[tuple[int | None, Mask]]) -> Numbers:
        if len(steps) == 1:
            value = steps[0][0]
            return Numbers(0, NO, 0, 0) if value is None else Numbers(value, None, value, value)
        values = [value for value, _ in steps if value is not None] or [0]
        result = np.zeros(self.size, np.int64)
        known = np.zeros(self.size, np.bool_)
        for value, rows in steps:
            if value is not None:
                result[rows] = value
                known |= rows
        return Numbers(result, None if known.all() else known, min(0, *values), max(0, *values))

    def _lookup(self, node: ex.Lookup, words: tuple[str, ...] | None) -> Numbers:
        """The entries of a table by key; unknown where the key, the step or the entry is."""
        key_words = node.key.words if isinstance(node.key, ex.Fact) and node.key.kind is Kind.WORD else None
        if isinstance(node.key, ex.Word):
            column = self.dated(node.name)
            return self._stepwise(
                [(code_of(entry_of(column.value(step), node.key.text), words), rows) for step, rows in column.steps()]
            )
        key = self.numbers(node.key)
        keys = np.broadcast_to(np.asarray(key.value, np.int64), (self.size,))
        result = np.zeros(self.size, np.int64)
        known = np.zeros(self.size, np.bool_)
        least = greatest = 0
        column = self.dated(node.name)
        for step, rows in column.steps():
            entries = entries_of(column.value(step), key_words, words)
            if not len(entries[0]):
                continue
            at = np.minimum(np.searchsorted(entries[0], keys), len(entries[0]) - 1)
            found = (entries[0][at] == keys) & rows
            result[found] = entries[1][at][found]
            known |= found
            least, greatest = min(least, int(entries[1].min())), max(greatest, int(entries[1].max()))
        known = known if key.known is None else known & key.known
        return Numbers(result, None if known.all() else known, least, greatest)

    def _arithmetic(self, node: ex.Arithmetic) -> Numbers:
        left, right = self.numbers(node.left), self.numbers(node.right)
        known = both(left.known, right.known)
        one, other = wide(left.value), wide(right.value)
        if node.operator == "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            low, high = min(corners), max(corners)
        elif node.operator == "+":
            low, high = left.low + right.low, left.high + right.high
        else:
            low, high = left.low - right.high, left.high - right.low
        if low >= -SAFE and high <= SAFE:
            return Numbers(apply(node.operator, one, other), known, low, high)
        return bounded(node.operator, one, other, known)

    def _call(self, node: ex.Call) -> Numbers:
        parts = [self.numbers(argument) for argument in node.arguments]
        known: Mask | None = None
        for part in parts:
            known = both(known, part.known)
        if node.name == "abs":
            high = max(abs(parts[0].low), abs(parts[0].high))
            return Numbers(abs(wide(parts[0].value)), known, 0, high)
        if node.name in ("min", "max"):
            return extreme(node.name, parts, known)
        return rated(node.name, parts, known)

    # -- truths ----------------------------------------

    def _truth(self, node: ex.Truth) -> Truths:
        return Truths(YES, NO) if node.value else Truths(NO, YES)

    def _not(self, node: ex.Not) -> Truths:
        part = self.truths(node.part)
        return Truths(part.failing(), part.holds)

    def _given(self, node: ex.Given) -> Truths:
        known = self.raw(node.fact.name)[1]
        return Truths(YES if known is None else known, None)

    def _side(self, node: ex.Node) -> tuple[Any, Mask | None]:
        """Values to compare, those that are not known left as they stand, and where they are known."""
        if type(node) is ex.Fact:
            return self.raw(node.name)
        numbers = self.numbers(node)
        return numbers.value, numbers.known

    def _comparison(self, node: ex.Comparison) -> Truths:
        if ex.kind_of(node.left) is Kind.WORD or ex.kind_of(node.right) is Kind.WORD:
            left, right = self._same_vocabulary(node.left, node.right)
        else:
            left, right = self._side(node.left), self._side(node.right)
        known = both(left[1], right[1])
        holds = compare(node.operator, left[0], right[0])
        if known is None:
            return Truths(holds, None)
        return Truths(holds & known, ~holds & known)

    def _same_vocabulary(
        self, left: ex.Node, right: ex.Node
    ) -> tuple[tuple[Any, Mask | None], tuple[Any, Mask | None]]:
        fact = left if isinstance(left, ex.Fact) else right
        if not isinstance(fact, ex.Fact):
            raise TypeError("a comparison of words without a fact passed the type check")
        return self._word_side(left, fact.words), self._word_side(right, fact.words)

    def _word_side(self, node: ex.Node, words: tuple[str, ...]) -> tuple[Any, Mask | None]:
        if type(node) is ex.Fact and node.words == words:
            return self.raw(node.name)
        codes = self.coded(node, words)
        return codes.value, codes.known

    def coded(self, node: ex.Node, words: tuple[str, ...]) -> Numbers:
        """A node of words as codes into one vocabulary, -1 for a word that it lacks."""
        if isinstance(node, ex.Word):
            code = words.index(node.text) if node.text in words else -1
            return Numbers(code, None, code, code)
        if isinstance(node, ex.Parameter):
            return self._parameter(node, words)
        if isinstance(node, ex.Lookup):
            return self._lookup(node, words)
        if isinstance(node, ex.Item):
            return self._item(node, words)
        codes = self.numbers(node)
        if not isinstance(node, ex.Fact) or node.words == words:
            return codes
        table = np.array([words.index(word) if word in words else -1 for word in node.words], np.int64)
        return Numbers(table[np.clip(codes.value, 0, len(table) - 1)], codes.known, -1, len(words))

    def _junction(self, node: ex.Junction) -> Truths:
        first = self.truths(node.parts[0])
        holds, fails = first.holds, first.fails
        for other_node in node.parts[1:]:
            part = self.truths(other_node)
            settled = fails is None and part.fails is None
            one, other = (holds, part.holds) if settled else (~holds if fails is None else fails, part.failing())
            if node.operator == "and":
                fails = None if settled else one | other
                holds = holds & part.holds
            else:
                fails = None if settled else one & other
                holds = holds | part.holds
        return Truths(holds, fails)

    def _has(self, node: ex.Has) -> Truths:
        """Holds where the table of the day has the key, fails where it lacks it, unknown where key or table is."""
        lookup = node.lookup
        key_known = YES if isinstance(lookup.key, ex.Word) else self.numbers(lookup.key).known
        stated = self.stated(lookup.name)
        known = both(key_known, stated)
        words = tuple(self._texts(lookup.name)) if lookup.kind is Kind.WORD else None
        entry = self._lookup(lookup, words).known
        holds = YES if entry is None else entry
        if known is None:
            return Truths(holds, None)
        return Truths(holds & known, ~holds & known)

    def _texts(self, name: str) -> list[str]:
        texts: dict[str, None] = {}
        for step in self.parameters[name].steps:
            if isinstance(step.value, dict):
                texts.update(dict.fromkeys(str(value) for value in step.value.values()))
        return list(texts)

    def stated(self, name: str) -> Mask:
        """The rows on whose day a parameter has a known value."""
        column = self.dated(name)
        known: Mask = NO
        for step, rows in column.steps():
            if column.value(step) is not None:
                known = known | rows
        return known

    def _listed(self, node: ex.Listed) -> Truths:
        words = node.value.words if isinstance(node.value, ex.Fact) and node.value.kind is Kind.WORD else None
        value = self.numbers(node.value)
        column = self.dated(node.name)
        holds: Mask = NO
        for step, rows in column.steps():
            listed = column.value(step)
            codes = [code_of(item, words) for item in listed] if isinstance(listed, tuple) else []
            for code in codes:
                holds = holds | ((value.value == code) & rows)
        known = both(value.known, self.stated(node.name))
        return Truths(holds, None) if known is None else Truths(holds & known, ~holds & known)


_MAKE: dict[type[Any], Callable[[Evaluator, Any], Numbers | Truths]] = {
    ex.Parameter: Evaluator._plain_parameter,
    ex.Lookup: Evaluator._plain_lookup,
    ex.Item: Evaluator._plain_item,
    ex.Arithmetic: Evaluator._arithmetic,
    ex.Call: Evaluator._call,
    ex.Truth: Evaluator._truth,
    ex.Comparison: Evaluator._comparison,
    ex.Junction: Evaluator._junction,
    ex.Not: Evaluator._not,
    ex.Given: Evaluator._given,
    ex.Has: Evaluator._has,
    ex.Listed: Evaluator._listed,
}


class _Sliced(Mapping[str, Array]):
    """Columns of some rows, cut when they are asked for."""

    def __init__(self, columns: Mapping[str, Array], rows: NDArray[np.int64]) -> None:
        self._columns = columns
        self._rows = rows

    def __getitem__(self, name: str) -> Array:
        cut: Array = self._columns[name][self._rows]
        return cut

    def __iter__(self) -> Any:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


def count_uses(roots: Iterable[ex.Node]) -> Counter[int]:
    """How often each node, by identity, is asked for when every root is evaluated once and results are kept."""
    uses: Counter[int] = Counter()
    for root in roots:
        _count(root, uses)
    return uses


def _count(node: ex.Node, uses: Counter[int]) -> None:
    uses[id(node)] += 1
    if uses[id(node)] == 1:
        for child in ex.children(node):
            _count(child, uses)
