"""One wrong row of a lawful hand gives one finding at most; a wrong rake is found beside a fault of the play."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .judging import Rows, base, violations, write

SWEPT = ("ordinary", "side_pots", "tied", "uncalled", "seven_seats", "exposed")
ACTS = ("bet", "call", "raise", "check", "fold")


def as_fold(row: dict[str, str]) -> dict[str, str]:
    return row | {"event": "fold", "amount": "", "label": ""}


def changed(rows: Rows) -> Iterator[tuple[str, Rows]]:
    """The log with one row missing, doubled, exchanged with the next, or with one act or card in place of another."""
    for place, row in enumerate(rows):
        if row["event"] in ("hand_start", "hand_end"):
            continue
        before, after = rows[:place], rows[place + 1 :]
        said = f"row {place + 1}, {row['event']}"
        yield f"{said}: missing", before + after
        yield f"{said}: twice", [*before, row, row, *after]
        if after[0]["event"] != "hand_end":
            yield f"{said}: after the next", [*before, after[0], row, *after[1:]]
        if row["event"] in ("bet", "call", "raise", "check"):
            yield f"{said}: a fold", [*before, as_fold(row), *after]
        if row["event"] in ("bet", "call", "raise"):
            yield f"{said}: a check", [*before, as_fold(row) | {"event": "check"}, *after]
            for cents in ("0.01", "999.00"):
                yield f"{said}: {cents}", [*before, row | {"amount": cents}, *after]
        for event in ("call", "raise"):
            if row["event"] in ("bet", "call", "raise") and row["event"] != event:
                yield f"{said}: a {event}", [*before, row | {"event": event}, *after]
        if row["event"] in ("deal", "burn"):
            for card in ("5d", "Ac", "2c"):
                if card != row["pieces"]:
                    yield f"{said}: {card}", [*before, row | {"pieces": card}, *after]
        if row["event"] == "rake":
            for label in ("first", "pot", ""):
                if label != row["label"]:
                    yield f"{said}: labelled {label}", [*before, row | {"label": label}, *after]
        if row["event"] == "void":
            for seat in "12":
                yield f"{said}: of seat {seat}", [*before, row | {"seat": seat}, *after]
        if row["event"] == "ante":
            yield f"{said}: of 10", [*before, row | {"amount": "10.00"}, *after]


def test_one_wrong_row_gives_one_finding_at_most(tmp_path: Path) -> None:
    tables: dict[str, list[dict[str, str]]] = {}
    said: dict[str, str] = {}
    for name in SWEPT:
        for about, rows in changed(base(name)):
            table = f"T{len(tables)}"
            tables[table], said[table] = rows, f"{name}, {about}"
    found = violations(write(tmp_path / "log.csv", tables))
    assert len(found) > len(tables) // 3
    # Every pot that is paid to a seat that is out is a payment of its own.
    paid = {table: dict(rules) for table, rules in found.items() if set(rules) != {"FP-4.1"}}
    several = [f"{said[table]}: {rules}" for table, rules in paid.items() if sum(rules.values()) > 1]
    assert not several, f"{len(several)} of {len(tables)}\n" + "\n".join(several)


def replaced(rows: Rows, kind: str, seat: str, nth: int, /, **columns: str) -> Rows:
    places = [place for place, row in enumerate(rows) if (row["event"], row["seat"]) == (kind, seat)]
    place = places[nth - 1]
    return [*rows[:place], rows[place] | columns, *rows[place + 1 :]]


FAULTS = {
    "FP-10.4a": replaced(base("ordinary"), "deal", "4", 1, pieces="6d"),
    "FP-10.6": replaced(base("ordinary"), "call", "4", 2, amount="199.00"),
    "FP-10.7": replaced(base("ordinary"), "raise", "2", 1, amount="51.00"),
    "FP-10.12": replaced(base("ordinary"), "call", "4", 2, event="fold", amount=""),
    "FP-10.4b": replaced(base("ordinary"), "bet", "4", 1, event="check", amount=""),
}


def paid_otherwise(rows: Rows, rake: str, award: str) -> Rows:
    """The log with another rake of the pots, and so much more for the winner."""
    return [
        row | {"amount": rake}
        if (row["event"], row["label"]) == ("rake", "pot")
        else row | {"amount": award}
        if row["event"] == "award"
        else row
        for row in rows
    ]


@pytest.mark.parametrize("rule", FAULTS)
def test_a_fault_of_the_play_hides_no_wrong_rake(rule: str, tmp_path: Path) -> None:
    right, wrong = FAULTS[rule], paid_otherwise(FAULTS[rule], "183.20", "1876.80")
    found = violations(write(tmp_path / "log.csv", {"right": right, "wrong": wrong}))
    assert dict(found["right"]) == {rule: 1}
    assert dict(found["wrong"]) == {rule: 1, "FP-9.1": 1}


def test_a_fault_is_told_in_its_own_hand_and_in_none_after_it(tmp_path: Path) -> None:
    night = base("night")
    assert not violations(write(tmp_path / "night.csv", {"T": night}))
    first = night[0]["hand_id"]
    tables = {
        f"T{place}": [*night[:place], row | {"amount": "0.01"}, *night[place + 1 :]]
        for place, row in enumerate(night)
        if row["hand_id"] == first and row["event"] in ("ante", *ACTS) and row["amount"]
    }
    found = violations(write(tmp_path / "log.csv", tables))
    assert [dict(rules) for rules in found.values() if sum(rules.values()) > 1] == []
    assert len(found) == len(tables) > 5
