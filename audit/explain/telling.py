"""From a stored run or a log to the lines that explain one hand of it."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from audit.engine import Judged
from audit.errors import ResultsError, UsageError
from audit.explain.lines import Course, Telling
from audit.explain.streets import course_of
from audit.findings.envelope import ROWS_REJECTED, Origin, envelopes
from audit.findings.rules_file import packs
from audit.games.game import Facts, Game, TableState
from audit.games.registry import registered_games
from audit.logs import Batch, LogSet, OutOfOrder, TableKey, open_logs
from audit.logs.canonical import CANONICAL_SCHEMA
from audit.results import Run, open_run, reading
from audit.rulebook import Rulebook, built_in_directories, evaluate, load_rulebook, select


def explain_stored(
    directory: Path, wanted: str, *, lang: str, casino: str | None = None, rules: Sequence[Path] = ()
) -> list[str]:
    """The lines on a finding of a stored run, or on a hand that has findings there.

    UsageError where the run has no such finding or hand; ResultsError where the run is not whole.
    """
    with reading(directory):
        return _told(open_run(directory), wanted, lang, casino, rules)


def _told(run: Run, wanted: str, lang: str, casino: str | None, rules: Sequence[Path]) -> list[str]:
    directory = run.directory
    found = _findings(run.as_written("findings.parquet"), directory, wanted, casino)
    one = found[0]
    book = _book(rules)
    if one["game"] not in book.books:
        raise UsageError(f"no rule pack of {one['game']} is at hand")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hand.parquet"
        pq.write_table(_evidence(run.as_written("evidence.parquet"), one), path)
        batch, _ = next(_batches(open_logs([str(path)])), (None, None))
    if batch is None:
        if all(row["rule_id"] == ROWS_REJECTED for row in found):
            raise UsageError(
                f"the rows of hand {one['hand_id']} were not judged: {one['message']}; rejects.csv has them"
            )
        raise ResultsError(f"{directory}: evidence.parquet holds no row of the hand {one['hand_id']}")
    facts = registered_games()[batch.game].replay(batch, {}, book.law(batch.game))
    telling = Telling(book, lang)
    course = course_of(telling, batch, 0, facts, {})
    lines = telling.head(batch, 0, one["source_file"])
    lines += telling.say("alone")
    if run.manifest["packs"] != packs(book):
        lines += telling.say("changed")
    over, names = (_tables_of(book, one), json.loads(one["facts"])) if one["finding_id"] == wanted else ((), ())
    body = telling.body(batch, 0, facts, over, names, _marks(found), course)
    return [*lines, *body, *telling.findings(batch.game, found)]


def _tables_of(book: Rulebook, finding: dict[str, Any]) -> set[str]:
    """The tables of facts that a finding's rule speaks of; none for a fault of the data."""
    rules = [rule for rule in book.rules(finding["game"]) if rule.id == finding["rule_id"]]
    return {check.over for rule in rules for check in rule.checks}


def _marks(found: Sequence[dict[str, Any]]) -> dict[int, list[str]]:
    """The ids of the findings that stand on a row, by its seq."""
    marks: dict[int, list[str]] = {}
    for row in found:
        if row["seq"] is not None:
            marks.setdefault(row["seq"], []).append(row["finding_id"])
    return marks


