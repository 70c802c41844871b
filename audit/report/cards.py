"""Which findings are shown, and the evidence card of each."""

import datetime
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import pandas as pd

from audit.explain.citing import log_reason
from audit.explain.observing import Observation, is_truth, observations, observed_name, times_told, told_by, truths_told
from audit.explain.vocabulary import compared, counted, in_words
from audit.explain.words import WORDS
from audit.report.clean import shorten
from audit.report.lawbook import Lawbook, in_language
from audit.report.messages import message_of, said
from audit.report.model import Card, Finding, HandRow
from audit.report.placing import pieces_of_rows, places
from audit.report.stored import StoredRun, read_details, read_hands
from audit.report.streets import street_words
from audit.report.words import Words

ID_LIMIT = 48  # characters of an id or a label on paper
VALUE_LIMIT = 60
NAME_LIMIT = 90
MESSAGE_LIMIT = 1200
ROWS_ON_CARD = 70
_RANK = {"critical": 0, "major": 1, "minor": 2}
_MACAU = 480  # minutes from UTC where a log gives no offset


def in_order(findings: pd.DataFrame) -> pd.DataFrame:
    """Findings in the list's order: violations before notes, critical first, then by casino, table, day and hand."""
    frame = findings.assign(
        _note=findings["result"] == "note", _rank=findings["severity"].map(_RANK).fillna(3).astype("int8")
    )
    keys = ["_note", "_rank", "casino", "table_id", "gaming_day", "hand_id", "rule_id", "finding_id"]
    return frame.sort_values(keys, kind="stable").drop(columns=["_note", "_rank"]).reset_index(drop=True)


def chosen(ordered: pd.DataFrame, cap: int) -> pd.DataFrame:
    """At most ``cap`` findings such that every rule comes up before any comes up twice, in the order of the list."""
    if len(ordered) <= cap:
        return ordered
    turn = ordered.groupby("rule_id", sort=False).cumcount()
    places_in_line = turn.sort_values(kind="stable").index[:cap]
    return ordered.loc[sorted(places_in_line)]


def _minor(value: Decimal | None) -> int | None:
    return None if value is None else int(value * 100)


def _short(value: object, limit: int = ID_LIMIT) -> str:
    return "" if value is None else shorten(str(value), limit)


def _value(value: object, lawbook: Lawbook, game: str, truths: Mapping[str, str]) -> str:
    """What was observed or expected, in the reader's words; a yes or no by what it says of the fact."""
    if value is None:
        return ""
    words, lang = lawbook.fact_words(game), lawbook.words.lang
    return shorten(told_by(truths, str(value), lambda part: said(part, words, lang)), VALUE_LIMIT)


def finding_line(
    row: Mapping[str, Any],
    run: int,
    lawbook: Lawbook,
    carded: bool,
    numbers: Mapping[str, int] | None = None,
    played: Mapping[str, Any] | None = None,
) -> Finding:
    """One finding as a line of the list; ``numbers`` are those of the files by their hash, ``played`` its own row."""
    title, title_lang = lawbook.title(row["rule_id"], run)
    fitting = _observations(row, run, lawbook)
    truths = truths_told(row["game"], fitting, lawbook.words.lang)
    truths |= times_told(lawbook.times(row["game"]), fitting, lawbook.words.lang, row["observed"], row["expected"])
    return Finding(
        row["finding_id"],
        row["rule_id"],
        shorten(title, 120),
        title_lang,
        row["result"],
        row["severity"],
        lawbook.cited(row["citation"]),
        _short(row["casino"]),
        _short(row["table_id"]),
        str(row["gaming_day"]),
        row["game"],
        _short(row["hand_id"]),
        row["seq"],
        row["seat"],
        _value(row["observed"], lawbook, row["game"], truths),
        _value(row["expected"], lawbook, row["game"], truths),
        _minor(row["money_effect"]),
        row["currency"] or "",
        carded,
        (numbers or {}).get(row["source_sha256"] or "", 0),
        row["source_row"],
        _moment(played, str(row["gaming_day"])) if played else "",
        ""
        if truths and is_truth(row["observed"])
        else shorten(observed_name(row["game"], fitting, lawbook.words.lang), NAME_LIMIT),
    )


