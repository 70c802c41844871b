"""From stored runs to files: the same bytes again, hostile logs harmless, totals the same everywhere."""

import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

from audit.errors import RenderError, UsageError
from audit.places import templates_folder
from audit.report import render
from audit.report.assembling import assemble, select
from audit.report.rendering import _ATTACH_AT_MOST, CARDS_AT_MOST, _names, _selected_rows
from audit.report.setting import set_html
from audit.report.stored import StoredRun, open_runs
from audit.report.words import LANGUAGES, load_words

AGAIN = """
import sys
from pathlib import Path
from audit.report import render
render([Path(sys.argv[1])], lang="zh-Hant", out=Path(sys.argv[2]), html=True, cap=6)
"""


def _tight(text: str) -> str:
    return re.sub(r"\s", "", text)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_another_process_zone_and_hash_seed_give_the_same_bytes(mixed_run, reports, tmp_path):
    moved = tmp_path / "elsewhere" / "run"
    shutil.copytree(mixed_run, moved)
    environment = {**os.environ, "TZ": "America/New_York", "PYTHONHASHSEED": "3", "LC_ALL": "C"}
    out = tmp_path / "again.pdf"
    subprocess.run([sys.executable, "-c", AGAIN, str(moved), str(out)], check=True, env=environment)
    assert _hash(out) == _hash(reports["zh-Hant"].pdf)
    assert _hash(out.with_suffix(".html")) == _hash(reports["zh-Hant"].html)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_totals_agree_on_the_cover_in_the_page_and_in_the_manifest(reports, mixed_run, lang, page_texts):
    words = load_words(lang)
    manifest = json.loads((mixed_run / "manifest.json").read_text("utf-8"))
    text = _tight(" ".join(page_texts(reports[lang].pdf)))
    assert _tight(words("reconciliation.adds_up", n=manifest["rows"]["in"])) in text
    rejected = words("summary.rejected", n=len(manifest["inputs"]) * 2)
    assert _tight(rejected)[:12] in text
    shown = words("format.showing", n=reports[lang].shown, of=reports[lang].findings)
    assert _tight(shown) in text


def test_pictures_of_all_three_games_are_on_the_cards(reports):
    page = reports["en"].html.read_text("utf-8")
    for kind in ("piece-domino", "piece-card", "piece-tile", "piece-die"):
        assert f'class="piece {kind}"' in page
    for key in set(re.findall(r'<use href="#([^"]+)"', page)):
        assert f'id="{key}"' in page


def test_the_page_for_the_screen_stands_alone(reports):
    page = reports["pt"].html.read_text("utf-8")
    assert "app:" not in page
    assert not re.search(r'(src|href)="(?!#)', page)
    assert "default-src 'none'" in page
    assert page.count("<html") == page.count("</html>") == 1


HOSTILE = (
    "<script>alert(1)</script><img src=file:///etc/passwd>",
    "{{ 7*7 }}{% include '/etc/passwd' %}",
    "\u202e\u2066evil\x00\x07\x1b[31m",
    "</td></tr></table><h2>Approved</h2>",
    'x" onload="y" style="position:fixed',
    "url(http://127.0.0.1/);} body{display:none",
    '=HYPERLINK("http://127.0.0.1")',
    "../../etc/passwd\\..",
    "\ud7ff\ue000😀",
    "A" * 100_000,
)


@pytest.fixture(scope="module")
def hostile_run(new_run, tmp_path_factory):
    writer = new_run(("pai_gow",), len(HOSTILE), findings=1, days=2, tables=1)
    for place, (finding, text) in enumerate(zip(writer.findings, HOSTILE, strict=True)):
        rows = [row for row in writer.evidence if row["hand_id"] == finding["hand_id"]]
        for row in rows:
            row.update(person=text, label=text, ref=text, hand_id=text + str(place), table_id=text)
        rows[3]["pieces"] = text
        facts = json.dumps({"fee": text, "seat": 1, "observed": text, "expected": text})
        finding.update(hand_id=text + str(place), table_id=text, person=text, observed=text, expected=text, facts=facts,
                       message=text, source_file=text)  # fmt: skip
    for key in list(writer.population):
        writer.population[(HOSTILE[0], HOSTILE[3], *key[2:])] = writer.population.pop(key)
        writer.rows[(HOSTILE[0], HOSTILE[3], *key[2:])] = writer.rows.pop(key)
    writer.source["name"] = HOSTILE[3] + HOSTILE[2]
    writer.empty_inputs = list(HOSTILE)
    for text in HOSTILE:
        writer.reject(source_file=text, hand_id=text, column=text, code=text, reason=text, raw=text.replace("\x00", ""))
        writer.rejects[-1] = {name: value.replace("\x00", "␀") for name, value in writer.rejects[-1].items()}
    writer.log_rules = [{"id": "LOG-X", "severity": "minor", "title": {"en": HOSTILE[0]}}]
    return writer.write(tmp_path_factory.mktemp("hostile") / "run")


@pytest.fixture(scope="module")
def hostile_report(hostile_run, tmp_path_factory):
    out = tmp_path_factory.mktemp("hostile-report") / "report.pdf"
    return render([hostile_run], lang="pt", out=out, html=True, cap=20)


def test_a_hostile_log_breaks_nothing_and_fakes_nothing(hostile_report, page_texts):
    text = " ".join(page_texts(hostile_report.pdf))
    assert "alert(1)" in text
    assert "7*7" in text.replace(" ", "")
    assert "[U+202E]" in text
    assert "[U+1F600]" in text
    assert "(+99952)" in text.replace(" ", "") or "(+99953)" in text.replace(" ", "")
    with pikepdf.open(hostile_report.pdf) as pdf, pdf.open_outline() as outline:
        assert len(outline.root) == 14, "no heading came from the log"
        assert "/Encrypt" not in pdf.trailer
    assert hostile_report.pages < 60


