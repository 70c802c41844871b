"""The wording that errors and verbs share."""

import pytest

from audit.errors import count


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1_000, "1,000 rows"), (-1, "-1 rows")]
)
def test_so_many_of_a_thing_are_counted_in_english(number: int, said: str) -> None:
    assert count(number, "row") == said


def test_a_plural_of_its_own_is_given() -> None:
    assert count(1, "entry", "entries") == "1 entry"
    assert count(3, "entry", "entries") == "3 entries"
