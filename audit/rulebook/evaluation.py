"""Expressions over columns: every node of a rule becomes one array and what is known of it, computed once a table.

A truth is two masks, where it holds and where it fails; where neither is set it is unknown. ``and``, ``or`` and
``not`` act on them by Kleene's tables, so that unknown never turns into an answer. Numbers carry bounds: sums and
products that could leave 64 bits are unknown instead of wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.rulebook import expression as ex
from audit.rulebook.columns import Calendar, Columns, DatedColumn
from audit.rulebook.threeway import (
    ALWAYS,
    NEVER,
    NO,
    SAFE,
    UNDECIDED,
    UNKNOWN,
    YES,
    Mask,
    Numbers,
    Truths,
    apply,
    as_numbers,
    as_truths,
    both,
    both_true,
    bounded,
    code_of,
    compared,
    conj,
    disj,
    either_true,
    entries_of,
    entry_at,
    entry_of,
    extreme,
    item_of,
    rated,
    where_known,
    wide,
)
from audit.schema import Kind


class Evaluator:
    """Evaluates nodes over the rows of one table of facts; a node that stands in several rules is computed once.

    ``uses`` says how often each node (by identity) will be asked for: a result is dropped after its last use. Without
    it all results are kept.
    """

    def __init__(self, columns: Columns, calendar: Calendar, uses: Mapping[int, int] | None = None) -> None:
        self.columns = columns
        self.size = columns.size
        self._calendar = calendar
        self._left = None if uses is None else dict(uses)
        self._done: dict[int, Numbers | Truths] = {}
        self._dated: dict[str, DatedColumn] = {}

    def only(self, rows: NDArray[np.int64]) -> "Evaluator":
        """The evaluator of some rows alone."""
        return Evaluator(self.columns.only(rows), self._calendar)

    # -- results and their use ----------------------------------------

    def numbers(self, node: ex.Node) -> Numbers:
        """The values of a node: numbers, codes of words and persons, packed pieces, truths as 0 and 1."""
        if type(node) is ex.Fact:
            return self.columns.filled(node.name)
        if type(node) is ex.Whole:
            return Numbers(node.value, None, node.value, node.value)
        done = self._result(node)
        return as_numbers(done) if isinstance(done, Truths) else done

    def truths(self, node: ex.Node) -> Truths:
        """The truth of a node on every row."""
        if type(node) is ex.Fact:
            return as_truths(self.columns.raw(node.name))
        done = self._result(node)
        return as_truths(done) if isinstance(done, Numbers) else done

    def _result(self, node: ex.Node) -> Numbers | Truths:
        key = id(node)
        done = self._done.get(key)
        if done is None:
            done = _MAKE[type(node)](self, node)
            self._done[key] = done
        self._used(key)
        return done

    def _used(self, key: int) -> None:
        if self._left is not None:
            self._left[key] = left = self._left.get(key, 1) - 1
            if left <= 0:
                self._done.pop(key, None)

    def release(self, *nodes: ex.Node) -> None:
        """Count nodes as used that nobody needs any more."""
        if self._left is None:
            return
        for node in nodes:
            was_done = id(node) in self._done
            self._used(id(node))
            if not was_done and self._left[id(node)] <= 0:
                self.release(*ex.children(node))

    # -- numbers ----------------------------------------

    def _plain_parameter(self, node: ex.Parameter) -> Numbers:
        return self._parameter(node, None)

    def _plain_lookup(self, node: ex.Lookup) -> Numbers:
        return self._lookup(node, None)

    def dated(self, name: str) -> DatedColumn:
        """The steps of a parameter over the rows."""
        if name not in self._dated:
            self._dated[name] = self._calendar.over(name, self.columns)
        return self._dated[name]

    def always_known(self, name: str) -> bool:
        """Whether a parameter is the same known number or word on all rows."""
        column = self.dated(name)
        return isinstance(column.step, int) and isinstance(column.value(column.step), int | str)

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
            return UNKNOWN if value is None else Numbers(value, None, value, value)
        values = [value for value, _ in steps if value is not None]
        result = np.zeros(self.size, np.int64)
        known: Mask = NO
        for value, rows in steps:
            if value is not None:
                result[rows] = value
                known = disj(known, rows)
        return Numbers(result, None if np.all(known) else known, min([0, *values]), max([0, *values]))

    def _lookup(self, node: ex.Lookup, words: tuple[str, ...] | None) -> Numbers:
        """The entries of a table by key; unknown where the key, the step or the entry is."""
        key_words = node.key.words if isinstance(node.key, ex.Fact) and node.key.kind is Kind.WORD else None
        if isinstance(node.key, ex.Word):
            column = self.dated(node.name)
            return self._stepwise(
                [(code_of(entry_of(column.value(step), node.key.text), words), rows) for step, rows in column.steps()]
            )
        key, column = self.numbers(node.key), self.dated(node.name)
        tables = [(entries_of(column.value(step), key_words, words), rows) for step, rows in column.steps()]
        if isinstance(key.value, int):
            one = self._stepwise([(entry_at(entries, key.value), rows) for entries, rows in tables])
            return Numbers(one.value, both(one.known, key.known), one.low, one.high)
        keys = key.value.astype(np.int64, copy=False)
        result = np.zeros(self.size, np.int64)
        known = np.zeros(self.size, np.bool_)
        least = greatest = 0
        for entries, rows in tables:
            if not len(entries[0]):
                continue
            at = np.minimum(np.searchsorted(entries[0], keys), len(entries[0]) - 1)
            found = (entries[0][at] == keys) & rows
            result[found] = entries[1][at][found]
            known |= found
            least, greatest = min(least, int(entries[1].min())), max(greatest, int(entries[1].max()))
        return Numbers(result, both(None if known.all() else known, key.known), least, greatest)

    def _arithmetic(self, node: ex.Arithmetic) -> Numbers:
        left = self.numbers(node.left)
        if left.known is NO:
            self.release(node.right)  # whatever it is, nothing is known
            return UNKNOWN
        right = self.numbers(node.right)
        known = both(left.known, right.known)
        if known is NO:
            return UNKNOWN
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
        parts: list[Numbers] = []
        known: Mask | None = None
        for place, argument in enumerate(node.arguments, 1):
            parts.append(self.numbers(argument))
            known = both(known, parts[-1].known)
            if known is NO:
                self.release(*node.arguments[place:])
                return UNKNOWN
        if node.name == "abs":
            high = max(abs(parts[0].low), abs(parts[0].high))
            return Numbers(abs(wide(parts[0].value)), known, 0, high)
        if node.name in ("min", "max"):
            return extreme(node.name, parts, known)
        return rated(node.name, parts, known)

    # -- truths ----------------------------------------

    def _truth(self, node: ex.Truth) -> Truths:
        return ALWAYS if node.value else NEVER

    def _not(self, node: ex.Not) -> Truths:
        part = self.truths(node.part)
        return Truths(part.failing(), part.holds)

    def _given(self, node: ex.Given) -> Truths:
        known = self.columns.raw(node.fact.name).known
        return Truths(YES if known is None else known, None)

    def _comparison(self, node: ex.Comparison) -> Truths:
        if ex.kind_of(node.left) is Kind.WORD or ex.kind_of(node.right) is Kind.WORD:
            left, right = self._same_vocabulary(node.left, node.right)
        else:
            left = self._side(node.left)
            if left.known is NO:
                self.release(node.right)
                return UNDECIDED
            right = self._side(node.right)
        return compared(node.operator, left, right)

    def _side(self, node: ex.Node) -> Numbers:
        """Values to compare: those that are not known may be anything."""
        return self.columns.raw(node.name) if type(node) is ex.Fact else self.numbers(node)

    def _same_vocabulary(self, left: ex.Node, right: ex.Node) -> tuple[Numbers, Numbers]:
        fact = left if isinstance(left, ex.Fact) else right
        if not isinstance(fact, ex.Fact):
            raise TypeError("a comparison of words without a fact passed the type check")
        return self._word_side(left, fact.words), self._word_side(right, fact.words)

    def _word_side(self, node: ex.Node, words: tuple[str, ...]) -> Numbers:
        if type(node) is ex.Fact and node.words == words:
            return self.columns.raw(node.name)
        return self.coded(node, words)

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
        table = [words.index(word) if word in words else -1 for word in node.words]
        last = len(table) - 1
        if isinstance(codes.value, int):
            code = table[min(max(codes.value, 0), last)]
            return Numbers(code, codes.known, code, code)
        return Numbers(np.array(table, np.int64)[np.clip(codes.value, 0, last)], codes.known, -1, len(words))

    def _junction(self, node: ex.Junction) -> Truths:
        join, decisive = (both_true, NO) if node.operator == "and" else (either_true, YES)
        truths = self.truths(node.parts[0])
        for place, part in enumerate(node.parts[1:], 1):
            if truths.holds is decisive and truths.fails is None:
                self.release(*node.parts[place:])  # whatever they say, it is decided
                break
            truths = join(truths, self.truths(part))
        return truths

    def _has(self, node: ex.Has) -> Truths:
        """Holds where the table of the day has the key, fails where it lacks it, unknown where key or table is."""
        lookup = node.lookup
        key_known = YES if isinstance(lookup.key, ex.Word) else self.numbers(lookup.key).known
        stated = self.stated(lookup.name)
        known = both(key_known, stated)
        words = tuple(self._texts(lookup.name)) if lookup.kind is Kind.WORD else None
        entry = self._lookup(lookup, words).known
        return where_known(YES if entry is None else entry, known)

    def _texts(self, name: str) -> list[str]:
        texts: dict[str, None] = {}
        for step in self.dated(name).dated.steps:
            if isinstance(step.value, dict):
                texts.update(dict.fromkeys(str(value) for value in step.value.values()))
        return list(texts)

    def stated(self, name: str) -> Mask:
        """The rows on whose day a parameter has a known value."""
        column = self.dated(name)
        known: Mask = NO
        for step, rows in column.steps():
            if column.value(step) is not None:
                known = disj(known, rows)
        return known

    def _listed(self, node: ex.Listed) -> Truths:
        words = node.value.words if isinstance(node.value, ex.Fact) and node.value.kind is Kind.WORD else None
        value = self._side(node.value)
        bare = Numbers(value.value, None, value.low, value.high)
        column = self.dated(node.name)
        holds: Mask = NO
        for step, rows in column.steps():
            listed = column.value(step)
            codes = [code_of(item, words) for item in listed] if isinstance(listed, tuple) else []
            for code in codes:
                if code is not None:
                    same = compared("==", bare, Numbers(code, None, code, code))
                    holds = disj(holds, conj(same.holds, rows))
        return where_known(holds, both(value.known, self.stated(node.name)))


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
