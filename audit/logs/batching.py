"""Closed hands to a batch: repeated rows taken out, gaps marked, words numbered, faults of the data told."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.account import DataFinding, Ledger, Reject
from audit.logs.batch import Batch
from audit.logs.canonical import CanonicalRows, row_texts
from audit.logs.codes import explain
from audit.logs.columns import COMPARED, Places, Rows, Words
from audit.logs.cutting import Hands
from audit.logs.hand_faults import hand_currency, hand_faults, hand_of
from audit.logs.hand_index import DamageIndex

_MANY_WORDS = 8_192
_CONTENT = "table game day time offset event seat actor other_seat number amount payout fee currency".split()


@kernel
def _measure(
    code: NDArray[np.int32],
    word_start: NDArray[np.int64],
    word_split: NDArray[np.int8],
    start: NDArray[np.int64],
    split: NDArray[np.int8],
) -> None:
    """Where the pieces of every row's word are to stand, and how they are split; a row without a word has none."""
    at = 0
    for row in range(len(code)):
        word = code[row]
        start[row] = at
        split[row] = -1
        if word >= 0:
            at += word_start[word + 1] - word_start[word]
            split[row] = word_split[word]
    start[len(code)] = at


@kernel
def _spread(
    code: NDArray[np.int32],
    word_start: NDArray[np.int64],
    word_pieces: NDArray[np.int8],
    start: NDArray[np.int64],
    pieces: NDArray[np.int8],
) -> None:
    """Copy the pieces of every row's word to the row's place."""
    for row in range(len(code)):
        word = code[row]
        if word >= 0:
            at = start[row]
            for piece in range(word_start[word], word_start[word + 1]):
                pieces[at] = word_pieces[piece]
                at += 1


def row_pieces(game: str, words: Words) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8]]:
    """Start, pieces and split of every row of a column of pieces, as ``Batch`` has them."""
    read = words.pieces(game)
    start, split = np.empty(len(words) + 1, np.int64), np.empty(len(words), np.int8)
    _measure(words.code, read.start, read.split, start, split)
    pieces = np.empty(int(start[-1]), np.int8)
    _spread(words.code, read.start, read.code, start, pieces)
    return start, pieces, split


def build_batch(
    game: str, hands: Hands, places: Places, ledger: Ledger, damage: DamageIndex, vanished: set[int]
) -> Batch | None:
    """The batch of closed hands (their rows in seq order); None where no row of them is left.

    ``damage`` gives for the hashes of hands that lost a row the seq from which on (0: from the first row).
    ``vanished`` are the numbers of tables of which the last hand so far has lost all its rows here, brought up to date.
    """
    hands = hands._replace(rows=_trimmed(hands.rows))
    if vanished:
        _pass_on(hands, vanished)
    if hands.sound and not len(damage):
        gap = hands.start[1:].copy()
    else:
        hands, torn = _without_repeats(hands, places, ledger, vanished)
        if not len(hands.rows):
            return None
        gap = _gaps(game, hands, torn, places, ledger, damage)
    _count(hands.rows["source"], ledger)
    return _batch(game, hands, gap, places)


def _pass_on(hands: Hands, vanished: set[int]) -> None:
    """Tell the next hands of some tables that the one before them is lost."""
    table = hands.rows["table"][hands.start[:-1]]
    for number in [number for number in vanished if (table == number).any()]:
        hands.lost_before[np.argmax(table == number)] = True
        vanished.remove(number)


def _count(source: NDArray[np.int32], ledger: Ledger) -> None:
    """Account for rows that are replayed."""
    if (source == source[0]).all():
        ledger.replayed[source[0]] += len(source)
    else:
        ledger.replayed += np.bincount(source, minlength=len(ledger.names))


def _trimmed(rows: Rows) -> Rows:
    """The same rows without words that only others of the file use, where there are many: a replay reads them all."""
    long = {name for name in COMPARED if len(rows.words[name].values) > _MANY_WORDS}
    return Rows(rows.arrays, {name: words.compact() if name in long else words for name, words in rows.words.items()})


def _without_repeats(
    hands: Hands, places: Places, ledger: Ledger, vanished: set[int]
) -> tuple[Hands, NDArray[np.uint64]]:
    """Hands in which every seq stands once, and the hashes of those that lost rows to a contradiction.

    Rows of one hand and seq that say the same are one row, that of the first file and place; the others are
    duplicates. Where they say different things none can be told to be true: all of them are rejected.
    """
    rows = hands.rows
    seq = rows["seq"]
    again = np.zeros(len(rows) + 1, np.bool_)
    again[1:-1] = seq[1:] == seq[:-1]
    again[hands.start[1:-1]] = False
    none = np.zeros(0, np.uint64)
    if not again.any():
        return hands, none
    rows = rows.compact()
    member = np.flatnonzero(again[:-1] | again[1:])
    group = np.cumsum(~again[member]) - 1
    same = _equal_rows(rows, member[1:], member[:-1])
    torn_group = np.zeros(int(group[-1]) + 1, np.bool_)
    torn_group[group[1:][(group[1:] == group[:-1]) & ~same]] = True
    order = np.lexsort((rows["source_row"][member], rows["source"][member], group))
    first = np.ones(len(order), np.bool_)
    first[1:] = group[order][1:] != group[order][:-1]
    spare = member[order[~first & ~torn_group[group[order]]]]
    torn = member[torn_group[group]]
    ledger.repeat(rows["source"][spare], "LOG-row-repeated")
    for row, raw in zip(torn.tolist(), row_texts(rows, torn, places), strict=True):
        hand_id = rows.words["hand_id"].text(row)
        reason = explain("LOG-seq-reused", str(seq[row]))
        source, source_row = int(rows["source"][row]), int(rows["source_row"][row])
        ledger.reject(Reject(source, source_row, -1, hand_id, "seq", "LOG-seq-reused", reason, raw))
    keep = np.ones(len(rows), np.bool_)
    keep[spare] = False
    keep[torn] = False
    left = np.add.reduceat(keep, hands.start[:-1], dtype=np.int64)
    start = np.concatenate([[0], np.cumsum(left[left > 0])]).astype(np.int64)
    lost = _behind_vanished(hands, left, vanished)
    return Hands(rows.take(np.flatnonzero(keep)), start, False, lost[left > 0]), np.unique(rows["hash"][torn])


