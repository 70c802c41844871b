"""The findings of a stored run as lines for the terminal: which, where, when found, and what it cost."""

import datetime
import difflib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from audit.errors import ResultsError, UsageError
from audit.explain.citing import cited, log_sentence
from audit.explain.numbers import amount_text, whole_text
from audit.explain.observing import Observation, is_truth, observations, observed_as, times_told, told_by, truths_told
from audit.explain.terminal import plain, wrapped
from audit.explain.vocabulary import known, lost, named, seat_named
from audit.explain.words import WORDS
from audit.findings.readable import MILLISECONDS
from audit.logs.codes import CODES
from audit.results import Run, open_run, reading

_SHOWN = (
    "finding_id", "rule_id", "rule_name", "result", "severity", "citation", "casino", "table_id", "gaming_day", "game",
    "hand_id", "seat", "observed", "expected", "facts", "money_effect", "currency", "source_file", "source_row",
)  # fmt: skip

_PLACE = ["table_id", "casino", "gaming_day"]
_HELD = 5  # names that an error tells


@dataclass(frozen=True)
class Wanted:
    """Which findings are listed: those of some rules, a table, a casino, a gaming day; all where none is given."""

    rules: Collection[str] = ()
    table: str | None = None
    casino: str | None = None
    day: datetime.date | None = None

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether a finding is one of these."""
        return (
            (not self.rules or row["rule_id"] in self.rules)
            and self.table in (None, row["table_id"])
            and self.casino in (None, row["casino"])
            and self.day in (None, row["gaming_day"])
        )


def finding_lines(directory: Path, wanted: Wanted, lang: str) -> Iterator[str]:
    """The findings of a run that are wanted, in the order of its file, and how many there are of how many.

    ResultsError where the run is not whole, UsageError where a rule, table, casino or day is none of the run's: a name
    misspelt must not look like one without findings.
    """
    run = open_run(directory)
    if wanted != Wanted():
        with reading(directory):
            _require_known(run, wanted)
    shown = total = 0
    for row in _rows(run.as_written("findings.parquet")):
        total += 1
        with reading(directory):
            lines = list(_lines(run, row, lang)) if wanted.holds(row) else []
        if lines:
            shown += 1
            yield from lines
    words = WORDS[lang]
    yield words["listed_one" if total == 1 else "listed"].format(n=whole_text(shown, lang), of=whole_text(total, lang))


def _require_known(run: Run, wanted: Wanted) -> None:
    played, found = run.manifest["population"], pq.read_table(run.as_written("findings.parquet"), columns=_PLACE)
    rules = [rule["id"] for game in run.rules["games"].values() for rule in game["rules"]]
    known = {"--rule": {*rules, *CODES}}
    for option, name in (("--table", "table_id"), ("--casino", "casino"), ("--day", "gaming_day")):
        known[option] = {str(line[name]) for line in played} | set(map(str, pc.unique(found[name]).to_pylist()))
    asked: list[tuple[str, object]] = [("--rule", rule) for rule in wanted.rules]
    asked += [("--table", wanted.table), ("--casino", wanted.casino), ("--day", wanted.day)]
    for option, text in asked:
        if text is not None and str(text) not in known[option]:
            near = difflib.get_close_matches(str(text), sorted(known[option]), 2, 0.5)
            held = near or sorted(known[option])
            more = " ..." if len(held) > _HELD else ""
            raise UsageError(
                f"{option} {text}: this run has none of that name; it has {', '.join(held[:_HELD])}{more}"
                if held
                else f"{option} {text}: this run holds no hand"
            )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=list(_SHOWN)):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None


def _lines(run: Run, row: Mapping[str, Any], lang: str) -> Iterator[str]:
    words = WORDS[lang]
    rank = known("severity", "note" if row["result"] == "note" else row["severity"], lang)
    yield from wrapped(f"{row['finding_id']}  {rank}  {row['rule_id']}  {_title(run, row, lang)}", "    ")
    places = [str(row["gaming_day"]), f"{plain(row['casino'])}/{plain(row['table_id'])}", plain(row["hand_id"])]
    if row["seat"] is not None:
        places.append(seat_named(row["game"], row["seat"], lang))
    if row["source_row"] is not None:
        places.append(words["row"].format(row=row["source_row"], file=plain(row["source_file"])))
    yield from wrapped("    " + "  ".join(places), "    ")
    fitting = _observations(run, row)
    truths = truths_told(row["game"], fitting, lang)
    truths |= times_told(_times(run, row["game"]), fitting, lang, row["observed"], row["expected"])
    heads = {
        "observed": observed_as(
            words["observed"], row["game"], [] if is_truth(row["observed"]) and truths else fitting, lang
        )
    }
    said = partial(_said, run, row["game"], lang)
    told = [
        named(heads.get(name, words[name]), told_by(truths, row[name], said), lang)
        for name in ("observed", "expected")
        if row[name] is not None
    ]
    if row["money_effect"] is not None:
        told.append(lost(str(row["money_effect"]), row["currency"], lang))
    told.append(f"[{cited(row['citation'], lang)}]" if row["citation"] else "")
    yield from wrapped("    " + "  ".join(part for part in told if part), "    ")


def _rule(run: Run, row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A finding's rule as the run had it; an empty one for a fault of the data."""
    rules = run.rules["games"].get(row["game"], {}).get("rules", [])
    return next((rule for rule in rules if rule["id"] == row["rule_id"]), {})


def _title(run: Run, row: Mapping[str, Any], lang: str) -> str:
    """The title of a finding's rule as the run had it; that of a fault of the data from the reader's codes."""
    rule = _rule(run, row)
    return str(rule["title"].get(lang) or row["rule_name"]) if rule else log_sentence(row["rule_id"], lang)


def _observations(run: Run, row: Mapping[str, Any]) -> list[Observation]:
    """What the checks of a finding's rule observe, as far as the finding may have come of them."""
    checks = _rule(run, row).get("checks") or []
    observed = [(str(check["over"]), str(check["observed"])) for check in checks if check.get("observed")]
    return observations(observed, json.loads(row["facts"] or "{}"), row["seat"], str(row["observed"]))


def _times(run: Run, game: str) -> set[str]:
    """The facts of a game that are told in milliseconds."""
    tables = run.rules["games"].get(game, {}).get("facts", {}).values()
    return {column["name"] for table in tables for column in table["columns"] if column.get("unit") == MILLISECONDS}


def _said(run: Run, game: str, lang: str, part: str) -> str:
    words = run.rules["games"].get(game, {}).get("words", {})
    yes_no = {"true": WORDS[lang]["yes"], "false": WORDS[lang]["no"]}
    return yes_no.get(part) or words.get(part, {}).get(lang) or amount_text(plain(part), lang)
