"""Text from outside: what is invisible or undrawable shows as its code point."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from audit.places import templates_folder
from audit.report.clean import clean, shorten
from audit.report.fonts import drawable

GLYPHS = drawable(templates_folder())


def test_plain_text_stays():
    for text in ("", "H000123", "天牌九 𢵧 櫈 戙 么", "combinação", "简体发财", "a\u00a0b"):
        assert clean(text, GLYPHS) == text


def test_what_cannot_be_seen_is_shown():
    assert clean("exe\u202egnp", GLYPHS) == "exe[U+202E]gnp"
    assert clean("a\x00b\x07\r\n\t", GLYPHS) == "a[U+0000]b[U+0007][U+000D][U+000A][U+0009]"
    assert clean("\u2028\u200b\ufeff\u00ad\u2066", GLYPHS) == "[U+2028][U+200B][U+FEFF][U+00AD][U+2066]"
    assert clean("\ue000\U0010ffff\ud800", GLYPHS) == "[U+E000][U+10FFFF][U+D800]"


def test_what_no_font_draws_is_shown():
    assert clean("😀", GLYPHS) == "[U+1F600]"
    assert clean("e\u0301עברית"[:3], GLYPHS) == "e[U+0301][U+05E2]"


@given(st.text(max_size=60))
def test_nothing_invisible_or_undrawable_is_left(text):
    cleaned = clean(text, GLYPHS)
    assert all(ord(character) in GLYPHS for character in cleaned)
    assert not any(
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for character in cleaned
    )
    assert clean(cleaned, GLYPHS) == cleaned


def test_shortening_counts_what_it_leaves_off():
    assert shorten("abc", 3) == "abc"
    assert shorten("a" * 100_000, 10) == "aaaaaaaaaa… (+99990)"
