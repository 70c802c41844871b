"""Messages: names alone are filled in, and the text that a finding spoke with is found by its English."""

from audit.explain.messages import filled, spoken, texts_of

TEXTS = [{"en": "Late: {fee}", "pt": "Tarde: {fee}"}, {"en": "Fee {fee}", "pt": "Comissão {fee}"}]
RAW, SHOWN = {"fee": "1.50"}, {"fee": "1,50"}


def test_a_packs_text_reaches_into_nothing() -> None:
    facts = {"fee": "5", "evil": "{fee}"}
    assert filled("{fee.__class__} {fee[0]} {{fee}} {evil}", facts) == "{fee.__class__} {fee[0]} {fee} {fee}"
    assert filled("{fee:>1000000000}", facts) == "5"
    assert filled("broken { brace", facts) == "broken { brace"


def test_the_text_that_spoke_is_found_by_its_english() -> None:
    assert spoken(TEXTS, "Late: 1.50", "pt", RAW, SHOWN) == ("Tarde: 1,50", "pt")
    assert spoken(TEXTS, "Fee 1.50", "pt", RAW, SHOWN) == ("Comissão 1,50", "pt")
    assert spoken(TEXTS, "Late: 1.50", "en", RAW, SHOWN) == ("Late: 1,50", "en")


def test_a_stored_message_that_no_text_gives_is_kept_in_english_and_else_the_rules_own_text_is_said() -> None:
    assert spoken(TEXTS, "of another version", "en", RAW, SHOWN) == ("of another version", "en")
    assert spoken(TEXTS, "of another version", "pt", RAW, SHOWN) == ("Comissão 1,50", "pt")
    assert spoken([{"en": "x"}], "x", "zh-Hant", {}, {}) == ("x", "en")
    assert spoken([], "x", "pt", {}, {}) == ("x", "en")


def test_only_texts_that_say_something_may_be_spoken() -> None:
    assert texts_of([None, {}, "no", {"en": "yes"}]) == [{"en": "yes"}]
