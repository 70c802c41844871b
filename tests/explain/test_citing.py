"""Citations and reasons in three languages."""

import pytest

from audit.explain.citing import cited, log_reason, log_sentence
from audit.logs.codes import CODES, explain, with_mend


@pytest.mark.parametrize(
    ("english", "chinese", "portuguese"),
    [
        ("96/85/M art. 4(2)", "96/85/M 第4條第2款", "96/85/M art. 4.º, n.º 2"),
        ("104/85/M art. 12(b)", "104/85/M 第12條b項", "104/85/M art. 12.º, al. b)"),
        ("art. 3(1), 4", "第3條第1款、第4條", "art. 3.º, n.º 1; art. 4.º"),
        (
            "96/85/M art. 9; 96/85/M Table 2 rows 1-20",
            "96/85/M 第9條；表2 第1至20行",
            "96/85/M art. 9.º; Tabela 2 linhas 1-20",
        ),
        ("96/85/M sole article", "96/85/M 獨一條", "96/85/M artigo único"),
        ("TL/1 no. 1", "TL/1 第1號", "TL/1 n.º 1"),
        ("135/91/M A(10)(8)", "135/91/M A(10)(8)", "135/91/M A(10)(8)"),
        ("art. 2, 118/89/M", "第2條、118/89/M", "art. 2.º, 118/89/M"),
        ("house rule seven", "house rule seven", "house rule seven"),
    ],
)
def test_a_citation_is_written_as_the_language_does(english: str, chinese: str, portuguese: str) -> None:
    assert (cited(english, "zh-Hant"), cited(english, "pt")) == (chinese, portuguese)


def test_an_instrument_is_named_once() -> None:
    assert (
        cited("96/85/M art. 6(3); 96/85/M art. 6(4); 15/96/M art. 2", "en")
        == "96/85/M art. 6(3); art. 6(4); 15/96/M art. 2"
    )
    assert cited("118/89/M; 118/89/M", "en") == "118/89/M; 118/89/M"


@pytest.mark.parametrize("lang", ["zh-Hant", "pt"])
@pytest.mark.parametrize("code", [code for code, known in CODES.items() if known.about != "file"])
def test_every_reason_of_the_reader_is_said_in_the_language(code: str, lang: str) -> None:
    said, spoken = log_reason(code, explain(code, "'1.480'"), lang)
    assert spoken == lang
    assert CODES[code].sentence[lang].rstrip(".。") in said
    assert ("'1.480'" in said) == ("{found}" in CODES[code].case)


def test_a_count_of_fields_is_said_without_english() -> None:
    said, _ = log_reason("LOG-fields", explain("LOG-fields", "21 here, 20 there"), "zh-Hant")
    assert said.endswith("：21 / 20")


def test_a_place_in_a_hand_and_a_table_are_said_without_english() -> None:
    assert log_reason("LOG-seq-gap", explain("LOG-seq-gap", "14"), "pt")[0].endswith(": seq 14")
    assert log_reason("LOG-time-backwards", explain("LOG-time-backwards", "9"), "zh-Hant")[0].endswith("：seq 9")
    reused = explain("LOG-hand-reused", "at table PG 07")
    assert log_reason("LOG-hand-reused", reused, "pt")[0].endswith(": mesa PG 07")
    assert log_reason("LOG-hand-reused", reused, "zh-Hant")[0].endswith("：賭枱 PG 07")


def test_a_code_may_carry_the_word_that_it_is_about() -> None:
    assert log_sentence("LOG-game:stud", "en").endswith("is out of scope: stud")
    assert (
        log_sentence("LOG-column-missing:amount", "pt") == "Falta uma coluna facultativa, que se lê como vazia: amount"
    )
    assert log_sentence("LOG-amount", "zh-Hant") == CODES["LOG-amount"].sentence["zh-Hant"]
    assert log_sentence("LOG-later", "pt") == ""


def test_english_and_what_is_not_known_stay_as_they_are() -> None:
    assert log_reason("LOG-amount", "'x' is no amount", "en") == ("'x' is no amount", "en")
    assert log_reason("LOG-later", "'x' is new", "pt") == ("'x' is new", "en")
    assert log_reason("LOG-amount", "said otherwise", "pt") == ("said otherwise", "en")


def test_what_a_field_is_to_say_is_said_in_the_language() -> None:
    reason = with_mend(explain("LOG-pieces", "'10h'"), "Th")
    assert log_reason("LOG-pieces", reason, "en") == ("'10h' is no notation of pieces; write 'Th'", "en")
    assert log_reason("LOG-pieces", reason, "zh-Hant")[0].endswith("：'10h'；應寫作 'Th'")
    assert log_reason("LOG-pieces", reason, "pt")[0].endswith(": '10h'; escreva 'Th'")
    assert with_mend("x", "") == "x"
