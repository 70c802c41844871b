"""Rows as read to rows of codes: what a column may hold, checked on its distinct words, in one pass a column."""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.account import Ledger, Reject
from audit.logs.codes import explain, game_hint, quote, with_mend
from audit.logs.columns import WORD_COLUMNS, Chunk, Numbers, Places, Rows, Words
from audit.logs.flattening import looked_up
from audit.logs.hand_index import Damage
from audit.logs.lost_hands import ANYWHERE, Signs, condensed, join_signs, nameless, no_signs
from audit.logs.mending import MENDED, right_text
from audit.logs.parsing import SEAT_NULL, text_buffers
from audit.schema import ACTORS, EVENTS, GAMES, LOG_COLUMNS, NULL, NULL_32, SEATS

_ORDER = {column.name: place for place, column in enumerate(LOG_COLUMNS)}
_REQUIRED_WORDS = ("casino", "table_id", "game", "hand_id", "event")
_NULLS = {"gaming_day": NULL_32, "seq": NULL_32, "time": NULL}
LONGEST_TEXT = 128 << 10  # bytes; what is longer is no name, and would be held in memory many times over
_MONEY = ("amount", "payout", "fee")


class Fault(NamedTuple):
    """Rows of a chunk that one check of one column fails."""

    column: str
    code: str
    mask: NDArray[np.bool_]


@kernel
def _hash_texts(offsets: NDArray[np.int64], data: NDArray[np.uint8], seed: np.uint64, out: NDArray[np.uint64]) -> None:
    for row in range(len(out)):
        state = seed
        for at in range(offsets[row], offsets[row + 1]):
            state = (state ^ np.uint64(data[at])) * np.uint64(0x9E3779B97F4A7C15)
            state ^= state >> np.uint64(29)
        state ^= state >> np.uint64(32)
        state *= np.uint64(0xD6E8FEB86659FD93)
        out[row] = state ^ (state >> np.uint64(32))


def hash_texts(texts: pa.Array, seed: int) -> NDArray[np.uint64]:
    """A 64-bit hash of every text of a column without nulls."""
    offsets, data, _ = text_buffers(texts)
    out = np.empty(len(texts), np.uint64)
    with np.errstate(over="ignore"):  # a hash is meant to wrap
        _hash_texts(offsets, data, np.uint64(seed), out)
    return out


def _word_set(words: Words, wanted: tuple[str, ...]) -> NDArray[np.int8]:
    """Per listed word its place among the wanted ones, -1 for others and, last, for the empty one."""

    def places(values: pa.Array) -> NDArray[np.int8]:
        place = {word: number for number, word in enumerate(wanted)}
        return np.array([place.get(word, -1) for word in values.to_pylist()] + [-1], np.int8)

    return words.once(wanted, places)


def new_seed() -> int:
    """A seed for the hashes of hands that nobody can know."""
    return secrets.randbits(64)


class Validated(NamedTuple):
    """A piece of a file: its good rows, if any, the hands that have lost a row, and signs of hands that are lost."""

    rows: Rows | None
    damage: Damage
    signs: Signs


