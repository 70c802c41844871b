"""Other notations of pieces: what is meant is told in the log's own notation, and nothing is guessed."""

import pyarrow as pa
import pytest

from audit.pieces.advice import advice
from audit.pieces.notation import read_pieces
from audit.schema import GAMES


@pytest.mark.parametrize(
    ("game", "text", "right"),
    [
        ("five_card_poker", "10h", "Th"),
        ("five_card_poker", "10H 9C", "Th 9c"),
        ("five_card_poker", "hA,s10", "Ah Ts"),
        ("five_card_poker", "A♠ ♦K", "As Kd"),
        ("five_card_poker", "td ?", "Td ?"),
        ("pai_gow", "6:6 4/1", "6-6 1-4"),
        ("pai_gow", "66 | [1|2]", "6-6 | 1-2"),
        ("pai_gow", "6–5", "5-6"),
        ("mahjong", "m1 5Z", "1m 5z"),
        ("mahjong", "123p", "1p 2p 3p"),
        ("mahjong", "五萬 3筒 中", "5m 3p 7z"),
        ("mahjong_simplified", "E 白板", "1z 5z"),
    ],
)
def test_another_notation_is_told_in_ours(game: str, text: str, right: str) -> None:
    assert advice(game, text) == right
    told = read_pieces(game, pa.array([text, right], pa.string()))
    assert told.bad.tolist() == [True, False]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["", "??", "1c?", "eleven", "7-8", "h", "10", "5x", "1b", "\u0000", "10h" * 100])
def test_what_is_not_known_for_sure_is_not_told(game: str, text: str) -> None:
    assert advice(game, text) == ""