def _observations(row: Mapping[str, Any], run: int, lawbook: Lawbook) -> list[Observation]:
    """What the checks of a finding's rule observe, as far as the finding may have come of them."""
    checks = lawbook.rule(row["rule_id"], run).get("checks") or []
    observed = [(str(check["over"]), str(check["observed"])) for check in checks if check.get("observed")]
    return observations(observed, _facts(row["facts"]), row["seat"], str(row["observed"]))


def _local(row: Mapping[str, Any]) -> datetime.datetime | None:
    """When a row was played, by the log's own clock; None where the log does not say."""
    moment = row["time"]
    if not isinstance(moment, datetime.datetime):
        return None
    offset = _MACAU if row["utc_offset"] is None else int(row["utc_offset"])
    return moment.astimezone(datetime.timezone(datetime.timedelta(minutes=offset)))


def _clock(row: Mapping[str, Any]) -> str:
    moment = _local(row)
    return moment.strftime("%H:%M:%S") if moment else ""


def _moment(row: Mapping[str, Any], gaming_day: str) -> str:
    """A row's time of day, with its date where that is not the gaming day and its offset where it is not Macau's."""
    moment = _local(row)
    if moment is None:
        return ""
    day = "" if moment.date().isoformat() == gaming_day else f"{moment.date().isoformat()} "
    offset = moment.strftime("%z")
    return f"{day}{moment.strftime('%H:%M:%S')}" + ("" if offset == "+0800" else f" {offset[:3]}:{offset[3:]}")


def _actor(actor: str, fact_words: Mapping[str, Any], words: Words) -> str:
    """Who acted, in the word of the game's own regulation where that has one."""
    return said(actor, fact_words, words.lang) if actor in fact_words else words.known("actor", actor)


def _label(label: str, fact_words: Mapping[str, Any], lang: str) -> str:
    """A label in the language where it is made of known words alone; else as it was logged."""
    if told := compared(label, lang):
        return told
    return in_words(label, lambda word: said(word, fact_words, lang) if word in fact_words else None) or label


def _row_label(row: Mapping[str, Any], fact_words: Mapping[str, Any], words: Words) -> str:
    """The label of a row; that of a pot names the seats that it is open to."""
    label = row["label"] or ""
    if row["event"] == "pot" and label.replace(" ", "").isdecimal():
        return words("evidence.seats", seats=label)
    return _label(label, fact_words, words.lang)


def hand_rows(game: str, rows: Sequence[Mapping[str, Any]], at: int | None, lawbook: Lawbook) -> tuple[HandRow, ...]:
    """The rows of a hand as played, the one at ``at`` (its seq) marked."""
    words, fact_words = lawbook.words, lawbook.fact_words(game)
    shown = []
    streets = street_words(rows) if game == "five_card_poker" else {}
    for place, (row, groups) in enumerate(zip(rows, pieces_of_rows(game, rows), strict=True)):
        seat = "" if row["seat"] is None else str(row["seat"])
        other = "" if row["other_seat"] is None else f" → {row['other_seat']}"
        shown.append(
            HandRow(
                row["seq"],
                _clock(row),
                words.event(game, row["event"]),
                seat + other,
                _actor(row["actor"] or "", fact_words, words),
                _short(row["person"], 20),
                groups,
                _short(row["pieces"], 120),
                "" if row["number"] is None else counted(game, row["event"], int(row["number"]), words.lang),
                _minor(row["amount"]),
                _minor(row["payout"]),
                _minor(row["fee"]),
                shorten(_row_label(row, fact_words, words), VALUE_LIMIT + ID_LIMIT),
                _short(row["ref"], 24),
                row["source_row"],
                row["seq"] == at,
                WORDS[words.lang][streets[place]] if place in streets else "",
            )
        )
    return tuple(shown)


