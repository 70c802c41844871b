"""Fixtures to one log: each on a table and hands of its own, renumbered, so that all run in a single reading."""

import csv
import datetime
import io
from collections.abc import Iterable, Mapping, Sequence

from audit.errors import Fault, count
from audit.rulebook.fixture_file import COLUMNS, Change, Fixture

Row = dict[str, str]
_KEPT = ("casino", "table_id", "game", "gaming_day", "hand_id", "time", "currency")
_NOT_COLUMNS = ("hand", "nth", "every")


def changed_rows(fixture: Fixture, base: str) -> list[Row] | Fault:
    """The rows of a fixture: its base log with every change made, or the fault of the change that cannot be made."""
    reader = csv.DictReader(io.StringIO(base.strip() + "\n"))
    unknown = set(reader.fieldnames or ()) - set(COLUMNS)
    if unknown or "event" not in (reader.fieldnames or ()):
        return Fault(fixture.place, f"a base log with the header {reader.fieldnames}", "use the canonical columns")
    rows: list[Row] = [{name: (row.get(name) or "") for name in COLUMNS} for row in reader]
    if not rows:
        return Fault(fixture.place, "a base log without rows", "give it at least one hand")
    for change in fixture.changes:
        wrong = _apply(rows, change)
        if wrong is not None:
            return wrong
    if fixture.day is not None:
        _move_to_day(rows, fixture.day)
    return rows


def _apply(rows: list[Row], change: Change) -> Fault | None:
    picked = _picked(rows, change.anchor if change.verb == "insert" else change.pick)
    if isinstance(picked, str):
        return Fault(
            change.place, f"'{change.verb}' {picked}", "select exactly one row, with nth = 1 the first of several"
        )
    if change.verb == "change":
        for index in picked:
            rows[index].update(change.row)
    elif change.verb == "remove":
        for index in reversed(picked):
            del rows[index]
    elif change.verb == "insert":
        near = rows[picked[0]]
        row = dict.fromkeys(COLUMNS, "") | {name: near[name] for name in _KEPT} | dict(change.row)
        rows.insert(picked[0] + (0 if change.before else 1), row)
    else:
        return _move(rows, change, picked)
    return None


def _move(rows: list[Row], change: Change, picked: Sequence[int]) -> Fault | None:
    moved = [rows[index] for index in picked]
    for index in reversed(picked):
        del rows[index]
    anchor = _picked(rows, change.anchor)
    if isinstance(anchor, str):
        return Fault(change.place, f"'move' to where it {anchor}", "select exactly one row to stand beside")
    at = anchor[0] + (0 if change.before else 1)
    for row in moved:
        row["hand_id"], row["time"] = rows[anchor[0]]["hand_id"], rows[anchor[0]]["time"]
    rows[at:at] = moved
    return None


def _picked(rows: Sequence[Row], pick: Mapping[str, str]) -> list[int] | str:
    """The places of the rows that a selector means, or in words why it means none."""
    hands = list(dict.fromkeys(row["hand_id"] for row in rows))
    wanted = {name: value for name, value in pick.items() if name not in _NOT_COLUMNS}
    found = [
        index
        for index, row in enumerate(rows)
        if all(row[name] == value for name, value in wanted.items())
        and ("hand" not in pick or str(hands.index(row["hand_id"]) + 1) == pick["hand"])
    ]
    if pick.get("every") == "true":
        return found or "matches no row"
    if "nth" in pick:
        nth = int(pick["nth"]) if pick["nth"].isdecimal() else 0
        return [found[nth - 1]] if 1 <= nth <= len(found) else f"matches {count(len(found), 'row')}, not {pick['nth']}"
    return found if len(found) == 1 else f"matches {count(len(found), 'row')}"


def _move_to_day(rows: list[Row], day: datetime.date) -> None:
    """Move a log so that its first gaming day is the given one; its other days keep their distance."""
    shift = day - datetime.date.fromisoformat(rows[0]["gaming_day"])
    for row in rows:
        row["gaming_day"] = (datetime.date.fromisoformat(row["gaming_day"]) + shift).isoformat()
        row["time"] = (datetime.datetime.fromisoformat(row["time"]) + shift).isoformat(timespec="milliseconds")


def table_name(number: int) -> str:
    """The table of the fixture of a number."""
    return f"F{number:05d}"


def hand_name(number: int, ordinal: int) -> str:
    """The id of a hand, by the ordinal that it has in the base log of a fixture."""
    return f"F{number:05d}-{ordinal:04d}"


def log_text(fixtures: Iterable[tuple[int, Sequence[Row]]]) -> str:
    """One CSV log of the rows of numbered fixtures."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, rows in fixtures:
        ordinals: dict[str, int] = {}
        seq: dict[int, int] = {}
        for row in rows:
            hand = ordinals.setdefault(row["hand_id"], len(ordinals) + 1)
            seq[hand] = seq.get(hand, 0) + 1
            own = {"table_id": table_name(number), "hand_id": hand_name(number, hand), "seq": str(seq[hand])}
            writer.writerow([(row | own)[name] for name in COLUMNS])
    return stream.getvalue()