@dataclass
class Validator:
    """Checks chunks and numbers their tables and currencies; one for a whole reading.

    The hash's seed is drawn anew for every reading, so that no log can be written to make two hands collide; no
    result depends on it.
    """

    ledger: Ledger
    places: Places = field(default_factory=Places)
    seed: int = field(default_factory=new_seed)

    def rows(self, chunk: Chunk) -> Validated:
        """The good rows of a chunk; the others go to the ledger, and the hands that they damage are told."""
        source = chunk.source
        self.ledger.rows_in[source] += len(chunk)
        game_of_word = _word_set(chunk.words["game"], GAMES)
        game = looked_up(game_of_word, chunk.words["game"].code)
        foreign = (game < 0) & (chunk.words["game"].code >= 0)
        faults = list(self._faults(chunk, game, game_of_word))
        if foreign.any():
            self._out_of_scope(chunk, foreign)
            faults = [Fault(fault.column, fault.code, fault.mask & ~foreign) for fault in faults]
        keep = ~foreign
        for fault in faults:
            keep &= ~fault.mask
        hashes = self._hash(chunk)
        damage = self._reject(chunk, faults, hashes)
        rows = self._rows(chunk, game, hashes)
        if keep.all():
            return Validated(rows, damage, no_signs())
        return Validated(rows.take(np.flatnonzero(keep)), damage, self._signs(chunk, rows, keep, foreign, faults))

    def _faults(self, chunk: Chunk, game: NDArray[np.int8], game_of_word: NDArray[np.int8]) -> Iterator[Fault]:
        """Everything that the checks find; only checks that fail make a mask over the rows."""
        words, numbers = chunk.words, chunk.numbers
        for name in _REQUIRED_WORDS:
            if words[name].code.min(initial=0) < 0:
                yield Fault(name, "LOG-missing", words[name].code < 0)
        for name, null in _NULLS.items():
            if numbers[name].given:
                continue
            missing = numbers[name].value == null
            if numbers[name].fault is not None:
                missing &= numbers[name].fault == 0
            if missing.any():
                yield Fault(name, "LOG-missing", missing)
        for name, column in words.items():
            yield from _damaged_text(name, column)
        for name, number in numbers.items():
            yield from _number_faults(name, number)
        seq = numbers["seq"].value
        if numbers["seq"].low < 1 and seq.min(initial=1) < 1 and (low := (seq < 1) & (seq != NULL_32)).any():
            yield Fault("seq", "LOG-seq", low)
        amount = numbers["amount"]
        if amount.low < 0:
            negative = (amount.value < 0) & (amount.value != NULL)
            if amount.fault is not None:
                negative &= amount.fault == 0
            if negative.any():
                yield Fault("amount", "LOG-amount-negative", negative)
        games = {int(code) for code in np.unique(game_of_word[:-1]) if code >= 0}
        for code in games:
            mine = None if len(games) == 1 and len(words["game"].values) == 1 else game == code
            yield from _game_faults(chunk, GAMES[code], mine)
        yield from _word_faults("actor", "LOG-actor", words["actor"], _word_set(words["actor"], ACTORS) < 0)
        yield from _word_faults(
            "currency", "LOG-currency", words["currency"], words["currency"].once("wrong", _no_currency)
        )

    def _out_of_scope(self, chunk: Chunk, foreign: NDArray[np.bool_]) -> None:
        words = chunk.words["game"]
        counts = Counter(dict(enumerate(np.bincount(words.code[foreign], minlength=len(words.values)).tolist())))
        self.ledger.out_of_scope[chunk.source] += int(np.count_nonzero(foreign))
        for code, count in counts.items():
            if count:
                word = str(words.values[code].as_py())
                self.ledger.reasons[chunk.source][f"LOG-game:{word}"] += count
                self.ledger.notes[chunk.source].add(("LOG-game", game_hint(word)))

    def _hash(self, chunk: Chunk) -> NDArray[np.uint64]:
        """The hash of every row's (casino, hand id); meaningless where either is empty."""
        casino, hand = chunk.words["casino"], chunk.words["hand_id"]
        of_casino = np.append(hash_texts(casino.values, self.seed ^ 0x5851F42D4C957F2D), np.uint64(0))
        of_hand = np.append(hash_texts(hand.values, self.seed), np.uint64(0))
        if len(of_casino) == 2:
            of_hand ^= of_casino[0]
            return looked_up(of_hand, hand.code)
        return np.bitwise_xor(looked_up(of_hand, hand.code), looked_up(of_casino, casino.code))

    def _reject(self, chunk: Chunk, faults: list[Fault], hashes: NDArray[np.uint64]) -> Damage:
        """Write every faulty row to the ledger once, with the first of its faults in the order of the columns."""
        if not faults:
            return Damage(hashes[:0], np.zeros(0, np.int32))
        ordered = sorted(faults, key=lambda fault: _ORDER[fault.column])
        first = np.full(len(chunk), -1, np.int32)
        for place, fault in reversed(list(enumerate(ordered))):
            first[fault.mask] = place
        rows = np.flatnonzero(first >= 0)
        seq, hand_ids = chunk.numbers["seq"], chunk.words["hand_id"]
        for row in rows.tolist():
            fault = ordered[first[row]]
            raw, offset = chunk.raw(row)
            found = chunk.found(fault.column, row)
            reason = explain(fault.code, quote(found))
            if fault.code in MENDED:
                reason = with_mend(reason, right_text(fault.code, str(chunk.words["game"].text(row)), found))
            source_row, hand_id = int(chunk.source_row[row]), hand_ids.shown(row)
            self.ledger.reject(Reject(chunk.source, source_row, offset, hand_id, fault.column, fault.code, reason, raw))
        at = rows[(hand_ids.code[rows] >= 0) & (chunk.words["casino"].code[rows] >= 0)]
        reads = seq.value[at] > 0
        if seq.fault is not None:
            reads &= seq.fault[at] == 0
        return Damage(hashes[at], np.where(reads, seq.value[at], 0).astype(np.int32))

    def _signs(
        self, chunk: Chunk, rows: Rows, keep: NDArray[np.bool_], foreign: NDArray[np.bool_], faults: list[Fault]
    ) -> Signs:
        """What the rows that are not kept tell of the hands that they belong to.

        A row of another game is one only of its own table: that table may have played this game before and after it.
        """
        told = {name: chunk.words[name].code >= 0 for name in ("casino", "table_id", "hand_id")}
        told |= {name: chunk.numbers[name].value != null for name, null in _NULLS.items() if name != "seq"}
        for fault in faults:
            if fault.column in told:
                told[fault.column] &= ~fault.mask
        placed = told["casino"] & told["table_id"]
        left = np.flatnonzero(~keep & (placed | ~foreign))
        scope = np.where(placed, rows["table"], np.int32(ANYWHERE))
        casino = chunk.words["casino"]
        alone = told["casino"] & ~placed & ~keep
        for code in np.unique(casino.code[alone]).tolist():
            scope[alone & (casino.code == code)] = -2 - self.places.casino(str(casino.values[code].as_py()))
        time = np.where(told["time"], rows["time"], NULL)[left]
        return condensed(
            Signs(
                np.where(told["casino"] & told["hand_id"], rows["hash"], np.uint64(0))[left],
                scope[left],
                time,
                time,
                np.where(told["gaming_day"], rows["day"], np.int32(NULL_32))[left],
                (np.cumsum(keep) - keep)[left],
                rows["source"][left],
                rows["source_row"][left],
            )
        )

    def with_broken(self, found: Validated | None, rejects: Sequence[Reject]) -> Validated:
        """The same, and the signs of records that do not part into fields: where they stand among the good rows."""
        lines = np.array([reject.source_row for reject in rejects], np.int64)
        before = np.searchsorted(found.rows["source_row"], lines) if found and found.rows else np.zeros_like(lines)
        signs = condensed(nameless(before, rejects[0].source, lines))
        if found is None:
            return Validated(None, Damage(np.zeros(0, np.uint64), np.zeros(0, np.int32)), signs)
        return found._replace(signs=join_signs([found.signs, signs]))

    def _rows(self, chunk: Chunk, game: NDArray[np.int8], hashes: NDArray[np.uint64]) -> Rows:
        """The rows as codes, whether or not they have passed every check."""
        words, numbers = chunk.words, chunk.numbers
        currencies = [
            self.places.currency(text) if _is_currency(text) else -1 for text in words["currency"].values.to_pylist()
        ]
        places = np.array([*currencies, -1], np.int16)
        arrays: dict[str, NDArray[Any]] = {
            "table": self._tables(words["casino"], words["table_id"]),
            "game": game,
            "day": numbers["gaming_day"].value,
            "hash": hashes,
            "seq": numbers["seq"].value,
            "time": numbers["time"].value,
            "offset": numbers["utc_offset"].value,
            "event": _events(words["event"], game),
            "seat": _seats(numbers["seat"].value),
            "actor": looked_up(np.append(_word_set(words["actor"], ACTORS)[:-1], np.int8(0)), words["actor"].code),
            "other_seat": _seats(numbers["other_seat"].value),
            "number": numbers["number"].value,
            **{name: numbers[name].value for name in _MONEY},
            "currency": looked_up(places, words["currency"].code),
            "source": np.full(len(chunk), chunk.source, np.int32),
            "source_row": chunk.source_row,
        }
        return Rows(arrays, {name: words[name] for name in WORD_COLUMNS})

    def _tables(self, casino: Words, table: Words) -> NDArray[np.int32]:
        """The number of every row's table, -1 where the row has none."""
        casinos, tables = len(casino.values) + 1, len(table.values) + 1
        change = np.ones(len(table), np.bool_)
        np.not_equal(table.code[1:], table.code[:-1], out=change[1:])
        change[1:] |= casino.code[1:] != casino.code[:-1]
        first = np.flatnonzero(change)  # of a run of rows of one table
        key = np.where(casino.code[first] < 0, casinos - 1, casino.code[first].astype(np.int64)) * tables
        key += np.where(table.code[first] < 0, tables - 1, table.code[first])
        pairs, back = np.unique(key, return_inverse=True)
        return np.repeat(self._table_numbers(casino, table, pairs)[back], np.diff(first, append=len(table)))

    def _table_numbers(self, casino: Words, table: Words, pairs: NDArray[np.int64]) -> NDArray[np.int32]:
        tables = len(table.values) + 1
        numbers = np.full(len(pairs), -1, np.int32)
        for place, pair in enumerate(pairs.tolist()):
            first, second = divmod(pair, tables)
            if first < len(casino.values) and second < len(table.values):
                numbers[place] = self.places.table(str(casino.values[first].as_py()), str(table.values[second].as_py()))
        return numbers


