"""Places in a file of a pack: the line and column of a key, a value, a letter of a text."""

from pathlib import Path

import pytest

from audit.rulebook.toml_file import TomlFile, read_toml

TEXT = r"""# first line
name = 'plain'
title = "a\u4e2d\U0001F004\t{fee}"
[message]
en = '''
Seat
  {seat}'''
list = [1, "two", { three = "3" }]
"""


@pytest.fixture
def file(tmp_path: Path) -> TomlFile:
    path = tmp_path / "rule.toml"
    path.write_text(TEXT, encoding="utf-8")
    read = read_toml(path, "rule.toml", tmp_path)
    assert isinstance(read, TomlFile)
    return read


@pytest.mark.parametrize(
    ("path", "letter", "line", "column"),
    [
        (("name",), None, 2, 8),
        (("name",), 0, 2, 9),
        (("title",), 1, 3, 11),  # an escape of four digits
        (("title",), 2, 3, 17),  # of eight
        (("title",), 3, 3, 27),
        (("title",), 4, 3, 29),
        (("title",), 99, 3, 34),  # behind the last letter
        (("message", "en"), 0, 6, 1),  # the line end behind the fence is none of the text
        (("message", "en"), 7, 7, 3),
        (("message", "list", 1), 0, 8, 13),
        (("message", "list", 2, "three"), 0, 8, 30),
        (("message", "list", 2, "four"), None, 8, 19),  # of a key that is not there, what it would stand in
        (("nothing",), None, 1, 1),
    ],
)
def test_every_letter_has_its_place(
    file: TomlFile, path: tuple[str | int, ...], letter: int | None, line: int, column: int
) -> None:
    place = file.place(path, of_value=True, letter=letter)
    assert (place.path, place.line, place.column) == ("rule.toml", line, column)


def test_a_key_stands_before_its_value(file: TomlFile) -> None:
    place = file.place(("message", "list", 2, "three"))
    assert (place.line, place.column) == (8, 21)
