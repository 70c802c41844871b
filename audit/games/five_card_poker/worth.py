"""The law of poker's cards by day: orders of the rule book and readings taken, as tables and switches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law, Value
from audit.errors import Fault, PackError, Place
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import Worth
from audit.games.five_card_poker.ranking import (
    FOUR_UPS,
    GAPPED,
    RANK_NUMBERS,
    SEQUENCE,
    SEQUENCE_OF_ROYAL,
    four_up_ranks,
    hand_ranks,
    order_of_hands,
    rank_numbers,
    whole_four_ups,
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
_OF_CARDS = ("suited-low-ace", "four-up-suited", "four-up-low-ace")
READINGS = frozenset([*SWITCHES, *_OF_CARDS])
Order = tuple[tuple[str, int], ...]
UpOrder = tuple[str, ...]


@contextmanager
def _parameter(name: str, value: object) -> Iterator[None]:
    """Turn what its value is refused for into a fault of the pack that holds a parameter."""
    try:
        yield
    except ValueError as error:
        raise PackError([Fault(Place(f"parameter {name}"), f"found {value!r}", str(error))]) from None


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
        np.zeros((len(pages) + 1, RANK_NUMBERS, 4), np.int16),
        np.zeros((len(pages) + 1, FOUR_UPS, len(variants)), np.int32),
        np.zeros((len(pages) + 1, RANK_NUMBERS), np.int8),
        whole_four_ups(),
        np.array(choices, np.int64),
    )
    for page, (order, up_order) in enumerate(pages, 1):
        for other, low in enumerate((low_suited, not low_suited)):
            with _parameter("hand_order", order):
                ranks = hand_ranks(order, low)
            worth.hands[page, rank_numbers(5), of.STRENGTH + other] = ranks.strength
            worth.hands[page, rank_numbers(5), of.CATEGORY + other] = ranks.category
        for place, (reading, low) in enumerate(variants):
            with _parameter("four_up_order", up_order):
                worth.four_up[page, :, place] = four_up_ranks(up_order, reading, low).worth
        worth.listed[page, rank_numbers(4)] = worth.four_up[page].any(axis=1)
    return worth


def worth_of(law: Law, days: NDArray[np.int32]) -> tuple[Worth, NDArray[np.int64]]:
    """The tables in force on some days, and per day the page of them; 0 where the law is not known.

    PackError where the law's data hold no order of hands or of four up cards.
    """
    hands, ups = law.parameter("hand_order"), law.parameter("four_up_order")
    pages: dict[tuple[Order, UpOrder], int] = {}
    # Days come in runs: the hands of a table stand in order.
    first = np.flatnonzero(np.diff(days, prepend=days[:1] - 1))
    page_of_run = np.zeros(len(first), np.int64)
    page_of_steps: dict[tuple[int, int], int] = {}
    for place, day in enumerate(days[first].tolist()):
        hand, up = hands.at(day), ups.at(day)
        if hand is None or up is None or hand.value is None or up.value is None:
            continue
        steps = id(hand), id(up)
        if steps not in page_of_steps:
            with _parameter(hands.name, hand.value):
                order = order_of_hands(hand.value)
            with _parameter(ups.name, up.value):
                up_order = _up_order(up.value)
            page = (order, up_order)
            page_of_steps[steps] = pages.setdefault(page, len(pages) + 1)
        page_of_run[place] = page_of_steps[steps]
    choices = [0] * of.CHOICES
    for name, (place, options) in SWITCHES.items():
        choices[place] = options.index(law.reading(name))
    low_suited, suited, low_ace = (law.reading(name) for name in _OF_CARDS)
    worth = _tables(tuple(pages), low_suited == "straight-flush", suited, low_ace, tuple(choices))
    return worth, np.repeat(page_of_run, np.diff(first, append=len(days)))
