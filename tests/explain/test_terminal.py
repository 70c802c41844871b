"""Text for the terminal: never wider than 80 columns, never in command of it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.explain.terminal import WIDTH, cut, fields, plain, table, width, wrapped

TEXTS = st.text(st.sampled_from("ab ,.牌九é-\x1b\x00"), max_size=300)


@settings(deadline=None)
@given(TEXTS)
def test_wrapped_lines_fit_and_keep_every_letter(text: str) -> None:
    lines = wrapped(text, "    ")
    assert all(width(line) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(plain(text).split())


@settings(deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
def test_tables_and_fields_fit(rows: list[tuple[str, str]]) -> None:
    lines = table(("one", "two"), rows) + fields([("name", text) for _, text in rows])
    assert all(width(line) <= WIDTH for line in lines)


def test_a_cell_that_is_too_wide_goes_on_below_and_loses_nothing() -> None:
    name = "second-round-opened-by-the-wrong-seat-" * 2 + "end"
    lines = table(("rule", "fault", "n"), [("FP-1", name, "12"), ("FP-2", "short", "3")], right=(2,))
    assert all(width(line) <= WIDTH for line in lines)
    assert "".join(line[6:].removesuffix("12").strip() for line in lines[2:4]) == name
    assert lines[2].split()[-2:] == [name[: name.rindex("wrong")], "12"]
    assert not lines[3].endswith("12")
    assert lines[4].split() == ["FP-2", "short", "3"]


def test_control_characters_show_as_text() -> None:
    assert plain("a\x1b[31mb\n") == "a\\x1b[31mb\\n"


def test_a_cut_text_says_so() -> None:
    assert cut("commission", 6) == "commi…"
    assert cut("牌九牌九", 5) == "牌九…"
    assert cut("short", 6) == "short"
