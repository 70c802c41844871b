"""Messages: names alone are filled in, and the text that a finding spoke with is found by its English."""

from audit.explain.messages import agreement, filled, one_of, spoken, texts_of, with_nobody

TEXTS = [{"en": "Late: {fee}", "pt": "Tarde: {fee}"}, {"en": "Fee {fee}", "pt": "Comissão {fee}"}]
SHOWN = {"fee": "1,50"}


def test_a_packs_text_reaches_into_nothing() -> None:
    facts = {"fee": "5", "evil": "{fee}"}
    assert filled("{fee.__class__} {fee[0]} {{fee}} {evil}", facts) == "{fee.__class__} {fee[0]} {fee} {fee}"
    assert filled("{fee:>1000000000}", facts) == "5"
    assert filled("broken { brace", facts) == "broken { brace"


def test_the_text_that_spoke_is_found_by_its_english() -> None:
    assert spoken(TEXTS, "Late: 1.50", "pt", SHOWN) == ("Tarde: 1,50", "pt")
    assert spoken(TEXTS, "Fee 1.50", "pt", SHOWN) == ("Comissão 1,50", "pt")
    assert spoken(TEXTS, "Late: 1.50", "en", SHOWN) == ("Late: 1,50", "en")


def test_a_stored_message_that_no_text_gives_is_kept_in_english_and_else_the_rules_own_text_is_said() -> None:
    assert spoken(TEXTS, "of another version", "en", SHOWN) == ("of another version", "en")
    assert spoken(TEXTS, "of another version", "pt", SHOWN) == ("Comissão 1,50", "pt")
    assert spoken([{"en": "x"}], "x", "zh-Hant", {}) == ("x", "en")
    assert spoken([], "x", "pt", {}) == ("x", "en")


def test_only_texts_that_say_something_may_be_spoken() -> None:
    assert texts_of([None, {}, "no", {"en": "yes"}]) == [{"en": "yes"}]


def test_a_text_agrees_with_what_it_may_have_made_and_the_one_with_more_words_of_its_own_is_taken() -> None:
    assert agreement("Seat {seat} paid {fee}.", "Seat 3 paid Seat 4 paid 5.") == 12
    assert agreement("{a} of {a}", "x of y of z") == 4
    assert agreement("aa{x}aa", "aaa") == agreement("Seat {seat}", "seat 3") == agreement("a{x}b{y}c", "abbb") == -1
    assert agreement("a { b", "a { b") == 5
    assert agreement("a { b", "a b") == agreement("same", "other") == -1
    texts = [{"en": "{who} {what}.", "pt": "1"}, {"en": "{who} paid {what}.", "pt": "2"}]
    assert spoken(texts, "Seat 3 paid 5.", "pt", {}) == ("2", "pt")
    assert spoken(texts, "Seat 3 owed 5.", "pt", {}) == ("1", "pt")


def test_lawful_values_are_parted_by_the_languages_word() -> None:
    assert [one_of("20; 100", lang) for lang in ("en", "zh-Hant", "pt")] == ["20 or 100", "20或100", "20 ou 100"]


def test_seat_0_is_nobody() -> None:
    assert with_nobody("it was for seat 0 to act, not for seat 01", "en") == "it was for nobody to act, not for seat 01"
    assert with_nobody("輪到第 0 門時，第 0 家與第 10 門", "zh-Hant") == "輪到無人時，無人與第 10 門"
    assert (
        with_nobody("cabia ao lugar 0, a vez do lugar 0, o lugar 0", "pt")
        == "cabia a ninguém, a vez de ninguém, ninguém"
    )
    assert with_nobody("foi cobrada ao lugar 0, e", "pt") == "não foi cobrada a ninguém, e"
    assert with_nobody("實際包輸者為第 0 家，第 3 家", "zh-Hant") == "實際無人包輸，第 3 家"
    texts = [{"en": "It was for seat {due}.", "pt": "Cabia ao lugar {due}."}]
    assert spoken(texts, "It was for nobody.", "pt", {"due": "0"}) == ("Cabia a ninguém.", "pt")
    assert spoken(texts, "It was for seat 3.", "pt", {"due": "3"}) == ("Cabia ao lugar 3.", "pt")
    assert spoken(texts, "It was for seat ?.", "pt", {"due": "?"}) == ("Cabia ao lugar ?.", "pt")
