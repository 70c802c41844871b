"""The words of a batch as codes: every label by the kind of event that it stands on, stakes as two sums."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import NAMES
from audit.games.mahjong.layout import ENDS, KIND, LOOKS, STAKES, WAYS, WINDS

_NONE = (-1,) * len(KIND)
_CLAIMS = ("chow", "pung", "kong", "win")
_PAYMENTS = ("win", "liability", "false_win")
_STAKES = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")

_WORDS: dict[str, tuple[str, ...]] = {
    "hand_start": WINDS,
    "draw": ENDS,
    "claim": _CLAIMS,
    "kong": WAYS,
    "chow": WAYS,
    "pung": WAYS,
    "pay": _PAYMENTS,
    "look": LOOKS,
}


def _names_mask(label: str) -> int:
    """The names of fan that a label declares as bits; -1 where it says none that is known."""
    mask = 0
    for name in label.split("+"):
        if name.strip() in NAMES:
            mask |= 1 << NAMES.index(name.strip())
    return mask or -1


@lru_cache(maxsize=4096)
def _codes(label: str) -> tuple[int, ...]:
    """What a label says on each kind of event."""
    codes = list(_NONE)
    for name, words in _WORDS.items():
        codes[KIND[name]] = words.index(label) if label in words else -1
    codes[KIND["win"]] = codes[KIND["false_win"]] = _names_mask(label)
    return tuple(codes)


def label_codes(labels: Sequence[str]) -> NDArray[np.int32]:
    """What each label says on each kind of event: ``[kind, label + 1]``, -1 without a label or a known word."""
    return np.ascontiguousarray(np.array([_NONE, *map(_codes, labels)], np.int32).T)


def stakes_of(refs: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each ref the two sums in minor units (-1 where it is no stakes), and its place in the vocabulary of stakes.

    A last entry stands for rows without a ref: the sums are unknown, and so is the word.
    """
    sums = np.full((len(refs) + 1, 2), -1, np.int64)
    words = np.zeros(len(refs) + 1, np.int64)
    for place, ref in enumerate(refs):
        match = _STAKES.fullmatch(ref)
        if match:
            sums[place] = int(match[1]) * 100, int(match[2]) * 100
        words[place] = STAKES.index(ref) if ref in STAKES else 0
    words[-1] = np.iinfo(np.int64).min
    return sums, words
