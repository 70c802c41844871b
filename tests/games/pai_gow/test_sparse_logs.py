"""Logs that carry less, or say it otherwise, accuse nobody; one fault in a log gives one finding."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable

import pytest

from audit.findings.running import Request, run_audit
from audit.places import rules_folder
from audit.results import open_run

BASES = rules_folder() / "macau" / "pai_gow" / "bases"
Row = dict[str, str]
Edit = Callable[[list[Row]], list[Row]]


def each(change: Callable[[Row], Row | None]) -> Edit:
    return lambda rows: [row for old in rows if (row := change(dict(old))) is not None]


def blank(event: str, *columns: str) -> Edit:
    return each(lambda row: {**row, **dict.fromkeys(columns, "")} if row["event"] == event else row)


def put(event: str, seat: str, /, **columns: str) -> Edit:
    return each(lambda row: {**row, **columns} if (row["event"], row["seat"]) == (event, seat) else row)


def without(event: str, seat: str | None = None) -> Edit:
    return each(lambda row: None if row["event"] == event and seat in (None, row["seat"]) else row)


def twice(event: str, seat: str) -> Edit:
    return lambda rows: [
        copy for row in rows for copy in [row] * (2 if (row["event"], row["seat"]) == (event, seat) else 1)
    ]


def all_of(*edits: Edit) -> Edit:
    def edit(rows: list[Row]) -> list[Row]:
        for one in edits:
            rows = one(rows)
        return rows

    return edit


def rear_first(row: Row) -> Row:
    """A setting with its pairs and their names the other way round, as a terminal may write it."""
    if row["event"] == "set":
        for column in ("pieces", "label"):
            row[column] = " | ".join(reversed(row[column].split(" | ")))
    return row


def by_dealer(row: Row) -> Row:
    return {**row, "actor": "dealer", "person": "D1"} if row["event"] == "set" and row["seat"] != "3" else row


def unordered(row: Row) -> Row | None:
    return None if row["event"] == "arrange" else rear_first(row)


LAWFUL: dict[str, tuple[str, Edit]] = {
    "the dealer's id on every settlement": (
        "ordinary",
        each(lambda row: {**row, "person": "D1"} if row["event"] == "settle" else row),
    ),
    "the dealer sets for everybody": ("ordinary", each(by_dealer)),
    "no seat on bets": ("ordinary", blank("bet", "seat")),
    "no seat on settlements": ("ordinary", blank("settle", "seat")),
    "no seat on piles": ("ordinary", blank("deal", "seat")),
    "no seat on settings": ("ordinary", blank("set", "seat")),
    "no tiles on one pile": ("ordinary", put("deal", "6", pieces="")),
    "no tiles on any pile": ("ordinary", blank("deal", "pieces")),
    "nobody named as banker": ("ordinary", all_of(blank("hand_start", "seat"), blank("bank", "seat"))),
    "nobody named as banker, no bank": ("ordinary", all_of(blank("hand_start", "seat"), without("bank"))),
    "two named as banker": ("ordinary", put("bank", "3", seat="4")),
    "nobody named as banker of a void deal": ("void_deal", all_of(blank("hand_start", "seat"), blank("bank", "seat"))),
    "a void deal without its void row": ("void_deal", without("void")),
    "a void seat without its void row": ("void_seat", without("void")),
    "a void seat's settlement without a label": ("void_seat", put("settle", "6", label="")),
    "a co-bank of nobody known": ("co_banks", blank("cobank", "actor", "seat", "person")),
    "rear pairs first": ("ordinary", each(unordered)),
    "rear pairs first, a Gee Joon tile": ("gee_joon", each(unordered)),
    "rear pairs first, a banker's Gee Joon tile": ("gee_joon_banker", each(unordered)),
    "rear pairs first, a result that turns on it": ("gee_joon_turn", each(unordered)),
    "rear pairs first, fronts of zero": ("zero_fronts", each(unordered)),
}
"""Lawful logs: the base and what is left out of it or said otherwise."""

ONE_FAULT: dict[str, tuple[str, Edit, list[str]]] = {
    "a pile twice": ("ordinary", twice("deal", "8"), ["PG-1.4a"]),
    "the first pile missing": ("ordinary", without("deal", "6"), ["PG-1.4a"]),
    "the first pile to the next seat": ("ordinary", put("deal", "6", seat="7"), ["PG-1.4a"]),
    "a pile to a far seat": ("ordinary", put("deal", "8", seat="4"), ["PG-1.4a"]),
    "a pile of three": ("ordinary", put("deal", "8", pieces="5-5 2-6 5-6"), ["PG-1.4a"]),
    "a tile of another seat in a setting": ("ordinary", put("set", "1", pieces="5-6 1-1 | 5-5 6-6"), ["PG-5.1"]),
    "laid out the wrong way, compared rightly": (
        "ordinary",
        put("arrange", "5", pieces="3-3 3-3 | 6-6 4-5"),
        ["PG-5.2"],
    ),
    "a front given to the wrong side": ("ordinary", put("compare", "1", label="player banker lose"), ["PG-6.1"]),
    "a result that its pairs do not make": ("ordinary", put("compare", "5", label="player player push"), ["PG-6.3"]),
    "a win settled as a loss, paid as a win": ("ordinary", put("settle", "5", label="lose"), ["PG-6.5"]),
    "a settlement called void": ("one_exposed", put("settle", "6", label="void", payout="0.00"), ["PG-2.2"]),
    "a payout too high": ("ordinary", put("settle", "5", payout="1100.00"), ["PG-6.5"]),
    "set by one of another seat": ("ordinary", put("set", "6", person="P17"), ["PG-7.5a"]),
}
"""Logs with one fault: the base, what is changed, and the violations."""


def _rows(base: str) -> list[Row]:
    with (BASES / f"{base}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def violations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Violations by name of the log, each log played at a table of its own and all audited at once."""
    folder = tmp_path_factory.mktemp("sparse")
    logs = {name: (base, edit) for name, (base, edit) in LAWFUL.items()}
    logs |= {name: (base, edit) for name, (base, edit, _) in ONE_FAULT.items()}
    text = io.StringIO()
    writer = csv.DictWriter(text, list(_rows("ordinary")[0]))
    writer.writeheader()
    for number, (base, edit) in enumerate(logs.values()):
        seq: dict[str, int] = defaultdict(int)
        for row in edit(_rows(base)):
            seq[row["hand_id"]] += 1
            place = {"table_id": f"T{number}", "hand_id": f"{number}-{row['hand_id']}", "seq": seq[row["hand_id"]]}
            writer.writerow({**row, **place})
    (folder / "log.csv").write_text(text.getvalue(), encoding="utf-8")
    stored = run_audit(Request(logs=(str(folder / "log.csv"),), out=folder / "run"))
    assert stored.manifest["coverage"]["error"] == 0
    findings = open_run(folder / "run").findings().query("result == 'violation'")
    return {name: sorted(findings[findings.table_id == f"T{number}"].rule_id) for number, name in enumerate(logs)}


@pytest.mark.parametrize("name", LAWFUL)
def test_less_said_accuses_nobody(violations: dict[str, list[str]], name: str) -> None:
    assert violations[name] == []


@pytest.mark.parametrize("name", ONE_FAULT)
def test_one_fault_is_found_once(violations: dict[str, list[str]], name: str) -> None:
    assert violations[name] == ONE_FAULT[name][2]
