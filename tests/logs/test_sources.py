"""The hashes of files: made once, in a thread that can be held, and refused in words where they cannot be."""

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from audit.errors import LogError
from audit.logs import open_logs
from audit.logs.sources import Hashes, open_sources
from tests.logs.canonical_hands import log, write


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


def appended(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\n")


def cut_off(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def replaced_by_one_of_the_same_age_and_size(path: Path) -> None:
    before, data = path.stat(), bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    other = path.with_suffix(".part")
    other.write_bytes(data)
    other.replace(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".parquet"])
@pytest.mark.parametrize("change", [appended, cut_off, replaced_by_one_of_the_same_age_and_size, Path.unlink])
@pytest.mark.parametrize("when", ["opened", "read"])
def test_a_file_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, suffix: str, change: Callable[[Path], None], when: str
) -> None:
    path = Path(write(log(5), tmp_path / f"log{suffix}"))
    logs = open_logs([str(path)])
    if when == "read":
        list(logs.batches())
    time.sleep(0.02)  # a clock of a file system ticks a hundred times a second and more
    change(path)
    with pytest.raises(LogError, match=r"^log.*: LOG-changed: the file has changed while it was read"):  # noqa: PT012
        if when == "opened":
            list(logs.batches())
        logs.account()


def test_a_file_that_stays_as_it_is_is_accounted_for(tmp_path: Path) -> None:
    path = Path(write(log(5), tmp_path / "log.csv"))
    logs = open_logs([str(path)])
    list(logs.batches())
    time.sleep(0.02)
    path.read_bytes()  # to be read by others changes nothing
    assert logs.account().files[0].bytes == path.stat().st_size
