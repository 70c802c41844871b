"""The law of all runs in the reader's language: titles, steps, reasons, versions."""

from pathlib import Path
from typing import Any

from audit.report.lawbook import Lawbook, in_language
from audit.report.stored import StoredRun
from audit.report.words import load_words

PARAMETER: dict[str, Any] = {
    "name": "commission",
    "unit": "basis points",
    "title": {"en": "Commission", "pt": "Comissão"},
    "steps": [
        {"from": "1985-05-18", "value": None, "citation": "96/85/M", "certainty": "C", "day_is": "stated"},
        {"from": "1991-03-25", "value": 525, "citation": "58/91/M", "certainty": "B", "day_is": "estimated"},
    ],
}


def _rule(**more):
    return {"id": "PG-1", "title": {"en": "A fault", "pt": "Uma falta"}, "sha256": "a", "readings": ["base"], **more}


def _book(*rules, lang="pt"):
    law = {
        "parameters": [PARAMETER],
        "instruments": [{"id": "96/85/M", "kind": "Portaria", "title": {"en": "Rules"}, "published": None}],
        "readings": [
            {
                "id": "base",
                "words": "贏額",
                "options": ["net", "gross"],
                "option_words": {"net": {"en": "what was won", "pt": "o ganho"}},
                "taken": "net",
                "why": {"pt": "porque"},
            }
        ],
        "clauses": [
            {
                "instrument": "96/85/M",
                "place": "art. 1",
                "retold": {"pt": "conta"},
                "untestable": {"pt": "não"},
                "rules": [],
            },
            {
                "instrument": "96/85/M",
                "place": "art. 2",
                "retold": {"pt": "Paga 5 %."},
                "untestable": None,
                "rules": ["PG-1"],
            },
        ],
        "words": {"win": {"pt": "ganho"}},
    }
    runs = [StoredRun(Path(), {}, "", {"games": {"pai_gow": {**law, "rules": [rule]}}}) for rule in rules]
    return Lawbook(runs, load_words(lang))


def test_texts_fall_back_to_english_and_say_so():
    assert in_language({"en": "a", "pt": "b"}, "pt") == ("b", "pt")
    assert in_language({"en": "a", "pt": ""}, "pt") == ("a", "en")
    assert in_language("plain", "zh-Hant") == ("plain", "en")
    assert in_language(None, "pt") == ("", "pt")


def test_each_finding_speaks_with_its_own_runs_rule():
    book = _book(_rule(), _rule(title={"en": "Changed", "pt": "Mudada"}, sha256="b"))
    assert book.title("PG-1", 0) == ("Uma falta", "pt")
    assert book.title("PG-1", 1) == book.title("PG-1") == ("Mudada", "pt")
    assert book.versions("PG-1") == 2
    assert book.title("LOG-9") == ("LOG-9", "en")
    assert book.game_of("LOG-9") == "log"


def test_criteria_in_words():
    criteria = _book(_rule()).criteria("pai_gow")
    unknown, known = criteria.steps
    assert (unknown.value, unknown.parameter) == (None, "Comissão")
    assert (known.value, known.estimated) == ("5,25 %", True)
    assert criteria.instruments[0].title == "Rules"
    assert criteria.instruments[0].published == ""
    assert criteria.readings[0].rules == ("PG-1",)
    assert (criteria.readings[0].taken, criteria.readings[0].options) == ("o ganho", ("o ganho", "gross"))
    assert [clause.citation for clause in criteria.untestable] == ["96/85/M art. 1.º"]


def test_a_findings_step_learns_from_the_rules_whether_its_day_is_estimated():
    book = _book(_rule())
    found = {"name": "commission", "from": "1991-03-25", "value": 500, "citation": "58/91/M", "certainty": "B"}
    assert book.step("pai_gow", found).estimated
    assert book.step("pai_gow", found).value == "5 %"
    assert not book.step("pai_gow", {**found, "from": "1985-05-18"}).estimated
    assert book.step("pai_gow", {"name": "other", "from": None, "value": "12.50"}).first_day == ""