def test_a_hostile_log_cannot_write_markup_on_the_screen(hostile_report):
    page = hostile_report.html.read_text("utf-8")
    assert "<script" not in page
    assert 'onload="y' not in page
    assert "<h2>Approved" not in page
    assert "file:///etc/passwd>" not in page
    assert not re.search("[\u202e\u2066\x00\x07\x1b]", page)
    assert "A" * 1000 not in page


def test_many_runs_and_a_selection(new_run, tmp_path):
    runs = []
    for night in (1, 2):
        writer = new_run(("five_card_poker",), 3, casino=f"C0{night}", first=datetime.date(2026, 10, night), days=1,
                         findings=1, seed=night)  # fmt: skip
        runs.append(writer.write(tmp_path / f"n{night}"))
    made = render(runs, lang="en", cap=1)
    assert made.pdf == runs[0] / "report-en.pdf"
    assert (made.findings, made.shown, made.html) == (6, 1, None)
    with pikepdf.open(made.pdf) as pdf:
        names = [str(file.UF) for file in pdf.Root.AF]
        assert names[:2] == ["run-01-coverage.csv", "run-01-findings.csv"]
        assert len(names) == 10
    part = render(runs, lang="en", casino="C02", period="2026-10", out=tmp_path / "part.pdf", cap=0)
    assert (part.findings, part.shown) == (3, 0)
    with pikepdf.open(part.pdf) as pdf:
        attached = {str(file.UF): file.EF.F.read_bytes().decode() for file in pdf.Root.AF}
    assert set(attached) == {"selected-coverage.csv", "selected-findings.csv"}
    assert "C01" not in attached["selected-findings.csv"] + attached["selected-coverage.csv"]
    assert len(attached["selected-findings.csv"].splitlines()) == 4
    assert not list(tmp_path.rglob("*.part"))
    opened = open_runs(runs)
    head, *lines = _selected_rows(opened, "findings.csv", select(None, None, None, datetime.date(2026, 10, 1)))
    tables = {line[head.index("table_id")] for line in lines}
    assert {line[head.index("gaming_day")] for line in lines} == {"2026-10-01"}
    for table in tables:
        _, *own = _selected_rows(opened, "findings.csv", select(None, "C01", table))
        assert own == [line for line in lines if line[head.index("table_id")] == table]
    assert len(list(_selected_rows(opened, "findings.csv", select(None, None, "none")))) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_found_nothing_examined_and_engine_errors_are_said_on_the_cover(new_run, tmp_path, lang, page_texts):
    words = load_words(lang)

    def cover(writer, name):
        made = render([writer.write(tmp_path / name)], lang=lang, cap=2)
        return page_texts(made.pdf)[0].replace(" ", "")

    assert words("verdict.clean.head").replace(" ", "") in cover(new_run(("pai_gow",), 3, findings=0), "clean")
    if lang == "en":
        empty = new_run(("mahjong",), 0)
        assert "NOTHINGEXAMINED" in cover(empty, "empty")
        broken = new_run(("pai_gow",), 3, findings=0)
        next(iter(broken.counts.values()))["error"] = 2
        assert "INCOMPLETE" in cover(broken, "broken")


def test_what_cannot_be_asked_is_refused(mixed_run, tmp_path):
    with pytest.raises(UsageError, match="one of en, zh-Hant, pt"):
        render([mixed_run], lang="fr", out=tmp_path / "x.pdf")
    with pytest.raises(UsageError, match="evidence cards"):
        render([mixed_run], lang="en", out=tmp_path / "x.pdf", cap=CARDS_AT_MOST + 1)
    assert not list(tmp_path.iterdir())


def test_a_template_that_names_what_is_not_there_stops_the_report(mixed_run, tmp_path, monkeypatch):
    folder = tmp_path / "templates"
    shutil.copytree(templates_folder(), folder)
    monkeypatch.setattr("audit.report.rendering.templates_folder", lambda: folder)
    (folder / "sections" / "scope.html.j2").write_text("{{ r.nonsense }}", "utf-8")
    with pytest.raises(RenderError, match="nonsense"):
        render([mixed_run], lang="en", out=tmp_path / "x.pdf")
    assert not (tmp_path / "x.pdf").exists()


def test_large_files_are_named_but_not_attached():
    sizes = {
        "findings.csv": _ATTACH_AT_MOST + 1,
        "findings.parquet": 9,
        "rejects.csv": _ATTACH_AT_MOST + 1,
        "coverage.csv": 9,
    }
    manifest = {"files": {name: {"bytes": size} for name, size in sizes.items()}}
    names = _names(StoredRun(Path(), manifest, "", {}), 1, many=True)
    small = ("coverage.csv", "findings.parquet", "manifest.json", "rules.json")
    assert names == {name: f"run-02-{name}" for name in small}


def test_a_hand_whose_log_names_nobody_has_no_column_for_people(new_run, tmp_path):
    words, folder = load_words("en"), templates_folder()

    def page(name, *, silent):
        writer = new_run(("pai_gow",), 2, findings=1)
        for row in writer.evidence if silent else ():
            row["actor"] = row["person"] = None
        report = assemble(open_runs([writer.write(tmp_path / name)]), select(None, None), words, folder, 1, [{}])
        return set_html(report, words, folder, paper=False)[0]

    assert f">{words('column.who')}</th>" in page("named", silent=False)
    assert f">{words('column.who')}</th>" not in page("nobody", silent=True)
