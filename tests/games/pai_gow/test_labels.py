from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.games.pai_gow.labels import OTHER_WORD, WORDS, Labels, read_labels, row_names


def one(law: Any, text: str) -> Labels:
    return read_labels((text,), law)


@pytest.mark.parametrize(
    ("text", "front", "rear"),
    [
        ("#17 | 9", (17, 0, -1), (0, 0, 9)),
        ("0 | #106", (0, 0, 0), (106, 0, -1)),
        ("雙鵝 | 双鹅", (5, 0, -1), (5, 0, -1)),
        ("双鵝 | 天九王", (5, 0, -1), (17, 0, -1)),
        ("拎冧六五 | 雜九五", (65, 66, -1), (66, 0, -1)),
        ("雜牌八 | 虎頭六", (38, 0, -1), (54, 0, -1)),
        ("拎冧六四 | 高脚七六", (75, 0, -1), (56, 0, -1)),
        ("板凳密 | 長牌密", (105, 0, -1), (104, 0, -1)),
        (" | 5", (0, 0, -1), (0, 0, 5)),
        ("5|", (0, 0, 5), (0, 0, -1)),
        ("", (0, 0, -1), (0, 0, -1)),
        ("12 | #0", (-1, 0, -1), (-1, 0, -1)),
        ("#107 | #1000", (-1, 0, -1), (-1, 0, -1)),
        ("#²² | ٣", (-1, 0, -1), (-1, 0, -1)),
        ("5", (-1, 0, -1), (-1, 0, -1)),
        ("5 | 6 | 7", (-1, 0, -1), (-1, 0, -1)),
        ("flush | 天", (-1, 0, -1), (-1, 0, -1)),
    ],
)
def test_names_of_a_setting(law: Any, text: str, front: tuple[int, ...], rear: tuple[int, ...]) -> None:
    labels = one(law, text)
    for side, wanted in enumerate((front, rear)):
        assert (labels.row[0, side], labels.other_row[0, side], labels.points[0, side]) == wanted


def test_every_name_of_table_2_is_its_row(law: Any) -> None:
    entries = law.parameter("table_2").steps[0].value
    for entry in entries:
        for name in entry["names"]:
            labels = one(law, f"{name} | {name}")
            assert entry["row"] in (labels.row[0, 0], labels.other_row[0, 0])
    doubtful = {name for name, (_, other) in row_names(law.parameter("table_2")).items() if other}
    assert doubtful == {"拎冧六五"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("player banker push", (1, 2, 0)),
        ("banker banker lose", (2, 2, -1)),
        ("player player win", (1, 1, 1)),
        ("player  dealer win", (1, 0, 1)),
        ("player player won", (1, 1, -2)),
        ("player win", (0, 0, -2)),
        ("player player win win", (0, 0, -2)),
        ("", (0, 0, -2)),
    ],
)
def test_words_of_a_comparison(law: Any, text: str, wanted: tuple[int, int, int]) -> None:
    labels = one(law, text)
    assert (labels.front[0], labels.rear[0], labels.result[0]) == wanted


def test_words(law: Any) -> None:
    labels = read_labels((*WORDS, "", "  ", "One_Hand", "misdeal"), law)
    assert labels.word.tolist() == [*range(1, len(WORDS) + 1), 0, 0, OTHER_WORD, OTHER_WORD, 0]


@given(st.lists(st.text(max_size=30), max_size=10))
def test_any_text_is_read_within_the_vocabulary(law: Any, texts: list[str]) -> None:
    labels = read_labels(texts, law)
    assert all(len(field) == len(texts) + 1 for field in labels)
    assert set(labels.word.tolist()) <= set(range(OTHER_WORD + 1))
    assert labels.row.min() >= -1
    assert labels.row.max() <= 106
    assert labels.points.max() <= 9
