"""Every fact of every game has a short name in three languages, and the log's words are those of the report."""

import tomllib

import pytest

from audit.explain.vocabulary import compared, event_named, fact_name, in_words, known, seat_named
from audit.games.registry import registered_games
from audit.places import templates_folder
from audit.report.fonts import drawable
from audit.schema import ACTORS, EVENTS

LONGEST = 56
LANGUAGES = ("en", "zh-Hant", "pt")


@pytest.mark.parametrize("game", sorted(registered_games()))
def test_every_fact_has_a_short_name_that_can_be_drawn(game: str) -> None:
    glyphs = drawable(templates_folder())
    columns = [(table.name, column.name) for table in registered_games()[game].tables for column in table.columns]
    names = {(column, lang): fact_name(game, column, lang, table) for table, column in columns for lang in LANGUAGES}
    for (column, lang), name in names.items():
        assert 0 < len(name) <= LONGEST, (column, lang, name)
        assert "_" not in name
        assert {ord(letter) for letter in name} <= glyphs
        assert not (lang == "zh-Hant" and name.isascii()), column


def test_no_name_is_left_of_a_fact_that_is_no_more() -> None:
    named = tomllib.loads((templates_folder() / "words" / "facts.toml").read_text(encoding="utf-8"))
    games = registered_games()
    for game, names in named.items():
        facts = {f"{t.name}.{c.name}" for t in games[game].tables for c in t.columns}
        facts |= {column.split(".")[1] for column in facts}
        assert set(names) <= facts
        assert all(set(texts) == set(LANGUAGES) for texts in names.values())


def test_a_table_may_use_a_name_for_another_thing() -> None:
    assert fact_name("pai_gow", "settled", "en", "wagers") == "amount settled"
    assert fact_name("pai_gow", "settled", "en", "hands") == "settled"
    assert fact_name("pai_gow", "not_known_here", "pt") == "not known here"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_and_actor_has_a_word(lang: str) -> None:
    for kinds in EVENTS.values():
        for kind in kinds:
            assert "_" not in known("event", kind, lang)
            assert lang == "en" or known("event", kind, lang) != kind or kind in {"ante", "chow", "pung", "kong"}, kind
    assert all(known("actor", actor, "pt") for actor in ACTORS if actor)


def test_a_comparison_is_told_in_words() -> None:
    assert compared("player banker push", "en") == "front to player, rear to banker: push"
    assert compared("8x4", "en") is None
    assert compared("one two push", "en") is None


def test_a_label_of_added_names_is_said_in_words() -> None:
    said = {"pure_suit": "pure suit", "all_pungs": "all pungs", "win": "win"}.get
    assert in_words("pure_suit+all_pungs", said) == "pure suit + all pungs"
    assert in_words("win", said) == "win"
    assert in_words("pure_suit+house_rule", said) is None
    assert in_words("", said) is None
    assert in_words("win+" * 100 + "win", said) is None


def test_a_seat_is_called_as_its_game_calls_it() -> None:
    assert [seat_named(game, 3, "zh-Hant") for game in sorted(registered_games())] == [
        "第 3 門",
        "第 3 家",
        "第 3 家",
        "第 3 門",
    ]
    assert {seat_named(game, 3, "pt") for game in registered_games()} == {"lugar 3"}


@pytest.mark.parametrize("game", ["mahjong", "mahjong_simplified"])
def test_no_word_of_mahjong_speaks_of_the_seats_of_another_game(game: str) -> None:
    names = {
        fact_name(game, column.name, "zh-Hant", table.name)
        for table in registered_games()[game].tables
        for column in table.columns
    }
    assert [name for name in names if "門" in name] == ["開門之牌墻"]


def test_an_event_is_called_as_its_game_calls_it() -> None:
    assert [event_named(game, "cut", "zh-Hant") for game in ("pai_gow", "five_card_poker")] == ["拮牌", "割牌"]
    assert event_named("five_card_poker", "cut", "pt") == "corte"
    assert event_named("mahjong", "no_such_event", "en") == "no such event"
