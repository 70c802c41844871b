"""The verbs that look: ``report``, ``explain``, ``check`` and ``verify``."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.exits import CLEAN, EMPTY, ENGINE, REJECTS, worst
from audit.cli.guard import our_errors
from audit.cli.options import LANGUAGES, Json, Language, Logs, Rules, day, one_of, stored
from audit.cli.size import expect_little, expect_logs, tell_passed_over
from audit.errors import UsageError, count
from audit.explain import terminal as show

_SHA256 = re.compile("[0-9a-fA-F]{64}")


def report(
    directories: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of stored runs.")],
    lang: Language = "en",
    period: Annotated[
        str | None, typer.Option("--period", metavar="YYYY-MM", help="Only the gaming days of a month.")
    ] = None,
    casino: Annotated[str | None, typer.Option("--casino", metavar="ID", help="Only one casino.")] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="ID", help="Only one table.")] = None,
    on: Annotated[str | None, typer.Option("--day", metavar="DATE", help="Only one gaming day.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.pdf", help="Default: report-<lang>.pdf in the first DIR.")
    ] = None,
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards", metavar="N", min=0, max=100, help="Findings told with all their evidence; 20 if absent."
        ),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Also write the report as HTML beside the PDF.")] = False,
    as_json: Json = False,
) -> None:
    r"""Render the report of stored runs as PDF.

    Nothing is judged anew: the report says what the runs found.

    Example:

    \b
      audit report october --lang zh-Hant --html

    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        expect_little()
        for directory in directories:
            stored(directory)
        from audit.report import CARDS, render

        cap = CARDS if cards is None else cards
        chosen = {"period": period, "casino": casino, "table": table}
        made = render(directories, lang=lang, **chosen, day=day(on, "--day"), out=out, html=html, cap=cap)
    if as_json:
        found = {"pdf": str(made.pdf), "html": str(made.html) if made.html else None, "pages": made.pages}
        typer.echo(json.dumps(found, ensure_ascii=False, sort_keys=True, indent=1))
        return
    typer.echo(f"{show.plain(str(made.pdf))}: {count(made.pages, 'page')}")
    if made.shown < made.findings:
        typer.echo(f"  {made.shown} of {count(made.findings, 'finding')} with all their evidence; --cards N shows more")
    if made.html:
        typer.echo(show.plain(str(made.html)))


def explain(
    what: Annotated[
        list[str], typer.Argument(metavar="DIR FINDING|HAND", help="A stored run, and a finding or hand of it.")
    ],
    log: Annotated[
        list[str] | None, typer.Option("--log", metavar="LOG", help="Instead of DIR: replay this log up to the hand.")
    ] = None,
    lang: Language = "en",
    casino: Annotated[
        str | None, typer.Option("--casino", metavar="ID", help="Where several have a hand of that id.")
    ] = None,
    rules: Rules = None,
) -> None:
    r"""Show a hand line by line: what happened, what the law makes of it, and what was found.

    A finding is told with the facts that its rule speaks of, a hand with all. From a stored run the hand is replayed
    by itself; what it takes from earlier hands is shown as the findings
    recorded it. With --log the whole log is replayed up to the hand.

    Examples:

    \b
      audit explain october F-0123456789ab
      audit explain october H000184 --lang zh-Hant
      audit explain --log logs/2026-10-03.csv H000184

    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        expect_logs(log or [])
        from audit.explain.telling import explain_logged, explain_stored

        if log:
            if len(what) != 1:
                raise UsageError("explain --log LOG takes one HAND beside it")
            lines = explain_logged(log, what[0], lang=lang, casino=casino, rules=rules or ())
        elif len(what) != 2:
            raise UsageError("explain takes DIR and FINDING or HAND, or --log LOG and HAND")
        else:
            lines = explain_stored(stored(Path(what[0])), what[1], lang=lang, casino=casino, rules=rules or ())
        typer.echo("\n".join(lines))


def check(logs: Logs, as_json: Json = False) -> None:
    r"""Read logs without judging: what the columns are, which rows are rejected, and why.

    Nothing is written. Ends with 3 where rows are rejected, with 5 where no row can be
    replayed.

    Example:

    \b
      audit check logs/2026-10-03.csv

    """
    with our_errors():
        expect_logs(logs)
        from audit.logs.checking import check_logs

        checked = check_logs(logs)
        tell_passed_over(logs)
    account = checked.account
    total = {name: account.total(name) for name in ("rows_in", "replayed", "rejected", "duplicate", "out_of_scope")}
    code = worst([REJECTS if total["rejected"] else CLEAN, CLEAN if total["replayed"] else EMPTY])
    if as_json:
        for part in checked.json_text(code):
            typer.echo(part, nl=False)
        typer.echo()
    else:
        typer.echo("\n".join(part for line in checked.lines() for part in show.wrapped(line, "    ")))
    raise typer.Exit(code)


def verify(
    directory: Annotated[Path | None, typer.Argument(metavar="DIR", help="The folder of a stored run.")] = None,
    store: Annotated[Path | None, typer.Option("--store", metavar="STORE", help="Not in this version.")] = None,
    expect: Annotated[
        str | None,
        typer.Option("--expect", metavar="SHA256", help="The hash of the manifest as it was kept elsewhere."),
    ] = None,
    as_json: Json = False,
) -> None:
    r"""Hold the files of a stored run against its manifest: hashes, sizes, counts.

    That the files agree with the manifest does not prove that nobody wrote both anew: keep the manifest's hash
    elsewhere and give it with --expect. Ends with 4 where something differs.

    Example:

    \b
      audit verify october

    """
    with our_errors():
        if store is not None:
            raise UsageError("verify --store is not in this version; verify the folder of each run")
        if directory is None:
            raise UsageError("verify takes the folder of a stored run")
        if expect is not None and not _SHA256.fullmatch(expect):
            raise UsageError(f"--expect {expect}: a SHA-256 is 64 digits 0-9, a-f; the report prints it under Manifest")
        expect_little()
        from audit.findings.verifying import verify_run

        found = verify_run(stored(directory))
    faults = list(found.faults)
    if expect is not None and expect.lower() != found.manifest_sha256:
        faults.insert(0, f"manifest.json: its SHA-256 is {found.manifest_sha256}, not {expect}")
    if as_json:
        said = {
            "manifest_sha256": found.manifest_sha256,
            "files": found.files,
            "findings": found.findings,
            "faults": faults,
        }
        typer.echo(json.dumps(said, ensure_ascii=False, sort_keys=True, indent=1))
    else:
        for fault in faults:
            typer.echo(show.plain(fault))
        typer.echo(
            f"{count(found.files, 'file')}, {count(found.findings, 'finding')}: "
            + ("damaged" if faults else "as they were written")
        )
        typer.echo(f"manifest SHA-256 {found.manifest_sha256}")
        if expect is None:
            typer.echo("  Only this hash vouches for the manifest: compare it with the one in the")
            typer.echo("  signed report, or give that with --expect.")
    raise typer.Exit(ENGINE if faults else CLEAN)
