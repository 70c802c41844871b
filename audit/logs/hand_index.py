"""Compact indices of hands by the hash of their ids: those that have gone by, and those that have lost a row."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

_LATEST = 1 << 19  # hashes that are kept in memory, and read at a time
_AT_ONCE = 1 << 20  # that are looked up at once
_SORTED = 1 << 20  # and that are sorted at once


class Damage(NamedTuple):
    """Which hands rejected rows belong to: the hand's hash, and the row's seq (0 where it does not read)."""

    hash: NDArray[np.uint64]
    seq: NDArray[np.int32]


class HandIndex:
    """The hashes of all hands so far: the latest in memory, in sorted runs of growing size, the others in a file.

    What stands near each other twice is found on the way, the rest when all have come: memory does not grow with the
    logs, and few logs have a hand twice.
    """

    def __init__(self) -> None:
        self._runs: list[NDArray[np.uint64]] = []
        self._file: IO[bytes] | None = None
        self._filed = 0
        self._looked_for: list[tuple[NDArray[np.uint64], int]] = []  # and how many hashes the file had then

    def holds(self, hashes: NDArray[np.uint64]) -> bool:
        """Whether any of the hashes is one of the latest; of those before them ``is_sound`` tells at the end."""
        if self._filed:
            self._looked_for.append((hashes, self._filed))
        return any(share_any(run, hashes) for run in self._runs)

    def add(self, hashes: NDArray[np.uint64]) -> bool:
        """Add hashes; False where one of them stands twice or is one of the latest."""
        new = np.sort(hashes)
        if (new[1:] == new[:-1]).any() or any(share_any(run, new) for run in self._runs):
            return False
        while self._runs and len(self._runs[-1]) <= len(new):
            new = np.concatenate([self._runs.pop(), new])
            new.sort(kind="stable")
        self._runs.append(new)
        if sum(map(len, self._runs)) >= _LATEST:
            self._put_away()
        return True

    def _put_away(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115  it goes with the index
        self._file.seek(0, os.SEEK_END)
        for run in self._runs:
            self._file.write(run.tobytes())
            self._filed += len(run)
        self._runs = []

    def is_sound(self) -> bool:
        """Whether no hash was added twice, and none that was looked for had been added before."""
        return not self._filed or not (self._has_twice() or self._has_looked_for())

    def _has_twice(self) -> bool:
        return any((piece[1:] == piece[:-1]).any() for piece in self._in_order())

    def _has_looked_for(self) -> bool:
        wanted = np.concatenate([np.zeros(0, np.uint64), *(hashes for hashes, _ in self._looked_for)])
        if not len(wanted):
            return False
        before = np.repeat([filed for _, filed in self._looked_for], [len(hashes) for hashes, _ in self._looked_for])
        order = np.lexsort((before, wanted))
        wanted, before = wanted[order], before[order]
        at = 0
        for piece in self._pieces():
            found = np.searchsorted(wanted, piece, side="right") - 1  # the latest time that it was looked for
            place = at + np.arange(len(piece))
            if ((found >= 0) & (wanted[found] == piece) & (place < before[found])).any():
                return True
            at += len(piece)
        return False

    def _pieces(self) -> Iterator[NDArray[np.uint64]]:
        """All hashes in the order in which they were put away, the latest behind them."""
        if self._file is not None:
            self._file.flush()
            self._file.seek(0)
            for first in range(0, self._filed, _LATEST):
                yield np.frombuffer(self._file.read(8 * min(_LATEST, self._filed - first)), np.uint64)
        yield from self._runs

    def _in_order(self) -> Iterator[NDArray[np.uint64]]:
        """All hashes in order, in pieces; those that are equal are in one."""
        count = self._filed + sum(map(len, self._runs))
        bits = max(0, (count - 1) // _SORTED).bit_length()
        for number in range(1 << bits):
            parts = [piece[piece >> np.uint64(64 - bits) == number] if bits else piece for piece in self._pieces()]
            yield np.sort(np.concatenate([np.zeros(0, np.uint64), *parts]), kind="stable")

    def write(self, path: Path) -> None:
        """Write all hashes to a file, in order."""
        count = self._filed + sum(map(len, self._runs))
        header = {"descr": "<u8", "fortran_order": False, "shape": (count,)}
        with path.open("wb") as file:
            np.lib.format.write_array_header_1_0(file, header)
            for piece in self._in_order():
                file.write(piece.tobytes())


def share_any(ordered: NDArray[np.uint64], others: NDArray[np.uint64]) -> bool:
    """Whether any of some hashes is among those that stand in order."""
    if not len(ordered):
        return False
    for first in range(0, len(others), _AT_ONCE):
        piece = others[first : first + _AT_ONCE]
        at = np.minimum(np.searchsorted(ordered, piece), len(ordered) - 1)
        if (ordered[at] == piece).any():
            return True
    return False


@dataclass
class DamageIndex:
    """Hands that have lost a row, and from which seq on (0: from its first row); twelve bytes a hand, in runs."""

    _runs: list[Damage] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(run.hash) for run in self._runs)

    def add(self, damage: Damage) -> None:
        """Note the hands of rejected rows."""
        if not len(damage.hash):
            return
        new = _least(damage)
        while self._runs and len(self._runs[-1].hash) <= len(new.hash):
            old = self._runs.pop()
            new = _least(Damage(np.concatenate([old.hash, new.hash]), np.concatenate([old.seq, new.seq])))
        self._runs.append(new)

    def hashes(self) -> NDArray[np.uint64]:
        """The hashes of all these hands."""
        return np.concatenate([np.zeros(0, np.uint64), *(run.hash for run in self._runs)])

    def seq_of(self, hashes: NDArray[np.uint64]) -> NDArray[np.int32]:
        """For each hand the least seq of its rejected rows, -1 where it has lost none."""
        none = np.int32(np.iinfo(np.int32).max)
        seq = np.full(len(hashes), none, np.int32)
        for run in self._runs:
            at = np.minimum(np.searchsorted(run.hash, hashes), len(run.hash) - 1)
            hit = run.hash[at] == hashes
            seq[hit] = np.minimum(seq[hit], run.seq[at[hit]])
        return np.where(seq == none, np.int32(-1), seq)


def _least(damage: Damage) -> Damage:
    """The same hands, each once, in order of their hashes, with the least seq of each."""
    order = np.argsort(damage.hash, kind="stable")
    hashes = damage.hash[order]
    first = np.flatnonzero(np.append(True, hashes[1:] != hashes[:-1]))
    return Damage(hashes[first], np.minimum.reduceat(damage.seq[order], first))
