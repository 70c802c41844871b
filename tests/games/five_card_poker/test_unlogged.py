"""Lawful hands of which something is not logged, chosen because the rest looks like a fault."""

import csv
import itertools
from pathlib import Path

from .judging import GAME, Rows, base, violations, write
from .test_sparse_logs import PLAY, QUIET

NEVER = {"casino": "C01", "game": GAME, "gaming_day": "2026-10-03", "currency": "MOP"}
NAMES = "casino table_id game gaming_day hand_id seq time event seat actor person other_seat".split()
NAMES += "pieces number amount payout fee label ref currency".split()


def hands() -> Rows:
    """Some lawful hands of all sorts, one table's after the other."""
    with Path(__file__).with_name("lawful_hands.csv").open(newline="", encoding="utf-8") as file:
        return [dict.fromkeys(NAMES, "") | NEVER | row for row in csv.DictReader(file)]


def test_kinds_of_event_that_a_log_lacks_leave_the_rest_unknown(tmp_path: Path) -> None:
    rows, kinds = hands(), [*PLAY, *QUIET, "correct"]
    ways = [(), *((kind,) for kind in kinds), *itertools.combinations(kinds, 2)]
    tables = {f"T{place}": [row for row in rows if row["event"] not in without] for place, without in enumerate(ways)}
    found = violations(write(tmp_path / "log.csv", tables))
    assert {ways[int(table[1:])]: dict(rules) for table, rules in found.items()} == {}


def blanked(rows: Rows, event: str, nth: int | None = None) -> Rows:
    """The log without the all_in of the acts of a kind, or of one of them alone."""
    places = [place for place, row in enumerate(rows) if (row["event"], row["label"]) == (event, "all_in")]
    gone = places if nth is None else places[nth : nth + 1]
    return [row | {"label": ""} if place in gone else row for place, row in enumerate(rows)]


def test_labels_that_a_kind_of_act_never_has(tmp_path: Path) -> None:
    rows = [row for row in hands() if row["event"] not in ("stack", "buy_in", "top_up")]
    tables = {event: blanked(rows, event) for event in ("bet", "call", "raise")}
    assert all(table != rows for table in tables.values())
    assert violations(write(tmp_path / "log.csv", tables)) == {}


def test_one_label_that_is_lacking_is_told_once_at_most(tmp_path: Path) -> None:
    rows = [row for row in hands() if row["event"] not in ("stack", "buy_in", "top_up")]
    tables = {}
    for event in ("bet", "call", "raise"):
        for nth in range(sum((row["event"], row["label"]) == (event, "all_in") for row in rows)):
            tables[f"{event}{nth}"] = blanked(rows, event, nth)
    found = violations(write(tmp_path / "log.csv", tables))
    assert len(tables) > 12
    assert [
        rules for rules in found.values() if sum(rules.values()) > 1 or not {*rules} <= {"FP-10.6", "FP-10.7"}
    ] == []


def voided(rows: Rows) -> Rows:
    """A hand of a base log up to its first bet, which is then voided, with the antes refunded."""
    dealt = rows[: next(place for place, row in enumerate(rows) if row["event"] == "bet")]
    blank = dict.fromkeys(NAMES, "") | {name: rows[0][name] for name in ("casino", "game", "gaming_day", "currency")}
    blank["hand_id"] = rows[0]["hand_id"]
    antes = [row for row in dealt if row["event"] == "ante"]
    refunds = [row | {"event": "refund", "actor": "house", "person": ""} for row in antes]
    box, end = blank | {"event": "box", "actor": "dealer"}, blank | {"event": "hand_end"}
    return [*dealt, blank | {"event": "void", "label": "interrupted"}, *refunds, box, end]


def test_what_a_voided_hand_gives_back_is_not_known_where_refunds_are_not_logged(tmp_path: Path) -> None:
    hand = [row for row in base("ordinary") if row["hand_id"] == "H1"]
    added = next(row for row in hand if row["event"] == "stack") | {"event": "top_up", "amount": "1.00"}
    # With its ante back seat 1 has no less than the least of article 6, without it less.
    counted = [row | {"amount": "500.00"} if (row["event"], row["seat"]) == ("stack", "1") else row for row in hand]
    second = voided([row | {"hand_id": "H2"} for row in (counted[0] | {"number": "2"}, added, *counted[1:])])
    third = voided([row | {"hand_id": "H3"} for row in hand if row["event"] != "stack"])
    log = [*hand, *second, third[0] | {"number": "3"}, *third[1:]]
    tables = {
        "logged": log,
        "not logged": [row for row in log if row["event"] != "refund"],
        "one lacks his": [row for row in log if (row["event"], row["seat"]) != ("refund", "1")],
    }
    assert {table: dict(rules) for table, rules in violations(write(tmp_path / "log.csv", tables)).items()} == {
        "one lacks his": {"FP-6.3": 1}
    }
