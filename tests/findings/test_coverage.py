"""The status of a rule: what its counts come to."""

import pytest

from audit.findings.coverage import COUNTS, Covered, status_of


def counted(*names: str) -> list[int]:
    """Counts with a one under some names."""
    return [int(name in names) for name in COUNTS]


@pytest.mark.parametrize(
    ("names", "status"),
    [
        ((), "not_exercised"),
        (("not_applicable",), "not_exercised"),
        (("conforms",), "exercised"),
        (("violates",), "exercised"),
        (("notes",), "exercised"),
        (("yielded",), "exercised"),
        (("indeterminate",), "indeterminate"),
        (("indeterminate", "not_applicable"), "indeterminate"),
        (("indeterminate", "conforms"), "exercised"),
        (("error", "conforms", "violates", "indeterminate"), "error"),
    ],
)
def test_a_single_row_decides_the_status(names: tuple[str, ...], status: str) -> None:
    assert status_of(counted(*names)) == status


def test_rules_are_summed_up() -> None:
    covered = Covered({"A": counted("conforms", "notes"), "B": counted("not_applicable"), "C": counted("notes")})
    assert covered.total("notes") == 2
    assert covered.exercised() == 2
