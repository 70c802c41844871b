from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.games.pai_gow import labels as codes
from audit.games.pai_gow.labels import OTHER_WORD, WORDS, LabelReader, row_names


def one(law: Any, text: str) -> list[int]:
    return read((text,), law)[0].tolist()


def read(texts: Sequence[str], law: Any) -> np.ndarray:
    return LabelReader(law.parameter("table_2")).codes(texts)


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
    label = one(law, text)
    for side, wanted in enumerate((front, rear)):
        assert tuple(label[column + side] for column in (codes.ROW, codes.OTHER_ROW, codes.PAIR_POINTS)) == wanted


def test_every_name_of_table_2_is_its_row(law: Any) -> None:
    entries = law.parameter("table_2").steps[0].value
    for entry in entries:
        for name in entry["names"]:
            label = one(law, f"{name} | {name}")
            assert entry["row"] in (label[codes.ROW], label[codes.OTHER_ROW])
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
    label = one(law, text)
    assert (label[codes.FRONT_WINNER], label[codes.REAR_WINNER], label[codes.RESULT]) == wanted


def test_words(law: Any) -> None:
    labels = read((*WORDS, "", "  ", "One_Hand", "misdeal"), law)
    assert labels[:, codes.WORD].tolist() == [*range(1, len(WORDS) + 1), 0, 0, OTHER_WORD, OTHER_WORD, 0]


@given(st.lists(st.text(max_size=30), max_size=10))
def test_any_text_is_read_within_the_vocabulary(law: Any, texts: list[str]) -> None:
    labels = read(texts, law)
    assert labels.shape == (len(texts) + 1, 10)
    assert set(labels[:, codes.WORD].tolist()) <= set(range(OTHER_WORD + 1))
    rows, points = labels[:, codes.ROW : codes.OTHER_ROW], labels[:, codes.PAIR_POINTS :]
    assert rows.min() >= -1
    assert rows.max() <= 106
    assert points.max() <= 9


def test_what_was_read_before_is_read_alike(law: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "_MOST_REMEMBERED", 3)
    reader = LabelReader(law.parameter("table_2"))
    for texts in (["win", "#17 | 9"], ["#17 | 9", "5 | 6", "win"], ["lose", "push"], ["win"]):
        assert reader.codes(texts).tolist() == read(texts, law).tolist()
