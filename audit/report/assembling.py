"""A few stored runs become one report: what is counted, chosen and said, before anything is set."""

import calendar
import dataclasses
import datetime
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from audit.errors import UsageError
from audit.explain.citing import log_reason, log_sentence
from audit.report import figures
from audit.report.cards import CardMaker, chosen, finding_line, in_order, played_row
from audit.report.charts import draw_charts
from audit.report.clean import clean, shorten
from audit.report.fonts import drawable
from audit.report.lawbook import Lawbook
from audit.report.model import Finding, Line, Reject, Report, RunRecord, StoredFile, Totals
from audit.report.stored import (
    Selection,
    StoredRun,
    read_coverage,
    read_details,
    read_findings,
    read_moments,
    read_rejects,
)
from audit.report.words import Words

ROWS_LISTED = 304  # findings in the list: about seventeen pages
REJECTS_LISTED = 60
_CELL = 80
_HELD = 5  # names that an error tells


def select(
    period: str | None, casino: str | None, table: str | None = None, day: datetime.date | None = None
) -> Selection:
    """The selection that the options of a report ask for; UsageError where the month YYYY-MM is none."""
    if period is not None and day is not None:
        raise UsageError("a report speaks of a month or of a gaming day, not of both")
    if period is None:
        return Selection(day, day, casino, table)
    try:
        first = datetime.datetime.strptime(period, "%Y-%m").date()
    except ValueError as error:
        raise UsageError(f"a period is written YYYY-MM, as 2026-10; found {period!r}") from error
    return Selection(first, first.replace(day=calendar.monthrange(first.year, first.month)[1]), casino, table)


def _verdict(totals: Totals) -> str:
    if totals.outcomes.error:
        return "incomplete"
    if not totals.hands:
        return "empty"
    if totals.violations.total:
        return "violations"
    return "notes" if totals.notes else "clean"


def _number(runs: Sequence[StoredRun], selection: Selection, as_of: datetime.date | None) -> str:
    """The report's number: the same runs and the same selection have the same, in every language."""
    parts = [*(run.manifest_sha256 for run in runs), str(selection.first), str(selection.casino)]
    parts += [f"table {selection.table}"] if selection.table is not None else []
    parts += ["day"] if selection.day else []
    said = "|".join(parts)
    day = f"{as_of:%Y%m%d}" if as_of else "UNDATED"
    return f"HA-{day}-{hashlib.sha256(said.encode()).hexdigest()[:8].upper()}"


def _reject(values: Sequence[object], lang: str) -> Reject:
    """A rejected row with its reason in the language."""
    file, row, hand, column, code, reason = (str(value) for value in values)
    said, spoken = log_reason(code, reason, lang)
    file, row, hand, column, code = (shorten(value, _CELL) for value in (file, row, hand, column, code))
    return Reject(file, row, hand, column, code, shorten(said, 2 * _CELL), spoken)


def _rejects(runs: Sequence[StoredRun], lang: str) -> tuple[tuple[Reject, ...], tuple[tuple[str, str, int], ...]]:
    """The first rejected rows, and how many there are of each code."""
    rows: list[Reject] = []
    codes: Counter[str] = Counter()
    columns = ("source_file", "source_row", "hand_id", "column", "code", "reason")
    for run in runs:
        for frame in read_rejects(run, columns):
            codes.update(frame["code"])
            first = frame.head(REJECTS_LISTED - len(rows)).itertuples(index=False)
            rows += [_reject(values, lang) for values in first]
    counted = sorted(codes.items(), key=lambda item: (-item[1], item[0]))
    return tuple(rows), tuple((code, log_sentence(code, lang), n) for code, n in counted)


def _record(number: int, run: StoredRun, attached: dict[str, str]) -> RunRecord:
    manifest = run.manifest
    options = [(name, ", ".join(map(str, value))) for name, value in sorted(manifest["options"].items()) if value]
    return RunRecord(
        number + 1,
        str(run.as_of or ""),
        run.manifest_sha256,
        str(manifest["version"]),
        tuple((str(pack["name"]), str(pack["sha256"])) for pack in manifest["packs"]),
        tuple(options),
        tuple(
            StoredFile(name, entry["sha256"], int(entry["bytes"]), entry.get("rows"), attached.get(name, ""))
            for name, entry in sorted(manifest["files"].items())
        ),
    )


