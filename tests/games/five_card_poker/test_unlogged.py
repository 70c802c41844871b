"""Lawful hands of which something is not logged, chosen because the rest looks like a fault."""

import csv
import itertools
from pathlib import Path

from .judging import GAME, Rows, violations, write
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
