"""The lines of an explanation: 80 columns, the words of the reader's language, every fact with its article."""

import datetime
import json
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

import numpy as np

from audit.explain.citing import cited, log_reason
from audit.explain.messages import one_of, spoken, texts_of
from audit.explain.numbers import POINT, SPACE, amount_text, seconds_text
from audit.explain.observing import Observation, is_truth, observations, observed_as, times_told, told_by, truths_told
from audit.explain.terminal import plain, wrapped
from audit.explain.vocabulary import (
    compared,
    counted,
    duration,
    event_named,
    fact_name,
    in_words,
    known,
    lost,
    named,
    seat_named,
    truths_of,
)
from audit.explain.words import WORDS
from audit.findings.readable import MILLISECONDS, day_text, values
from audit.games.game import Facts, FactTable
from audit.games.registry import registered_games
from audit.logs import Batch
from audit.logs.codes import CODES, sentence
from audit.pieces.drawing import sign
from audit.pieces.notation import piece_text
from audit.rulebook import Rule, Rulebook
from audit.rulebook.values import Readable, money_text, text
from audit.schema import ACTORS, EVENTS, NULL, NULL_32, Column, Table

DEEP = " " * 15  # below the words of an event
_MARK = "▲"  # a finding stands on the row above
_BASIS_POINTS, _SECONDS = "basis points", "seconds"
_ALWAYS = ("observed", "expected", "money_effect", "currency", "seat", "citation")


class Course(Protocol):
    """What a game's own telling says between the rows of a hand: streets, and what lies on the table."""

    def before(self, row: int) -> Sequence[str]:
        """The lines above a row of the batch."""

    def after(self, row: int) -> Sequence[str]:
        """The lines below a row of the batch and its facts."""