def _listed(
    runs: Sequence[StoredRun], ordered: pd.DataFrame, carded: set[str], lawbook: Lawbook, numbers: Mapping[str, int]
) -> tuple[Finding, ...]:
    listed = ordered.head(ROWS_LISTED)
    details = read_details(runs, listed)
    moments = [
        read_moments(run, ((one["casino"], one["hand_id"], one["seq"]) for one in _of_run(details, listed, number)))
        for number, run in enumerate(runs)
    ]
    lines = []
    for finding_id, run in zip(listed["finding_id"], listed["run"], strict=True):
        one = details[finding_id]
        played = played_row(one["seq"], moments[int(run)][one["casino"], one["hand_id"]])
        lines.append(finding_line(one, int(run), lawbook, finding_id in carded, numbers, played))
    return tuple(lines)


def _of_run(details: Mapping[str, Any], listed: pd.DataFrame, run: int) -> list[Any]:
    return [details[finding_id] for finding_id in listed.loc[listed["run"] == run, "finding_id"]]


def _drawable_lines(lines: Sequence[Line], folder: Path) -> tuple[Line, ...]:
    """Names of lines go into charts, which escape but do not clean."""
    glyphs = drawable(folder)
    return tuple(dataclasses.replace(line, name=clean(shorten(line.name, 48), glyphs)) for line in lines)


def _nothing_there(frame: pd.DataFrame) -> str:
    said = "no hand of these runs lies in the period, casino and table that the report is asked for"
    if frame.empty:
        return f"{said}; they hold no hand at all"
    held = {name: sorted(frame[name].astype(str).unique()) for name in ("gaming_day", "casino", "table_id")}
    days = " to ".join(dict.fromkeys((held["gaming_day"][0], held["gaming_day"][-1])))
    told = {name: ", ".join(names[:_HELD]) + (" ..." if len(names) > _HELD else "") for name, names in held.items()}
    return f"{said}; they hold {days}, casino {told['casino']}, table {told['table_id']}"


def assemble(
    runs: Sequence[StoredRun],
    selection: Selection,
    words: Words,
    folder: Path,
    cap: int,
    attached: Sequence[dict[str, str]],
) -> Report:
    """The report on the selection of the runs, at most ``cap`` evidence cards; UsageError where nothing is selected.

    ``attached`` gives, by run, the name among the attachments of each stored file that is attached.
    """
    frame = figures.played(runs, selection)
    if not selection.everything and frame.empty:
        raise UsageError(_nothing_there(figures.played(runs, Selection())))
    lawbook = Lawbook(runs, words)
    findings = read_findings(runs, selection)
    findings["currency"] = findings["currency"].fillna("")
    coverage = read_coverage(runs, selection)
    ordered = in_order(findings)
    picked = chosen(ordered, cap)
    maker = CardMaker(runs, lawbook, words, Counter(findings["rule_id"]))
    games = figures.procedures(coverage, frame, lawbook)
    totals = figures.totals(runs, frame, findings, coverage, games, lawbook)
    rejects, reject_codes = _rejects(runs, words.lang)
    files = figures.input_files(runs, words.lang)
    numbers = {file.sha256: place for place, file in reversed(list(enumerate(files, 1)))}
    as_of = max((run.as_of for run in runs if run.as_of), default=None)
    days = sorted(set(frame["gaming_day"]))
    report = Report(
        words.lang,
        _number(runs, selection, as_of),
        _verdict(totals),
        as_of,
        days[0] if days else None,
        days[-1] if days else None,
        None if selection.first is None or selection.day else (selection.first.year, selection.first.month),
        selection.casino,
        tuple(sorted(shorten(casino, 48) for casino in set(frame["casino"]))),
        tuple(sorted(set(frame["game"]))),
        totals,
        figures.population(frame),
        files,
        tuple(lawbook.criteria(game) for game in sorted(lawbook.games)),
        games,
        _drawable_lines(figures.by_rule(findings, lawbook), folder),
        _drawable_lines(figures.by_table(findings, frame), folder),
        figures.by_day(findings, frame),
        figures.money(findings),
        figures.money_by_rule(findings, lawbook),
        figures.certainty(findings, lawbook),
        _listed(runs, ordered, set(picked["finding_id"]), lawbook, numbers),
        len(ordered),
        maker.make(picked),
        rejects,
        reject_codes,
        tuple(_record(number, run, attached[number]) for number, run in enumerate(runs)),
        table=selection.table,
        day=selection.day,
    )
    return dataclasses.replace(report, charts=draw_charts(report, words, folder))
