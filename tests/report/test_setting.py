"""The list of findings is cut into pages that hold every line whole."""

import dataclasses

from audit.report.model import Finding
from audit.report.setting import _FIRST_PAGE, _PAGE, _height, _lines, _pages

LINE = Finding(
    "F-0123456789ab", "PG-1.1", "A title", "en", "violation", "major", "96/85/M art. 1", "C01", "T1", "2026-10-01",
    "pai_gow", "H1", 1, 1, "yes", "no", None, "", carded=False,
)  # fmt: skip


def test_a_longer_line_is_given_more_room():
    assert _height(dataclasses.replace(LINE, title="x" * 75)) > _height(LINE)
    assert _height(dataclasses.replace(LINE, title="牌" * 60)) > _height(dataclasses.replace(LINE, title="x" * 60))
    assert _height(dataclasses.replace(LINE, citation="96/85/M art. 1; " * 6)) > _height(LINE)
    assert _height(dataclasses.replace(LINE, observed="4-4 " * 20)) > _height(LINE)


def test_every_line_of_a_cell_counts_and_words_are_kept_whole():
    assert _height(dataclasses.replace(LINE, table="T" * 16)) > _height(LINE)
    assert _height(dataclasses.replace(LINE, observed="yes", observed_name="a", expected="no " * 20)) > _height(LINE)
    assert _height(dataclasses.replace(LINE, time="2026-10-02 03:14:05")) > _height(LINE)
    assert _height(dataclasses.replace(LINE, effect=10**12, currency="HKD")) > _height(LINE)
    assert [_lines(text, 5) for text in ("", "ab cd", "abc def", "abcdef", "牌牌", "牌牌牌", "ab 牌牌")] == [
        0, 1, 2, 2, 1, 2, 2,
    ]  # fmt: skip


def test_pages_hold_every_line_once_in_order_and_are_not_overfull():
    lines = tuple(dataclasses.replace(LINE, id=str(n), title="x" * (n % 150 + 1)) for n in range(200))
    pages = _pages(lines)
    assert [line for page in pages for line in page] == list(lines)
    for number, page in enumerate(pages):
        assert sum(map(_height, page)) <= (_PAGE if number else _FIRST_PAGE)
    assert _pages(()) == []
