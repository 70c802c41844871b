"""A poker hand is told street by street, with the cards and the pots as they grow."""

from pathlib import Path

import pytest

from audit.explain.telling import explain_logged
from audit.explain.terminal import width

BASES = Path(__file__).resolve().parents[2] / "rules" / "macau" / "five_card_poker" / "bases"


def told(name: str, lang: str, hand: str = "H1") -> list[str]:
    return explain_logged([str(BASES / f"{name}.csv")], hand, lang=lang)


def headings(lines: list[str]) -> list[str]:
    return [line.strip("─ ") for line in lines if line.startswith("──")]


def test_every_street_has_its_heading_in_its_order() -> None:
    assert headings(told("side_pots", "en")) == [
        "The first card, face up",
        "The second card, face down",
        "First betting round",
        "The third card, face up",
        "Second betting round",
        "The fourth card, face up",
        "Third betting round",
        "The fifth card, face up",
        "Fourth betting round",
        "The showdown",
        "The pots are paid",
    ]


def test_a_hand_that_ends_early_has_the_headings_of_what_was_played() -> None:
    found = headings(told("uncalled_early", "en"))
    assert found[-1] == "The pots are paid"
    assert "The showdown" not in found
    assert "Fourth betting round" not in found


def test_before_each_betting_stand_the_cards_of_who_is_in() -> None:
    lines = told("side_pots", "en")
    at = lines.index(next(line for line in lines if "Third betting round" in line))
    assert [line.strip() for line in lines[at + 1 : at + 5]] == [
        "seat 1: up Kh Qd Qs  hole card Qh  (short)  [art. 10]",
        "seat 2: up 9s 8h 5c  hole card 9h  [art. 10]",
        "seat 4: up Ad 7c 6c  hole card Jd  [art. 10]",
        "seat 6: up Td Tc 5d  hole card 8c  (short)  [art. 10]",
    ]


def test_each_pot_is_told_with_its_amount_and_its_seats_as_it_grows() -> None:
    pots = [line.strip() for line in told("side_pots", "en") if line.strip().startswith(("main pot:", "side pot"))]
    assert pots[0] == "main pot: 80.00 HKD  seats 1 2 4 6  [art. 11(a)]"
    assert pots[-3:] == [
        "main pot: 2,080.00 HKD  seats 1 2 4 6  [art. 11(a)]",
        "side pot 1: 1,500.00 HKD  seats 2 4 6  [art. 11(a)]",
        "side pot 2: 800.00 HKD  seats 2 4  [art. 11(a)]",
    ]
    assert "side pot 1: 500.00 HKD  seats 2 4 6  [art. 11(a)]" in pots


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "pt"])
@pytest.mark.parametrize("name", ["side_pots", "seven_seats", "exposed"])
def test_every_language_tells_it_within_eighty_columns(name: str, lang: str) -> None:
    lines = told(name, lang)
    assert max(width(line) for line in lines) <= 80
    words = {
        "en": ("betting round", "main pot"),
        "zh-Hant": ("輪下注", "主池"),
        "pt": ("volta de apostas", "pote principal"),
    }
    for word in words[lang]:
        assert any(word in line for line in lines)


def test_the_first_rake_is_not_called_a_round() -> None:
    rake = next(line for line in told("side_pots", "en") if "  rake  " in line)
    assert "first rake" in rake
    assert "round" not in rake
