"""A rate of an amount, rounded down or up to a unit, in whole numbers from end to end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_GREATEST_RATE = 10**6  # a hundred times the amount
_GREATEST_AMOUNT = 10**16
_BASIS = 10_000


def round_rate(up: bool, amount: Any, rate: Any, unit: Any) -> tuple[Any, Any]:
    """The multiple of ``unit`` next below (or above) ``amount`` times ``rate`` basis points, and where it can be told.

    Below means towards minus infinity and above towards plus infinity, for negative amounts too. Amounts and units are
    minor units, whole numbers or int64 arrays. It cannot be told where the unit is not positive, or where
    amount or rate is beyond what 64 bits carry; the value there is 0.
    """
    if all(isinstance(value, int) for value in (amount, rate, unit)):
        return _one(up, amount, rate, unit)
    amount, rate, unit = (np.asarray(value, np.int64) for value in (amount, rate, unit))
    fits = (
        (np.abs(amount) <= _GREATEST_AMOUNT)
        & (np.abs(rate) <= _GREATEST_RATE)
        & (unit > 0)
        & (unit <= _GREATEST_AMOUNT)
        & (amount != np.iinfo(np.int64).min)
        & (rate != np.iinfo(np.int64).min)
    )
    if not fits.all():
        amount, rate, unit = np.where(fits, amount, 0), np.where(fits, rate, 0), np.where(fits, unit, 1)
    return _rounded(up, amount, rate, unit), fits


def round_sure(up: bool, amount: NDArray[np.int64], rate: int, unit: int, least: int, greatest: int) -> Any:
    """As ``round_rate`` for amounts that lie between two numbers; None where not all of them can be told."""
    if not (_fits(least, rate, unit) and _fits(greatest, rate, unit)):
        return None
    return _rounded(up, amount, rate, unit)


def _fits(amount: int, rate: int, unit: int) -> bool:
    return 0 < unit <= _GREATEST_AMOUNT and abs(amount) <= _GREATEST_AMOUNT and abs(rate) <= _GREATEST_RATE


def _rounded(up: bool, amount: Any, rate: Any, unit: Any) -> Any:
    signed = -amount if up else amount
    # floor(a * r / 10000) without the product: a = 10000 q + s, so it is q * r + floor(s * r / 10000).
    whole = signed // _BASIS
    rest = signed - whole * _BASIS
    floor = whole * rate + rest * rate // _BASIS
    down = floor // unit * unit
    return -down if up else down


def _one(up: bool, amount: int, rate: int, unit: int) -> tuple[int, bool]:
    if not _fits(amount, rate, unit):
        return 0, False
    signed = -amount if up else amount
    down = signed * rate // (_BASIS * unit) * unit
    return (-down if up else down), True
