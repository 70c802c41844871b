"""A hand explained from a stored run and from a log."""

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from audit.errors import UsageError
from audit.explain.telling import explain_logged, explain_stored
from audit.explain.terminal import width
from audit.explain.vocabulary import fact_name, named
from audit.explain.words import WORDS
from audit.places import rules_folder
from audit.results import open_run


@pytest.fixture
def stored(run: Any, log: Any, hand: Any, tmp_path: Path) -> Path:
    run(log("a.csv", hand("H1"), hand("H2", "49.99", minute=5)))
    return tmp_path / "run"


def test_a_finding_is_explained_line_by_line(stored: Path) -> None:
    found = open_run(stored).findings()["finding_id"].iloc[0]
    lines = explain_stored(stored, found, lang="en")
    text = "\n".join(lines)
    assert "  4  10:05:04  settled  seat 5" in text
    assert "fee 49.99 HKD" in text
    assert "commission: 49.99  [arithmetic]" in text
    assert "observed (commission): 49.99" in text
    assert "lawful: 50.00" in text
    assert "the house lost 0.01 HKD" in text
    assert "Seat 5 paid 49.99 on 1,000.00, not 50.00." in text
    assert "[1/85/M art. 4(2)]" in text
    assert f"▲ {found}" in text
    assert re.search(r"\n      a\.csv, row \d+\n", text)
    assert "Commission (1991-03-25): 5 %" in text
    assert max(width(line) for line in lines) <= 80


def test_no_internal_name_is_shown(stored: Path) -> None:
    text = "\n".join(explain_stored(stored, "H2", lang="en"))
    for name in ("banker_seat", "settlements", "rounding_unit", "hand_start"):
        assert name not in text


def test_every_fact_has_an_article_or_is_arithmetic(stored: Path) -> None:
    lines = explain_stored(stored, "H2", lang="en")
    facts = [line for line in lines if line.startswith("      ") and ": " in line and "[" in line]
    assert facts
    assert all(line.removesuffix(" (as recorded)").endswith("]") for line in facts)


@pytest.mark.parametrize("lang", ["zh-Hant", "pt"])
def test_other_languages(stored: Path, lang: str) -> None:
    lines = explain_stored(stored, "H2", lang=lang)
    text = "\n".join(lines)
    assert {"zh-Hant": "5 號位收 49.99。", "pt": "Lugar 5: 49,99."}[lang] in text
    assert {"zh-Hant": "第4條第2款", "pt": "art. 4.º, n.º 2"}[lang] in text
    assert {"zh-Hant": "結算  第 5 門", "pt": "liquidação  lugar 5"}[lang] in text
    assert "settle" not in text
    assert max(width(line) for line in lines) <= 80


def test_a_finding_is_told_with_its_own_facts_and_a_hand_with_all(stored: Path) -> None:
    found = open_run(stored).findings()["finding_id"].iloc[0]
    facts = {word: "\n".join(explain_stored(stored, word, lang="en")).count("[arithmetic]") for word in (found, "H2")}
    assert 0 < facts[found] < facts["H2"]


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "pt"])
def test_what_holds_of_the_hand_as_a_whole_is_told_under_a_head_of_its_own(lang: str) -> None:
    base = rules_folder() / "macau" / "pai_gow" / "bases" / "ordinary.csv"
    hand = next(csv.DictReader(base.open(encoding="utf-8")))["hand_id"]
    lines = explain_logged([str(base)], hand, lang=lang)
    head = lines.index(WORDS[lang]["whole"])
    assert lines[head - 1] == ""
    assert lines[head + 1].startswith("  ")
    assert ": " in lines[head + 1] or "：" in lines[head + 1]


def test_a_log_explains_a_lawful_hand_too(rules: Path, log: Any, hand: Any) -> None:
    path = log("b.csv", hand("H1"), hand("H2", "49.99", minute=5), hand("H3", minute=9))
    assert explain_logged([str(path)], "H1", lang="en")[-1] == "  None."
    assert "not 50.00." in "\n".join(explain_logged([str(path)], "H2", lang="en"))


def test_a_hand_tells_that_one_may_be_lost_before_it(rules: Path, log: Any, hand: Any) -> None:
    path = log("a.csv", hand("H1"), hand("H2", minute=5), hand("H3", minute=9))
    lines = path.read_text().splitlines()
    path.write_text(
        "\n".join(",".join(["", *line.split(",")[1:]]) if ",H2," in line else line for line in lines) + "\n"
    )
    for name, said in (("H1", False), ("H3", True)):
        assert ("may be lost before this one" in "\n".join(explain_logged([str(path)], name, lang="en"))) is said


def test_a_hand_that_is_not_there(stored: Path, log: Any, hand: Any, rules: Path) -> None:
    with pytest.raises(UsageError, match="H9"):
        explain_stored(stored, "H9", lang="en")
    with pytest.raises(UsageError, match="H9"):
        explain_logged([str(log("b.csv", hand("H1")))], "H9", lang="en")


def test_a_hand_of_two_casinos_asks_which(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    path = log("a.csv", hand("H1", "49.99"), hand("H1", "49.99", casino="C02"))
    run(path, out=tmp_path / "two")
    with pytest.raises(UsageError, match="--casino"):
        explain_stored(tmp_path / "two", "H1", lang="en")
    assert explain_stored(tmp_path / "two", "H1", lang="en", casino="C02")


@pytest.mark.parametrize(("lang", "nobody"), [("en", "nobody"), ("zh-Hant", "無人"), ("pt", "ninguém")])
def test_a_fact_that_names_no_seat_says_so(lang: str, nobody: str) -> None:
    base = rules_folder() / "macau" / "mahjong" / "bases" / "all_honours.csv"
    hand = next(csv.DictReader(base.open(encoding="utf-8")))["hand_id"]
    held = fact_name("mahjong", "charged_seat", lang, "wins")
    lines = [line.strip() for line in explain_logged([str(base)], hand, lang=lang)]
    assert [line for line in lines if line.startswith(named(held, nobody, lang))]
    assert not [line for line in lines if line.startswith(named(held, "0", lang))]
