"""Rows that stand where their kind has no place: one finding, and what is wrong besides is found as well."""

from pathlib import Path

import pytest

from .test_one_fault import Hand, bases, violations

Change = tuple[str, int, dict[str, str]]


def changed(hand: Hand, changes: list[Change]) -> Hand:
    """The hand with cells changed in the n-th row of a kind, the first being 0."""
    rows = [dict(row) for row in hand]
    for event, nth, cells in changes:
        of_kind = [place for place, row in enumerate(hand) if row["event"] == event]
        rows[of_kind[nth]].update(cells)
    return rows


CASES: list[tuple[str, str, list[Change], dict[str, int]]] = [
    ("an act among the money", "mahjong", [("money", 3, {"event": "pung"})], {"MT-3.2": 1}),
    ("a win among the walls", "mahjong", [("wall", 1, {"event": "win"})], {"MT-3.2": 1}),
    ("an end in the deal", "mahjong", [("deal", 5, {"event": "exhausted"})], {"MT-3.2": 1}),
    ("a wall in the play", "mahjong", [("draw", 2, {"event": "wall"})], {"MT-3.1": 1}),
    ("dice in the play", "mahjong", [("draw", 2, {"event": "dice"})], {"MT-1": 1}),
    ("rake in the play", "mahjong", [("draw", 2, {"event": "rake", "amount": "1.00"})], {"MT-8.1": 1}),
    ("the wall exhausted in the play", "mahjong", [("draw", 2, {"event": "exhausted"})], {"MT-5.5b": 1}),
    ("a false win in the play", "mahjong", [("discard", 2, {"event": "false_win"})], {"MT-3.3": 1}),
    ("a discard for the rake", "mahjong", [("rake", 0, {"event": "discard"})], {"MT-3.3": 1}),
    ("a draw for a payment", "mahjong", [("pay", 0, {"event": "draw"})], {"MT-3.3": 1}),
    (
        "a discard for the rake, and a payment above its sum",
        "mahjong",
        [("rake", 0, {"event": "discard"}), ("pay", 0, {"amount": "300.00"})],
        {"MT-3.3": 1, "MT-7.2": 1},
    ),
    (
        "a draw for a payment, and a wrong rake",
        "mahjong",
        [("pay", 0, {"event": "draw"}), ("rake", 0, {"amount": "1.00"})],
        {"MT-3.3": 1, "MT-8.1": 1},
    ),
    (
        "a wall in the play, and a wrong rake",
        "mahjong",
        [("draw", 2, {"event": "wall"}), ("rake", 0, {"amount": "1.00"})],
        {"MT-3.1": 1, "MT-8.1": 1},
    ),
    ("money for the rake", "mahjong_simplified", [("rake", 0, {"event": "money"})], {"MS-8.1": 1}),
    ("a chow among the money", "mahjong_simplified", [("money", 3, {"event": "chow"})], {"MS-5.3": 1}),
    ("a win in the play", "mahjong_simplified", [("discard", 1, {"event": "win"})], {"MS-4.1": 1}),
]


@pytest.mark.parametrize(("about", "game", "changes", "expected"), CASES, ids=[case[0] for case in CASES])
def test_a_row_out_of_its_place(
    tmp_path: Path, about: str, game: str, changes: list[Change], expected: dict[str, int]
) -> None:
    hand = bases(game, ("self_drawn",))["self_drawn"][0]
    before = changed(hand, [("hand_start", 0, {"number": "9", "label": "W"})])
    found = violations(tmp_path / "log.csv", game, {"T": [before, changed(hand, changes)]})
    assert found["T"] == expected, about
