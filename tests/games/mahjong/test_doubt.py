"""A meld at odds with its hand puts that hand in doubt; of the others all is known, once the seat plays on."""

from pathlib import Path

import pytest

from .judging import book, replayed
from .test_one_fault import Hand, bases, violations
from .test_straying import Change, changed

WRONG = ("chow", 0, {"pieces": "3s 4s 5s"})  # seat 2 has no 5s, and wins in the end

CASES: list[tuple[str, list[Change], dict[str, int]]] = [
    ("the chow alone", [WRONG], {"MT-10.7": 1}),
    ("a discard not held", [WRONG, ("discard", 4, {"pieces": "7s"})], {"MT-10.7": 1, "MT-5.7": 1}),
    ("a kong of three", [WRONG, ("deal", 3, {"pieces": "5p 5p 7s 3m"})], {"MT-10.7": 1, "MT-5.5a": 1}),
    ("a fifth copy", [WRONG, ("draw", 1, {"pieces": "2p"})], {"MT-10.7": 1, "MT-1": 1}),
    ("a wrong rake", [WRONG, ("rake", 0, {"amount": "1.00"})], {"MT-10.7": 1, "MT-8.1": 1}),
]


def ordinary() -> Hand:
    return bases("mahjong", ("ordinary",))["ordinary"][0]


@pytest.mark.parametrize(("about", "changes", "expected"), CASES, ids=[case[0] for case in CASES])
def test_what_follows_a_wrong_chow_is_judged(
    tmp_path: Path, about: str, changes: list[Change], expected: dict[str, int]
) -> None:
    found = violations(tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), changes)]})
    assert found["T"] == expected, about


def test_another_seat_that_plays_on_leaves_all_hands_in_doubt(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    discard = [("discard", 1, {"seat": "4"}), ("discard", 4, {"pieces": "7s"})]
    found = violations(log, "mahjong", {"T": [changed(ordinary(), [WRONG, *discard])]})
    assert found["T"] == {"MT-10.7": 1}


def test_the_tile_that_was_not_held_is_named(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    violations(log, "mahjong", {"T": [changed(ordinary(), [WRONG])]})
    ((batch, facts),) = replayed(log, "mahjong", law=book())
    melds = facts.tables["melds"].columns
    assert (int(melds["not_held"][0]), int(melds["missing_tile"][0])) == (1, 18 + 4 + 2)
    assert batch.hand_count == 1
    assert int(melds["missing_tile"][1]) == 0


SHORT = ("deal", 0, {"pieces": "2p 2p 2p 9p"})  # of the concealed kong of seat 1 a tile lacks
UNDRAWN = ("draw", 4, {"pieces": "4z"})  # and the fourth tile of seat 3's promoted one
ONE_FAN = ("win", 0, {"number": "1", "label": "all_chows"})
FARTHER = ("discard", 7, {"pieces": "7s"})

OF_KONGS: list[tuple[str, list[Change], dict[str, int]]] = [
    ("concealed, of three", [SHORT, ONE_FAN], {"MT-5.5a": 1, "MT-6.1": 1}),
    ("promoted, without the fourth", [UNDRAWN, ONE_FAN], {"MT-5.5a": 1, "MT-6.1": 1}),
    ("of another kind", [("kong", 1, {"pieces": "3p 3p 3p 3p"}), FARTHER], {"MT-5.5a": 1, "MT-5.7": 1}),
    ("promoted, of another kind", [("kong", 2, {"pieces": "2p 2p 2p 2p"}), FARTHER], {"MT-5.5a": 1, "MT-5.7": 1}),
    ("of another seat", [("kong", 1, {"seat": "3"}), FARTHER], {"MT-3.3": 1, "MT-5.7": 1}),
]


@pytest.mark.parametrize(("about", "changes", "expected"), OF_KONGS, ids=[case[0] for case in OF_KONGS])
def test_what_follows_a_wrong_kong_is_judged(
    tmp_path: Path, about: str, changes: list[Change], expected: dict[str, int]
) -> None:
    found = violations(tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), changes)]})
    assert found["T"] == expected, about


def test_a_claim_at_odds_with_the_discard_leaves_the_discarder_in_doubt(tmp_path: Path) -> None:
    thrown = [("discard", 2, {"pieces": "1m"}), ("discard", 6, {"pieces": "1m"})]  # of which seat 3 holds one
    found = violations(tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), [*thrown])]})
    assert found["T"] == {"MT-5.5a": 1}


def test_a_claim_at_odds_with_the_discard_leaves_its_copies_in_doubt(tmp_path: Path) -> None:
    thrown = [("discard", place, {"pieces": "1s"}) for place in (2, 5, 6)]  # seat 1 has two, seat 3 one
    found = violations(
        tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), [*thrown, ("draw", 3, {"pieces": "1s"})])]}
    )
    assert found["T"] == {"MT-5.5a": 1}


def test_a_win_that_is_played_on_after_is_not_judged_by_its_claims(tmp_path: Path) -> None:
    hidden = [("deal", place, {"pieces": "? ? ? ?"}) for place in (2, 6, 10)]
    changes = [*hidden, ("pung", 0, {"event": "win"})]
    found = violations(tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), changes)]})
    assert found["T"] == {"MT-3.3": 1}


def test_a_chow_of_one_tile_is_no_chow_after_a_draw(tmp_path: Path) -> None:
    hidden = [("deal", place, {"pieces": "? ? ? ?"}) for place in (0, 4, 8)]
    changes = [*hidden, ("draw", 1, {"pieces": "2z"}), ("kong", 1, {"event": "chow", "pieces": "2z"})]
    found = violations(tmp_path / "log.csv", "mahjong", {"T": [changed(ordinary(), changes)]})
    assert found["T"] == {"MT-5.3b": 1}
