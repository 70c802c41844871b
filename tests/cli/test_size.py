"""How much a log holds is told by what it unfolds to: a small file may take hours as plain Python."""

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from audit import kernel
from audit.cli.size import expect_logs
from audit.kernel import SMALL_UNCOMPILED

_TEXT = b"a,b,c\n" * 20_000
_TIMES = 200


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was stated, and no word of it to the kernels of this process."""
    sizes: list[int] = []
    monkeypatch.setattr(kernel, "expect", sizes.append)
    return sizes


def test_a_log_counts_as_what_it_unfolds_to(tmp_path: Path, told: list[int]) -> None:
    files = {"a.csv": _TEXT, "a.csv.gz": gzip.compress(_TEXT), "a.csv.zst": zstandard.compress(_TEXT)}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        expect_logs([str(tmp_path / name)])
    assert told == [len(_TEXT)] * 3


@pytest.mark.parametrize("name", ["a.csv.gz", "a.csv.zst", "a.parquet"])
def test_a_bomb_counts_as_large(tmp_path: Path, told: list[int], name: str) -> None:
    path = tmp_path / name
    if name.endswith(".parquet"):
        pq.write_table(pa.table({"seq": pa.array([1] * 200_000)}), path, compression="zstd")
    else:
        pack = gzip.compress if name.endswith(".gz") else zstandard.compress
        path.write_bytes(pack(_TEXT) * _TIMES)
    assert path.stat().st_size < SMALL_UNCOMPILED // 12
    expect_logs([str(path)])
    assert told[0] > SMALL_UNCOMPILED


@pytest.mark.parametrize(("name", "size"), [("a.csv.gz", 16), ("a.csv.zst", 16), ("a.parquet", 16 * 12)])
def test_a_file_that_does_not_read_counts_by_its_size(tmp_path: Path, told: list[int], name: str, size: int) -> None:
    (tmp_path / name).write_bytes(b"PAR1 no log PAR1")
    expect_logs([str(tmp_path / name)])
    assert told == [size]
