"""``audit run``: replay logs, hold them against the rules, store the results."""

import json
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from audit.cli import exits
from audit.cli.guard import debugging, our_errors
from audit.cli.options import Json, Logs, Rules, day, one_of, words
from audit.cli.progress import rows_progress
from audit.cli.size import expect_logs, tell_passed_over
from audit.errors import UsageError, count
from audit.explain import terminal as show

if TYPE_CHECKING:
    from audit.findings.running import Stored

_JUDGED = ("conforms", "violates", "notes", "yielded")
_NOTICED = 12  # codes of the reader that the end of a run names

HELP = f"""Replay hand logs, hold every hand against the rules, and store the results in a folder.

Example:

\b
  audit run logs/2026-10/ --out october
  audit report october --lang zh-Hant

\b
{exits.described()}
"""


def run(
    logs: Logs,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder of the results; a run there is replaced.")
    ],
    rules: Rules = None,
    select: Annotated[
        list[str] | None, typer.Option("--select", metavar="IDS", help="Only these rules (commas, or repeated).")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="IDS", help="All rules but these.")] = None,
    enable: Annotated[
        list[str] | None, typer.Option("--enable", metavar="IDS", help="Also these rules, which are off by themselves.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", min=1, max=64, help="Processes at work (threads for CSV); changes no result."
        ),
    ] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="Not in this version.")] = None,
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", metavar="DATE", help="The run's date; else the last gaming day in the data."),
    ] = None,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="SEVERITY", help="critical, major or minor.")
    ] = exits.SEVERITIES[-1],
    max_rejects: Annotated[
        int, typer.Option("--max-rejects", metavar="N", min=0, help="Rejected rows to put up with.")
    ] = 0,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help="Nothing covered is no failure.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="End with 0 whatever the data holds.")] = False,
    as_json: Json = False,
) -> None:
    """See ``HELP``, which is what the terminal shows."""
    with our_errors():
        if cluster is not None:
            raise UsageError("--cluster is not in this version; --workers N uses the cores of this machine")
        one_of(fail_on, exits.SEVERITIES, "--fail-on")
        expect_logs(logs)
        from audit.findings.running import Request, run_audit

        request = Request(
            logs=tuple(logs),
            out=out,
            rules=tuple(rules or ()),
            select=words(select),
            ignore=words(ignore),
            enable=words(enable),
            as_of=day(as_of, "--as-of"),
            workers=workers,
        )
        replaced = reports_in(out)
        with rows_progress("Auditing") as progress:
            stored = run_audit(request, progress=progress)
        tell_passed_over(logs)
    code = exits.code_of_run(
        stored.manifest, fail_on=fail_on, max_rejects=max_rejects, allow_empty=allow_empty, exit_zero=exit_zero
    )
    if as_json:
        typer.echo(json.dumps(machine_summary(stored, out, code), ensure_ascii=False, sort_keys=True, indent=1))
    else:
        typer.echo("\n".join(summary(stored, out, code, replaced, exit_zero=exit_zero)))
    for trace in stored.traces if debugging() else ():
        typer.echo(trace, err=True)
    raise typer.Exit(code)


run.__doc__ = HELP


def reports_in(out: Path) -> tuple[str, ...]:
    """The names of the reports in the folder of an earlier run, which a run into the same folder removes."""
    from audit.findings.folder import is_report

    return tuple(sorted(path.name for path in out.iterdir() if is_report(path.name))) if out.is_dir() else ()


def machine_summary(stored: "Stored", out: Path, code: int) -> dict[str, Any]:
    """What ``--json`` prints: the manifest without the hashes of the files, the folder, and the exit code."""
    names = (
        "version",
        "as_of",
        "period",
        "inputs",
        "rows",
        "hands",
        "findings",
        "coverage",
        "money_effect",
        "complete",
    )
    return {"out": str(out), "exit_code": code, "sorted": stored.sorted} | {
        name: stored.manifest[name] for name in names
    }


