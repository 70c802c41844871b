"""Three-way values over columns: what is known of every row, and arithmetic that never wraps."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.dated import Value
from audit.rulebook.rounding import round_rate, round_sure

Mask = NDArray[np.bool_] | np.bool_
Array = NDArray[Any]

YES = np.bool_(True)
NO = np.bool_(False)
SAFE = 2**62


@dataclass(frozen=True, slots=True)
class Numbers:
    """Values of a row or of all rows; ``known`` is None where all are; all known values lie in ``low`` to ``high``."""

    value: Any
    known: Mask | None
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Truths:
    """Where a truth holds and where it fails; ``fails`` None stands for everywhere else."""

    holds: Mask
    fails: Mask | None

    def failing(self) -> Mask:
        """The mask of the rows on which it fails."""
        return ~self.holds if self.fails is None else self.fails


def both(one: Mask | None, other: Mask | None) -> Mask | None:
    """Known where both are; None stands for known everywhere."""
    if one is None:
        return other
    return one if other is None else one & other


def as_truths(numbers: Numbers) -> Truths:
    """Truths that a column of 0 and 1 holds."""
    holds = np.not_equal(numbers.value, 0)
    if numbers.known is None:
        return Truths(holds, None)
    return Truths(holds & numbers.known, ~holds & numbers.known)


def as_numbers(truths: Truths) -> Numbers:
    """Truths as 0 and 1."""
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


_WAYS = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def compare(operator: str, left: Any, right: Any) -> Mask:
    """A comparison, row by row."""
    result: Mask = _WAYS[operator](left, right)
    return result


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
