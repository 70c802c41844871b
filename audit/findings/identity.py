"""The identity of a finding: from facts of the game alone, never from a file, a row or a position."""

import hashlib
import json
from collections.abc import Hashable, Iterator, Sequence, Set

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.logs.runs import run_begins

WHOLE_HAND = "hand"
_HAND = ["casino", "table_id", "hand_id"]


def act_name(kind: str, ordinal: int, part: str) -> str:
    """The act that a finding speaks of: the kind of event, its ordinal at that seat in the hand, and the part."""
    name = f"{kind} {ordinal}" if ordinal else WHOLE_HAND
    return f"{name} {part}" if part else name


def finding_id(rule: str, casino: str, table: str, hand: str, seat: int, act: str, again: int = 0) -> str:
    """``F-`` and twelve hex digits of the hash of what the finding is about.

    The parts are hashed as a JSON list, so that no name of a table or a hand, however hostile, can be read as two.
    ``again`` tells apart two identities of one run whose twelve digits happen to be the same.
    """
    parts: list[str | int] = [rule, casino, table, hand, seat, act]
    if again:
        parts.append(again)
    return "F-" + hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:12]


def numbered(acts: Sequence[tuple[Hashable, str]]) -> Iterator[str]:
    """Names of acts, the second of the same place (hand and seat) and name marked `` (2)``, the third `` (3)``.

    Takes them in the order of a rule's checks and facts, which no split of a log changes.
    """
    seen: dict[tuple[Hashable, str], int] = {}
    for act in acts:
        count = seen[act] = seen.get(act, 0) + 1
        yield act[1] if count == 1 else f"{act[1]} ({count})"


def ordinals(
    start: NDArray[np.int64],
    hand: NDArray[np.int32],
    event: NDArray[np.int8],
    seat: NDArray[np.int8],
    rows: NDArray[np.int64],
) -> NDArray[np.int64]:
    """For each of some rows of a batch: how many of its kind at its seat its hand had up to and including it, from 1.

    ``start`` are the hands' first rows, ``hand`` the hand of each row asked for; a row of -1 (the whole hand) gives 0.
    """
    counts = np.zeros(len(rows), np.int64)
    for place in np.flatnonzero(rows >= 0):
        first, row = int(start[hand[place]]), int(rows[place])
        same = (event[first : row + 1] == event[row]) & (seat[first : row + 1] == seat[row])
        counts[place] = int(same.sum())
    return counts


def hand_keys(table: pa.Table) -> list[bytes]:
    """A short key of the hand of every run of rows of one hand: sixteen bytes, however long the names."""
    return _keys(table, run_begins(table, _HAND))


def rows_of(table: pa.Table, hands: Set[bytes]) -> pa.Table:
    """The rows that are of some hands, given by their keys."""
    begins = run_begins(table, _HAND)
    kept = np.array([key in hands for key in _keys(table, begins)], np.bool_)
    return table.filter(pa.array(np.repeat(kept, np.diff(begins, append=table.num_rows))))


def _keys(table: pa.Table, rows: NDArray[np.int64]) -> list[bytes]:
    """The keys of the hands of some rows."""
    some = table.select(_HAND).take(pa.array(rows))
    names = zip(*(some[name].to_pylist() for name in _HAND), strict=True)
    return [hashlib.blake2b(json.dumps(name).encode(), digest_size=16).digest() for name in names]
