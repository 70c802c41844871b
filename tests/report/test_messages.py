"""Messages: the right text of a rule is found, values are said in the reader's words, hostile facts stay text."""

from audit.report.messages import message_of, said

RULE = {
    "message": {"en": "Fee {fee}, lawful {expected}", "zh-Hant": "佣金 {fee}，應為 {expected}", "pt": "Comissão {fee}"}
}
WORDS = {"win": {"en": "win", "zh-Hant": "勝", "pt": "ganho"}}


def test_the_message_of_the_readers_language():
    finding = {"message": "Fee 49.99, lawful 50.00", "expected": "50.00"}
    assert message_of(RULE, finding, {"fee": "49.99"}, [], WORDS, "zh-Hant") == ("佣金 49.99，應為 50.00", "zh-Hant")
    assert message_of(RULE, finding, {"fee": "49.99"}, [], WORDS, "en") == ("Fee 49.99, lawful 50.00", "en")


def test_words_and_parameters_are_said_in_the_language():
    rule = {"message": {"en": "{result} at {param.rate}", "pt": "{result} a {param.rate}"}}
    said = message_of(rule, {"message": "win at 500"}, {"result": "win"}, [{"name": "rate", "value": 500}], WORDS, "pt")
    assert said == ("ganho a 500", "pt")


def test_the_text_of_the_check_that_spoke_is_found_by_its_english():
    checks = [
        {"message": {"en": "Late: {fee}", "pt": "Tarde: {fee}"}},
        {"message": {"en": "Early: {fee}", "pt": "Cedo: {fee}"}},
    ]
    rule = {**RULE, "checks": checks}
    for stored, shown in (("Early: 1", "Cedo: 1"), ("Late: 1", "Tarde: 1"), ("something else", "Comissão 1")):
        assert message_of(rule, {"message": stored}, {"fee": "1"}, [], {}, "pt")[0] == shown


def test_a_rule_without_the_language_speaks_stored_english():
    assert message_of({"message": {"en": "x"}}, {"message": "x"}, {}, [], {}, "pt") == ("x", "en")
    assert message_of({}, {"message": "gap in seq"}, {}, [], {}, "zh-Hant") == ("gap in seq", "en")


def test_long_and_unknown_facts():
    text, _ = message_of(RULE, {"message": "?"}, {"fee": "9" * 100_000, "expected": None}, [], {}, "zh-Hant")
    assert len(text) < 150
    assert "應為 ?" in text


def test_english_too_is_said_in_words_and_not_as_it_is_stored():
    rule = {"message": {"en": "{result}, fee {fee}: {late}"}}
    words = {"win": {"en": "a win"}, "true": {"en": "yes"}}
    finding, facts = {"message": "win, fee 1249.99: true"}, {"result": "win", "fee": "1249.99", "late": True}
    assert message_of(rule, finding, facts, [], words, "en") == ("a win, fee 1,249.99: yes", "en")
    finding["message"] = "said by another text"
    assert message_of(rule, finding, facts, [], words, "en") == ("said by another text", "en")


def test_values_are_said_in_the_readers_words():
    words = {**WORDS, "true": {"pt": "sim"}}
    assert said("win; push; 1250.00", words, "pt") == "ganho; push; 1\u00a0250,00"
    assert said("-0.01", words, "en") == "\u22120.01"
    assert said(True, words, "pt") == "sim"
    assert said("true", words, "pt") == "sim"
    assert said([1, "a"], {}, "pt") == '[1,"a"]'
    assert said(None, words, "pt") == "?"


def test_a_time_is_told_in_seconds():
    rule = {"message": {"en": "After {time} seconds.", "pt": "Depois de {time} segundos."}}
    finding, facts = {"message": "After 124.25 seconds."}, {"time": 124_250}
    assert message_of(rule, finding, facts, [], {}, "pt", {"time", "other"}) == ("Depois de 124,25 segundos.", "pt")
