"""A rate of an amount, rounded down or up to a unit, in whole numbers from end to end."""

from typing import Any

import numpy as np

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
    signed = -amount if up else amount
    # floor(a * r / 10000) without the product: a = 10000 q + s, so it is q * r + floor(s * r / 10000).
    whole, rest = np.divmod(signed, _BASIS)
    floor = whole * rate + rest * rate // _BASIS
    down = floor // unit * unit
    return (-down if up else down), fits


def _one(up: bool, amount: int, rate: int, unit: int) -> tuple[int, bool]:
    if unit <= 0 or unit > _GREATEST_AMOUNT or abs(amount) > _GREATEST_AMOUNT or abs(rate) > _GREATEST_RATE:
        return 0, False
    signed = -amount if up else amount
    down = signed * rate // (_BASIS * unit) * unit
    return (-down if up else down), True
