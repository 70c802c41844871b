"""Rows that wait on disk: rejected rows by the hundred thousand come back as few do."""

import shutil
from pathlib import Path
from unittest import mock

import numpy as np
import pyarrow as pa
import pytest

from audit.logs import account, spill
from audit.logs.spill import Spill
from tests.logs.canonical_hands import hand, log, read, write

SCHEMA = pa.schema([("name", pa.string()), ("place", pa.int64())])


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("in_memory", [0, 1000])
def test_rows_come_back_in_order_as_often_as_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool, in_memory: int
) -> None:
    monkeypatch.setattr(spill, "IN_MEMORY", in_memory)
    monkeypatch.setattr(spill, "PIECE", 7)
    heap = Spill(tmp_path / "heap" if named else None, SCHEMA)
    names = ["b", None, "a", "é", "B", "a"] * 5
    for place, name in enumerate(names):
        heap.add(pa.RecordBatch.from_pylist([{"name": name, "place": place}], SCHEMA))
    for _ in range(2):
        rows = [row for piece in heap.ordered(("name", "place")) for row in piece.to_pylist()]
        wanted = sorted(enumerate(names), key=lambda pair: (pair[1] is None, (pair[1] or "").encode(), pair[0]))
        assert [(row["place"], row["name"]) for row in rows] == wanted
    assert {piece.num_rows for piece in heap.ordered(("name",))} == {7, 2}
    with pytest.raises(ValueError, match="nothing can be added"):
        heap.add(pa.RecordBatch.from_pylist([{"name": "x", "place": 1}], SCHEMA))
    heap.forget()
    assert list(heap.ordered(("name",))) == []
    heap.discard()
    assert list(tmp_path.iterdir()) == []


def test_keys_too_long_for_the_database_are_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spill, "IN_MEMORY", 0)
    monkeypatch.setattr(spill, "_SORT_MEMORY", "20MB")
    monkeypatch.setattr(spill, "_RUN", 8 << 20)
    merging = mock.Mock(side_effect=spill._merged)
    monkeypatch.setattr(spill, "_merged", merging)
    heap = Spill(tmp_path / "heap", SCHEMA)
    rng = np.random.default_rng(5)
    names = [None if number % 7 == 0 else "é" * 1_500 + str(number) for number in rng.permutation(12_000).tolist()]
    for first in range(0, len(names), 500):
        some = [{"name": name, "place": first + place} for place, name in enumerate(names[first : first + 500])]
        heap.add(pa.RecordBatch.from_pylist(some, SCHEMA))
    places = [place for piece in heap.ordered(("name", "place"), piece=1_000) for place in piece["place"].to_pylist()]
    wanted = sorted(enumerate(names), key=lambda pair: (pair[1] is None, (pair[1] or "").encode(), pair[0]))
    assert places == [place for place, _ in wanted]
    merging.assert_called_once()
    heap.discard()


def test_a_heap_takes_the_files_of_others_as_its_own(tmp_path: Path) -> None:
    heap = Spill(tmp_path / "heap", SCHEMA)
    heap.add(pa.RecordBatch.from_pylist([{"name": "b", "place": 0}], SCHEMA))
    for number, names in enumerate(["ac", "", "b"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        other = Spill(folder / "heap", SCHEMA)
        other.add(pa.RecordBatch.from_pylist([{"name": name, "place": number + 1} for name in names], SCHEMA))
        other.close()
        heap.adopt(folder / "heap")
        shutil.rmtree(folder)
    assert heap.count == 4
    rows = [(row["name"], row["place"]) for piece in heap.ordered(("name", "place")) for row in piece.to_pylist()]
    assert rows == [("a", 1), ("b", 0), ("b", 3), ("c", 1)]
    assert [batch.num_rows for batch in heap.unordered()] == [1, 2, 1]
    heap.forget()
    assert (heap.count, list(heap.unordered())) == (0, [])
    heap.discard()


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".parquet"])
def test_many_rejected_rows_are_told_as_few_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    rows = log(4) + [row | {"seat": 9} for row in hand(9)] + hand(7)
    rows[3] = rows[3] | {"event": "no such"}
    again = [row | {"amount": "7.00"} for row in hand(7)]
    path = write(rows + again, tmp_path / f"log{suffix}")
    few = read([path])[1].rejects()
    assert few.num_rows == 1 + 8 + 16
    monkeypatch.setattr(account, "_WAITING", 2)
    monkeypatch.setattr(spill, "IN_MEMORY", 0)
    monkeypatch.setattr(spill, "PIECE", 3)
    many = read([path])[1]
    assert many.rejects() == few
    assert many.rejects() == few
    assert [piece.num_rows for piece in many.reject_pieces()] == [3] * 8 + [1]
