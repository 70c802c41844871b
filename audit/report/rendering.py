"""Stored runs to a report on disk: the one door of this room."""

import csv
import dataclasses
import datetime
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from audit.errors import UsageError
from audit.places import templates_folder
from audit.report.assembling import assemble, select
from audit.report.pdf import Attached, renderer_versions, write_pdf
from audit.report.setting import set_html
from audit.report.stored import Selection, StoredRun, open_runs
from audit.report.words import LANGUAGES, Words, load_words
from audit.results import reading

CARDS = 20  # evidence cards where nobody asks for more or fewer: a report under one gigabyte of memory
CARDS_AT_MOST = 100  # every card may want sixteen megabytes more
_UNDATED = datetime.date(1970, 1, 1)  # what the file itself says of its making, where nothing was dated
_ATTACH_AT_MOST = 24_000_000  # bytes of one file
_ATTACHED = ("coverage.csv", "findings.csv", "manifest.json", "rejects.csv", "rules.json")


@dataclass(frozen=True)
class ReportFiles:
    """What was written: the PDF, the HTML where it was asked for, and how much of it is shown."""

    pdf: Path
    html: Path | None
    pages: int
    findings: int
    shown: int  # findings with an evidence card


def _names(run: StoredRun, number: int, many: bool) -> dict[str, str]:
    """The stored files of a run to attach, by their name there; too large a list of findings goes in as Parquet."""
    names = {}
    for name in _ATTACHED:
        chosen = name
        entry = run.manifest["files"].get(name, {"bytes": 0})
        if entry["bytes"] > _ATTACH_AT_MOST:
            chosen = name.replace(".csv", ".parquet")
            if run.manifest["files"].get(chosen, {"bytes": _ATTACH_AT_MOST + 1})["bytes"] > _ATTACH_AT_MOST:
                continue
        names[chosen] = f"run-{number + 1:02d}-{chosen}" if many else chosen
    return names


def _selected_rows(runs: Sequence[StoredRun], name: str, selection: Selection) -> Iterator[list[str]]:
    """The lines of a stored CSV that the selection holds, header first, as text."""
    for number, run in enumerate(runs):
        options = pyarrow.csv.ParseOptions(newlines_in_values=True)
        with (run.directory / name).open(encoding="utf-8", newline="") as stream:
            header = next(csv.reader(stream))
        types = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=False)
        table = pyarrow.csv.read_csv(run.directory / name, parse_options=options, convert_options=types)
        if selection.casino is not None:
            table = table.filter(pc.is_in(table["casino"], pa.array([selection.casino, ""])))
        if selection.table is not None:
            table = table.filter(pc.is_in(table["table_id"], pa.array([selection.table, ""])))
        if selection.first is not None:
            day = table["gaming_day"]
            inside = pc.and_(pc.greater_equal(day, str(selection.first)), pc.less_equal(day, str(selection.last)))
            table = table.filter(pc.or_(inside, pc.equal(day, "")))
        if number == 0:
            yield header
        for batch in table.to_batches():
            yield from (list(line.values()) for line in batch.to_pylist())


def _selected_csv(runs: Sequence[StoredRun], name: str, selection: Selection) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_selected_rows(runs, name, selection))
    return text.getvalue().encode()


def _to_attach(
    runs: Sequence[StoredRun], selection: Selection, words: Words
) -> tuple[list[Attached], list[dict[str, str]]]:
    """The files that lie inside the PDF: the stored ones as they are, or only the selected lines of a selection."""
    if not selection.everything:
        files = [
            Attached(f"selected-{name}", _selected_csv(runs, name, selection), words(f"attachment.{name[:-4]}"))
            for name in ("coverage.csv", "findings.csv")
        ]
        return [file for file in files if len(file.source) <= _ATTACH_AT_MOST], [{} for _ in runs]  # type: ignore[arg-type]
    names = [_names(run, number, len(runs) > 1) for number, run in enumerate(runs)]
    files = [
        Attached(inside, run.directory / name, words(f"attachment.{name.split('.')[0]}"))
        for run, own in zip(runs, names, strict=True)
        for name, inside in own.items()
    ]
    return files, names


def _write(target: Path, data: str) -> None:
    beside = target.with_name(target.name + ".part")
    beside.write_text(data, encoding="utf-8", newline="\n")
    os.replace(beside, target)  # noqa: PTH105


def render(
    run_dirs: Sequence[Path],
    *,
    lang: str,
    period: str | None = None,
    casino: str | None = None,
    table: str | None = None,
    day: datetime.date | None = None,
    out: Path | None = None,
    html: bool = False,
    cap: int = CARDS,
) -> ReportFiles:
    """Render the report of one or more stored runs as PDF, and as HTML beside it where asked for.

    ``lang`` is en, zh-Hant or pt; ``period`` (YYYY-MM) or ``day``, ``casino`` and ``table`` narrow the report; ``out``
    defaults to ``report-<lang>.pdf`` in the first run's folder; ``cap`` is the greatest number of evidence cards. The
    same runs give the same bytes. UsageError for what cannot be reported, ResultsError for runs that are not whole,
    RenderError for a report that cannot be drawn as promised.
    """
    if lang not in LANGUAGES:
        raise UsageError(f"a report is written in one of {', '.join(LANGUAGES)}; found {lang!r}")
    if not 0 <= cap <= CARDS_AT_MOST:
        raise UsageError(f"a report shows 0 to {CARDS_AT_MOST} evidence cards; found {cap}")
    folder = templates_folder()
    words = load_words(lang, folder)
    selection = select(period, casino, table, day)
    runs = open_runs(run_dirs)
    target = out or Path(run_dirs[0]) / f"report-{lang}.pdf"
    if not target.parent.is_dir():
        raise UsageError(f"the folder of {target.name} is not there: {target.parent}")
    with reading(*run_dirs):
        files, names = _to_attach(runs, selection, words)
        report = assemble(runs, selection, words, folder, cap, names)
    report = dataclasses.replace(report, libraries=renderer_versions())
    body, pictures = set_html(report, words, folder, paper=True)
    css = (folder / "report.css").read_text(encoding="utf-8")
    beside = target.with_name(target.name + ".part")
    try:
        pages = write_pdf(body, css, pictures, files, report.as_of or _UNDATED, folder, beside)
        os.replace(beside, target)  # noqa: PTH105
    finally:
        beside.unlink(missing_ok=True)
    page: Path | None = None
    if html:
        page = target.with_suffix(".html")
        _write(page, set_html(report, words, folder, paper=False)[0])
    return ReportFiles(target, page, pages, report.findings_total, len(report.cards))
