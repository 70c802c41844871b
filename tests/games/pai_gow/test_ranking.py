import csv
import datetime
import itertools
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.dated import Dated, Step, day_number
from audit.errors import PackError
from audit.games.pai_gow.comparing import result_of
from audit.games.pai_gow.ranking import CLASSES, KINDS, PLAYER, SPLITS, Ranking, pair_winner, rankings
from audit.games.pai_gow.worth import worth_of
from audit.pieces.notation import DOMINO_COPIES, DOMINOES, FOREIGN, UNKNOWN

TODAY = np.array([day_number(datetime.date(2026, 10, 3))], np.int32)
TILES = [kind for kind, copies in enumerate(DOMINO_COPIES) for _ in range(copies)]
PAIRS = list(itertools.combinations(TILES, 2))
NAMES = {
    "天": ["6-6"], "地": ["1-1"], "人": ["4-4"], "鹅": ["1-3"], "梅": ["5-5"], "长": ["3-3"], "板櫈": ["2-2"],
    "虎头": ["5-6"], "红头": ["4-6"], "高脚七": ["1-6"], "拎冧六": ["1-5"], "杂九": ["4-5", "3-6"],
    "杂八": ["3-5", "2-6"], "杂七": ["3-4", "2-5"], "大鸡六": ["2-4"], "杂五": ["1-4", "2-3"], "细鸡": ["1-2"],
}  # fmt: skip


@pytest.fixture(scope="module")
def ranking(law: Any) -> Ranking:
    return rankings(law, TODAY)[0]


def kind(name: str) -> int:
    return DOMINOES.index(name)


def pair(text: str) -> tuple[int, int]:
    one, other = text.split()
    return kind(one), kind(other)


def strength(ranking: Ranking, text: str) -> int:
    return int(ranking.strength[(1, *pair(text))])


