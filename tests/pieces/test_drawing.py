"""Drawings, signs and words of all pieces of all games."""

import re
from xml.etree import ElementTree as ET

import pytest

from audit.pieces.drawing import Drawing, drawing, every_code, name_pieces, sign, svg
from audit.pieces.naming import name_piece
from audit.pieces.notation import CARDS, DIE, DOMINOES, FOREIGN, TILES, UNKNOWN

GAMES = ("pai_gow", "five_card_poker", "mahjong", "mahjong_simplified")
LANGS = ("en", "zh-Hant", "pt")


def _pips(game: str, code: int) -> list[tuple[float, float, str]]:
    root = ET.fromstring(f"<svg>{drawing(game, code).body}</svg>")
    return [(float(c.get("cx", "")), float(c.get("cy", "")), c.get("fill", "")) for c in root.iter("circle")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_piece_is_well_formed_svg_with_its_words_as_title(game, lang):
    for code in every_code(game):
        root = ET.fromstring(svg(game, code, lang))
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text == name_piece(game, code, lang)
        assert not list(root.iter("{http://www.w3.org/2000/svg}text")), "a drawing must not depend on a font"


@pytest.mark.parametrize("game", GAMES)
def test_pieces_of_one_game_all_differ(game):
    codes = every_code(game)
    assert len({drawing(game, code).key for code in codes}) == len(codes)
    assert len({drawing(game, code).body for code in codes}) == len(codes)
    for lang in LANGS:
        assert len({name_piece(game, code, lang) for code in codes}) == len(codes)


def test_same_key_is_the_same_picture_in_every_game():
    seen: dict[str, Drawing] = {}
    for game in GAMES:
        for code in every_code(game):
            piece = drawing(game, code)
            assert seen.setdefault(piece.key, piece) == piece


def test_a_domino_shows_its_halves():
    for code, name in enumerate(DOMINOES):
        low, high = (int(half) for half in name.split("-"))
        pips = _pips("pai_gow", code)
        assert sum(y < 40 for _, y, _ in pips) == low
        assert sum(y > 40 for _, y, _ in pips) == high


def test_ones_and_fours_are_red_and_the_double_six_half_red():
    white = "#ffffff"
    for code, name in enumerate(DOMINOES):
        low, high = (int(half) for half in name.split("-"))
        reds = sum(fill != white for _, _, fill in _pips("pai_gow", code))
        assert reds == (6 if name == "6-6" else sum(half for half in (low, high) if half in (1, 4)))


def test_circles_and_bamboos_are_counted_right():
    for n in range(1, 10):
        assert len(_pips("mahjong", TILES.index(f"{n}p"))) == 3 * n
        assert drawing("mahjong", TILES.index(f"{n}s")).body.count("<rect") - 2 == 2 * n


def test_a_die_shows_its_value_and_one_and_four_in_red():
    for n in range(1, 7):
        pips = _pips("pai_gow", DIE + n)
        assert len(pips) == n
        assert {fill for _, _, fill in pips} == {"#c8202c" if n in (1, 4) else "#14181f"}


def test_codes_that_are_no_piece_are_drawn_as_foreign():
    for game in GAMES:
        assert drawing(game, 100).key == drawing(game, FOREIGN).key
        assert drawing(game, UNKNOWN).key != drawing(game, FOREIGN).key
        assert name_piece(game, 100, "en") == name_piece(game, FOREIGN, "en")


def test_signs_for_the_terminal():
    assert sign("pai_gow", DOMINOES.index("6-6")) == "\U0001f093"
    assert sign("pai_gow", DOMINOES.index("1-2")) == "\U0001f06c"
    assert sign("five_card_poker", CARDS.index("As")) == "\U0001f0a1"
    assert sign("five_card_poker", CARDS.index("Kc")) == "\U0001f0de"
    assert sign("five_card_poker", CARDS.index("Td")) == "\U0001f0ca"
    assert sign("mahjong", TILES.index("1z")) == "\U0001f000"
    assert sign("mahjong", TILES.index("5z")) == "\U0001f006"
    assert sign("mahjong", TILES.index("7z")).startswith("\U0001f004")
    assert sign("mahjong", TILES.index("9p")) == "\U0001f021"
    assert sign("pai_gow", DIE + 6) == "⚅"
    assert (sign("mahjong", UNKNOWN), sign("mahjong", FOREIGN)) == ("?", "!")
    for game in GAMES:
        codes = every_code(game)
        assert len({sign(game, code) for code in codes}) == len(codes)


def test_words_in_three_languages():
    assert name_piece("pai_gow", DOMINOES.index("1-1"), "en") == "Earth (one-one)"
    assert name_piece("pai_gow", DOMINOES.index("1-1"), "zh-Hant") == "地牌（一一）"
    assert name_piece("five_card_poker", CARDS.index("Qh"), "pt") == "dama de copas"
    assert name_piece("mahjong", TILES.index("3s"), "zh-Hant") == "三索"
    assert name_pieces("pai_gow", [DIE + 3, DIE + 1], "pt") == "dado com três, dado com um"
    with pytest.raises(KeyError):
        name_piece("pai_gow", 0, "fr")
    for lang in LANGS:
        for game in GAMES:
            assert not any(re.search(r"[<>&\"]", name_piece(game, code, lang)) for code in every_code(game))
