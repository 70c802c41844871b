"""The lines of an explanation: 80 columns, the words of the reader's language, every fact with its article."""

import datetime
import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from audit.explain.terminal import plain, wrapped
from audit.explain.words import WORDS
from audit.findings.envelope import said
from audit.findings.readable import Readable, day_text, text, values
from audit.games.game import Facts, FactTable
from audit.games.registry import registered_games
from audit.logs import Batch
from audit.pieces.drawing import sign
from audit.pieces.notation import piece_text
from audit.rulebook import Rule, Rulebook
from audit.rulebook.values import money_text
from audit.schema import ACTORS, EVENTS, NULL, NULL_32, Column, Table

_NAME = re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b")


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
            *wrapped(f"{words['game']} {batch.game.replace('_', ' ')}   {words['day']} {day}"),
            *wrapped(f"{words['file']} {plain(file)}"),
        ]
        if batch.gap[hand] < batch.start[hand + 1]:
            lines += self.say("incomplete")
        return lines

    def body(self, batch: Batch, hand: int, facts: Facts, over: Collection[str] = ()) -> list[str]:
        """The rows in order, each with what the law makes of it, then what holds of the hand as a whole.

        ``over`` names the tables of facts that are told; all where it is empty.
        """
        lines: list[str] = []
        tables = [table for table in facts.tables.values() if not over or table.table.name in over]
        for row in range(int(batch.start[hand]), int(batch.start[hand + 1])):
            lines += ["", *self._event(batch, hand, row)]
            for table in tables:
                for place in np.flatnonzero(table.row == row).tolist():
                    lines += self._facts(batch, table, place)
        whole = [
            (table, place)
            for table in tables
            for place in np.flatnonzero((table.hand == hand) & (table.row < 0)).tolist()
        ]
        for table, place in whole:
            seat = int(table.seat[place])
            title = f"{self.words['seat']} {seat}" if seat else self.words["whole"]
            lines += ["", title, *self._facts(batch, table, place)]
        return lines

    def _event(self, batch: Batch, hand: int, row: int) -> list[str]:
        words = self.words
        moment = int(batch.time[row]) + int(batch.offset[row]) * 60_000
        clock = _clock(moment)
        parts = [f"{int(batch.seq[row]):>3}  {clock}  {EVENTS[batch.game][batch.event[row]].replace('_', ' ')}"]
        if batch.seat[row]:
            parts.append(f"{words['seat']} {batch.seat[row]}")
        if batch.other_seat[row]:
            parts.append(f"→ {batch.other_seat[row]}")
        if batch.actor[row] > 0:
            parts.append(ACTORS[batch.actor[row]])
        for codes, names in ((batch.person, batch.persons), (batch.label, batch.labels), (batch.ref, batch.refs)):
            if codes[row] >= 0:
                parts.append(plain(names[codes[row]]))
        if batch.number[row] != NULL_32:
            parts.append(str(batch.number[row]))
        currency = batch.currency[hand].as_py() or ""
        for name, column in (("amount", batch.amount), ("payout", batch.payout), ("fee", batch.fee)):
            if column[row] != NULL:
                parts.append(f"{words[name]} {money_text(int(column[row]))} {currency}".rstrip())
        lines = wrapped("  ".join(parts), " " * 15)
        pieces = batch.pieces[batch.pieces_start[row] : batch.pieces_start[row + 1]].tolist()
        if pieces:
            split = int(batch.pieces_split[row])
            lines += wrapped(" " * 15 + _pieces(batch.game, pieces, split), " " * 15)
        return lines

    def _facts(self, batch: Batch, table: FactTable, place: int) -> list[str]:
        """Each known fact of a row: its sentence, its value, and its article."""
        lines: list[str] = []
        for column in table.table.columns:
            numbers = np.asarray(table.columns[column.name][place : place + 1])
            value = values(column.kind, column.words, numbers, game=batch.game, persons=batch.persons)[0]
            if value is not None:
                lines += self._fact(batch.game, column, value)
        return lines

    def _fact(self, game: str, column: Column, value: Readable, mark: str = "") -> list[str]:
        source = f"[{column.citation or self.words['arithmetic']}]{mark}"
        # A sentence may name another fact or a kind of event: it is read as words.
        sentence = _NAME.sub(lambda name: name[0].replace("_", " "), column.doc.rstrip("."))
        return wrapped(f"      {sentence}: {self._said(game, value)} {source}", " " * 10)

    def _said(self, game: str, value: Any) -> str:
        if isinstance(value, bool):
            return self.words["yes" if value else "no"]
        if isinstance(value, str):
            translated = self.book.words(game).get(value)
            return translated.get(self.lang, value) if translated else plain(value.replace("_", " "))
        return "?" if value is None else str(text(value) if isinstance(value, int) else json.dumps(value))

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
        title = rule.title.get(self.lang, "") if rule else row["rule_name"]
        lines = wrapped(f"  {row['finding_id']}  {words[row['result']]}  {row['rule_id']}  {title}", "      ")
        lines += wrapped(f"      {self._message(game, row, rule, facts, steps)}", "      ")
        for name in ("observed", "expected"):
            if row[name] is not None:
                lines += wrapped(f"      {words[name]}: {self._said(game, row[name])}", " " * 10)
        if row["money_effect"] is not None:
            lines += wrapped(f"      {words['effect']}: {row['money_effect']} {row['currency'] or ''}".rstrip())
        if row["citation"]:
            lines += wrapped(f"      [{row['citation']}]", " " * 10)
        tables: tuple[Table, ...] = self._tables(game, rule)
        for name, value in facts.items():
            column = next((table.column(name) for table in tables if name in table), None)
            if column is not None:
                lines += self._fact(game, column, value, f" ({words['recorded']})")
        for step in steps:
            dated = self.book.law(game).parameters.get(step["name"])
            named = (dated.title.get(self.lang) if dated else None) or step["name"].replace("_", " ")
            since = f" ({step['from']})" if step["from"] else ""
            lines += wrapped(
                f"      {words['parameter']}: {named}{since}: {self._said(game, step['value'])} [{step['citation']}]",
                " " * 10,
            )
        return lines

    def _tables(self, game: str, rule: Rule | None) -> tuple[Table, ...]:
        over = {check.over for check in rule.checks} if rule else set()
        return tuple(table for table in registered_games()[game].tables if table.name in over)

    def _message(
        self, game: str, row: Mapping[str, Any], rule: Rule | None, facts: Mapping[str, Any], steps: Sequence[Any]
    ) -> str:
        template = rule.message.get(self.lang) if rule else None
        own = rule is not None and any(check.message for check in rule.checks)
        if not template or self.lang == "en" or own:
            return plain(str(row["message"] or ""))
        known: dict[str, Any] = {f"param.{step['name']}": self._said(game, step["value"]) for step in steps}
        for name in ("observed", "expected", "money_effect", "seat", "citation"):
            known[name] = None if row[name] is None else self._said(game, str(row[name]))
        known |= {name: None if value is None else self._said(game, value) for name, value in facts.items()}
        return plain(said(template, known | {"rule": row["rule_id"]}))


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