def test_every_pair_has_the_row_of_the_reference(ranking: Ranking, reference: Path) -> None:
    seen: Counter[tuple[int, int]] = Counter()
    with (reference / "numbers" / "paigow_pair_ranks.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            ways = 0
            for member in line["members"].split(" / "):
                ones, others = (NAMES[name] for name in member.split("+"))
                for one, other in {tuple(sorted((kind(a), kind(b)))) for a in ones for b in others}:
                    count = PAIRS.count((one, other))
                    assert not count or ranking.row[1, one, other] == int(line["rank"])
                    ways += count
                    seen[one, other] += count
            assert ways == int(line["ways_of_496"])
    assert sum(seen.values()) == len(PAIRS) == 496


def test_rows_order_as_strengths(ranking: Ranking) -> None:
    by_row = {int(ranking.row[1, a, b]): int(ranking.strength[1, a, b]) for a, b in PAIRS}
    assert sorted(by_row) == list(range(1, 107))
    assert [by_row[row] for row in range(1, 107)] == sorted(by_row.values(), reverse=True)


def test_classes_of_the_reference(ranking: Ranking, reference: Path) -> None:
    words = {"至尊": "gee_joon", "pair": "pair", "wong": "nine_king", "gong": "gong"}
    found: Counter[str] = Counter()
    for a, b in PAIRS:
        name = CLASSES[ranking.kind_class[1, a, b]]
        found[f"{ranking.points[1, a, b]} points" if name == "points" else name] += 1
    with (reference / "numbers" / "paigow_pair_classes.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            assert found.pop(words.get(line["class"], line["class"])) == int(line["ways_of_496"])
    assert not found


def test_best_pair_of_every_hand(ranking: Ranking, reference: Path) -> None:
    hands = np.array(list(itertools.combinations(TILES, 4)))
    assert len(hands) == 35_960
    rows = np.stack([ranking.row[1, hands[:, a], hands[:, b]] for a, b in itertools.combinations(range(4), 2)])
    best = Counter(rows.min(axis=0).tolist())
    with (reference / "numbers" / "paigow_best_high_hand.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            assert best[int(line["rank"])] == int(line["hands_of_35960_whose_best_two_tile_hand_is_this"])


def test_hand_counts_of_the_reference(ranking: Ranking, reference: Path) -> None:
    with (reference / "numbers" / "paigow_hand_counts.csv").open(encoding="utf-8") as file:
        wanted = {line["quantity"]: int(line["computed"]) for line in csv.DictReader(file)}
    hands = np.array(list(itertools.combinations(TILES, 4)))
    classes = np.stack(
        [ranking.kind_class[1, hands[:, a], hands[:, b]] for a, b in itertools.combinations(range(4), 2)]
    )
    paired = np.isin(classes, (CLASSES.index("pair"), CLASSES.index("gee_joon")))
    wong = (classes == CLASSES.index("nine_king")).any(axis=0)
    gong = (classes == CLASSES.index("gong")).any(axis=0)
    twice = (paired[0] & paired[5]) | (paired[1] & paired[4]) | (paired[2] & paired[3])
    assert twice.sum() == wanted["hands holding two pairs"]
    assert (paired.any(axis=0) & ~twice).sum() == wanted["hands holding exactly one pair"]
    assert (~paired.any(axis=0)).sum() == wanted["hands holding no pair"]
    assert wong.sum() == wanted["hands that can make a wong"]
    assert (wong & ~paired.any(axis=0)).sum() == wanted["hands that can make a wong and hold no pair"]
    assert (gong & ~wong & ~paired.any(axis=0)).sum() == wanted["hands that can make a gong, no wong, no pair"]


def test_a_switched_tile_that_keeps_its_own_rank_makes_107_strengths(law_with: Callable[..., Any]) -> None:
    own = rankings(law_with(switched_tile_rank="own"), TODAY)[0]
    assert len({int(own.strength[1, a, b]) for a, b in PAIRS}) == 107
    assert strength(own, "2-4 1-4") > strength(own, "1-2 1-4") > strength(own, "6-6 1-4")
    assert own.row[(1, *pair("2-4 1-4"))] == 0


@pytest.mark.parametrize(
    ("tiles", "points", "plain", "switched"),
    [
        ("2-2 1-2", 7, 7, 0),  # 1-2 as 6 would make ten
        ("5-5 1-2", 6, 3, 6),
        ("6-6 2-4", 8, 8, 5),
        ("1-5 2-4", 9, 2, 9),
        ("2-4 1-4", 8, 1, 8),
    ],
)
def test_switching_only_makes_higher(ranking: Ranking, tiles: str, points: int, plain: int, switched: int) -> None:
    at = (1, *pair(tiles))
    assert ranking.points[at] == points
    assert (ranking.points_plain[at], ranking.points_switched[at]) == (plain, switched)
    assert ranking.strength[at] == max(ranking.plain[at], ranking.switched[at])


def test_pairs_without_a_gee_joon_tile_have_one_way_of_counting(ranking: Ranking) -> None:
    for a, b in PAIRS:
        switchable = {a, b} & {kind("2-4"), kind("1-2")}
        named = CLASSES[ranking.kind_class[1, a, b]] != "points"
        assert (ranking.switched[1, a, b] > 0) == (bool(switchable) and not named)


def test_named_pairs_outrank_nine_points(ranking: Ranking) -> None:
    assert strength(ranking, "2-4 1-2") > strength(ranking, "6-6 6-6") > strength(ranking, "1-4 2-3")
    assert strength(ranking, "1-4 2-3") > strength(ranking, "6-6 3-6") > strength(ranking, "1-1 4-5")
    assert strength(ranking, "1-1 4-5") > strength(ranking, "6-6 4-4") > strength(ranking, "1-1 2-6")
    assert strength(ranking, "1-1 2-6") > strength(ranking, "6-6 1-6") > strength(ranking, "1-5 1-2")
    assert strength(ranking, "6-6 4-4") == strength(ranking, "6-6 2-6")


def value(ranking: Ranking, one: int, other: int) -> int:
    return int(ranking.strength[1, one, other])


def in_order(ranking: Ranking, hand: Sequence[int]) -> tuple[int, ...]:
    """A hand's two pairs, the lower in front."""
    a, b, c, d = hand
    return (c, d, a, b) if value(ranking, a, b) > value(ranking, c, d) else (a, b, c, d)


def result(ranking: Ranking, player: Sequence[int], banker: Sequence[int]) -> int:
    """2 won, 1 pushed, 0 lost, -1 unknown."""
    (a, b, c, d), (e, f, g, h) = player, banker
    return result_of(worth_of(ranking)[0], 1, (a, b, c, d), (e, f, g, h))


def test_what_is_no_tile_is_unknown(ranking: Ranking) -> None:
    assert not ranking.strength[1, KINDS].any()
    assert not ranking.strength[1, :, KINDS].any()
    assert not ranking.strength[0].any()
    good = (0, 1, 2, 3)
    for code in (UNKNOWN, FOREIGN, 64, 127, -128, 21):
        assert result(ranking, (0, code, 2, 3), good) == -1
        assert result(ranking, good, (0, 1, 2, code)) == -1


def test_a_day_before_the_law_knows_no_ranking(law: Any) -> None:
    published = day_number(datetime.date(1985, 5, 18))
    ranking, page = rankings(law, np.array([published - 1, published, published - 1], np.int32))
    assert page.tolist() == [0, 1, 0]
    assert ranking.strength.shape == (2, KINDS + 1, KINDS + 1)


def test_an_amended_table_has_its_own_page(law_with: Callable[..., Any]) -> None:
    amended = law_with()
    zero = amended.parameters["points_zero_at"]
    first = zero.steps[0]
    later = Step(first.from_day + 100, (20,), "a later instrument")
    unknown = Step(first.from_day + 200, None, "a later instrument")
    amended.parameters["points_zero_at"] = Dated(zero.name, zero.unit, (first, later, unknown))
    days = np.array([first.from_day, first.from_day + 100, first.from_day + 200], np.int32)
    ranking, page = rankings(amended, days)
    assert page.tolist() == [1, 2, 0]
    at = pair("1-3 3-3")
    assert (ranking.points[(1, *at)], ranking.points[(2, *at)]) == (0, 10)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("single_tiles", (("6-6",),)),
        ("single_tiles", "6-6"),
        ("named_pairs", ({"class": "flush", "one": ("6-6",), "other": ("6-6",)},)),
        ("named_pairs", ({"class": "pair", "one": ("6-6",)},)),
        ("points_zero_at", ("ten",)),
        ("switched_points", {"7-7": 3}),
        ("switched_points", 3),
        ("table_2", ({"row": 2, "tiles": "6-6 6-6"},)),
        ("table_2", ({"row": 1, "tiles": "6-6"},)),
    ],
)
def test_a_malformed_table_is_a_fault_of_the_pack(law_with: Callable[..., Any], name: str, value: Any) -> None:
    broken = law_with()
    broken.parameters[name] = Dated(name, "", (Step(0, value, "none"),))
    with pytest.raises(PackError, match=name):
        rankings(broken, TODAY)


kinds = st.integers(0, KINDS - 1)
hands = st.permutations(range(32)).map(lambda order: [TILES[at] for at in order[:8]])


@given(kinds, kinds)
def test_the_order_of_two_tiles_does_not_matter(ranking: Ranking, a: int, b: int) -> None:
    for field in ranking:
        assert field[1, a, b] == field[1, b, a]


@given(hands, st.permutations(range(4)))
def test_the_order_of_four_tiles_does_not_change_the_best_result(
    ranking: Ranking, tiles: list[int], order: list[int]
) -> None:
    banker = in_order(ranking, tiles[4:])
    best = [
        max(result(ranking, [hand[at] for at in split], banker) for split in SPLITS)
        for hand in (tiles[:4], [tiles[at] for at in order])
    ]
    assert best[0] == best[1]


@given(hands)
def test_a_player_wins_what_beats_both_pairs_and_loses_what_beats_none(ranking: Ranking, tiles: list[int]) -> None:
    player, banker = in_order(ranking, tiles[:4]), in_order(ranking, tiles[4:])
    sides = [(value(ranking, player[at], player[at + 1]), value(ranking, banker[at], banker[at + 1])) for at in (0, 2)]
    zeros = all(ranking.zero[1, hand[0], hand[1]] for hand in (player, banker))
    won = [pair_winner(mine, theirs, zeros and at == 0) == PLAYER for at, (mine, theirs) in enumerate(sides)]
    assert result(ranking, player, banker) == sum(won)


@given(hands)
def test_the_banker_never_loses_to_his_own_setting(ranking: Ranking, tiles: list[int]) -> None:
    hand = in_order(ranking, tiles[:4])
    assert result(ranking, hand, hand) == 0


def test_zero_fronts_are_the_bankers(ranking: Ranking) -> None:
    player = (*pair("1-3 3-3"), *pair("6-6 6-6"))
    banker = (*pair("5-6 4-5"), *pair("1-4 2-4"))
    assert strength(ranking, "1-3 3-3") > strength(ranking, "5-6 4-5")
    assert result(ranking, player, banker) == 1


PEER_TILES = {
    "teen": "天", "day": "地", "high eight": "人", "harmony four": "鹅", "high ten": "梅", "long six": "长",
    "low four": "板櫈", "eleven": "虎头", "ten": "红头", "low ten": "红头", "seven": "高脚七", "six": "拎冧六",
    "mixed nine": "杂九", "mixed eight": "杂八", "mixed seven": "杂七", "mixed five": "杂五",
    "gee joon": "大鸡六", "gee joon 2-4": "大鸡六", "gee joon 1-2": "细鸡",
}  # fmt: skip


def peer_pair(one: str, other: str) -> tuple[int, int]:
    """Codes of a peer's two tiles; he knows one sort of gee joon tile, and a rank may hold two sorts."""
    a, b = NAMES[PEER_TILES[one]], NAMES[PEER_TILES[other]]
    if one == other == "gee joon":
        return pair("2-4 1-2")
    return kind(a[0]), kind(b[-1])


def test_a_peers_order_of_all_136_pairs_is_ours(ranking: Ranking, reference: Path) -> None:
    entries = json.loads((reference / "real" / "pai_gow" / "peer_rudisherry_pairs.json").read_text())
    entries = entries if isinstance(entries, list) else entries["pairs"]
    ranked = [(int(entry["order"]), peer_pair(entry["a"], entry["b"]), entry) for entry in entries]
    assert len(ranked) == 136
    differ = {
        frozenset(((one[2]["a"], one[2]["b"]), (other[2]["a"], other[2]["b"])))
        for one, other in itertools.combinations(ranked, 2)
        if np.sign(one[0] - other[0])
        != np.sign(int(ranking.strength[(1, *one[1])]) - int(ranking.strength[(1, *other[1])]))
    }
    assert not differ


def test_unit_cases_of_peers(ranking: Ranking, reference: Path) -> None:
    checked: Counter[str] = Counter()
    for line in (reference / "real" / "pai_gow" / "unit_test_cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["kind"] == "value" and "value" in case:
            at = (1, *peer_pair(*case["hand"]))
            assert ranking.points[at] == case["value"], case
        elif case["kind"] == "beats":
            a, b = (int(ranking.strength[(1, *peer_pair(*case[side]))]) for side in "ab")
            assert np.sign(a - b) == case["a_vs_b"], case
        elif case["kind"] == "set_order":
            low, high = (int(ranking.strength[(1, *peer_pair(*case[side]))]) for side in ("low", "high"))
            assert low < high, case
        elif case["kind"] == "rank106":
            assert 106 - int(ranking.row[(1, *peer_pair(*case["hand"]))]) == case["rank_from_worst_0"], case
        checked[case["kind"]] += 1
    assert set(checked) >= {"value", "beats", "set_order", "rank106"}
