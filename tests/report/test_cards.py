"""Rows of a hand on an evidence card: as played, the finding's row marked, cut to a window that says so."""

import datetime
import json
from pathlib import Path

from audit.explain.observing import observed_name
from audit.explain.vocabulary import counted
from audit.report.cards import _label, _moment, _observations, hand_rows, played_row, window
from audit.report.lawbook import Lawbook
from audit.report.stored import StoredRun
from audit.report.words import load_words
from audit.schema import EVENTS, LOG_COLUMNS

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


def test_the_label_of_a_pot_says_that_it_names_seats():
    rows = [_row(1, event="pot", label="1 5 7"), _row(2, event="pot", label="all"), _row(3, event="bet", label="1 5")]
    assert [row.label for row in _shown(rows)] == ["lugares 1 5 7", "all", "1 5"]


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


def test_the_number_of_a_row_says_what_it_counts():
    from audit.games.registry import registered_games

    assert counted("five_card_poker", "pot", 0, "en") == "main pot"
    assert counted("five_card_poker", "award", 2, "pt") == "pote lateral 2"
    assert counted("mahjong", "hand_start", 3, "en") == "hand of the cycle: 3"
    assert counted("five_card_poker", "hand_start", 3, "zh-Hant") == "此副牌第 3 局"
    assert counted("mahjong", "win", 0, "en") == "fan: 0"
    assert counted("pai_gow", "speak", 4, "en") == "number 4"
    numbered = set(load_words("en").table["number"]) - {"any"}
    events = {event for game in registered_games() for event in EVENTS[game]}
    events |= {f"{game}_{event}" for game in registered_games() for event in EVENTS[game]}
    assert {name.removesuffix("_none") for name in numbered} <= events
    (row,) = _shown([_row(1, event="shake", number=12)])
    assert row.number == "soma: 12"


RULE = {
    "id": "PG-1",
    "title": {"en": "A fault"},
    "sha256": "a",
    "checks": [
        {"over": "wagers", "observed": "settled"},
        {"over": "hands", "observed": "piles"},
        {"over": "hands", "observed": "seat"},
    ],
}


def _named(facts, observed, checks=RULE["checks"], seat=5):
    run = StoredRun(Path(), {}, "", {"games": {"pai_gow": {"rules": [{**RULE, "checks": checks}]}}})
    row = {"rule_id": "PG-1", "facts": json.dumps(facts), "observed": observed, "game": "pai_gow", "seat": seat}
    lawbook = Lawbook([run], load_words("en"))
    return observed_name("pai_gow", _observations(row, 0, lawbook), "en")


def test_what_was_observed_has_its_name_where_the_checks_tell_which_it_was():
    assert _named({"settled": "12.50", "piles": 7}, "12.50") == "amount settled"
    assert _named({"settled": "12.50", "piles": 7}, "7") == "piles dealt"
    assert _named({"settled": "12.50", "piles": 7}, "5") == ""  # the seat, which is named with its number
    assert _named({"settled": "7", "piles": 7}, "7") == ""
    assert _named({"played": False}, "false", [{"over": "hands", "observed": "played"}]) == "hand was played"
    both = [{"over": "hands", "observed": "piles + consents"}]
    assert _named({"piles": 1, "consents": 2}, "3", both) == "piles dealt + consents in the turn"
    assert _named({"piles": 1}, "1", [{"over": "hands", "observed": "max(piles, 2)"}]) == ""


def test_a_findings_time_has_its_date_and_offset_where_they_are_not_to_be_expected():
    row = _row(1)
    assert _moment(row, "2026-10-03") == "21:14:01"
    assert _moment(row, "2026-10-02") == "2026-10-03 21:14:01"
    assert _moment({**row, "utc_offset": 0}, "2026-10-03") == "13:14:01 +00:00"
    assert _moment({**row, "time": None}, "2026-10-03") == ""
    rows = [_row(1), _row(2), _row(3)]
    assert played_row(3, rows) == rows[2]
    assert played_row(None, rows) == rows[0]
    assert played_row(None, []) is None
