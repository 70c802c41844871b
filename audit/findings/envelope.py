"""The evidence envelope: every finding of every rule with the same columns, from raw values to what people read."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.engine import Judged
from audit.findings.identity import act_name, finding_id, numbered, ordinals
from audit.findings.readable import MILLISECONDS, day_text, law_value, money_column, values
from audit.logs import Batch, DataFinding
from audit.rulebook import Found, Rulebook
from audit.rulebook import expression as ex
from audit.rulebook.forms import MONEY_UNITS
from audit.rulebook.values import Readable, described_kind, text
from audit.schema import EVENTS, NULL, Kind, Table

SCHEMA = pa.schema(
    [
        ("finding_id", pa.string()),
        ("rule_id", pa.string()),
        ("rule_name", pa.string()),
        ("result", pa.string()),
        ("severity", pa.string()),
        ("citation", pa.string()),
        ("casino", pa.string()),
        ("table_id", pa.string()),
        ("gaming_day", pa.date32()),
        ("game", pa.string()),
        ("hand_id", pa.string()),
        ("seq", pa.int32()),
        ("seat", pa.int8()),
        ("person", pa.string()),
        ("observed", pa.string()),
        ("expected", pa.string()),
        ("money_effect", pa.decimal128(19, 2)),
        ("currency", pa.string()),
        ("message", pa.string()),
        ("facts", pa.string()),
        ("parameter_steps", pa.string()),
        ("source_file", pa.string()),
        ("source_sha256", pa.string()),
        ("source_row", pa.int64()),
        ("rule_sha256", pa.string()),
    ]
)
# On the heap a finding also carries its act, which is part of its identity and of its place in the order.
HEAP_SCHEMA = SCHEMA.append(pa.field("act", pa.string()))
ORDER = ("casino", "table_id", "gaming_day", "hand_id", "rule_id", "seat", "act")

NOTE, VIOLATION = "note", "violation"
ROWS_REJECTED = "LOG-hand-reused"  # the rule of findings on hands whose rows are all rejected: they have no evidence
_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.]*)\}|\{\{|\}\}")
_UNSAID = "?"
_BETWEEN = "; "  # between several lawful values
_OR = " or "
_NO_SEAT = re.compile(r"\bseat 0\b")  # what a fact that names no seat holds


@dataclass(frozen=True)
class Origin:
    """A file that rows came from, as findings name it."""

    name: str
    sha256: str


def to_json(value: Any) -> str:
    """JSON as the cells of results hold it: compact, in the order given, its letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def envelopes(judged: Judged, book: Rulebook, origins: Sequence[Origin]) -> pa.RecordBatch | None:
    """The findings of judged hands as rows of ``HEAP_SCHEMA``; None where there are none."""
    by_rule: dict[str, list[Found]] = {}
    for found in judged.evaluation.found:
        by_rule.setdefault(found.rule.id, []).append(found)
    batches = [_rule_rows(judged, book, parts, origins) for parts in by_rule.values()]
    if not batches:
        return None
    return pa.Table.from_batches(batches, HEAP_SCHEMA).combine_chunks().to_batches()[0]


def _rule_rows(judged: Judged, book: Rulebook, parts: list[Found], origins: Sequence[Origin]) -> pa.RecordBatch:
    """The findings of one rule: its checks one after the other, as its file has them."""
    rule, batch = parts[0].rule, judged.batch
    order = {id(check): place for place, check in enumerate(rule.checks)}
    parts = sorted(parts, key=lambda found: order[id(found.check)])
    columns = [_Columns(found, batch, book) for found in parts]
    hand = np.concatenate([part.hand for part in columns])
    row = np.concatenate([part.row for part in columns])
    seat = np.concatenate([part.seat for part in columns]).tolist()
    first = np.where(row >= 0, row, batch.start[hand])
    names = [name for part in columns for name in part.acts]
    hand_ids = batch.hand_id.take(pa.array(hand)).cast(pa.string())
    ids = hand_ids.to_pylist()
    tables = [batch.tables[number] for number in batch.table[hand].tolist()]
    places = zip(hand.tolist(), seat, strict=True)
    acts = list(numbered(list(zip(places, names, strict=True))))
    sources = [origins[number] for number in batch.source[first].tolist()]
    count = len(hand)
    note = np.concatenate([part.found.note for part in columns])
    data: dict[str, Any] = {
        "finding_id": [
            finding_id(rule.id, key.casino, key.table_id, ids[place], seat[place], acts[place])
            for place, key in enumerate(tables)
        ],
        "rule_id": [rule.id] * count,
        "rule_name": [rule.name] * count,
        "result": [NOTE if is_note else VIOLATION for is_note in note.tolist()],
        "severity": [rule.severity] * count,
        "citation": [rule.citation] * count,
        "casino": [key.casino for key in tables],
        "table_id": [key.table_id for key in tables],
        "gaming_day": batch.day[hand],
        "game": [batch.game] * count,
        "hand_id": hand_ids,
        "seq": pa.array(batch.seq[first], mask=row < 0),
        "seat": [number or None for number in seat],
        "person": _persons(batch, row),
        "observed": [entry for part in columns for entry in part.observed],
        "expected": [entry for part in columns for entry in part.expected],
        "money_effect": money_column(np.concatenate([part.found.money_effect for part in columns])),
        "currency": batch.currency.take(pa.array(hand)).cast(pa.string()),
        "message": [entry for part in columns for entry in part.messages()],
        "facts": [to_json(entry) for part in columns for entry in part.facts],
        "parameter_steps": [to_json(entry) for part in columns for entry in part.steps],
        "source_file": [source.name for source in sources],
        "source_sha256": [source.sha256 for source in sources],
        "source_row": batch.source_row[first],
        "rule_sha256": [rule.sha256] * count,
        "act": acts,
    }
    return pa.record_batch([_array(data[field.name], field.type) for field in HEAP_SCHEMA], schema=HEAP_SCHEMA)


