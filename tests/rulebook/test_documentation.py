"""The pages on packs say what the program knows, and every rule has its section."""

from typing import Any

from audit.rulebook import expression as ex
from audit.rulebook import load_rulebook
from audit.rulebook.documentation import rule_packs_page, rules_page
from audit.rulebook.fixture_file import EXPECTATIONS


def test_the_page_of_packs_names_every_word_of_the_language_and_every_expectation() -> None:
    page = rule_packs_page()
    words = [*ex.FUNCTIONS, *ex.COMPARISONS, *EXPECTATIONS, "given", "has", "not in"]
    assert [word for word in words if word not in page] == []
    assert "$" not in page


def test_a_rule_has_its_section_with_titles_expressions_and_dated_values(games: Any, pack: Any) -> None:
    page = rules_page(load_rulebook([pack()], games, prove=False), "pai_gow")
    assert "## PG-4.2a commission-not-at-rate" in page
    assert "- Traditional Chinese: 佣金不符" in page
    assert "applies: result == 'win' and fee > 0" in page
    assert "- from 1991-03-25 (stated): 500; 1/85/M art. 4(2), certainty A" in page
    assert "- from 1985-05-18 (stated): unknown; 1/85/M art. 4(2), certainty B" in page
    assert "| 1/85/M art. 4(2) | Five per cent of winnings. | PG-4.2a |" in page
