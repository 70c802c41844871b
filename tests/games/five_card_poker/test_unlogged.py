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