def _behind_vanished(hands: Hands, left: NDArray[np.int64], vanished: set[int]) -> NDArray[np.bool_]:
    """``lost_before`` of all hands: those without a row left are lost before the next of their table."""
    lost = hands.lost_before.copy()
    table = hands.rows["table"][hands.start[:-1]]
    for hand in np.flatnonzero(left == 0).tolist():
        later = np.flatnonzero((table[hand + 1 :] == table[hand]) & (left[hand + 1 :] > 0))
        if len(later):
            lost[hand + 1 + later[0]] = True
        else:
            vanished.add(int(table[hand]))
    return lost


def _equal_rows(rows: Rows, one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether pairs of rows of compact columns say the same, wherever they come from."""
    same = np.ones(len(one), np.bool_)
    for name in _CONTENT:
        same &= rows[name][one] == rows[name][two]
    for words in rows.words.values():
        same &= words.code[one] == words.code[two]
    return same


def _gaps(
    game: str, hands: Hands, torn: NDArray[np.uint64], places: Places, ledger: Ledger, damage: DamageIndex
) -> NDArray[np.int64]:
    """The first row of every hand from which on something is missing; faults that no rejected row explains are told."""
    rows = hands.rows
    gap = hands.start[1:].copy()
    key = rows["hash"][hands.start[:-1]]
    explained = np.isin(key, torn)
    if len(damage):
        lost = damage.seq_of(key)
        explained |= lost >= 0
        for place in np.flatnonzero(lost >= 0).tolist():
            first, end = hands.start[place], hands.start[place + 1]
            gap[place] = first + np.searchsorted(rows["seq"][first:end], lost[place])
    for fault in hand_faults(game, rows, hands.start):
        hand = hand_of(fault.shown, hands.start)
        if fault.opens_gap:
            gap[hand] = np.minimum(gap[hand], fault.shown)
        told = fault.shown[~explained[hand]] if fault.yields_to_rejects else fault.shown
        for row in told.tolist():
            ledger.findings.append(data_finding(fault.code, game, rows, row, places))
    # A hand that has lost a row is never whole, even where the row would stand after its last.
    return np.where(explained, np.minimum(gap, hands.start[1:] - 1), gap)


def data_finding(code: str, game: str, rows: Rows, row: int, places: Places, reason: str | None = None) -> DataFinding:
    """A fault of the data of the hand that a row belongs to, shown by that row."""
    table = places.tables[int(rows["table"][row])]
    seq = int(rows["seq"][row])
    return DataFinding(
        code,
        table.casino,
        table.table_id,
        int(rows["day"][row]),
        game,
        rows.words["hand_id"].text(row) or "",
        seq,
        explain(code, str(seq)) if reason is None else reason,
        int(rows["source"][row]),
        int(rows["source_row"][row]),
    )


def _texts(words: Words) -> tuple[str, ...]:
    return tuple(words.values.to_pylist())


def _batch(game: str, hands: Hands, gap: NDArray[np.int64], places: Places) -> Batch:
    rows, start = hands.rows, hands.start
    first = start[:-1]
    used, table = np.unique(rows["table"][first], return_inverse=True)
    pieces_start, pieces, split = row_pieces(game, rows.words["pieces"])
    currency = hand_currency(rows, start)
    names = pa.array([*places.currencies, None], pa.string())
    hand_id = rows.words["hand_id"]
    return Batch(
        game=game,
        tables=tuple(places.tables[number] for number in used.tolist()),
        start=start,
        gap=gap,
        lost_before=hands.lost_before,
        table=table.astype(np.int32),
        day=rows["day"][first],
        hand_id=hand_id.values.take(pa.array(hand_id.code[first])),
        currency=names.take(pa.array(np.where(currency < 0, len(places.currencies), currency))),
        seq=rows["seq"],
        time=rows["time"],
        offset=rows["offset"],
        event=rows["event"],
        seat=rows["seat"],
        actor=rows["actor"],
        person=rows.words["person"].code,
        other_seat=rows["other_seat"],
        number=rows["number"],
        amount=rows["amount"],
        payout=rows["payout"],
        fee=rows["fee"],
        label=rows.words["label"].code,
        ref=rows.words["ref"].code,
        pieces_start=pieces_start,
        pieces=pieces,
        pieces_split=split,
        source=rows["source"],
        source_row=rows["source_row"],
        persons=_texts(rows.words["person"]),
        labels=_texts(rows.words["label"]),
        refs=_texts(rows.words["ref"]),
        rows=CanonicalRows(game, rows, places),
    )
