"""Compact indices of hands by the hash of their ids: those that have gone by, and those that have lost a row."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Damage(NamedTuple):
    """Which hands rejected rows belong to: the hand's hash, and the row's seq (0 where it does not read)."""

    hash: NDArray[np.uint64]
    seq: NDArray[np.int32]


class HandIndex:
    """The hashes of all hands so far, eight bytes a hand, in sorted runs of growing size."""

    def __init__(self) -> None:
        self._runs: list[NDArray[np.uint64]] = []

    def holds(self, hashes: NDArray[np.uint64]) -> bool:
        """Whether any of the hashes has been added before."""
        for run in self._runs:
            at = np.searchsorted(run, hashes)
            at[at == len(run)] = 0
            if len(run) and (run[at] == hashes).any():
                return True
        return False

    def add(self, hashes: NDArray[np.uint64]) -> bool:
        """Add hashes; False where one of them stands twice or was there before."""
        new = np.sort(hashes)
        if (new[1:] == new[:-1]).any() or self.holds(new):
            return False
        while self._runs and len(self._runs[-1]) <= len(new):
            new = np.concatenate([self._runs.pop(), new])
            new.sort(kind="stable")  # in place: the run may be the longest thing in memory
        self._runs.append(new)
        return True

    def write(self, path: Path) -> None:
        """Write all hashes to a file, in order."""
        np.save(path, np.sort(np.concatenate([np.zeros(0, np.uint64), *self._runs]), kind="stable"))


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
