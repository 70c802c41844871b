import datetime

import numpy as np

from audit.games.mahjong.fan import PUNG
from audit.games.mahjong.shapes import KINDS
from audit.games.mahjong.valuing import fan_law, value_hands
from audit.pieces.notation import TILES

from .judging import book
from .reading import names_of

DAY = (datetime.date(2026, 10, 3) - datetime.date(1970, 1, 1)).days
HANDS = {
    "1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 9p": (0, ("chicken",), 0),
    "1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 9p 9p": (1, ("all_chows",), 2),
    "1m 2m 3m 4m 5m 6m 7m 7m 7m 3m 4m 5m 9m 9m": (2, ("pure_suit",), 2),
    "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z": (2, ("thirteen_orphans",), 2),
}


def counts_of(text: str, width: int = KINDS) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    return np.bincount([TILES.index(tile) for tile in text.split()], minlength=width).astype(np.int8)


def test_hands_are_valued_by_the_law_of_the_day() -> None:
    law = fan_law(book().law("mahjong"), DAY)
    for width in (KINDS, KINDS + 1):
        values = value_hands(np.array([counts_of(text, width) for text in HANDS]), law)
        found = list(zip(values.fan.tolist(), map(names_of, values.names.tolist()), values.certainty, strict=True))
        assert found == list(HANDS.values())


def test_a_hand_that_does_not_win_has_no_lawful_number() -> None:
    law = fan_law(book().law("mahjong"), DAY)
    values = value_hands(np.array([counts_of("1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 8p")]), law)
    assert values.lawful.tolist() == [0]


def test_open_melds_and_the_way_of_winning_count() -> None:
    law = fan_law(book().law("mahjong"), DAY)
    melds = np.zeros((1, 4, 2), np.int8)
    melds[0, 0] = PUNG, TILES.index("5z")
    values = value_hands(
        np.array([counts_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 9p 9p")]), law, melds=melds, sizes=np.ones(1, np.int8)
    )
    assert values.lawful.tolist() == [0b10]
    assert names_of(int(values.names[0])) == ("dragon_pung",)


def test_before_the_law_nothing_is_known() -> None:
    law = fan_law(book().law("mahjong"), 0)
    assert value_hands(np.array([counts_of(text) for text in HANDS]), law).lawful.tolist() == [0] * len(HANDS)
