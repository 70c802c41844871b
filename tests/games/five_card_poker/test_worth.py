"""The law of poker's cards as packs hold it: an order that is none is a fault of the pack, told with its parameter."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from audit.dated import Dated, Law, Step
from audit.errors import PackError
from audit.games.five_card_poker.worth import worth_of

DAY = np.array([15_000], np.int32)


@dataclass(frozen=True)
class Changed:
    """A law of which one parameter has another value on every day."""

    law: Law
    name: str
    value: Any

    def parameter(self, name: str) -> Dated:
        return Dated(name, "", (Step(0, self.value, "none"),)) if name == self.name else self.law.parameter(name)

    def reading(self, name: str) -> str:
        return self.law.reading(name)


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("hand_order", "royal flush", "the order of hands is a list"),
        ("hand_order", ("royal_flush",), "an entry of the order of hands is a table"),
        ("hand_order", ({"hand": "royal_flush"},), "has `hand` and `ranks_that_count`"),
        ("hand_order", ({"hand": "royal_flush", "ranks_that_count": 1},), "each of the ten categories of art. 5 once"),
        ("four_up_order", 3, "the order of four up cards is a list"),
        ("four_up_order", ("flush",), "names each of its seven categories once"),
    ],
)
def test_an_order_that_is_none_is_a_fault_of_the_pack(law: Law, name: str, value: Any, right: str) -> None:
    with pytest.raises(PackError) as caught:
        worth_of(Changed(law, name, value), DAY)
    (fault,) = caught.value.faults
    assert fault.place.path == f"parameter {name}"
    assert fault.found.startswith("found ")
    assert right in fault.mend


def test_the_law_of_a_day_has_a_page(law: Law) -> None:
    worth, page = worth_of(law, np.array([15_000, 15_000, -40_000], np.int32))
    assert page.tolist() == [1, 1, 0]
    assert worth.hands[1].any()
    assert not worth.hands[0].any()