def _is_currency(text: str) -> bool:
    return len(text) == 3 and text.isascii() and text.isalpha() and text.isupper()


def _no_currency(values: pa.Array) -> NDArray[np.bool_]:
    """Per listed word whether it is no currency, and False for the empty one."""
    return np.array([*(not _is_currency(text) for text in values.to_pylist()), False])


def _seats(value: NDArray[np.int8]) -> NDArray[np.int8]:
    given: NDArray[np.int8] = (value != SEAT_NULL).view(np.int8)
    return value * given


def _events(words: Words, game: NDArray[np.int8]) -> NDArray[np.int8]:
    """The event of every row in its game."""
    present = [code for code in range(len(GAMES)) if (game == code).any()]
    event = np.zeros(len(words), np.int8)
    for code in present:
        of_game = looked_up(_word_set(words, EVENTS[GAMES[code]]), words.code)
        event = of_game if len(present) == 1 else np.where(game == code, of_game, event)
    return event


def _word_faults(column: str, code: str, words: Words, wrong: NDArray[np.bool_]) -> Iterator[Fault]:
    """The rows whose word is wrong; ``wrong`` has an entry a word and one more, which is not read."""
    if wrong[:-1].any():
        table = wrong.copy()
        table[-1] = False
        mask = table[words.code]
        if mask.any():
            yield Fault(column, code, mask)


