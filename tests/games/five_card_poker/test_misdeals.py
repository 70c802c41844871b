"""A card that was dealt by mistake does not show that its seat was in the hand."""

from pathlib import Path

import pytest

from .judging import Rows, base, violations, write

STREETS = {"third": "7c", "fourth": "Qs", "fifth": "Jc"}
ORDERS = ("misdeal deal correct", "deal misdeal correct", "misdeal deal", "deal misdeal")


def place_of(rows: Rows, event: str, pieces: str = "", seat: str = "") -> int:
    return next(
        place
        for place, row in enumerate(rows)
        if row["event"] == event and (row["pieces"] == pieces or not pieces) and (row["seat"] == seat or not seat)
    )


def gone(way: str) -> Rows:
    """The ordinary hand, of which seat 6 leaves without a fold, or in a log that carries no folds."""
    rows = base("ordinary")
    fold = place_of(rows, "fold")
    return rows[:fold] + [rows[fold] | {"event": "leave"}] * (way == "leaves") + rows[fold + 1 :]


def dealt_to_six(rows: Rows, card: str, order: str) -> Rows:
    """The hand with rows of seat 6 before a deal."""
    place = place_of(rows, "deal", card)
    blank = rows[place] | {"seat": "6", "pieces": "", "label": ""}
    more = [blank | {"event": event} for event in order.split()]
    more = [row | {"pieces": "6d", "label": "up"} if row["event"] == "deal" else row for row in more]
    return rows[:place] + more + rows[place:]


@pytest.mark.parametrize("way", ["leaves", "does not speak"])
def test_a_card_by_mistake_brings_nobody_back(way: str, tmp_path: Path) -> None:
    tables = {
        f"{street} {order}": dealt_to_six(gone(way), card, order)
        for street, card in STREETS.items()
        for order in ORDERS
    }
    found = violations(write(tmp_path / "log.csv", tables))
    accused = {table: dict(rules) for table, rules in found.items()}
    # A misdeal that nothing puts right is one where no correction is known, and nothing else is.
    assert {rule for rules in accused.values() for rule in rules} <= {"FP-11.5"}
    assert all("correct" not in table for table in accused)


def test_a_wager_of_one_who_left_stays_his_to_take_beside_a_card_by_mistake(tmp_path: Path) -> None:
    rows = gone("leaves")
    leave = place_of(rows, "leave")
    back = rows[leave] | {"event": "withdraw", "amount": "50.00", "label": "wager"}
    due = {"2080.00": "2030.00", "83.20": "81.20", "1976.80": "1928.80"}
    rows = [row | {"amount": due.get(row["amount"], row["amount"])} for row in [*rows[:leave], back, *rows[leave:]]]
    assert not violations(write(tmp_path / "log.csv", {"T": dealt_to_six(rows, "Qs", ORDERS[0])}))


def test_a_card_that_no_misdeal_names_is_found(tmp_path: Path) -> None:
    tables = {way: dealt_to_six(gone(way), "Jc", "deal") for way in ("leaves", "does not speak")}
    tables["folds"] = dealt_to_six(base("ordinary"), "Jc", "deal")
    found = violations(write(tmp_path / "log.csv", tables))
    assert {table: rules["FP-10.12"] for table, rules in found.items()} == dict.fromkeys(tables, 1)
