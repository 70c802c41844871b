"""What a rejected field is to say: only where what stands there can mean one thing."""

import pytest

from audit.logs.mending import right_text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1,480.00", "1480.00"),
        ("1.480,00", "1480.00"),
        ("1 480,5", "1480.5"),
        ("1\u00a0480,50", "1480.50"),
        ("1,480,000", "1480000"),
        ("1.480.000", "1480000"),
        ("300,00", "300.00"),
        ("HK$1480", "1480"),
        ("HK$ 1,480.50", "1480.50"),
        ("1480.50 MOP", "1480.50"),
        ("１４８０", "1480"),
        ("-2.000,10", "-2000.10"),
        ("1,480", ""),
        ("1.480", ""),
        ("HK$1,480", ""),
        ("1,48,000.00", ""),
        ("1480.505", ""),
        ("ten", ""),
        ("", ""),
        ("9" * 61, ""),
    ],
)
def test_an_amount_is_advised_where_it_is_beyond_doubt(text: str, right: str) -> None:
    assert right_text("LOG-amount", "pai_gow", text) == right


@pytest.mark.parametrize(
    ("code", "game", "text", "right"),
    [
        ("LOG-event", "pai_gow", "Hand Start", "hand_start"),
        ("LOG-event", "pai_gow", "BET", "bet"),
        ("LOG-event", "pai_gow", "wager", ""),
        ("LOG-event", "mahjong", "Ante", ""),
        ("LOG-event", "no game", "Bet", ""),
        ("LOG-actor", "pai_gow", "Dealer", "dealer"),
        ("LOG-actor", "pai_gow", "croupier", ""),
        ("LOG-seat", "pai_gow", "7.0", "7"),
        ("LOG-seat", "mahjong", "7.0", ""),
        ("LOG-seat", "pai_gow", "East", ""),
        ("LOG-seq", "pai_gow", "12.0", "12"),
        ("LOG-seq", "pai_gow", "0", ""),
        ("LOG-number", "pai_gow", "3,00", "3"),
        ("LOG-number", "pai_gow", "3.5", ""),
        ("LOG-pieces", "five_card_poker", "10h", "Th"),
    ],
)
def test_words_and_numbers_are_advised_where_they_are_beyond_doubt(code: str, game: str, text: str, right: str) -> None:
    assert right_text(code, game, text) == right
