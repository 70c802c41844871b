"""The pieces of each seat on an evidence card, by game."""

from audit.pieces.notation import CARDS, DOMINOES, FOREIGN, TILES
from audit.report.placing import pieces_of_rows, places
from audit.report.words import load_words

WORDS = load_words("en")


def _rows(*lines):
    names = ("event", "seat", "pieces", "label", "other_seat", "number")
    rows = [dict(zip(names, (*line, *[None] * (6 - len(line))), strict=True)) for line in lines]
    return [{**row, "seq": place + 1} for place, row in enumerate(rows)]


def _placed(game, rows, *concerned):
    return places(game, rows, pieces_of_rows(game, rows), set(concerned), WORDS)


def _dominoes(text):
    return tuple(DOMINOES.index(name) for name in text.split())


def test_pai_gow_shows_the_seat_and_the_banker_front_and_rear():
    rows = _rows(
        ("hand_start", 3),
        ("shake", 3, "3 1 6 4", "valid", None, 14),
        ("deal", 5, "6-6 1-4 1-1 2-5"),
        ("set", 5, "1-4 2-5 | 6-6 1-1", "2 | 4"),
        ("set", 3, "1-2 2-4 | 3-6 4-5"),
        ("compare", 5, None, "player banker push"),
    )
    seat, banker, dice = _placed("pai_gow", rows, 5)
    assert seat.concerned
    assert not banker.concerned
    assert seat.label == "Player, seat 5: front to player, rear to banker: push"
    assert [(group.label, group.codes, group.note) for group in seat.groups] == [
        ("Front", _dominoes("1-4 2-5"), "2"),
        ("Rear", _dominoes("6-6 1-1"), "4"),
    ]
    assert banker.groups[1].codes == _dominoes("3-6 4-5")
    assert dice.groups[0].note == "total 14"


def test_pai_gow_without_a_setting_shows_what_was_dealt_and_the_dealers_laying_out_beside_the_setting():
    rows = _rows(("hand_start", 3), ("deal", 5, "6-6 1-4 1-1 2-5"), ("deal", 3, "? ? ? ?"))
    assert [place.groups[0].label for place in _placed("pai_gow", rows, 5)] == ["Dealt", "Dealt"]
    rows = _rows(("hand_start", 3), ("set", 3, "1-4 2-5 | 6-6 1-1"), ("arrange", 3, "6-6 2-5 | 1-4 1-1"))
    labels = [group.label for group in _placed("pai_gow", rows, 3)[-1].groups]
    assert labels == ["Front", "Rear", "Front (dealer)", "Rear (dealer)"]


def test_a_setting_laid_out_as_it_was_is_drawn_once():
    rows = _rows(("hand_start", 3), ("set", 5, "1-4 2-5 | 6-6 1-1"), ("arrange", 5, "1-4 2-5 | 6-6 1-1"))
    assert [group.label for group in _placed("pai_gow", rows, 5)[0].groups] == ["Front", "Rear"]


def test_poker_shows_hole_and_up_cards_of_every_seat_the_concerned_first():
    rows = _rows(
        ("deal", 1, "As", "up"),
        ("deal", 2, "Kd", "up"),
        ("deal", 1, "Td", "down"),
        ("deal", 2, "?", "down"),
        ("show", 1, "Td", "high_card"),
        ("fold", 2),
    )
    second, first = _placed("five_card_poker", rows, 2)
    assert second.label == "Seat 2: folded"
    assert [(group.label, group.codes) for group in first.groups] == [
        ("Hole card", (CARDS.index("Td"),)),
        ("Up cards", (CARDS.index("As"),)),
        ("Shown", (CARDS.index("Td"),)),
    ]
    assert first.groups[-1].note == "high card"


