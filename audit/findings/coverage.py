"""Coverage: what was counted for every rule at every table and gaming day, rules for a human once each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.findings.envelope import to_json
from audit.findings.readable import day_text
from audit.logs import DataFinding
from audit.rulebook import Outcome, Rulebook, Selection
from audit.tally import Tally

COUNTS = ("not_applicable", "conforms", "violates", "notes", "yielded", "indeterminate", "error")
SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("rule_id", "casino", "table_id", "gaming_day")]
    + [(name, pa.int64()) for name in COUNTS]
    + [("status", pa.string()), ("reasons", pa.string())]
)
_WORD = pa.dictionary(pa.int32(), pa.string())
_WRITTEN = pa.schema([(field.name, _WORD if pa.types.is_string(field.type) else field.type) for field in SCHEMA])
_PIECE = 16_384
_OUTCOMES = [
    Outcome.NOT_APPLICABLE, Outcome.CONFORMS, Outcome.VIOLATES, Outcome.NOTE, Outcome.YIELDED, Outcome.INDETERMINATE,
    Outcome.ERROR,
]  # fmt: skip
_STATUSES = ["error", "exercised", "indeterminate", "not_exercised"]
_NO_REASONS = "{}"


_Place = tuple[str, str, int]  # casino, table, gaming day
_Cell = tuple[str, int]  # a game, and the row of a place in its tally


@dataclass
class Covered:
    """By rule its counts over the whole run, in the order of ``COUNTS``, and how many rules need a human."""

    by_rule: dict[str, list[int]] = field(default_factory=dict)
    human: int = 0

    def total(self, name: str) -> int:
        """The sum of one count over all rules."""
        place = COUNTS.index(name)
        return sum(counts[place] for counts in self.by_rule.values())

    def exercised(self) -> int:
        """How many rules judged anything."""
        return sum(1 for counts in self.by_rule.values() if status_of(counts) == "exercised")


def status_of(counts: Sequence[int]) -> str:
    """What a rule's counts come to; a rule that applied to nothing is not exercised, never passed."""
    return _STATUSES[int(_statuses(np.array([counts], np.int64))[0])]


def _statuses(counts: NDArray[np.int64]) -> NDArray[np.int32]:
    """The status of every row of counts, by its place in ``_STATUSES``."""
    _, conforms, violates, notes, yielded, indeterminate, error = counts.T
    judged = (conforms > 0) | (violates > 0) | (notes > 0) | (yielded > 0)
    return np.select([error > 0, judged, indeterminate > 0], [0, 1, 2], default=3).astype(np.int32)