def window(rows: tuple[HandRow, ...], most: int = ROWS_ON_CARD) -> tuple[HandRow, ...]:
    """At most ``most`` rows of a hand, around the one that the finding stands on."""
    if len(rows) <= most:
        return rows
    at = next((place for place, row in enumerate(rows) if row.here), 0)
    first = min(max(0, at - most // 2), len(rows) - most)
    return rows[first : first + most]


def _fact_text(value: object, words: Words, fact_words: Mapping[str, Any]) -> str:
    if value is None:
        return words("card.unknown")
    return shorten(said(value, fact_words, words.lang), VALUE_LIMIT)


def _facts(text: str | None) -> dict[str, Any]:
    facts = json.loads(text) if text else {}
    return facts if isinstance(facts, dict) else {}


def played_row(seq: int | None, rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The row of a hand that a finding stands on, the first of the hand where it stands on none."""
    return next((row for row in rows if row["seq"] == seq), rows[0] if rows else None)


class CardMaker:
    """Makes the evidence cards of chosen findings; hands are read once and their rows printed once."""

    def __init__(self, runs: Sequence[StoredRun], lawbook: Lawbook, words: Words, per_rule: Mapping[str, int]) -> None:
        self.runs, self.lawbook, self.words, self.per_rule = runs, lawbook, words, per_rule
        self._printed: dict[tuple[int, str, str], str] = {}

    def make(self, picked: pd.DataFrame) -> tuple[Card, ...]:
        """The cards of the picked findings, in their order."""
        details = read_details(self.runs, picked)
        hands: dict[tuple[int, str, str], list[dict[str, Any]]] = {}
        for number, group in picked.groupby("run"):
            run = int(str(number))
            keys = set(zip(group["casino"], group["hand_id"], strict=True))
            for (casino, hand), rows in read_hands(self.runs[run], keys).items():
                hands[run, casino, hand] = rows
        return tuple(
            self._card(details[finding_id], int(run), hands[int(run), casino, hand])
            for finding_id, run, casino, hand in zip(
                picked["finding_id"], picked["run"], picked["casino"], picked["hand_id"], strict=True
            )
        )

    def _card(self, row: Mapping[str, Any], run: int, rows: Sequence[Mapping[str, Any]]) -> Card:
        game, lawbook, words = row["game"], self.lawbook, self.words
        finding = finding_line(row, run, lawbook, carded=True, played=played_row(row["seq"], rows))
        rule = lawbook.rule(row["rule_id"], run)
        facts, steps = _facts(row["facts"]), json.loads(row["parameter_steps"] or "[]")
        if lawbook.game_of(row["rule_id"]) == "log":
            message, message_lang = log_reason(row["rule_id"], str(row["message"] or ""), words.lang)
        else:
            message, message_lang = message_of(
                rule, row, facts, steps, lawbook.fact_words(game), words.lang, lawbook.times(game)
            )
        why, why_lang = lawbook.criterion(row["rule_id"], run)
        caution, caution_lang = in_language(rule.get("caution"), words.lang)
        key = (run, row["casino"], row["hand_id"])
        earlier = self._printed.setdefault(key, row["finding_id"])
        all_rows = hand_rows(game, rows, row["seq"], lawbook)
        concerned = self._concerned(row, rows)
        return Card(
            finding,
            _short(row["person"]),
            shorten(message, MESSAGE_LIMIT),
            message_lang,
            shorten(why, MESSAGE_LIMIT),
            why_lang,
            shorten(caution, MESSAGE_LIMIT),
            caution_lang,
            tuple(
                (lawbook.fact_name(row["rule_id"], name, run), _fact_text(value, words, lawbook.fact_words(game)))
                for name, value in facts.items()
            ),
            tuple(lawbook.step(game, step) for step in steps),
            self.per_rule[row["rule_id"]],
            _short(row["source_file"], 80),
            row["source_sha256"] or "",
            row["source_row"],
            row["rule_sha256"] or "",
            places(game, rows, pieces_of_rows(game, rows), concerned, words),
            window(all_rows) if earlier == row["finding_id"] else (),
            len(all_rows),
            "" if earlier == row["finding_id"] else earlier,
        )

    @staticmethod
    def _concerned(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> set[int]:
        """The finding's own seat and the second seat of its row."""
        seats = {row["seat"]}
        seats |= {line["other_seat"] for line in rows if line["seq"] == row["seq"]}
        return {int(seat) for seat in seats if seat is not None}
