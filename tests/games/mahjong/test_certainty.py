"""What a finding of fan rests on is told from the law to the report: by the finding itself, and in a list apart."""

import csv
from pathlib import Path

import pytest

from audit.findings.running import Request, run_audit
from audit.places import templates_folder
from audit.report.assembling import assemble
from audit.report.model import Report
from audit.report.stored import Selection, open_runs
from audit.report.words import LANGUAGES, load_words

from .judging import RULES
from .test_replay import write

# A hand of the pack, what is declared instead of the truth, and how sure the fan of that hand are.
DECLARED = {
    "A": ("ordinary", {"number": "1", "label": "all_chows"}),
    "C": ("self_drawn", {"number": "0", "label": "chicken"}),
    "D": ("third_dragon", {"number": "1"}),
}
SAID = {
    "en": {"A": "A (official text)", "C": "C (one unofficial copy)", "D": "D (inferred)"},
    "zh-Hant": {"A": "A（官方文本）", "C": "C（單一非官方副本）", "D": "D（推測）"},
    "pt": {"A": "A (texto oficial)", "C": "C (uma cópia não oficial)", "D": "D (inferido)"},
}


def hand_of(base: str, declared: dict[str, str]) -> list[dict[str, str]]:
    with (RULES / "mahjong" / "bases" / f"{base}.csv").open(newline="") as file:
        return [row | declared if row["event"] == "win" else row for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certainty")
    log = write(folder / "log.csv", {sure: hand_of(*declared) for sure, declared in DECLARED.items()}, tables=3)
    run_audit(Request(logs=(str(log),), out=folder / "run"))
    return folder / "run"


def report(run: Path, lang: str) -> Report:
    runs = open_runs([run])
    return assemble(runs, Selection(), load_words(lang, templates_folder()), templates_folder(), 10, [{}])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_finding_says_how_sure_its_fan_are(run: Path, lang: str) -> None:
    cards = {card.finding.hand: card for card in report(run, lang).cards if card.finding.rule_id == "MT-6.1"}
    assert set(cards) == set(DECLARED)
    for sure, card in cards.items():
        assert SAID[lang][sure] in card.message


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_lists_findings_of_less_sure_fan_apart(run: Path, lang: str) -> None:
    made = report(run, lang)
    by_hand = {finding.hand: finding.id for finding in made.findings if finding.rule_id == "MT-6.1"}
    listed = {
        sure: {each for line in made.certainty if line.certainty == sure for each in line.examples} for sure in "CD"
    }
    assert by_hand["C"] in listed["C"]
    assert by_hand["D"] in listed["D"]
    assert not {by_hand["A"], by_hand["C"]} & listed["D"]
    assert by_hand["A"] not in listed["C"]
