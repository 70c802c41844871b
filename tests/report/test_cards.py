"""Rows of a hand on an evidence card: as played, the finding's row marked, cut to a window that says so."""

import datetime

from audit.report.cards import _label, hand_rows, window
from audit.report.lawbook import Lawbook
from audit.report.words import load_words
from audit.schema import LOG_COLUMNS

WORDS = {"player": {"pt": "jogador"}, "win": {"pt": "ganho"}}


def _row(seq, **fields):
    row = dict.fromkeys(column.name for column in LOG_COLUMNS)
    clock = datetime.datetime(2026, 10, 3, 13, 14, seq % 60, tzinfo=datetime.UTC)
    return {**row, "seq": seq, "event": "bet", "time": clock, **fields}


def _shown(rows, at=None):
    return hand_rows("pai_gow", rows, at, Lawbook([], load_words("pt")))


def test_clocks_stand_in_the_logs_own_offset_and_without_one_in_macau_time():
    assert [row.time for row in _shown([_row(1), _row(2, utc_offset=0), _row(3, time=None)])] == [
        "21:14:01",
        "13:14:02",
        "",
    ]


def test_money_is_minor_units_and_seats_say_from_where_to_where():
    from decimal import Decimal

    (row,) = _shown([_row(1, amount=Decimal("12.50"), seat=2, other_seat=5, pieces="6-6 1-4 | 1-1 2-5")], 1)
    assert (row.amount, row.payout, row.seat, row.here) == (1250, None, "2 → 5", True)
    assert [len(group) for group in row.groups] == [2, 2]
    assert row.event == "aposta"


def test_a_label_is_translated_only_where_every_word_is_known():
    assert _label("player win", WORDS, "pt") == "jogador ganho"
    assert _label("player player win", WORDS, "pt") == "frente para o jogador, costas para o jogador: ganho"
    assert _label("player 天牌九", WORDS, "pt") == "player 天牌九"
    assert _label("", WORDS, "pt") == ""
    assert _label("win " * 50_000, WORDS, "pt") == "win " * 50_000


def test_a_long_hand_is_cut_around_the_findings_row():
    rows = _shown([_row(seq) for seq in range(1, 101)], 60)
    cut = window(rows, 20)
    assert len(cut) == 20
    assert cut[0].seq < 60 < cut[-1].seq
    assert window(rows[:20], 20) == rows[:20]
    assert [row.seq for row in window(_shown([_row(seq) for seq in range(1, 101)], 100), 5)] == [
        96,
        97,
        98,
        99,
        100,
    ]
    assert window(_shown([_row(seq) for seq in range(1, 101)]), 5)[0].seq == 1
