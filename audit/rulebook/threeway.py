"""Three-way values over columns: what is known of every row, and arithmetic that never wraps."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Value
from audit.rulebook.rounding import round_rate, round_sure

Mask = NDArray[np.bool_] | np.bool_
Array = NDArray[Any]

YES = np.bool_(True)
NO = np.bool_(False)
SAFE = 2**62


class Numbers(NamedTuple):
    """Values of a row or of all rows; ``known`` is None where all are; all known values lie in ``low`` to ``high``."""

    value: Any
    known: Mask | None
    low: int
    high: int


class Truths(NamedTuple):
    """Where a truth holds and where it fails; ``fails`` None stands for everywhere else."""

    holds: Mask
    fails: Mask | None

    def failing(self) -> Mask:
        """The mask of the rows on which it fails."""
        return ~self.holds if self.fails is None else self.fails

    def unknown(self) -> Mask:
        """The mask of the rows on which it neither holds nor fails."""
        return NO if self.fails is None else less(YES, disj(self.holds, self.fails))


def conj(one: Mask, other: Mask) -> Mask:
    """The rows of both; one truth that stands for all rows costs nothing."""
    if isinstance(one, np.bool_):
        return other if one else NO
    if isinstance(other, np.bool_):
        return one if other else NO
    return one & other


def disj(one: Mask, other: Mask) -> Mask:
    """The rows of either."""
    if isinstance(one, np.bool_):
        return YES if one else other
    if isinstance(other, np.bool_):
        return YES if other else one
    return one | other


def some(mask: Mask) -> bool:
    """Whether a mask marks any row."""
    return bool(mask) if isinstance(mask, np.bool_) else bool(mask.any())


def less(one: Mask, other: Mask) -> Mask:
    """The rows of the one that are not of the other."""
    if isinstance(one, np.bool_):
        return ~other if one else NO
    if isinstance(other, np.bool_):
        return NO if other else one
    rows: Mask = np.greater(one, other)
    return rows


def both(one: Mask | None, other: Mask | None) -> Mask | None:
    """Known where both are; None stands for known everywhere."""
    if one is None:
        return other
    return one if other is None else conj(one, other)


def where_known(holds: Mask, known: Mask | None) -> Truths:
    """What holds or fails where it is known, and does neither elsewhere."""
    return Truths(holds, None) if known is None else Truths(conj(known, holds), less(known, holds))


ALWAYS, NEVER = Truths(YES, None), Truths(NO, None)
UNKNOWN, UNDECIDED = Numbers(0, NO, 0, 0), Truths(NO, NO)  # on every row


def both_true(one: Truths, other: Truths) -> Truths:
    """One truth and the other, by Kleene's table."""
    holds = conj(one.holds, other.holds)
    if one.fails is None and other.fails is None:
        return Truths(holds, None)
    return Truths(holds, disj(one.failing(), other.failing()))


def either_true(one: Truths, other: Truths) -> Truths:
    """One truth or the other, by Kleene's table."""
    holds = disj(one.holds, other.holds)
    if one.fails is None and other.fails is None:
        return Truths(holds, None)
    return Truths(holds, conj(one.failing(), other.failing()))


_ZERO = Numbers(0, None, 0, 0)


def as_truths(numbers: Numbers) -> Truths:
    """Truths that a column of 0 and 1 holds."""
    return compared("!=", numbers, _ZERO)


def as_numbers(truths: Truths) -> Numbers:
    """Truths as 0 and 1."""
    if isinstance(truths.holds, np.bool_) and truths.fails is None:
        return Numbers(int(truths.holds), None, int(truths.holds), int(truths.holds))
    known = None if truths.fails is None else truths.holds | truths.fails
    return Numbers(np.asarray(truths.holds, np.int64), known, 0, 1)


def wide(value: Any) -> Any:
    """A value in 64 bits, so that sums of small columns do not wrap."""
    return value if isinstance(value, int) else value.astype(np.int64, copy=False)


def apply(operator: str, left: Any, right: Any) -> Any:
    """A sum, difference or product."""
    if operator == "+":
        return left + right
    return left - right if operator == "-" else left * right


