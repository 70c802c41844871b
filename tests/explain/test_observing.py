"""What a finding observed, and what a yes or a no of it says."""

import tomllib

import pytest

from audit.explain.observing import is_truth, observations, times_told, told_by, truths_told
from audit.explain.vocabulary import truths_of
from audit.games.registry import registered_games
from audit.places import templates_folder
from audit.report.fonts import drawable
from audit.rulebook import built_in_directories, load_rulebook
from audit.rulebook.expression import Fact
from audit.schema import Kind

LONGEST = 56
LANGUAGES = ("en", "zh-Hant", "pt")
CHECKS = [("withdrawals", "exposed or left"), ("antes", "again"), ("refunds", "excused")]


@pytest.fixture(scope="module")
def book():
    return load_rulebook(built_in_directories(), registered_games(), prove=False)


def test_the_facts_that_a_finding_recorded_tell_what_was_observed() -> None:
    assert observations(CHECKS, {"exposed": False, "left": True}, 3, "true") == [CHECKS[0]]
    assert observations(CHECKS, {"again": True, "amount": "5.00"}, 3, "true") == [CHECKS[1]]
    assert observations(CHECKS, {"again": True, "excused": True}, 3, "true") == CHECKS[1:]
    assert observations(CHECKS, {"again": None}, 3, "true") == []
    assert observations([("wins", "meld == 'chow' and seat > 1")], {"meld": "chow"}, 3, "true")
    assert observations([("wins", "meld == 'chow' and seat > 1")], {"meld": "chow"}, None, "true") == []
    assert observations([("wins", "true")], {}, 3, "true") == []


def test_a_yes_is_told_by_what_it_says_where_one_fact_was_observed() -> None:
    told = truths_told("five_card_poker", [("antes", "again")], "en")
    assert told == {"true": "a further ante", "false": "no further ante"}
    assert truths_told("five_card_poker", CHECKS[1:], "en") == {}
    assert truths_told("five_card_poker", [("antes", "not_known")], "en") == {}
    assert truths_told("five_card_poker", [], "en") == {}
    nobody = truths_told("mahjong", [("wins", "charged_seat")], "pt")
    assert nobody == {"0": "ninguém"}
    assert told_by(nobody, "0", str) == "ninguém"
    assert told_by(nobody, "4; 0; x", str.upper) == "4; ninguém; X"
    seats = truths_told("mahjong", [("draws", "seat"), ("discards", "seat")], "zh-Hant")
    assert told_by(seats, "3; 4", str) == "第 3 家; 第 4 家"
    assert is_truth("false")
    assert not is_truth("no")
    assert not is_truth(None)


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_every_yes_and_no_that_a_rule_observes_has_words(game: str, book) -> None:
    glyphs = drawable(templates_folder())
    tables = {table.name: table for table in registered_games()[game].tables}
    asked = 0
    for check in (check for rule in book.rules(game) for check in rule.checks if check.observed is not None):
        text = str(check.text["observed"])
        if isinstance(check.observed, Fact):
            if text == "seat" or tables[check.over].column(text).kind != Kind.TRUTH:
                continue
        elif check.text["expected"] not in [("true",), ("false",)]:
            continue
        asked += 1
        for lang in LANGUAGES:
            words = truths_of(game, text, lang, check.over)
            assert set(words) == {"true", "false"}, (check.over, text)
            assert len(set(words.values())) == 2
            for said in words.values():
                assert 0 < len(said) <= LONGEST
                assert {ord(letter) for letter in said} <= glyphs
                assert not (lang == "zh-Hant" and said.isascii())
    assert asked > 5


def test_no_words_are_left_of_what_no_rule_observes(book) -> None:
    told = tomllib.loads((templates_folder() / "words" / "truths.toml").read_text(encoding="utf-8"))
    observed: dict[str, set[str]] = {}
    for game in registered_games():
        checks = [check for rule in book.rules(game) for check in rule.checks if check.observed is not None]
        names = observed.setdefault(game.removesuffix("_simplified"), set())
        names |= {str(check.text["observed"]) for check in checks}
        names |= {f"{check.over}.{check.text['observed']}" for check in checks}
    for game, names in told.items():
        assert set(names) <= observed[game], game
        for said in names.values():
            assert set(said) in ({"yes", "no"}, {"none"})
            assert all(set(texts) == set(LANGUAGES) for texts in said.values())


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "123.733 seconds"), ("zh-Hant", "123.733 秒"), ("pt", "123,733 segundos")]
)
def test_a_time_that_was_observed_is_told_in_seconds(lang: str, said: str) -> None:
    timed = [("acts", "decision_time")]
    told = times_told({"decision_time"}, timed, lang, "123733", "120000; 1000")
    assert told["123733"] == said
    assert told["1000"].startswith("1 ")
    assert set(told) == {"123733", "120000", "1000"}
    assert times_told({"decision_time"}, timed, lang, None, "unknown") == {}
    assert times_told({"decision_time"}, [("acts", "amount")], lang, "123733") == {}
    assert times_told({"decision_time"}, [], lang, "123733") == {}