class Telling:
    """Tells hands in one language, by one rulebook."""

    def __init__(self, book: Rulebook, lang: str) -> None:
        self.book, self.lang, self.words = book, lang, WORDS[lang]

    def say(self, name: str) -> list[str]:
        """A sentence of our own."""
        return wrapped(self.words[name])

    def head(self, batch: Batch, hand: int, file: str) -> list[str]:
        """Which hand it is."""
        key, words = batch.tables[batch.table[hand]], self.words
        ident = plain(batch.hand_id[hand].as_py())
        day = day_text(int(batch.day[hand]))
        lines = [
            *wrapped(f"{words['hand']} {ident}   {words['table']} {plain(key.casino)}/{plain(key.table_id)}"),
            *wrapped(f"{words['game']} {known('game', batch.game, self.lang)}   {words['day']} {day}"),
            *wrapped(f"{words['file']} {plain(file)}"),
        ]
        if batch.gap[hand] < batch.start[hand + 1]:
            lines += self.say("incomplete")
        if batch.lost_before[hand]:
            lines += self.say("lost_before")
        return lines

    def body(
        self,
        batch: Batch,
        hand: int,
        facts: Facts,
        over: Collection[str] = (),
        names: Collection[str] = (),
        marks: Mapping[int, Sequence[str]] | None = None,
        course: Course | None = None,
    ) -> list[str]:
        """The rows in order, each with what the law makes of it, then what holds of the hand as a whole.

        ``over`` names the tables of facts that are told, ``names`` the facts; all where one is empty. ``marks`` gives
        the ids of the findings that stand on a row, by its seq; ``course`` what the game says between the rows.
        """
        lines = [""]
        tables = [table for table in facts.tables.values() if not over or table.table.name in over]
        for row in range(int(batch.start[hand]), int(batch.start[hand + 1])):
            lines += course.before(row) if course else ()
            lines += self._event(batch, hand, row)
            lines += [f"{DEEP}{_MARK} {ident}" for ident in (marks or {}).get(int(batch.seq[row]), ())]
            for table in tables:
                for place in np.flatnonzero(table.row == row).tolist():
                    lines += self._facts(batch, table, place, names)
            lines += course.after(row) if course else ()
        whole = [
            (table, place)
            for table in tables
            for place in np.flatnonzero((table.hand == hand) & (table.row < 0)).tolist()
        ]
        for table, place in whole:
            seat = int(table.seat[place])
            told = self._facts(batch, table, place, names)
            if told:
                lines += ["", seat_named(batch.game, seat, self.lang) if seat else self.words["whole"], *told]
        return lines

    def _event(self, batch: Batch, hand: int, row: int) -> list[str]:
        words, game = self.words, batch.game
        moment = int(batch.time[row]) + int(batch.offset[row]) * 60_000
        kind = EVENTS[game][batch.event[row]]
        event = event_named(game, kind, self.lang)
        parts = [f"{int(batch.seq[row]):>3}  {_clock(moment)}  {event}"]
        if batch.seat[row]:
            parts.append(seat_named(game, int(batch.seat[row]), self.lang))
        if batch.other_seat[row]:
            parts.append(f"→ {batch.other_seat[row]}")
        if batch.actor[row] > 0:
            actor = ACTORS[batch.actor[row]]
            parts.append(self._word(game, actor) or known("actor", actor, self.lang))
        if batch.person[row] >= 0:
            parts.append(plain(batch.persons[batch.person[row]]))
        if batch.label[row] >= 0:
            label = batch.labels[batch.label[row]]
            # Elsewhere "first" is a round.
            first_rake = game == "five_card_poker" and kind == "rake" and label == "first"
            said = fact_name(game, "first_rake", self.lang) if first_rake else self._label(game, label)
            parts.append(compared(label, self.lang) or said)
        if batch.ref[row] >= 0:
            parts.append(plain(batch.refs[batch.ref[row]]))
        if batch.number[row] != NULL_32:
            parts.append(counted(game, EVENTS[game][batch.event[row]], int(batch.number[row]), self.lang))
        currency = batch.currency[hand].as_py() or ""
        for name, column in (("amount", batch.amount), ("payout", batch.payout), ("fee", batch.fee)):
            if column[row] != NULL:
                amount = amount_text(money_text(int(column[row])), self.lang)
                parts.append(f"{words[name]} {amount} {currency}".rstrip().replace(" ", SPACE))
        lines = wrapped("  ".join(parts), DEEP)
        pieces = batch.pieces[batch.pieces_start[row] : batch.pieces_start[row + 1]].tolist()
        if pieces:
            split = int(batch.pieces_split[row])
            lines += wrapped(DEEP + _pieces(game, pieces, split), DEEP)
        return lines

    def _label(self, game: str, label: str) -> str:
        """A label in the language where it is made of known words alone; else as it was logged."""
        return in_words(label, lambda word: self._word(game, word)) or plain(label)

    def _word(self, game: str, word: str) -> str | None:
        """A word of the game's facts in the language; None for another."""
        translated = self.book.words(game).get(word)
        return translated.get(self.lang, word) if translated else None

    def _facts(self, batch: Batch, table: FactTable, place: int, names: Collection[str]) -> list[str]:
        """Each known fact of a row: its short name, its value, and its article."""
        lines: list[str] = []
        for column in table.table.columns:
            if names and column.name not in names:
                continue
            numbers = np.asarray(table.columns[column.name][place : place + 1])
            value = values(column.kind, column.words, numbers, game=batch.game, persons=batch.persons)[0]
            if value is not None:
                lines += self._fact(batch.game, table.table.name, column, value)
        return lines

    def _fact(self, game: str, table: str, column: Column, value: Readable, mark: str = "") -> list[str]:
        name = fact_name(game, column.name, self.lang, table)
        source = cited(column.citation, self.lang) if column.citation else self.words["arithmetic"]
        told = named(name, self._value(game, table, column, value), self.lang)
        return wrapped(f"{DEEP}{told}  [{source}]{mark}", DEEP + "  ")

    def _value(self, game: str, table: str, column: Column, value: Readable) -> str:
        if type(value) is not int:
            return self._said(game, value)
        if _is_time(column):
            return duration(value, self.lang)
        nobody = truths_of(game, column.name, self.lang, table).get(str(value))  # where no seat is named
        return nobody or self._said(game, value)

    def _said(self, game: str, value: Any) -> str:
        if isinstance(value, bool):
            return self.words["yes" if value else "no"]
        if isinstance(value, str):
            return "; ".join(self._part(game, part) for part in value.split("; "))
        return "?" if value is None else str(text(value) if isinstance(value, int) else json.dumps(value))

    def _part(self, game: str, part: str) -> str:
        if part in ("true", "false"):
            return self.words["yes" if part == "true" else "no"]
        return self._word(game, part) or amount_text(plain(part.replace("_", " ")), self.lang)

    def findings(self, game: str, found: Sequence[Mapping[str, Any]]) -> list[str]:
        """What was found, with observed and expected, the facts that decided it, and the values of the law."""
        lines = ["", self.words["findings"]]
        if not found:
            return [*lines, "  " + self.words["none"]]
        rules = {rule.id: rule for rule in self.book.rules(game)}
        for row in found:
            lines += ["", *self._finding(game, row, rules.get(row["rule_id"]))]
        return lines

    def _finding(self, game: str, row: Mapping[str, Any], rule: Rule | None) -> list[str]:
        words, facts, steps = self.words, json.loads(row["facts"]), json.loads(row["parameter_steps"])
        lines = wrapped(
            f"  {row['finding_id']}  {words[row['result']]}  {row['rule_id']}  {self._title(row, rule)}", "      "
        )
        lines += wrapped(f"      {self._message(game, row, rule, facts, steps)}", "      ")
        fitting = self._observations(row, rule, facts)
        times = {column.name for table in self._tables(game, rule) for column in table.columns if _is_time(column)}
        truths = truths_told(game, fitting, self.lang)
        truths |= times_told(times, fitting, self.lang, row["observed"], row["expected"])
        heads = {
            "observed": observed_as(
                words["observed"], game, [] if is_truth(row["observed"]) and truths else fitting, self.lang
            )
        }
        for name in ("observed", "expected"):
            if row[name] is not None:
                value = told_by(truths, row[name], lambda part: self._part(game, part))
                lines += wrapped(f"      {named(heads.get(name, words[name]), value, self.lang)}", " " * 10)
        if row["money_effect"] is not None:
            lines += wrapped(f"      {lost(str(row['money_effect']), row['currency'], self.lang)}")
        if row["citation"]:
            lines += wrapped(f"      [{cited(row['citation'], self.lang)}]", " " * 10)
        if row["source_row"] is not None:
            lines += wrapped(f"      {words['row'].format(row=row['source_row'], file=plain(row['source_file']))}")
        tables: tuple[Table, ...] = self._tables(game, rule)
        for name, value in facts.items():
            table = next((table for table in tables if name in table), None)
            if table is not None:
                told = self._fact(game, table.name, table.column(name), value, f" ({words['recorded']})")
                lines += [line.replace(DEEP, "      ", 1) for line in told]
        return [*lines, *self._steps(game, steps)]

    @staticmethod
    def _observations(row: Mapping[str, Any], rule: Rule | None, facts: Mapping[str, Any]) -> list[Observation]:
        """What the checks of a finding's rule observe, as far as the finding may have come of them."""
        checks = rule.checks if rule else ()
        observed = [(check.over, str(check.text["observed"])) for check in checks if check.observed is not None]
        return observations(observed, facts, row["seat"], str(row["observed"]))

    def _title(self, row: Mapping[str, Any], rule: Rule | None) -> str:
        if rule:
            return rule.title.get(self.lang, "")
        return sentence(row["rule_id"], self.lang) if row["rule_id"] in CODES else str(row["rule_name"])

    def _steps(self, game: str, steps: Sequence[Mapping[str, Any]]) -> list[str]:
        """The values of the law that a finding rests on, each with its day and its article."""
        lines: list[str] = []
        for step in steps:
            dated = self.book.law(game).parameters.get(step["name"])
            title = (dated.title.get(self.lang) if dated else None) or step["name"].replace("_", " ")
            value = self._said(game, step["value"])
            if dated and dated.unit == _BASIS_POINTS and isinstance(step["value"], int):
                value = amount_text(money_text(step["value"]), self.lang).removesuffix(f"{POINT[self.lang]}00") + " %"
            elif dated and dated.unit == _SECONDS and isinstance(step["value"], int):
                value = duration(1000 * step["value"], self.lang)
            since = f" ({step['from']})" if step["from"] else ""
            source = cited(step["citation"], self.lang)
            told = named(self.words["parameter"], named(f"{title}{since}", value, self.lang), self.lang)
            lines += wrapped(f"      {told}  [{source}]", " " * 10)
        return lines

    def _tables(self, game: str, rule: Rule | None) -> tuple[Table, ...]:
        over = {check.over for check in rule.checks} if rule else set()
        return tuple(table for table in registered_games()[game].tables if table.name in over)

    def _message(
        self, game: str, row: Mapping[str, Any], rule: Rule | None, facts: Mapping[str, Any], steps: Sequence[Any]
    ) -> str:
        stored = str(row["message"] or "")
        if rule is None:
            return plain(log_reason(row["rule_id"], stored, self.lang)[0])
        own = [text for check in rule.checks for text in (check.message, check.note_message)]
        raw: dict[str, Any] = {name: row.get(name) for name in _ALWAYS} | {"rule": row["rule_id"]}
        raw |= {f"param.{step['name']}": step["value"] for step in steps} | dict(facts)
        told = {name: self._said(game, _decided(value)) for name, value in raw.items()}
        told["expected"] = one_of(told["expected"], self.lang)
        for column in (column for table in self._tables(game, rule) for column in table.columns):
            if _is_time(column) and isinstance(facts.get(column.name), int):
                told[column.name] = seconds_text(facts[column.name], self.lang)
        return plain(spoken(texts_of([*own, rule.message]), stored, self.lang, told)[0])


def _is_time(column: Column) -> bool:
    return column.unit == MILLISECONDS


def _decided(value: Any) -> Any:
    return str(value) if isinstance(value, Decimal) else value


def _clock(moment: int) -> str:
    try:
        return (datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=moment)).strftime("%H:%M:%S")
    except OverflowError:
        return "--:--:--"


def _pieces(game: str, codes: Sequence[int], split: int) -> str:
    """Pieces as signs, then in notation, the bar between front and rear where the log has one."""
    signs = [sign(game, code) for code in codes]
    names = [piece_text(game, code) for code in codes]
    for parts in (signs, names):
        if 0 <= split <= len(codes):
            parts.insert(split, "|")
    return f"{' '.join(signs)}   {' '.join(names)}"