def bounded(operator: str, left: Any, right: Any, known: Mask | None) -> Numbers:
    """The result where it surely fits 64 bits, unknown where it may not; floats only choose the rows."""
    if isinstance(left, int) and isinstance(right, int):
        return Numbers(0, NO, 0, 0)  # the bounds, which are the numbers themselves, are too wide
    size = np.abs(apply(operator, np.asarray(left, np.float64), np.asarray(right, np.float64)))
    fits = size < float(SAFE)
    value = apply(operator, np.where(fits, left, 0), np.where(fits, right, 0))
    return Numbers(value, both(known, fits), -SAFE * 2 + 1, SAFE * 2 - 1)


def extreme(name: str, parts: list[Numbers], known: Mask | None) -> Numbers:
    """The least or greatest of several numbers."""
    choose = np.minimum if name == "min" else np.maximum
    pick = min if name == "min" else max
    value = wide(parts[0].value)
    for part in parts[1:]:
        value = choose(value, wide(part.value))
    if isinstance(value, np.integer):
        value = int(value)
    return Numbers(value, known, pick(part.low for part in parts), pick(part.high for part in parts))


def rated(name: str, parts: list[Numbers], known: Mask | None) -> Numbers:
    """``rate_down`` or ``rate_up``; unknown where it cannot be told."""
    up = name == "rate_up"
    amount, rate, unit = parts
    if isinstance(amount.value, np.ndarray) and isinstance(rate.value, int) and isinstance(unit.value, int):
        sure = round_sure(up, wide(amount.value), rate.value, unit.value, amount.low, amount.high)
        if sure is not None:
            ends = [round_rate(up, end, rate.value, unit.value)[0] for end in (amount.low, amount.high)]
            return Numbers(sure, known, min(ends), max(ends))
    value, fits = round_rate(up, amount.value, rate.value, unit.value)
    if isinstance(fits, np.ndarray):
        known = known if fits.all() else both(known, fits)
    elif not fits:
        known = NO
    if not isinstance(value, np.ndarray):
        return Numbers(value, known, value, value)
    low, high = (int(value.min()), int(value.max())) if value.size else (0, 0)
    return Numbers(value, known, low, high)


_WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def compared(operator: str, left: Numbers, right: Numbers) -> Truths:
    """A comparison, row by row where the bounds do not decide it; values that are not known may be anything."""
    holds = _sure(operator, left, right)
    if holds is None:
        holds = _WAYS[operator](left.value, right.value)
    return where_known(holds, both(left.known, right.known))


def _sure(operator: str, left: Numbers, right: Numbers) -> Mask | None:
    """What a comparison comes to on all rows alike, by the bounds of its sides; None where it depends on the row."""
    if operator in (">", ">="):
        left, right = right, left
    if operator in ("<", ">"):
        always, never = left.high < right.low, left.low >= right.high
    elif operator in ("<=", ">="):
        always, never = left.high <= right.low, left.low > right.high
    else:
        always = left.low == left.high == right.low == right.high
        never = left.high < right.low or left.low > right.high
        if operator == "!=":
            always, never = never, always
    return YES if always else NO if never else None


def code_of(value: Value | None, words: tuple[str, ...] | None) -> int | None:
    """A dated value as a number: itself, or the code of a word."""
    if isinstance(value, str):
        return words.index(value) if words is not None and value in words else -1
    return value if isinstance(value, int) else None


def entry_of(table: Value | None, key: str) -> Value | None:
    """The entry of a dated table, None where there is none."""
    return table.get(key) if isinstance(table, dict) else None


def item_of(listed: Value | None, place: int, words: tuple[str, ...] | None) -> int | None:
    """An entry of a dated list as a number, None where there is none."""
    return code_of(listed[place], words) if isinstance(listed, tuple) and place < len(listed) else None


def entries_of(
    table: Value | None, key_words: tuple[str, ...] | None, words: tuple[str, ...] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Keys in ascending order and their values, words as codes."""
    pairs: dict[int, int] = {}
    for key, value in table.items() if isinstance(table, dict) else ():
        code = code_of(value, words)
        if key_words is None:
            number: int | None = int(key)
        else:
            number = key_words.index(key) if key in key_words else None
        if code is not None and number is not None:
            pairs[number] = code
    keys = np.array(sorted(pairs), np.int64)
    return keys, np.array([pairs[int(key)] for key in keys], np.int64)


def entry_at(entries: tuple[NDArray[np.int64], NDArray[np.int64]], key: int) -> int | None:
    """The value of one key, None where there is none."""
    found = np.flatnonzero(entries[0] == key)
    return int(entries[1][found[0]]) if len(found) else None
