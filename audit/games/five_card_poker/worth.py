"""The law of poker's cards by day: orders of the rule book and readings taken, as tables and switches."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law, Value
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import Worth
from audit.games.five_card_poker.ranking import (
    FOUR_UPS,
    GAPPED,
    HANDS,
    SEQUENCE,
    SEQUENCE_OF_ROYAL,
    four_up_ranks,
    hand_ranks,
    order_of_hands,
)

_SUITED = {
    "either": (SEQUENCE, SEQUENCE_OF_ROYAL, GAPPED),
    "sequence": (SEQUENCE,),
    "sequence-with-royal": (SEQUENCE_OF_ROYAL,),
    "gapped": (GAPPED,),
}
_LOW_ACE = {"either": (False, True), "high": (False,), "low": (True,)}
# Reading -> its options in the order of the switch that the kernels read.
SWITCHES = {
    "later-round-ties": (of.CHOICE_TIES, ("either", "suits")),
    "third-round-early-pair": (of.CHOICE_THIRD_PAIR, ("either", "pair", "third-card")),
    "fourth-round-early-pair": (of.CHOICE_FOURTH_PAIR, ("either", "pair", "fourth-card")),
    "rake-antes": (of.CHOICE_RAKE_ANTES, ("either", "with-antes", "without-antes")),
    "rake-first-rake": (of.CHOICE_RAKE_FIRST, ("either", "deducted", "not-deducted")),
    "rake-uncalled": (of.CHOICE_RAKE_UNCALLED, ("either", "last-round-played", "fourth-round")),
}
Order = tuple[tuple[str, int], ...]
UpOrder = tuple[str, ...]


def _up_order(value: Value) -> UpOrder:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError("the order of four up cards is a list")
    return tuple(str(name) for name in value)


@lru_cache(maxsize=4)
def _tables(
    pages: tuple[tuple[Order, UpOrder], ...], low_suited: bool, suited: str, low_ace: str, choices: tuple[int, ...]
) -> Worth:
    variants = [(reading, low) for reading in _SUITED[suited] for low in _LOW_ACE[low_ace]]
    worth = Worth(
        np.zeros((2, len(pages) + 1, HANDS), np.int16),
        np.zeros((2, len(pages) + 1, HANDS), np.int8),
        np.zeros((len(pages) + 1, FOUR_UPS, len(variants)), np.int32),
        np.array(choices, np.int64),
    )
    for page, (order, up_order) in enumerate(pages, 1):
        for taken, low in enumerate((low_suited, not low_suited)):
            worth.strength[taken, page], worth.category[taken, page] = hand_ranks(order, low)
        for place, (reading, low) in enumerate(variants):
            worth.four_up[page, :, place] = four_up_ranks(up_order, reading, low).worth
    return worth


def worth_of(law: Law, days: NDArray[np.int32]) -> tuple[Worth, NDArray[np.int64]]:
    """The tables in force on some days, and per day the page of them; 0 where the law is not known."""
    hands, ups = law.parameter("hand_order"), law.parameter("four_up_order")
    pages: dict[tuple[Order, UpOrder], int] = {}
    unique, inverse = np.unique(days, return_inverse=True)
    page_of_day = np.zeros(len(unique), np.int64)
    for place, day in enumerate(unique):
        hand, up = hands.at(int(day)), ups.at(int(day))
        if hand is None or up is None or hand.value is None or up.value is None:
            continue
        page_of_day[place] = pages.setdefault((order_of_hands(hand.value), _up_order(up.value)), len(pages) + 1)
    choices = [0] * of.CHOICES
    for name, (place, options) in SWITCHES.items():
        choices[place] = options.index(law.reading(name))
    worth = _tables(
        tuple(pages),
        law.reading("suited-low-ace") == "straight-flush",
        law.reading("four-up-suited"),
        law.reading("four-up-low-ace"),
        tuple(choices),
    )
    return worth, page_of_day[inverse]