def _findings(path: Path, directory: Path, wanted: str, casino: str | None) -> list[dict[str, Any]]:
    """All findings of the hand that is wanted by its id or by one of its findings, that one first."""
    try:
        table = pq.read_table(path, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None
    column = "finding_id" if wanted in table["finding_id"].to_pylist() else "hand_id"
    rows = table.filter(pc.equal(table[column], wanted))
    if casino is not None:
        rows = rows.filter(pc.equal(rows["casino"], casino))
    if not rows.num_rows:
        raise UsageError(
            f"{directory}: no finding and no hand with findings is called {wanted}; "
            "any hand of a log can be explained with --log LOG HAND"
        )
    places = sorted(set(zip(rows["casino"].to_pylist(), rows["table_id"].to_pylist(), strict=True)))
    if len(places) > 1:
        raise UsageError(f"{wanted} is a hand of {', '.join('/'.join(place) for place in places)}; add --casino")
    one = rows.to_pylist()[0]
    same = table
    for name in ("casino", "table_id", "hand_id"):
        same = same.filter(pc.equal(same[name], one[name]))
    return sorted(same.to_pylist(), key=lambda row: row["finding_id"] != wanted)


def _evidence(path: Path, one: dict[str, Any]) -> pa.Table:
    try:
        keys = [(name, "==", one[name]) for name in ("casino", "table_id", "hand_id")]
        table = pq.read_table(path, partitioning=None, filters=keys)
    except (OSError, pa.ArrowException) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None
    return table.select(CANONICAL_SCHEMA.names)


def explain_logged(
    logs: Sequence[str], hand: str, *, lang: str, casino: str | None = None, rules: Sequence[Path] = ()
) -> list[str]:
    """The lines on a hand of some logs, which are replayed up to it so that every fact is what a run would see.

    UsageError where no log has such a hand, or several casinos have one.
    """
    book = _book(rules)
    games = registered_games()
    opened = open_logs(logs)
    states: dict[str, dict[TableKey, TableState]] = {}
    for batch, begun_anew in _batches(opened):
        if begun_anew:
            states = {}
        if batch.game not in book.books or batch.game not in games:
            continue
        places = _places(batch, hand, casino)
        before = dict(states.setdefault(batch.game, {}))
        facts = games[batch.game].replay(batch, states[batch.game], book.law(batch.game))
        if places:
            telling = Telling(book, lang)
            course = course_of(telling, batch, places[0], facts, before)
            return _logged(telling, games[batch.game], batch, places[0], facts, opened, course)
    raise UsageError(f"no hand is called {hand} in these logs, or none of a game with rules")


def _places(batch: Batch, hand: str, casino: str | None) -> list[int]:
    rows = np.flatnonzero(pc.equal(batch.hand_id.cast(pa.string()), hand).to_numpy(zero_copy_only=False)).tolist()
    found = [row for row in rows if casino in (None, batch.tables[batch.table[row]].casino)]
    if len(found) > 1:
        names = sorted({batch.tables[batch.table[row]].casino for row in found})
        raise UsageError(f"{hand} is a hand of {', '.join(names)}; add --casino")
    return found


def _logged(
    telling: Telling, game: Game, batch: Batch, place: int, facts: Facts, opened: LogSet, course: Course | None
) -> list[str]:
    book = telling.book
    cell = np.zeros(batch.hand_count, np.int32)
    found = evaluate(book, game.name, facts, batch, cell, 1, select(book))
    origins = [Origin(source.name, source.sha256) for source in opened.sources]
    rows = envelopes(Judged(batch, facts, found, lambda _: (batch.rows, batch.source)), book, origins)
    own = [] if rows is None else [row for row in rows.to_pylist() if row["hand_id"] == batch.hand_id[place].as_py()]
    key = batch.tables[batch.table[place]]
    own = [row for row in own if (row["casino"], row["table_id"]) == tuple(key)]
    lines = telling.head(batch, place, origins[int(batch.source[batch.start[place]])].name)
    lines += telling.body(batch, place, facts, marks=_marks(own), course=course)
    return [*lines, *telling.findings(game.name, own)]


def _book(rules: Sequence[Path]) -> Rulebook:
    return load_rulebook([*built_in_directories(), *rules], registered_games(), prove=False)


def _batches(logs: LogSet) -> Iterator[tuple[Batch, bool]]:
    """Batches, each with whether the reading began anew with it because the log is not in order."""
    try:
        for batch in logs.batches():
            yield batch, False
    except OutOfOrder:
        for number, batch in enumerate(logs.sorted_batches()):
            yield batch, number == 0