def coverage_batches(
    tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding], covered: Covered
) -> Iterator[pa.RecordBatch]:
    """The rows of coverage.csv in canonical order, in pieces, their texts as words of dictionaries.

    ``covered`` is summed up on the way.
    """
    yield _human_rows(tally, book, covered)
    whole = _Coverage(tally, book, selection, faults)
    places = sorted(whole.cells)
    step = max(1, _PIECE // max(1, len(whole.names)))
    for start in range(0, len(places), step):
        yield whole.rows(places[start : start + step])
    covered.by_rule.update(whole.sums())


class _Coverage:
    """What was counted, by place: a table and gaming day with the games that were played there."""

    def __init__(self, tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding]) -> None:
        self._tally = tally
        games = sorted(tally.games)
        chosen = {game: [rule.id for rule in book.rules(game) if selection.takes(rule)] for game in games}
        self.names = sorted({fault.code for fault in faults}.union(*chosen.values()))
        self._number = number = {name: place for place, name in enumerate(self.names)}
        self._chosen = {
            game: _Chosen(
                np.array([number[name] for name in chosen[game]], np.int32),
                np.array([selection.takes(rule) for rule in book.rules(game)], np.bool_),
            )
            for game in games
        }
        self._sums = {game: np.zeros((len(chosen[game]), len(COUNTS)), np.int64) for game in games}
        self.cells: dict[_Place, list[_Cell]] = {}
        for game in games:
            for (table, day), row in tally.games[game].places.items():
                self.cells.setdefault((*table, day), []).append((game, row))
        self._notes: dict[_Place, Counter[int]] = {}
        for fault in faults:
            place = (fault.casino, fault.table_id, fault.gaming_day)
            self.cells.setdefault(place, [])
            self._notes.setdefault(place, Counter())[number[fault.code]] += 1

    def rows(self, places: list[_Place]) -> pa.RecordBatch:
        """The rows of some places, those of a place in order of their rules."""
        parts = [*self._judged(places), *self._noted(places)]
        place, name, counts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        order = np.lexsort((name, place))
        place, name, counts = place[order], name[order], counts[order]
        days = sorted({day for _, _, day in places})
        day_of = {day: number for number, day in enumerate(days)}
        columns = [
            _words(name, self.names),
            _words(place, [casino for casino, _, _ in places]),
            _words(place, [table for _, table, _ in places]),
            _words(np.array([day_of[day] for _, _, day in places], np.int32)[place], [day_text(day) for day in days]),
            *(pa.array(column) for column in counts.T),
            _words(_statuses(counts), _STATUSES),
            self._said(places, place, name),
        ]
        return pa.record_batch(columns, schema=_WRITTEN)

    def _judged(self, places: list[_Place]) -> Iterator["_Part"]:
        """What the rules came to, game by game."""
        for game, (names, taken) in self._chosen.items():
            numbers, rows = self._rows_of(game, places)
            if len(rows):
                each = self._tally.games[game].outcomes.table(rows, len(taken) * len(Outcome))
                counts = each.reshape(len(rows), len(taken), -1)[:, taken][:, :, _OUTCOMES]
                self._sums[game] += counts.sum(axis=0)
                yield _Part(np.repeat(numbers, len(names)), np.tile(names, len(rows)), counts.reshape(-1, len(COUNTS)))

    def _rows_of(self, game: str, places: list[_Place]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The numbers of the places that saw a game, and the rows of its tally that they are."""
        found = [
            (number, row) for number, place in enumerate(places) for name, row in self.cells[place] if name == game
        ]
        pairs = np.array(found, np.int64).reshape(-1, 2)
        return pairs[:, 0].astype(np.int32), pairs[:, 1]

    def _noted(self, places: list[_Place]) -> Iterator["_Part"]:
        """What was noted of the log itself."""
        found = [
            (number, name, count)
            for number, place in enumerate(places)
            for name, count in self._notes.get(place, Counter()).items()
        ]
        table = np.array(found, np.int64).reshape(-1, 3)
        counts = np.zeros((len(found), len(COUNTS)), np.int64)
        counts[:, COUNTS.index("notes")] = table[:, 2]
        yield _Part(table[:, 0].astype(np.int32), table[:, 1].astype(np.int32), counts)

    def _said(self, places: list[_Place], place: NDArray[np.int32], name: NDArray[np.int32]) -> pa.Array:
        """The reasons of every row, given by its place and name, as JSON in order of the reasons."""
        texts, first = [pa.array([_NO_REASONS])], np.full(len(self.names), -1, np.int64)
        for number, pieces in self._pieces(places).items():
            first[number] = 1 + (len(texts) - 1) * len(places)
            joined = pc.utf8_slice_codeunits(pc.binary_join_element_wise(*pieces, ""), 1)
            texts.append(pc.binary_join_element_wise("{", joined, "}", ""))
        of_name = first[name]
        return pa.DictionaryArray.from_arrays(
            pa.array(np.where(of_name < 0, 0, of_name + place), pa.int32()), pa.concat_arrays(texts)
        )

    def _pieces(self, places: list[_Place]) -> dict[int, list[pa.Array]]:
        """By the number of a rule its reasons in order, each behind a comma and before its count; none if not met."""
        pieces: dict[int, list[pa.Array]] = {}
        for game, tally in self._tally.games.items():
            numbers, rows = self._rows_of(game, places)
            table = np.zeros((len(places), len(tally.numbers)), np.int64)
            table[numbers] = tally.reasons.table(rows, len(tally.numbers))
            for (rule_id, reason), number in sorted(tally.numbers.items()):
                counts = table[:, number]
                if counts.any():
                    told = pc.binary_join_element_wise(f",{to_json(reason)}:", pa.array(counts).cast(pa.string()), "")
                    pieces.setdefault(self._number[rule_id], []).append(pc.if_else(counts > 0, told, ""))
        return pieces

    def sums(self) -> Iterator[tuple[str, list[int]]]:
        """The counts of every rule over all rows that were given."""
        for game, total in self._sums.items():
            yield from zip((self.names[name] for name in self._chosen[game].names), total.tolist(), strict=True)


class _Part(NamedTuple):
    """Rows by the numbers of their places and of their names, and their counts."""

    place: NDArray[np.int32]
    name: NDArray[np.int32]
    counts: NDArray[np.int64]


class _Chosen(NamedTuple):
    """The selected rules of a game: the numbers of their names, and which of the book's rules they are."""

    names: NDArray[np.int32]
    taken: NDArray[np.bool_]


def _words(codes: NDArray[np.int32], words: Sequence[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(words, pa.string()))


def _human_rows(tally: Tally, book: Rulebook, covered: Covered) -> pa.RecordBatch:
    """The rows that no log can decide, once each, of the games that were played."""
    rules = sorted((rule for game in tally.games for rule in book.rules(game)), key=lambda rule: rule.id)
    human = [rule for rule in rules if rule.kind == "human" and rule.status != "retired"]
    covered.human += len(human)
    rows = [dict.fromkeys(SCHEMA.names[1:4], "") | dict.fromkeys(COUNTS, 0) for _ in human]
    for row, rule in zip(rows, human, strict=True):
        row |= {"rule_id": rule.id, "status": "needs_human", "reasons": _NO_REASONS}
    return pa.RecordBatch.from_pylist(rows, SCHEMA)
