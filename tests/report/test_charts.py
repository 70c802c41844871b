"""Charts: one svg element each, the same byte for byte, labels that are only labels."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from audit.places import templates_folder
from audit.report.charts import _marks, bars_chart, days_chart
from audit.report.model import Line, Severities
from audit.report.words import LANGUAGES, load_words

FOLDER = templates_folder()
DAYS = [Line(f"2026-10-{day:02d}", "", Severities(day % 3, day % 5, 1), day % 2) for day in range(1, 32)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chart_is_one_svg_with_a_title_and_our_font(lang):
    text = days_chart(DAYS, load_words(lang), FOLDER)
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "2026-10-" in (root[0].text or "")
    assert "Audit TC" in text
    assert "Noto" not in text
    said = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert load_words(lang)("severity.critical") in said
    assert text == days_chart(DAYS, load_words(lang), FOLDER)


def test_bars_show_the_largest_lines_and_their_numbers():
    lines = [Line(f"R{n}", "", Severities(minor=1000 * (20 - n)), 0) for n in range(20)]
    text = bars_chart(lines, "rules", load_words("en"), FOLDER)
    assert "20,000" in text
    assert ">R11<" in text
    assert ">R12<" not in text


def test_hostile_names_are_text():
    lines = [Line(name, "", Severities(1), 0) for name in ("$\\frac{1}{0}$", "<script>&amp;", "_x_", "a" * 90)]
    text = bars_chart(lines, "tables", load_words("en"), FOLDER)
    labels = [node.text or "" for node in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    assert {"$\\frac{1}{0}$", "<script>&amp;", "_x_"} <= set(labels)
    assert max(len(label) for label in labels) <= 34


def test_grid_marks_are_round_and_reach_the_top():
    for most in (0, 1, 5, 6, 11, 99, 100_001):
        marks = _marks(most)
        assert marks[0] == 0
        assert marks[-1] >= most
        assert 2 <= len(marks) <= 7


def test_a_settings_file_of_the_folder_changes_nothing(tmp_path):
    script = (
        "from audit.report.charts import days_chart; from audit.report.model import Line, Severities;"
        "from audit.report.words import load_words; from audit.places import templates_folder;"
        "print(days_chart([Line('2026-10-01', '', Severities(1), 0)], load_words('en'), templates_folder()))"
    )
    made = []
    for settings in ("", "axes.facecolor: red\nfont.size: 30\nsvg.fonttype: path\n"):
        (tmp_path / "matplotlibrc").write_text(settings, "utf-8")
        run = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True)
        made.append(run.stdout)
    assert made[0] == made[1]
    assert b"<title>" in made[0]
