"""The hashes of files: made once, in a thread that can be held, and refused in words where they cannot be."""

import hashlib
import os
import time
from pathlib import Path

import pytest

from audit.errors import LogError
from audit.logs.sources import Hashes, open_sources


def files_in(folder: Path, count: int) -> list[Path]:
    """Files of different sizes."""
    paths = [folder / f"{number}.csv" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(b"x" * (number + 1))
    return paths


def sha256(path: Path) -> str:
    """The hash of a file in one piece."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_hash_that_is_asked_for_begins_the_others(tmp_path: Path) -> None:
    paths = files_in(tmp_path, 5)
    hashes = Hashes(paths)
    assert [hashes.of(path) for path in reversed(paths)] == [sha256(path) for path in reversed(paths)]


def test_files_are_hashed_from_their_opening_on(tmp_path: Path) -> None:
    files_in(tmp_path, 3)
    (tmp_path / "twin.csv").write_bytes(b"y")  # of a size with another: the two are hashed at once
    sources = open_sources([str(tmp_path)])
    assert {source.name: source.sha256 for source in sources} == {
        path.name: sha256(path) for path in tmp_path.iterdir()
    }


def test_no_block_is_hashed_while_hashing_stands_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path,) = files_in(tmp_path, 1)
    hashes = Hashes([path])
    begun: list[bool] = []
    whole = hashlib.sha256()

    def counted() -> object:
        begun.append(True)
        return whole

    monkeypatch.setattr("audit.logs.sources.hashlib.sha256", counted)
    with hashes.standing_still():
        hashes.begin()
        time.sleep(0.02)
        assert whole.hexdigest() == hashlib.new("sha256").hexdigest()
    assert hashes.of(path) == hashlib.new("sha256", path.read_bytes()).hexdigest()
    assert begun == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of a process here")
def test_a_copy_of_the_process_makes_its_own_hash(tmp_path: Path) -> None:
    (path,) = files_in(tmp_path, 1)
    hashes = Hashes([path])
    with hashes.standing_still():
        child = os.fork()
        if not child:
            os._exit(int(hashes.of(path) != sha256(path)))
    assert os.waitpid(child, 0)[1] == 0


def test_a_file_is_hashed_once_however_often_it_is_begun(tmp_path: Path) -> None:
    (path,) = files_in(tmp_path, 1)
    hashes = Hashes([path])
    hashes.at_once([path])
    first = sha256(path)
    path.write_bytes(b"another text")
    hashes.begin()
    hashes.begin()
    assert hashes.of(path) == first


def test_a_file_that_is_gone_is_told_where_its_hash_is_asked_for(tmp_path: Path) -> None:
    paths = files_in(tmp_path, 2)
    hashes = Hashes(paths)
    paths[0].unlink()
    hashes.begin()
    assert hashes.of(paths[1]) == sha256(paths[1])
    with pytest.raises(LogError, match="LOG-unreadable"):
        hashes.of(paths[0])
