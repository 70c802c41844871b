import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.pieces.notation import (
    CARDS,
    DIE,
    DOMINO_COPIES,
    DOMINOES,
    FOREIGN,
    TILES,
    UNKNOWN,
    pack,
    packed_text,
    piece_text,
    read_pieces,
)
from audit.schema import NULL

NAMES = {"pai_gow": DOMINOES, "five_card_poker": CARDS, "mahjong": TILES, "mahjong_simplified": TILES}


def codes(game: str, text: str) -> list[int]:
    column = read_pieces(game, pa.array([text]))
    assert not column.bad[0]
    return column.code.tolist()


def test_the_set_holds_32_tiles_of_21_kinds() -> None:
    assert len(set(DOMINOES)) == 21
    assert sum(DOMINO_COPIES) == 32


@pytest.mark.parametrize("game", NAMES)
def test_every_piece_reads_and_writes_as_itself(game: str) -> None:
    for code, name in enumerate(NAMES[game]):
        assert codes(game, name) == [code]
        assert piece_text(game, code) == name
    for pips in range(10):
        assert codes(game, str(pips)) == [DIE + pips]
        assert piece_text(game, DIE + pips) == str(pips)
    assert codes(game, "?") == [UNKNOWN]
    assert piece_text(game, UNKNOWN) == "?"


def test_either_half_of_a_domino_may_come_first() -> None:
    for code, name in enumerate(DOMINOES):
        assert codes("pai_gow", name[::-1]) == [code]


@pytest.mark.parametrize(
    ("game", "text"), [("pai_gow", "0-7"), ("pai_gow", "2-9"), ("five_card_poker", "2c"), ("mahjong", "1f")]
)
def test_a_piece_of_another_set_is_foreign(game: str, text: str) -> None:
    assert codes(game, text) == [FOREIGN]
    assert piece_text(game, FOREIGN) == "!"


@pytest.mark.parametrize("text", ["6-", "-", "66", "6-6-6", "six", "6—6", "10", "6-6,1-1", "é-1", "|x"])
def test_what_is_no_notation_is_bad_and_holds_no_piece(text: str) -> None:
    column = read_pieces("pai_gow", pa.array(["6-6", text, "1-1"]))
    assert column.bad.tolist() == [False, True, False]
    assert column.start.tolist() == [0, 1, 1, 2]


def test_the_bar_parts_groups() -> None:
    column = read_pieces("pai_gow", pa.array(["6-6 1-1 | 4-4 1-3", "6-6", "| 6-6", "6-6 |", "6-6 | 1-1 | 4-4", None]))
    assert column.split.tolist() == [2, -1, 0, 1, -2, -1]
    assert not column.bad.any()


def test_more_pieces_than_any_hand_has_are_bad() -> None:
    column = read_pieces("mahjong", pa.array([" ".join(["1m"] * 41), " ".join(["1m"] * 40)]))
    assert column.bad.tolist() == [True, False]
    assert column.start.tolist() == [0, 0, 40]


def test_a_slice_of_a_column_reads_as_the_column() -> None:
    whole = pa.array(["6-6", "1-1 4-4", "1-3", None, "?"])
    part = read_pieces("pai_gow", whole.slice(1, 3))
    assert part.code.tolist() == [1, 2, 3]
    assert part.start.tolist() == [0, 2, 3, 3]


@given(st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=12), max_size=8), st.sampled_from(list(NAMES)))
def test_any_text_is_read_or_bad(texts: list[str], game: str) -> None:
    column = read_pieces(game, pa.array(texts, pa.string()))
    assert column.start[0] == 0
    assert (np.diff(column.start) >= 0).all()
    assert column.start[-1] == len(column.code)
    assert (np.diff(column.start)[column.bad] == 0).all()
    for code in column.code:
        assert piece_text(game, int(code))


@given(st.lists(st.integers(-1, len(TILES) - 1), min_size=1, max_size=12), st.data())
def test_up_to_eight_pieces_make_one_number(pieces: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(pieces) - 1))
    end = data.draw(st.integers(first, len(pieces)))
    packed = pack(np.array(pieces, np.int8), first, end)
    if end - first > 8:
        assert packed == NULL
    else:
        assert packed_text("mahjong", packed) == " ".join(piece_text("mahjong", code) for code in pieces[first:end])
