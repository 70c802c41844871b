"""Amounts as each language writes them; nothing but money is taken for money."""

from audit.explain.numbers import amount_text, seconds_text, whole_text


def test_amounts() -> None:
    assert amount_text("-10037.30", "en") == "\u221210,037.30"
    assert amount_text("-10037.30", "pt") == "\u221210\u00a0037,30"
    assert amount_text("0.00", "zh-Hant") == "0.00"


def test_what_is_no_amount_stays() -> None:
    for text in ("10037", "1-3 4-4", "1.5", "12.345", "1.50 HKD", "", "2026-10-01"):
        assert amount_text(text, "pt") == text


def test_whole_numbers() -> None:
    assert whole_text(-1234567, "pt") == "\u22121\u00a0234\u00a0567"


def test_times_are_told_in_seconds() -> None:
    assert [seconds_text(124_250, lang) for lang in ("en", "zh-Hant", "pt")] == ["124.25", "124.25", "124,25"]
    assert [seconds_text(number, "en") for number in (0, 120_000, 7, -1_500)] == ["0", "120", "0.007", "\u22121.5"]