def test_mahjong_takes_discards_and_melds_out_of_the_hand():
    rows = _rows(
        ("hand_start", 1),
        ("deal", 1, "1m 2m 3m 7z"),
        ("deal", 2, "7z 7z 9s 9p 9p 9p 9p"),
        ("discard", 1, "7z"),
        ("pung", 2, "7z 7z 7z", None, 1),
        ("kong", 2, "9p 9p 9p 9p", "concealed"),
        ("discard", 1, "9s"),
        ("win", 2, "9s", None, 1),
    )
    winner, dealer = _placed("mahjong", rows, 2)
    assert dealer.label == "Dealer (East), seat 1"
    shown = [(group.label, [TILES[code] for code in group.codes]) for group in winner.groups]
    assert shown == [
        ("Held at the end, by the log", ["9s"]),
        ("pung", ["7z"] * 3),
        ("kong", ["9p"] * 4),
        ("Winning tile", ["9s"]),
    ]
    assert [TILES[code] for code in dealer.groups[0].codes] == ["1m", "2m", "3m"]


def test_a_promoted_kong_takes_the_place_of_its_pung():
    rows = _rows(
        ("deal", 2, "7z 7z 1m"),
        ("deal", 1, "7z"),
        ("discard", 1, "7z"),
        ("pung", 2, "7z 7z 7z", None, 1),
        ("draw", 2, "7z"),
        ("kong", 2, "7z 7z 7z 7z", "promoted"),
    )
    place = next(place for place in _placed("mahjong", rows, 2) if place.concerned)
    assert [group.label for group in place.groups] == ["Held at the end, by the log", "kong"]
    assert [TILES[code] for code in place.groups[0].codes] == ["1m"]


def test_faulty_rows_are_left_out_and_break_nothing():
    rows = _rows(
        ("hand_start", None), ("set", 5, "what | is | this"), ("compare", 5, None, "player"), ("deal", None, "6-6")
    )
    assert _placed("pai_gow", rows, 5) == ()
    rows = _rows(
        ("discard", 1, "7z"), ("chow", 2, "", None, 1), ("kong", 2, "1m", "promoted"), ("pung", 3, "1m 1m 1m", None, 9)
    )
    assert all(place.groups is not None for place in _placed("mahjong", rows, 2))
    assert places("baccarat", [], [], set(), WORDS) == ()


def test_a_discard_taken_back_is_in_the_hand_again():
    rows = _rows(("deal", 1, "7z 7z 1m"), ("discard", 1, "7z"), ("take_back", 1, "7z"), ("discard", 1, "1m"))
    (place,) = _placed("mahjong", rows, 1)
    assert [[TILES[code] for code in group.codes] for group in place.groups] == [["7z", "7z"], ["1m"]]
    (place,) = _placed("mahjong", _rows(("deal", 1, "1m"), ("take_back", 1, "9s")), 1)
    assert [[TILES[code] for code in group.codes] for group in place.groups] == [["1m"]]


def test_a_self_drawn_winning_tile_is_drawn_once():
    rows = _rows(("deal", 1, "9s 1m"), ("draw", 1, "9s"), ("win", 1, "9s"))
    (place,) = _placed("mahjong_simplified", rows, 1)
    shown = [(group.label, [TILES[code] for code in group.codes]) for group in place.groups]
    assert shown == [("Held at the end, by the log", ["1m", "9s"]), ("Winning tile", ["9s"])]


def test_a_piece_that_the_game_does_not_have_is_marked():
    rows = [{"pieces": "1z 3s 6z"}]
    assert pieces_of_rows("mahjong", rows) == [((27, 20, 32),)]
    assert pieces_of_rows("mahjong_simplified", rows) == [((FOREIGN, 20, 32),)]


def test_a_seat_is_called_as_its_game_calls_it():
    chinese = load_words("zh-Hant")
    called = {}
    for game, pieces in (
        ("pai_gow", "6-6"),
        ("five_card_poker", "As"),
        ("mahjong", "7z"),
        ("mahjong_simplified", "6z"),
    ):
        rows = _rows(("hand_start", 1), ("deal", 1, pieces), ("deal", 3, pieces))
        called[game] = [place.label for place in places(game, rows, pieces_of_rows(game, rows), {3}, chinese)]
    assert called == {
        "pai_gow": ["閒家，第 3 門", "莊家，第 1 門"],
        "five_card_poker": ["第 3 門", "第 1 門"],
        "mahjong": ["第 3 家", "庄家（東），第 1 家"],
        "mahjong_simplified": ["第 3 家", "庄家（東），第 1 家"],
    }
