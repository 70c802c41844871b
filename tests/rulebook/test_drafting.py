"""A new rule loads as soon as its clause names it."""

from typing import Any

import pytest

from audit.errors import UsageError
from audit.rulebook import load_rulebook
from audit.rulebook.drafting import draft_rule


def test_a_draft_loads_when_a_clause_names_it(games: Any, pack: Any, regulation_text: str) -> None:
    book = load_rulebook([pack()], games, prove=False)
    files = draft_rule(book, "pai_gow", "PG-4.9", "bank-too-small", table="settlements", base="ordinary")
    assert sorted(files) == ["PG-4.9-bank-too-small.hands.toml", "PG-4.9-bank-too-small.toml"]
    named = regulation_text.replace('["PG-4.2a"]', '["PG-4.2a", "PG-4.9"]')
    again = load_rulebook([pack(**files, **{"regulation.toml": named})], games, prove=False)
    assert again.rule("PG-4.9").citation == "1/85/M art. 4(2)"


@pytest.mark.parametrize(
    ("rule_id", "name", "game", "told"),
    [
        ("4.9", "bank", "pai_gow", "4.9 is no id of a rule"),
        ("PG-4.9", "Bank", "pai_gow", "Bank is no name of a rule"),
        ("PG-4.9", "bank", "mahjong", "no pack speaks of mahjong"),
        ("PG-4.2a", "bank", "pai_gow", "PG-4.2a is taken by tiny/"),
    ],
)
def test_a_draft_is_refused(games: Any, pack: Any, rule_id: str, name: str, game: str, told: str) -> None:
    book = load_rulebook([pack()], games, prove=False)
    with pytest.raises(UsageError, match=told):
        draft_rule(book, game, rule_id, name, table="settlements", base="ordinary")