def _damaged_text(column: str, words: Words) -> Iterator[Fault]:
    """Words that are endless, hold a NUL or the character that stands for bytes somebody could not read."""
    for code, wrong in words.once("damaged", _damaged):
        yield from _word_faults(column, code, words, np.append(wrong, False))


def _damaged(values: pa.Array) -> list[tuple[str, NDArray[np.bool_]]]:
    """The codes of damage that some of the listed words have, and which."""
    offsets, data, _ = text_buffers(values)
    size = np.diff(offsets)
    long = [("LOG-text-size", size > LONGEST_TEXT)] if len(size) and size.max() > LONGEST_TEXT else []
    return long + [
        (code, pc.match_substring(values, character).to_numpy(zero_copy_only=False))
        for character, first, code in (("\0", 0x00, "LOG-nul"), ("\ufffd", 0xEF, "LOG-replacement"))
        if (data == first).any()
    ]


def _number_faults(column: str, number: Numbers) -> Iterator[Fault]:
    if number.fault is not None:
        for place, code in enumerate(number.codes[1:], 1):
            mask = number.fault == place
            if mask.any():
                yield Fault(column, code, mask)


def _game_faults(chunk: Chunk, game: str, mine: NDArray[np.bool_] | None) -> Iterator[Fault]:
    """Checks that depend on the game: its events, seats and pieces; ``mine`` is None where all rows are of the game."""

    def found(column: str, code: str, mask: NDArray[np.bool_]) -> Iterator[Fault]:
        mask = mask if mine is None else mask & mine
        if mask.any():
            yield Fault(column, code, mask)

    words = chunk.words
    events = _word_set(words["event"], EVENTS[game]) < 0
    for fault in _word_faults("event", "LOG-event", words["event"], events):
        yield from found("event", "LOG-event", fault.mask)
    for name in ("seat", "other_seat"):
        value = chunk.numbers[name].value
        if chunk.numbers[name].low >= 1 and chunk.numbers[name].high <= SEATS[game]:
            continue
        wrong = ((value < 1) | (value > SEATS[game])) & (value != SEAT_NULL)
        if wrong.any():
            yield from found(name, "LOG-seat", wrong)
    bad = words["pieces"].pieces(game).bad
    for fault in _word_faults("pieces", "LOG-pieces", words["pieces"], np.append(bad, False)):
        yield from found("pieces", "LOG-pieces", fault.mask)
