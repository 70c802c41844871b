"""The command line: exit codes, help, machine output, errors in one line."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from audit.cli import exits
from audit.cli.app import app
from audit.cli.documentation import commands_page
from audit.cli.guard import fail
from audit.cli.run_verb import _findings_lines

WRONG = "49.99"


def audit(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.fixture
def logs(rules: Path, log: Any, hand: Any, tmp_path: Path) -> dict[str, str]:
    bad = hand("H2").replace("1000.00,,,own", "ten,,,own", 1)
    lawful = hand("H1")
    unfinished = lawful.splitlines()[0]
    poker = lawful.replace("pai_gow", "five_card_poker").splitlines()
    end = ",".join([*poker[4].split(",")[:5], "2", *poker[4].split(",")[6:]])
    made = {
        "clean": log("clean.csv", lawful),
        "faulty": log("faulty.csv", lawful, hand("H2", WRONG, minute=4)),
        "rejects": log("rejects.csv", lawful, bad),
        "both": log("both.csv", hand("H1", WRONG), bad),
        "other": log("other.csv", poker[0], end),
        "start": log("start.csv", unfinished),
        "header": log("header.csv"),
        "nolog": tmp_path / "nolog.csv",
    }
    made["nolog"].write_bytes(b"\x00\xff\xfe no log at all")
    return {name: str(path) for name, path in made.items()}


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("clean", [], exits.CLEAN),
        ("faulty", [], exits.VIOLATIONS),
        ("faulty", ["--fail-on", "critical"], exits.VIOLATIONS),
        ("faulty", ["--exit-zero"], exits.CLEAN),
        ("rejects", [], exits.REJECTS),
        ("rejects", ["--max-rejects", "5"], exits.CLEAN),
        ("rejects", ["--exit-zero"], exits.CLEAN),
        ("both", [], exits.REJECTS),
        ("both", ["--max-rejects", "5"], exits.VIOLATIONS),
        ("other", [], exits.EMPTY),
        ("other", ["--allow-empty"], exits.CLEAN),
        ("start", [], exits.EMPTY),
        ("header", [], exits.EMPTY),
        ("nolog", [], exits.REJECTS),
        ("faulty", ["--select", "PG-9.9"], exits.USAGE),
        ("faulty", ["--fail-on", "grave"], exits.USAGE),
        ("faulty", ["--as-of", "31.10.2026"], exits.USAGE),
        ("faulty", ["--as-of", "20261031"], exits.USAGE),
        ("faulty", ["--workers", "0"], exits.USAGE),
        ("faulty", ["--max-rejects", "-1"], exits.USAGE),
        ("faulty", ["--rules", "nowhere"], exits.USAGE),
        ("faulty", ["--cluster", "tcp://one:8786"], exits.USAGE),
        ("faulty", ["--nonsense"], exits.USAGE),
    ],
)
def test_exit_codes_of_run(logs: dict[str, str], tmp_path: Path, name: str, options: list[str], code: int) -> None:
    result = audit("run", logs[name], "--out", str(tmp_path / "out"), *options)
    assert result.exit_code == code, result.output
    assert (tmp_path / "out").exists() == (code != exits.USAGE and name != "nolog")
    assert "Traceback" not in result.output


def test_an_engine_error_beats_everything_but_usage(
    logs: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.rulebook import judging

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    assert audit("run", logs["clean"], "--out", str(tmp_path / "well")).exit_code == exits.CLEAN
    monkeypatch.setattr(judging._Judging, "_check", broken)
    for name in ("clean", "both"):
        result = audit("run", logs[name], "--out", str(tmp_path / "out"), "--exit-zero")
        assert result.exit_code == exits.ENGINE
        assert "INCOMPLETE" in result.output


def test_the_worst_code_wins_in_the_stated_order() -> None:
    assert exits.worst([1, 3, 5, 4, 2]) == exits.USAGE
    assert exits.worst([1, 3, 5, 4]) == exits.ENGINE
    assert exits.worst([1, 3, 5]) == exits.EMPTY
    assert exits.worst([0, 1, 3]) == exits.REJECTS
    assert exits.worst([0, 1]) == exits.VIOLATIONS
    assert exits.worst([]) == exits.CLEAN


def test_every_code_is_documented_in_the_help_of_run() -> None:
    text = flat(audit("run", "--help").output)
    for code, meaning in exits.MEANINGS.items():
        assert f"{code} {meaning}" in text


@pytest.mark.parametrize("threshold", ["critical", "major", "minor"])
@pytest.mark.parametrize("severity", ["critical", "major", "minor"])
def test_fail_on_counts_its_severity_and_the_worse(threshold: str, severity: str) -> None:
    by_severity = dict.fromkeys(exits.SEVERITIES, 0) | {severity: 1}
    manifest = {
        "coverage": {"error": 0, "conforms": 1, "violates": 1, "notes": 0, "yielded": 0},
        "findings": {"by_severity": by_severity},
        "rows": {"rejected": 0},
    }
    code = exits.code_of_run(manifest, fail_on=threshold, max_rejects=0, allow_empty=False, exit_zero=False)
    worse = exits.SEVERITIES.index(severity) <= exits.SEVERITIES.index(threshold)
    assert code == (exits.VIOLATIONS if worse else exits.CLEAN)


def test_the_summary_keeps_to_eighty_columns(logs: dict[str, str], tmp_path: Path) -> None:
    result = audit("run", logs["both"], "--out", str(tmp_path / "out"))
    lines = result.output.splitlines()
    own = [line for line in lines if str(tmp_path) not in line]
    assert max(map(len, own)) <= 80
    assert re.search(r"both\.csv +10 +\d+ +\d+ +0 +0", result.output)
    assert re.search(r"PG-4\.2a +commission-not-at-rate +1 +0 +-0\.01 HKD", result.output)
    assert str(tmp_path / "out") in result.output.replace("\n", "")


def test_a_run_into_the_folder_of_another_says_which_reports_went_with_it(logs: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = flat(audit("run", logs["faulty"], "--out", str(out)).output)
    assert "audit findings lists them" in first
    assert "is gone" not in first
    for name in ("report-pt.pdf", "report-en.pdf"):
        (out / name).write_bytes(b"%PDF")
    again = flat(audit("run", logs["clean"], "--out", str(out)).output)
    assert "The earlier run in that folder is gone, and with it its reports: report-en.pdf, report-pt.pdf" in again
    assert "audit findings" not in again
    assert not (out / "report-en.pdf").exists()


def test_findings_are_listed_by_rule_table_and_day(logs: dict[str, str], tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    audit("run", logs["faulty"], "--out", out)
    everything = audit("findings", out)
    assert everything.exit_code == exits.CLEAN
    assert "the house lost 0.01 HKD" in flat(everything.output)
    assert everything.output.splitlines()[-1] == "1 of 1 finding"
    assert max(map(len, everything.output.splitlines())) <= 80
    for words, n in (
        (["--rule", "PG-4.2a"], 1),
        (["--rule", "LOG-seq-gap"], 0),
        (["--table", "T", "--day", "2026-10-03", "--casino", "C01"], 1),
    ):
        assert audit("findings", out, *words).output.splitlines()[-1] == f"{n} of 1 finding"
    for words, held in (
        (["--table", "U"], "it has T"),
        (["--day", "2026-10-04"], "it has 2026-10-03"),
        (["--casino", "C02"], "it has C01"),
        (["--rule", "PG-4.2"], "it has PG-4.2a"),
        (["--rule", "PG-4.2a,PG-9"], "it has PG-4.2a"),
    ):
        refused = audit("findings", out, *words)
        assert refused.exit_code == exits.USAGE
        assert held in refused.output
    assert "lícito: 50,00" in flat(audit("findings", out, "--lang", "pt").output)
    assert audit("findings", out, "--day", "3 October").exit_code == exits.USAGE
    assert audit("findings", str(tmp_path / "none")).exit_code == exits.USAGE
    assert audit("report", out, "--day", "3 October").exit_code == exits.USAGE
    nothing = flat(audit("report", out, "--table", "U").output)
    assert "no hand of these runs" in nothing
    assert "they hold 2026-10-03, casino C01, table T" in nothing
    assert "not of both" in flat(audit("report", out, "--day", "2026-10-03", "--period", "2026-10").output)


def test_json_is_all_of_stdout(logs: dict[str, str], tmp_path: Path) -> None:
    result = audit("run", logs["faulty"], "--out", str(tmp_path / "out"), "--json", "--as-of", "2026-11-30")
    said = json.loads(result.stdout)
    assert said["exit_code"] == result.exit_code == exits.VIOLATIONS
    assert said["rows"]["in"] == 10
    assert said["findings"]["violation"] == 1
    assert said["as_of"] == "2026-11-30"


def test_verify_names_each_fault(logs: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    audit("run", logs["faulty"], "--out", str(out))
    whole = audit("verify", str(out))
    assert whole.exit_code == exits.CLEAN
    digest = re.findall(r"manifest SHA-256 ([0-9a-f]{64})", whole.output)[0]
    assert "--expect" in whole.output
    kept = audit("verify", str(out), "--expect", digest)
    assert kept.exit_code == exits.CLEAN
    assert "--expect" not in kept.output
    assert audit("verify", str(out), "--expect", "0" * 64).exit_code == exits.ENGINE
    assert audit("verify", str(out), "--expect", digest.upper()).exit_code == exits.CLEAN
    for text in ("HASH", "0" * 63, digest + "0"):
        mistaken = audit("verify", str(out), "--expect", text)
        assert mistaken.exit_code == exits.USAGE
        assert "64 digits" in mistaken.output
    (out / "report-en.pdf").write_bytes(b"%PDF")
    assert audit("verify", str(out)).exit_code == exits.CLEAN
    raw = (out / "coverage.csv").read_bytes()
    faults: dict[str, Callable[[], object]] = {
        "edited": lambda: (out / "coverage.csv").write_bytes(raw.replace(b"T", b"U", 1)),
        "truncated": lambda: (out / "coverage.csv").write_bytes(raw[:-4]),
        "missing": (out / "coverage.csv").unlink,
    }
    for word, break_it in faults.items():
        break_it()
        result = audit("verify", str(out))
        assert result.exit_code == exits.ENGINE
        assert f"coverage.csv: {word}" in result.output
        (out / "coverage.csv").write_bytes(raw)
    (out / "more.csv").write_text("x")
    assert "more.csv: added" in audit("verify", str(out)).output


def test_verify_adds_up_what_a_forger_rewrote(logs: dict[str, str], tmp_path: Path) -> None:
    from audit.findings.verifying import file_sha256

    out = tmp_path / "out"
    audit("run", logs["faulty"], "--out", str(out))
    manifest = json.loads((out / "manifest.json").read_text())
    text = (out / "coverage.csv").read_text()
    (out / "coverage.csv").write_text(text.replace(",0,1,1,", ",0,2,0,"))
    assert (out / "coverage.csv").read_text() != text
    entry = manifest["files"]["coverage.csv"]
    entry["sha256"] = file_sha256(out / "coverage.csv")
    entry["bytes"] = (out / "coverage.csv").stat().st_size
    (out / "manifest.json").write_text(json.dumps(manifest))
    result = audit("verify", str(out))
    assert result.exit_code == exits.ENGINE
    assert "PG-4.2a" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["verify", "--store", "x"],
        ["explain", "only-one"],
        ["explain", "--log", "x.csv", "A", "B"],
        ["report", "nowhere", "--lang", "fr"],
        ["report", "nowhere"],
        ["report", "runs/2026-12-*", "--period", "2026-12"],
        ["report", ".", "--cards", "101"],
        ["explain", "nowhere", "F-0123456789ab"],
        ["verify", "nowhere"],
        ["rules", "show", "XX-1"],
        ["rules", "list", "--game", "bridge"],
        ["simulate", "--game", "bridge", "--hands", "1", "--out", "x.csv"],
        ["nightly"],
        ["profile"],
        ["no-such-verb"],
    ],
)
def test_usage_errors_end_with_two_and_no_trace(words: list[str]) -> None:
    result = audit(*words)
    assert result.exit_code == exits.USAGE
    assert "Traceback" not in result.output


def test_every_verb_has_an_example() -> None:
    page = commands_page()
    sections = page.split("\n## ")[1:]
    leaves = [section for section in sections if "COMMAND [ARGS]" not in section]
    assert len(leaves) >= 9
    for section in leaves:
        assert re.search(r"Examples?:\n\n    audit ", section), section.splitlines()[0]
    assert "nightly" not in page
    assert "profile" not in page


def test_explain_and_check(logs: dict[str, str], tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    audit("run", logs["faulty"], "--out", out)
    assert "not 50.00." in audit("explain", out, "H2").output
    assert audit("check", logs["clean"]).exit_code == exits.CLEAN
    assert audit("check", logs["rejects"]).exit_code == exits.REJECTS
    assert audit("check", logs["header"]).exit_code == exits.EMPTY
    assert json.loads(audit("check", logs["rejects"], "--json").output)["exit_code"] == exits.REJECTS


def test_the_end_of_a_run_says_why_rows_were_not_replayed(logs: dict[str, str], tmp_path: Path) -> None:
    said = audit("run", logs["rejects"], "--out", str(tmp_path / "out")).output
    assert re.search(r"^LOG-\w+  1 row  .+\.$", said, re.MULTILINE)
    assert "rejects.csv, whole" in said
    assert "LOG-" not in audit("run", logs["clean"], "--out", str(tmp_path / "clean")).output
    empty = audit("run", logs["header"], "--out", str(tmp_path / "empty"))
    assert empty.exit_code == exits.EMPTY
    assert "Nothing was judged" in empty.output
    assert "No findings" not in empty.output
    assert "LOG-header-only" in empty.output


def test_a_log_of_another_game_is_empty_and_a_missing_column_is_told(logs: dict[str, str], tmp_path: Path) -> None:
    text = Path(logs["clean"]).read_text(encoding="utf-8")
    other = tmp_path / "stud.csv"
    other.write_text(text.replace(",pai_gow,", ",stud,"), encoding="utf-8")
    assert audit("check", str(other)).exit_code == exits.EMPTY
    assert "LOG-game" in audit("run", str(other), "--out", str(tmp_path / "stud")).output
    lines = [line.split(",") for line in text.splitlines()]
    at = lines[0].index("label")
    short = tmp_path / "short.csv"
    short.write_text("\n".join(",".join(cells[:at] + cells[at + 1 :]) for cells in lines) + "\n", encoding="utf-8")
    said = audit("run", str(short), "--out", str(tmp_path / "short")).output
    assert "LOG-column-missing  short.csv" in said
    assert "label" in said


def test_what_check_says_keeps_to_eighty_columns(logs: dict[str, str]) -> None:
    said = audit("check", logs["rejects"]).output.splitlines()
    assert max(map(len, (line for line in said if "sha-256" not in line))) <= 80


def start(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "audit", *words], capture_output=True, text=True, check=False)


def test_the_program_itself_ends_with_the_codes(tmp_path: Path) -> None:
    assert start("--help").returncode == 0
    assert start("--version").stdout.startswith("handaudit ")
    wrong = start("run", str(tmp_path / "none.csv"), "--out", str(tmp_path / "out"))
    assert wrong.returncode == exits.USAGE
    assert wrong.stderr.startswith("audit: ")
    assert len(wrong.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    "words", [["rules", "coverage"], ["rules", "list", "--json"], ["rules", "show", "MT-1"], ["--help"]]
)
def test_a_closed_pipe_ends_a_verb_quietly_and_not_with_the_code_of_violations(words: list[str]) -> None:
    command = [sys.executable, "-m", "audit", *words]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
    assert started.returncode == exits.PIPE_CLOSED
    assert said == ""


def test_help_imports_no_room_that_is_slow() -> None:
    code = (
        "import sys; import audit.cli; print([m for m in ('numpy', 'pyarrow', 'numba', 'pandas') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_an_unexpected_error_ends_with_four_and_a_trace_on_demand() -> None:
    code = (
        "import sys; from audit.cli import guard\ndef broken():\n    raise ValueError('odd')\nguard.run_guarded(broken)"
    )
    for words, traced in ([], False), (["--debug"], True):
        result = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
        assert result.returncode == exits.ENGINE
        assert "unexpected error: ValueError: odd" in result.stderr
        assert ("Traceback" in result.stderr) is traced


@pytest.mark.parametrize(
    "error",
    [
        "OSError(errno.ENOSPC, 'No space left on device')",
        "PermissionError(errno.EACCES, 'Permission denied', '/tmp')",
        "FileNotFoundError(errno.ENOENT, 'No usable temporary directory found')",
        "RuntimeError('IO Error: Could not write file: No space left on device')",
    ],
)
def test_a_file_that_cannot_be_written_ends_with_four_and_what_to_do(error: str) -> None:
    code = f"import errno; from audit.cli import guard\ndef full():\n    raise {error}\nguard.run_guarded(full)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == exits.ENGINE
    assert result.stderr.startswith("audit: a file cannot be written: ")
    assert "TMPDIR" in result.stderr
    assert "unexpected" not in result.stderr


def test_a_process_that_is_asked_to_end_clears_up_first(tmp_path: Path) -> None:
    code = """
