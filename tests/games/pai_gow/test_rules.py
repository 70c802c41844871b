"""The pack of pai gow: every fixture through reader, replay and rules, and what the pack must say of itself."""

from functools import cache

import pytest

from audit.errors import Fault
from audit.games.pai_gow import GAME
from audit.games.pai_gow.facts import TABLES
from audit.places import rules_folder
from audit.rulebook.fixture_file import read_fixtures
from audit.rulebook.folders import Folder
from audit.rulebook.loading import read_packs
from audit.rulebook.proof import PackProof, prove_pack
from audit.rulebook.rule import Rulebook

PACK = rules_folder() / "macau" / "pai_gow"
LANGUAGES = ("en", "zh-Hant", "pt")


def _names() -> list[tuple[str, str]]:
    faults: list[Fault] = []
    pairs = []
    for path in sorted(PACK.glob("*.hands.toml")):
        rule = "-".join(path.name.split("-")[:2])
        pairs += [(rule, fixture.name) for fixture in read_fixtures(path, path.name, rule, faults).fixtures]
    return pairs


@cache
def _book() -> tuple[Rulebook, Folder]:
    book, folders = read_packs([PACK], {"pai_gow": GAME})
    return book, folders[0]


@cache
def _proof() -> PackProof:
    book, folder = _book()
    return prove_pack(book, folder, [], GAME)


@pytest.mark.parametrize(("rule", "name"), _names(), ids=lambda part: part)
def test_fixture_comes_out_as_it_says(rule: str, name: str) -> None:
    results = [result for result in _proof().results if (result.fixture.rule, result.fixture.name) == (rule, name)]
    assert len(results) == 1
    assert results[0].problems == ()


def test_no_fixture_is_missing() -> None:
    assert [str(fault) for fault in _proof().faults] == []


def test_every_paragraph_has_rules_or_a_reason() -> None:
    book, _ = _book()
    register = book.register("pai_gow")
    named = {rule for clause in register.clauses for rule in clause.rules}
    assert named == {rule.id for rule in book.rules("pai_gow")}
    assert all(clause.rules or set(clause.untestable) == set(LANGUAGES) for clause in register.clauses)


def test_every_word_of_a_fact_is_translated() -> None:
    book, _ = _book()
    words = {word for table in TABLES for column in table.columns for word in column.words}
    assert words == set(book.words("pai_gow"))


def test_every_reading_is_used_or_stands_for_facts() -> None:
    book, _ = _book()
    listed = {reading.id for reading in book.register("pai_gow").readings}
    used = {reading for rule in book.rules("pai_gow") for reading in rule.readings}
    assert used <= listed
    assert listed - used == set()


@pytest.mark.parametrize(("language", "clause"), [("en", "article "), ("zh-Hant", "條"), ("pt", "artigo ")])
def test_every_message_names_what_the_law_says(language: str, clause: str) -> None:
    book, _ = _book()
    no_clause_asks = {"PG-3.1a", "PG-6.5b"}
    asked = [rule for rule in book.rules("pai_gow") if rule.id not in no_clause_asks]
    for rule in asked:
        assert all(clause in (check.message or rule.message)[language] for check in rule.checks), rule.id
