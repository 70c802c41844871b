"""What the built-in packs say of a finding: the same values in every language, sentences without bare truth values."""

import re
from collections.abc import Iterator, Mapping

import pytest

from audit.games.registry import registered_games
from audit.places import rules_folder
from audit.rulebook import Check, Rule, load_rulebook
from audit.rulebook.section import LANGUAGES
from audit.schema import GAMES, Kind

_NAME = re.compile(r"\{([^}]+)\}")
_NOTE_ALONE = "true"  # a check that can only be a note asks for nothing


def spoken(game: str) -> Iterator[tuple[Rule, Check, Mapping[str, str]]]:
    """Each text that a finding of a game may be told with, with the check that tells it."""
    book = load_rulebook([rules_folder() / "macau" / game], {game: registered_games()[game]}, prove=False)
    for rule in book.rules(game):
        for check in rule.checks:
            if check.text["requires"] != _NOTE_ALONE:
                yield rule, check, check.says(rule, note=False)
            if check.note_if is not None:
                yield rule, check, check.says(rule, note=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_language_names_the_same_values(game: str) -> None:
    for rule, _, texts in spoken(game):
        named = {language: set(_NAME.findall(texts[language])) for language in LANGUAGES}
        assert named["zh-Hant"] == named["pt"] == named["en"], rule.id


@pytest.mark.parametrize("game", GAMES)
def test_a_message_prints_no_bare_truth_value_and_money_has_its_currency(game: str) -> None:
    tables = {table.name: table for table in registered_games()[game].tables}
    for rule, check, texts in spoken(game):
        table = tables[check.over]
        for text in texts.values():
            kinds = {name: table.column(name).kind for name in _NAME.findall(text) if name in table}
            assert Kind.TRUTH not in kinds.values(), (rule.id, text)
            assert not re.search(r"\{observed\}[:;.；。，,]? ?(expected|應為|esperava)", text), (rule.id, text)
            if Kind.MONEY in kinds.values():
                assert "{currency}" in text, (rule.id, text)


@pytest.mark.parametrize("game", GAMES)
def test_a_message_is_a_sentence(game: str) -> None:
    for rule, _, texts in spoken(game):
        for language, text in texts.items():
            assert text.endswith("。" if language == "zh-Hant" else "."), (rule.id, text)
            assert text[0].isupper() or text[0] in "{" or language == "zh-Hant", (rule.id, text)