def _array(column: Any, kind: pa.DataType) -> pa.Array:
    if isinstance(column, np.ndarray):
        column = pa.array(column)
    return column.cast(kind) if isinstance(column, pa.Array) else pa.array(column, kind)


def _persons(batch: Batch, row: NDArray[np.int64]) -> list[str | None]:
    codes = np.where(row >= 0, batch.person[row], -1).tolist()
    return [batch.persons[code] if code >= 0 else None for code in codes]


class _Columns:
    """The findings of one check, column by column, in readable values."""

    def __init__(self, found: Found, batch: Batch, book: Rulebook) -> None:
        self.found, self.batch = found, batch
        self.hand = found.table.hand[found.rows]
        self.row = found.table.row[found.rows]
        self.seat = found.table.seat[found.rows]
        self.law = book.law(batch.game)
        self.words = book.words(batch.game)
        self.texts = self._template_names()
        self.acts = list(self._act_names())
        self.facts = self._facts()
        self.steps = self._steps()
        self.observed = [text(value) for value in self._values(found.check.observed, found.observed)]
        options = [self._values(node, one) for node, one in zip(found.check.expected, found.expected, strict=True)]
        self.expected = [_options(row) for row in zip(*options, strict=True)] if options else [None] * len(found)

    def _template_names(self) -> list[str]:
        """Every name that a message of any language mentions: so that each can be rendered from the envelope alone."""
        rule, check = self.found.rule, self.found.check
        lines = [*rule.message.values(), *check.message.values(), *check.note_message.values()]
        return [match[1] for line in lines for match in _PLACEHOLDER.finditer(line) if match[1]]

    def _act_names(self) -> Iterator[str]:
        event, kinds = self.batch.event, EVENTS[self.batch.game]
        place = ordinals(self.batch.start, self.hand, event, self.batch.seat, self.row).tolist()
        parts: Sequence[Readable] = [""] * len(self.row)
        schema = self.found.table.table
        if "part" in schema:
            column = schema.column("part")
            parts = self._read(column.kind, column.words, self.found.table.columns["part"][self.found.rows])
        for row, ordinal, part in zip(self.row.tolist(), place, parts, strict=True):
            yield act_name(kinds[event[row]] if row >= 0 else "", ordinal, text(part) or "")

    def _read(self, kind: Kind, words: Sequence[str], numbers: NDArray[Any]) -> list[Readable]:
        return values(kind, words, numbers, game=self.batch.game, persons=self.batch.persons)

    def _values(self, node: ex.Node | None, numbers: NDArray[np.int64]) -> list[Readable]:
        if node is None:
            return [None] * len(numbers)
        kind, words = described_kind(node, self.found.check.observed)
        if kind is Kind.WORD and not words and isinstance(node, ex.Word):
            return [node.text] * len(numbers)
        return self._read(kind, words, numbers)

    def _facts(self) -> list[dict[str, Readable]]:
        """All facts that the check or a message names, in the order of the table's columns."""
        schema: Table = self.found.table.table
        wanted = set(self.found.facts) | {name for name in self.texts if name in schema}
        columns = []
        for column in schema.columns:
            if column.name in wanted:
                numbers = self.found.facts.get(column.name)
                if numbers is None:
                    numbers = self.found.table.columns[column.name][self.found.rows]
                columns.append((column.name, self._read(column.kind, column.words, numbers)))
        names = [name for name, _ in columns]
        return [dict(zip(names, row, strict=True)) for row in zip(*(column for _, column in columns), strict=True)] or [
            {} for _ in range(len(self.found))
        ]

    def _steps(self) -> list[list[dict[str, Any]]]:
        names = [*self.found.check.parameters, *(name[6:] for name in self.texts if name.startswith("param."))]
        days = self.batch.day[self.hand].tolist()
        names = [name for name in dict.fromkeys(names) if name in self.law.parameters]
        known: dict[int, list[dict[str, Any]]] = {}
        for day in days:
            if day not in known:
                known[day] = [self._step(name, day) for name in names]
        return [known[day] for day in days]

    def _step(self, name: str, day: int) -> dict[str, Any]:
        dated = self.law.parameter(name)
        step = dated.at(day)
        if step is None:
            return {"name": name, "from": None, "value": None, "citation": "", "certainty": ""}
        return {
            "name": name,
            "from": day_text(step.from_day),
            "value": law_value(step.value, money=dated.unit in MONEY_UNITS),
            "citation": step.citation,
            "certainty": step.certainty,
        }

    def messages(self) -> Iterator[str]:
        """The English message of each finding."""
        effects, notes = self.found.money_effect.tolist(), self.found.note.tolist()
        currencies = self.batch.currency.take(pa.array(self.hand)).cast(pa.string()).to_pylist()
        templates = [self.found.check.says(self.found.rule, note=note).get("en", "") for note in (False, True)]
        for place, facts in enumerate(self.facts):
            known: dict[str, Readable] = {f"param.{step['name']}": step["value"] for step in self.steps[place]}
            known |= {
                "observed": self.observed[place],
                "expected": self.expected[place],
                "money_effect": None if effects[place] == NULL else text(self._effect(effects[place])),
                "rule": self.found.rule.id,
                "citation": self.found.rule.citation,
                "seat": int(self.seat[place]) or None,
                "currency": currencies[place],
            }
            yield _NO_SEAT.sub("nobody", said(templates[notes[place]], self._in_words(known | facts)))

    def _in_words(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """Values as English says them: the words of the pack for those of facts, several lawful ones with ``or``."""
        told = {name: self._word(value) for name, value in known.items()}
        schema = self.found.table.table
        for name in (name for name in self.texts if name in schema and isinstance(known.get(name), int)):
            if schema.column(name).unit == MILLISECONDS:
                told[name] = str(Decimal(known[name]) / 1000)
        if isinstance(known["expected"], str):
            told["expected"] = _OR.join(map(self._word, known["expected"].split(_BETWEEN)))
        return told

    def _word(self, value: Any) -> Any:
        return self.words.get(value, {}).get("en", value) if isinstance(value, str) else value

    def _effect(self, minor: int) -> Readable:
        return self._read(Kind.MONEY, (), np.array([minor], np.int64))[0]


def _options(row: Sequence[Readable]) -> str | None:
    """The lawful values of one finding, each once."""
    options = dict.fromkeys(text(value) for value in row if value is not None)
    return _BETWEEN.join(option for option in options if option is not None) or None


def said(template: str, known: Mapping[str, Any]) -> str:
    """A message with its placeholders filled; names alone are filled in, never forms; unknown reads ``?``."""

    def fill(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0][0]
        value = known.get(match[1])
        return _UNSAID if value is None else str(text(value) if not isinstance(value, list | dict) else to_json(value))

    return _PLACEHOLDER.sub(fill, template)


def data_envelopes(
    faults: Sequence[DataFinding], origins: Sequence[Origin], title_of: Mapping[str, str]
) -> pa.RecordBatch:
    """The data findings, which are notes, as rows of ``HEAP_SCHEMA``; ``title_of`` names each code's fault."""
    acts = list(
        numbered([((fault.code, fault.casino, fault.table_id, fault.hand_id), f"row {fault.seq}") for fault in faults])
    )
    rows = [
        {
            "finding_id": finding_id(fault.code, fault.casino, fault.table_id, fault.hand_id, 0, act),
            "rule_id": fault.code,
            "rule_name": title_of.get(fault.code, fault.code),
            "result": NOTE,
            "severity": "minor",
            "citation": "",
            "casino": fault.casino,
            "table_id": fault.table_id,
            "gaming_day": fault.gaming_day,
            "game": fault.game,
            "hand_id": fault.hand_id,
            "seq": fault.seq if fault.seq > 0 else None,
            "message": fault.reason,
            "facts": "{}",
            "parameter_steps": "[]",
            "source_file": origins[fault.source].name if fault.source >= 0 else "",
            "source_sha256": origins[fault.source].sha256 if fault.source >= 0 else "",
            "source_row": fault.source_row if fault.source_row > 0 else None,
            "rule_sha256": "",
            "act": act,
        }
        for fault, act in zip(faults, acts, strict=True)
    ]
    columns = [[row.get(field.name) for row in rows] for field in HEAP_SCHEMA]
    arrays = [
        pa.array(column, pa.int32()).cast(field.type) if field.name == "gaming_day" else pa.array(column, field.type)
        for column, field in zip(columns, HEAP_SCHEMA, strict=True)
    ]
    return pa.record_batch(arrays, schema=HEAP_SCHEMA)