import os, signal, sys, tempfile
from audit.cli import guard
def work():
    with tempfile.TemporaryDirectory(dir=sys.argv[1]):
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except Exception:
            print("taken for a failure")
guard.run_guarded(work)
"""
    result = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (exits.TERMINATED, "", "")
    assert not list(tmp_path.iterdir())


def _verbs(command: Any, *names: str) -> list[tuple[str, ...]]:
    below = getattr(command, "commands", {})
    return [names, *(verb for name in below for verb in _verbs(below[name], *names, name))]


@pytest.mark.parametrize("verb", _verbs(get_command(app)), ids=" ".join)
def test_help_keeps_to_eighty_columns(verb: tuple[str, ...]) -> None:
    said = audit(*verb, "--help")
    assert said.exit_code == exits.CLEAN
    assert max(map(len, said.output.splitlines())) <= 80


def test_an_error_is_one_line_in_a_pipe_and_folded_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    message = "log.csv:1: " + "words that tell what is wrong, and how to mend it; " * 4
    for terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with pytest.raises(typer.Exit):
            fail(message, exits.REJECTS)
        lines = capsys.readouterr().err.splitlines()
        assert (len(lines) > 1) == (max(map(len, lines)) <= 80) == terminal
        assert flat(" ".join(lines)).strip() == f"audit: {message}".strip()


def test_a_file_in_place_of_a_stored_run_is_named_as_one(logs: dict[str, str]) -> None:
    for words in (("explain", logs["clean"], "H1"), ("report", logs["clean"]), ("verify", logs["clean"])):
        result = audit(*words)
        assert result.exit_code == exits.USAGE
        assert "this is a file; name the folder" in flat(result.output)


def test_the_money_of_a_run_is_written_with_thousands() -> None:
    entry = {"rule_id": "PG-1", "rule_name": "x", "violations": 1, "notes": 0, "money_effect": {"HKD": "-2012.30"}}
    lines = _findings_lines({"by_rule": [entry], "violation": 1, "note": 0}, {"HKD": "1234567.00"}, judged=True)
    assert "-2,012.30 HKD" in lines[-2]
    assert "1,234,567.00 HKD" in lines[-1]
