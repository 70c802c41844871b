"""Batches that no casino would log: any event at any seat with any value; as a script, the digest of their facts."""

import dataclasses
import hashlib
import sys
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from audit.games.game import States
from audit.games.pai_gow import GAME
from audit.games.pai_gow.labels import WORDS
from audit.logs import Batch, TableKey
from audit.pieces.notation import DIE, FOREIGN, UNKNOWN
from audit.places import rules_folder
from audit.rulebook.loading import read_packs
from audit.schema import AMOUNT_LIMIT, EVENTS, NULL, NULL_32

LABELS = (
    *WORDS,
    "player banker push",
    "banker banker lose",
    "player player win",
    "#17 | 9",
    "0 | 拎冧六五",
    "|",
    "x | y",
)
TABLES = tuple(TableKey("C01", f"PG{number}") for number in range(3))
_KINDS = len(EVENTS["pai_gow"])
_LIKELY = [EVENTS["pai_gow"].index(name) for name in "bet settle set deal compare bank shake cobank arrange".split()]
_AMOUNTS = (NULL, 0, 1, -1, 100, 100, 333, AMOUNT_LIMIT, -AMOUNT_LIMIT)
_COLUMNS = {
    "seq": "i4", "time": "i8", "offset": "i2", "event": "i1", "seat": "i1", "actor": "i1", "person": "i4",
    "other_seat": "i1", "number": "i4", "amount": "i8", "payout": "i8", "fee": "i8", "label": "i4", "ref": "i4",
    "source": "i4", "source_row": "i8",
}  # fmt: skip


def _pieces(rng: Random) -> tuple[list[int], int]:
    count = rng.choice((0, 1, 2, 4, 4, 4, 4, 5, 9, 40))
    codes = [
        rng.choice((rng.randrange(21), rng.randrange(21), UNKNOWN, FOREIGN, DIE + rng.randrange(10)))
        for _ in range(count)
    ]
    return codes, rng.choice((-2, -1, 2, 2, 2, rng.randint(0, count)))


def _row(rng: Random, seq: int, persons: int) -> dict[str, int]:
    return {
        "seq": seq,
        "time": rng.randrange(10**12),
        "offset": 480,
        "event": rng.choice((rng.randrange(_KINDS), rng.choice(_LIKELY))),
        "seat": rng.randint(0, 8),
        "actor": rng.randint(0, 4),
        "person": rng.randint(-1, persons - 1),
        "other_seat": rng.choice((0, rng.randint(0, 8))),
        "number": rng.choice((NULL_32, 0, 14, -(2**31) + 1, 2**31 - 1)),
        "amount": rng.choice(_AMOUNTS),
        "payout": rng.choice(_AMOUNTS),
        "fee": rng.choice(_AMOUNTS),
        "label": rng.randint(-1, len(LABELS) - 1),
        "ref": rng.randint(-1, 2),
        "source": 0,
        "source_row": seq,
    }


def hostile(seed: int, hands: int = 12, most_rows: int = 40) -> Batch:
    """A batch of random rows; a third of its hands is torn somewhere, its tables interleave, its days advance."""
    rng = Random(seed)
    rows, starts, gaps, pieces, piece_starts, splits = [], [0], [], [], [0], []
    for _ in range(hands):
        count = rng.randint(1, most_rows)
        for seq in range(1, count + 1):
            rows.append(_row(rng, seq, persons=4))
            codes, split = _pieces(rng)
            pieces += codes
            piece_starts.append(len(pieces))
            splits.append(split)
        starts.append(len(rows))
        gaps.append(rng.choice((starts[-1], starts[-1], rng.randint(starts[-2], starts[-1]))))
    columns = {name: np.array([row[name] for row in rows], dtype) for name, dtype in _COLUMNS.items()}
    return Batch(
        game="pai_gow",
        tables=TABLES,
        start=np.array(starts, np.int64),
        gap=np.array(gaps, np.int64),
        lost_before=np.array([rng.random() < 0.1 for _ in range(hands)]),
        table=np.array([rng.randrange(len(TABLES)) for _ in range(hands)], np.int32),
        day=np.sort(np.array([rng.choice((5_000, 9_000, 20_000, 20_001)) for _ in range(hands)], np.int32)),
        hand_id=pa.array([f"H{number}" for number in range(hands)]),
        currency=pa.array(["MOP"] * hands),
        pieces_start=np.array(piece_starts, np.int64),
        pieces=np.array(pieces, np.int8),
        pieces_split=np.array(splits, np.int8),
        persons=tuple("ABCD"),
        labels=LABELS,
        refs=("S1", "S2", "S3"),
        rows=pa.table({}),
        **columns,
    )


def part(batch: Batch, first: int, end: int) -> Batch:
    """Hands ``first`` to ``end`` of a batch as a batch of its own, with the sets named in another order."""
    rows = slice(int(batch.start[first]), int(batch.start[end]))
    begin = int(batch.pieces_start[rows.start])
    stop = int(batch.pieces_start[rows.stop])
    renamed = np.array([2, 0, 1, -1], np.int32)
    return dataclasses.replace(
        batch,
        start=batch.start[first : end + 1] - rows.start,
        gap=batch.gap[first:end] - rows.start,
        lost_before=batch.lost_before[first:end],
        table=batch.table[first:end],
        day=batch.day[first:end],
        hand_id=batch.hand_id[first:end],
        currency=batch.currency[first:end],
        pieces_start=batch.pieces_start[rows.start : rows.stop + 1] - begin,
        pieces=batch.pieces[begin:stop],
        pieces_split=batch.pieces_split[rows],
        refs=("S2", "S3", "S1"),
        **{name: getattr(batch, name)[rows] for name in _COLUMNS if name != "ref"},
        ref=renamed[batch.ref[rows]],
    )


def the_law():
    """The law of the built-in pack."""
    book, _ = read_packs([rules_folder() / "macau" / "pai_gow"], {"pai_gow": GAME})
    return book.law("pai_gow")


def told(batches: list[Batch], law) -> list[tuple[Any, ...]]:
    """Every fact of batches that follow each other: table, hand id, seq of the row, seat, values."""
    states: States = {}
    facts = []
    for batch in batches:
        came = GAME.replay(batch, states, law)
        ids = batch.hand_id.to_pylist()
        for name, table in came.tables.items():
            for at in range(len(table)):
                row = int(table.row[at])
                key = (name, ids[table.hand[at]], int(batch.seq[row]) if row >= 0 else 0, int(table.seat[at]))
                facts.append((*key, *(int(column[at]) for column in table.columns.values())))
    return facts


def digest(first: int, end: int) -> str:
    """One hash over the facts of the batches of some seeds."""
    law = the_law()
    told_all = [sorted(told([hostile(seed)], law)) for seed in range(first, end)]
    return hashlib.sha256(repr(told_all).encode()).hexdigest()


if __name__ == "__main__":
    sys.stdout.write(digest(int(sys.argv[1]), int(sys.argv[2])))
