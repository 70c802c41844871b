"""Pots that a log tells by rounds, or by a number that they all share."""

from pathlib import Path

import pytest

from .judging import Rows, base, violations, write

OWN, GROWN = ("580.00", "600.00", "0.00", "900.00"), ("580.00", "1180.00", "1180.00", "2080.00")
ROUNDS_END = ("7c", "Qs", "Jc")


def by_rounds(numbers: str, amounts: tuple[str, ...], seats: tuple[str, ...] = ("1 2 4",) * 4) -> Rows:
    """The ordinary hand with a pot at the end of each of its rounds."""
    rows = base("ordinary")
    (last,) = (row for row in rows if row["event"] == "pot")
    rows = [row for row in rows if row is not last]
    pots = [
        last | {"number": number, "amount": amount, "label": label}
        for number, amount, label in zip(numbers, amounts, seats, strict=True)
    ]
    for card, pot in zip(ROUNDS_END, pots, strict=False):
        place = next(place for place, row in enumerate(rows) if (row["event"], row["pieces"]) == ("deal", card))
        rows.insert(place, pot)
    place = next(place for place, row in enumerate(rows) if row["event"] == "show")
    return [*rows[:place], pots[3], *rows[place:]]


@pytest.mark.parametrize(("numbers", "amounts"), [("0123", OWN), ("0000", OWN), ("0000", GROWN), ("0123", GROWN)])
def test_a_pot_that_grows_by_rounds_is_one(numbers: str, amounts: tuple[str, ...], tmp_path: Path) -> None:
    assert not violations(write(tmp_path / "log.csv", {"T": by_rounds(numbers, amounts)}))


def test_pots_by_rounds_that_are_not_what_was_wagered_are_found(tmp_path: Path) -> None:
    tables = {
        "seats": by_rounds("0123", OWN, ("1 2 4", "1 2 4", "1 2 4", "1 2")),
        "more": by_rounds("0123", ("580.00", "600.00", "0.00", "901.00")),
        "more, one number": by_rounds("0000", ("580.00", "600.00", "0.00", "901.00")),
        "running, less": by_rounds("0123", ("580.00", "1180.00", "1180.00", "2079.00")),
        "running, one wrong": by_rounds("0123", ("580.00", "1181.00", "1181.00", "2080.00")),
        "running, seats": by_rounds("0123", GROWN, ("1 2 4", "1 2 4", "1 2 4", "1 2")),
        "less, grown": by_rounds("0000", ("580.00", "1180.00", "1180.00", "2079.00")),
    }
    found = {table: dict(rules) for table, rules in violations(write(tmp_path / "log.csv", tables)).items()}
    assert found.pop("seats") == {"FP-11.1b": 1}
    assert found.pop("running, seats") == {"FP-11.1b": 1}
    assert found == {table: {"FP-7.1": 1} for table in tables if "seats" not in table}


def of_one_number(rows: Rows, *kinds: str) -> Rows:
    return [row | {"number": "0"} if row["event"] in kinds else row for row in rows]


def test_a_number_that_tells_no_pots_apart_accuses_nobody(tmp_path: Path) -> None:
    rows = base("side_pots")
    tables = {
        "awards": of_one_number(rows, "award"),
        "awards and pots": of_one_number(rows, "award", "pot"),
        "awards, no pots": [row for row in of_one_number(rows, "award") if row["event"] != "pot"],
    }
    assert not violations(write(tmp_path / "log.csv", tables))