def summary(
    stored: "Stored", out: Path, code: int, replaced: Sequence[str] = (), *, exit_zero: bool = False
) -> list[str]:
    """The table at the end of a run; ``replaced`` are reports of an earlier run that it took the place of.

    ``exit_zero`` says that the code was asked for whatever the data holds.
    """
    manifest = stored.manifest
    lines = _rows_lines(manifest)
    if stored.sorted:
        lines.append("The rows were not in order and were sorted first.")
    findings, coverage = manifest["findings"], manifest["coverage"]
    lines += [
        "",
        f"Hands replayed {manifest['hands']['replayed']:,}, of them incomplete {manifest['hands']['incomplete']:,}",
    ]
    lines += [
        f"Rules evaluated {coverage['rules_evaluated']:,}, exercised {coverage['rules_exercised']:,}, "
        f"for a human {coverage['rules_human']:,}"
    ]
    lines += [
        f"Judged: conforms {coverage['conforms']:,}, violates {coverage['violates']:,}, notes {coverage['notes']:,}, "
        f"yielded {coverage['yielded']:,},",
        f"        indeterminate {coverage['indeterminate']:,}, not applicable {coverage['not_applicable']:,}",
        "",
        *_noticed(manifest),
        *_findings_lines(findings, manifest["money_effect"], judged=any(coverage[name] for name in _JUDGED)),
    ]
    if coverage["error"]:
        lines += ["", f"INCOMPLETE: {count(coverage['error'], 'engine error')}; what was concerned was not judged"]
    lines += ["", f"Results in {show.plain(str(out))}"]
    if findings["by_rule"]:
        lines.append("  audit findings lists them one by one, audit explain tells one with its hand")
    if replaced:
        said = ", ".join(map(show.plain, replaced))
        lines += show.wrapped(f"  The earlier run in that folder is gone, and with it its reports: {said}", "    ")
    why = exits.AS_ASKED if exit_zero and code == exits.CLEAN else exits.MEANINGS[code]
    return [*lines, *show.wrapped(f"Exit code {code}: {why}", "  ")]


def _rows_lines(manifest: dict[str, Any]) -> list[str]:
    names = ("rows_in", "replayed", "rejected", "duplicate", "out_of_scope")
    inputs = [[entry["name"], *(f"{entry[name]:,}" for name in names)] for entry in manifest["inputs"]]
    total = manifest["rows"]
    if len(inputs) > 10:
        inputs = [*inputs[:9], [f"({len(inputs) - 9:,} more files)", "", "", "", "", ""]]
    sums = ["all", *(f"{total[name]:,}" for name in ("in", *names[1:]))]
    head = ("file", "rows in", "replayed", "rejected", "duplicate", "out of scope")
    return show.table(head, [*inputs, sums], right=range(1, 6))


def _noticed(manifest: dict[str, Any]) -> list[str]:
    """Why rows were not replayed and what else the reader noticed of the files; nothing where all is well."""
    from audit.explain.citing import log_sentence

    counts: Counter[str] = Counter()
    for entry in manifest["inputs"]:
        counts.update(entry["reasons"])
    lines = []
    for code, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_NOTICED]:
        lines += show.wrapped(f"{code.partition(':')[0]}  {count(n, 'row')}  {log_sentence(code, 'en')}", "    ")
    notes = [(entry["name"], code, what) for entry in manifest["inputs"] for code, what in entry["notes"]]
    notes = [note for note in notes if note[1] not in {code.partition(":")[0] for code in counts}]
    for name, code, what in notes[:_NOTICED]:
        said = log_sentence(f"{code}:{what}" if what else code, "en")
        lines += show.wrapped(f"{code}  {name}  {said}", "    ")
    if len(counts) > _NOTICED or len(notes) > _NOTICED:
        lines.append("... audit check shows the rest")
    if manifest["rows"]["rejected"]:
        lines.append("Every rejected row stands in rejects.csv, whole and with its reason.")
    return [*lines, ""] if lines else []


def _money(amounts: dict[str, str]) -> str:
    return ", ".join(f"{Decimal(amount):,} {currency}" for currency, amount in sorted(amounts.items()))


def _findings_lines(findings: dict[str, Any], money: dict[str, str], *, judged: bool) -> list[str]:
    if not findings["by_rule"]:
        return ["No findings." if judged else "Nothing was judged, so nothing could be found."]
    rows = []
    for entry in findings["by_rule"]:
        effect = _money(entry["money_effect"])
        rows.append([entry["rule_id"], entry["rule_name"], f"{entry['violations']:,}", f"{entry['notes']:,}", effect])
    rows.append(["all", "", f"{findings['violation']:,}", f"{findings['note']:,}", _money(money)])
    return show.table(("rule", "fault", "violations", "notes", "players' loss"), rows, right=(2, 3, 4))