def _valued(value, unit="minor units", name="rake", check="", lang="en"):
    facts = {"hands": {"columns": [{"name": "ante", "kind": "money"}, {"name": "stakes", "kind": "word"}]}}
    rules = [_rule(checks=[{"over": "hands", "expected": [check]}])]
    law = {"parameters": [{"name": name, "unit": unit, "title": {}, "steps": []}], "facts": facts, "rules": rules}
    run = StoredRun(Path(), {}, "", {"games": {"pai_gow": law}})
    return Lawbook([run], load_words(lang)).step("pai_gow", {"name": name, "value": value}).value


def test_short_tables_of_the_law_are_told_whole():
    assert _valued(["20.00", "1000.00"], lang="pt") == "20,00; 1\u00a0000,00"
    table = {"10000": "5000.00", "2000": "20.00"}
    assert _valued(table, check="param.rake[ante]") == "20.00: 20.00; 100.00: 5,000.00"
    assert _valued(table, check="param.rake[stakes]") == "2000: 20.00; 10000: 5,000.00"
    assert _valued(table, check="param.brake[ante]") == "2000: 20.00; 10000: 5,000.00"
    assert _valued({"100/200": "40.00", "25/50": "10.00"}) == "25/50: 10.00; 100/200: 40.00"
    assert _valued(120, unit="seconds", lang="zh-Hant") == "120 秒"


def test_long_nested_and_coded_tables_are_told_by_their_size():
    assert _valued([{"a": 1}]) == "table of 1 entry, in rules.json"
    assert _valued(["two_pairs"]) == "table of 1 entry, in rules.json"
    assert _valued(list(range(17))) == "table of 17 entries, in rules.json"
    assert _valued({"a": [1]}) == "table of 1 entry, in rules.json"


def test_reasons_in_words():
    book = _book(_rule())
    assert book.reason("no-event:touch", "pai_gow") == "o registo da mesa não traz eventos deste tipo: toque"
    assert book.reason("parameter:commission", "pai_gow") == "não há valor conhecido em vigor: Comissão"
    assert book.reason("incomplete-hand", "pai_gow") == "falta à mão uma linha rejeitada"
    assert book.reason("error:ValueError", "pai_gow") == "erro do programa: ValueError"
    assert book.reason("new-kind:x", "pai_gow") == "new-kind:x"


def test_words_of_facts_hold_truth():
    assert _book(_rule()).fact_words("pai_gow")["true"] == {"pt": "sim"}
    assert _book(_rule()).fact_words("pai_gow")["win"] == {"pt": "ganho"}


def test_lines_of_a_packs_file_are_joined():
    assert in_language("one\n  two\r\nthree ", "en")[0] == "one two three"
    assert in_language({"zh-Hant": "第一行，\n第二行 a\nb"}, "zh-Hant")[0] == "第一行，第二行 a b"


def test_the_criterion_is_the_clause_retold_in_the_language_else_the_reason():
    assert _book(_rule(why="Protects.")).criterion("PG-1") == ("Paga 5 %.", "pt")
    assert _book(_rule(why="Protects."), lang="zh-Hant").criterion("PG-1") == ("Protects.", "en")
    assert _book(_rule()).criterion("PG-2") == ("", "pt")


def test_what_a_users_own_pack_took_is_told_with_what_the_shipped_one_takes():
    book = _book(_rule())
    law = book.games["pai_gow"]
    law["parameters"] = [{**PARAMETER, "steps": [{**PARAMETER["steps"][1], "pack": "own"}]}]
    law["readings"] = [{**law["readings"][0], "taken": "gross", "shipped": "net", "taken_by": "own"}]
    criteria = book.criteria("pai_gow")
    assert [step.pack for step in criteria.steps] == ["own"]
    assert book.step("pai_gow", {"name": "commission", "from": "1991-03-25", "value": 525}).pack == "own"
    assert [(each.taken, each.shipped, each.pack) for each in criteria.readings] == [("gross", "o ganho", "own")]
    law["readings"][0]["taken"] = "net"
    assert [each.pack for each in book.criteria("pai_gow").readings] == [""]
