"""Words of the report: the same keys and the same values in every language, all drawable."""

import datetime
import re
import shutil

import pytest

from audit.errors import RenderError
from audit.places import templates_folder
from audit.report.words import LANGUAGES, leaves, load_glossary, load_words
from audit.schema import ACTORS, EVENTS, GAMES

PLURALS = re.compile(r"\.(one|other)$")
EN = dict(leaves(load_words("en").table))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys(lang):
    keys = {PLURALS.sub("", key) for key, _ in leaves(load_words(lang).table)}
    assert keys == {PLURALS.sub("", key) for key in EN}
    plurals = {key for key, _ in leaves(load_words(lang).table) if key.endswith(".one")}
    assert {key[:-4] + ".other" for key in plurals} <= {key for key, _ in leaves(load_words(lang).table)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_names_the_same_values(lang):
    def named(text):
        return set(re.findall(r"\{(\w+)\}", text))

    texts = dict(leaves(load_words(lang).table))
    for key, text in EN.items():
        if key.endswith(".one"):
            continue
        allowed = named(text) | ({"n", "errors"} if key.endswith(".other") else set())
        allowed |= {"word"} if key.endswith(".seat") else set()  # Chinese alone calls a seat as its game does
        assert named(texts[key]) <= allowed, key
        assert not key.startswith("verdict") or named(texts[key]) == named(text), key


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_a_number_stands_before_a_noun_only_where_there_is_a_singular_too(lang):
    texts = {key: text for key, text in leaves(load_words(lang).table) if not PLURALS.search(key)}
    before = {key for key, text in texts.items() if re.search(r"\{\w+\} \w+s\b", text)}
    assert before <= {"procedures.versions", "summary.decided"}  # of two or more; a share
    assert all(key.replace(".other", ".one") in EN for key in EN if key.endswith(".other"))


@pytest.mark.parametrize("lang", ["zh-Hant", "pt"])
def test_nothing_is_left_in_english(lang):
    same_by_nature = re.compile(
        r"^(format\.|event\.(ante|chow|pung|kong)|instrument_kind\.Portaria|game\.mahjong$|column\.(total|bytes|not_applicable)|cover\.casinos|column\.casino)"
    )
    texts = dict(leaves(load_words(lang).table))
    alike = [key for key, text in texts.items() if text == EN.get(key) and re.search(r"[a-z]{3}", text)]
    alike = [key for key in alike if not same_by_nature.match(key)]
    assert alike in ([], ["control.casino", "criteria.percent", "card.total"]), alike


@pytest.mark.parametrize("lang", LANGUAGES)
def test_closed_vocabularies_are_whole(lang):
    words = load_words(lang)
    for events in EVENTS.values():
        for event in events:
            assert words(f"event.{event}")
    for actor in ACTORS[1:]:
        assert words(f"actor.{actor}")
    for game in (*GAMES, "log"):
        assert words(f"game.{game}")
    assert words.known("event", "no_such_event") == "no_such_event"
    assert words.event("pai_gow", "no_such_event") == "no_such_event"
    own = {key for key in EN if key.startswith("event.") and key.removeprefix("event.") not in sum(EVENTS.values(), ())}
    assert own == {f"event.{game}_{kind}" for game in GAMES for kind in EVENTS[game] if f"event.{game}_{kind}" in EN}


def test_numbers_money_and_days_are_written_as_the_language_does():
    en, zh, pt = (load_words(lang) for lang in LANGUAGES)
    assert (en.number(1234567), zh.number(-1234), pt.number(1234567)) == (
        "1,234,567",
        "\u22121,234",
        "1\u00a0234\u00a0567",
    )
    assert (en.money(-4999), pt.money(123456), zh.money(5, sign=True)) == ("\u221249.99", "1\u00a0234,56", "+0.05")
    assert en.money(0, sign=True) == "0.00"
    day = datetime.date(2026, 10, 3)
    assert [words.day(day) for words in (en, zh, pt)] == ["3 October 2026", "2026年10月3日", "3 de Outubro de 2026"]
    assert zh.days(day, day) == "2026年10月3日"
    assert en.share(1, 0) == "–"
    assert en.share(99_999, 100_000) == "99.99%"
    assert pt.share(1, 1) == "100,00\u00a0%"


def test_a_missing_word_or_value_stops_the_report():
    words = load_words("en")
    with pytest.raises(RenderError, match=r"no words for summary\.nonsense"):
        words("summary.nonsense")
    with pytest.raises(RenderError, match="wants the value"):
        words("findings.seat")
    assert words("control.runs_of", n=1) == "1 stored run"
    assert words("control.runs_of", n=2000) == "2,000 stored runs"


def test_a_word_that_no_font_can_draw_stops_the_report(tmp_path):
    folder = tmp_path / "templates"
    shutil.copytree(templates_folder(), folder)
    path = folder / "words" / "en.toml"
    path.write_text(path.read_text("utf-8").replace("Hand Audit Report", "Hand Audit Report 😀"), "utf-8")
    with pytest.raises(RenderError, match=r"lack .*1f600.* of title"):
        load_words("en", folder)


def test_the_glossary_has_every_term_in_three_languages():
    terms = load_glossary()
    assert {term["game"] for term in terms} == {"", "pai_gow", "five_card_poker", "mahjong"}
    assert all(term[lang].strip() for term in terms for lang in LANGUAGES)
    assert any(term["zh-Hant"] == "𢵧" for term in terms)
