"""The cache of compiled kernels, named by the code it holds; and the same results compiled and as plain Python."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from audit import kernel
from audit.cli.size import expect_logs

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("pai_gow", "five_card_poker", "mahjong", "mahjong_simplified")
_RUN = """
import sys
from audit.cli.app import app
app(sys.argv[1:], standalone_mode=False)
print("numba" in sys.modules)
"""


def test_the_cache_is_named_by_the_sources(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    before = kernel.cache_folder(tmp_path)
    kernel.cache_folder.cache_clear()
    assert kernel.cache_folder(tmp_path) == before
    (tmp_path / "a.py").write_text("x = 2\n", encoding="utf-8")
    kernel.cache_folder.cache_clear()
    assert kernel.cache_folder(tmp_path) != before


def _total(values: np.ndarray, into: np.ndarray) -> int:  # type: ignore[type-arg]
    result = 0
    for value in values:
        result += value * 3
    into[0] = values[0] + values[1]
    return result


@pytest.mark.parametrize("door", [kernel._compiled, kernel._plain])
def test_narrow_numbers_are_computed_in_64_bits(door) -> None:  # type: ignore[no-untyped-def]
    values, into = np.full(100, 100, np.int8), np.zeros(1, np.int16)
    assert door(_total)(values, into) == 30_000
    assert into[0] == 200
    assert (values == 100).all()


def test_a_plain_kernel_leaves_what_it_may_not_write() -> None:
    values, into = np.full(100, 1, np.int8), np.zeros(1, np.int64)
    values.flags.writeable = False
    assert kernel._plain(_total)(values, into) == 300
    assert into[0] == 2


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place of the cache under a folder that is named for it, looked for anew."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kernel._cache_root.cache_clear()
    yield tmp_path / "handaudit"
    kernel._cache_root.cache_clear()


def test_a_cache_of_ones_own_is_used(cache: Path) -> None:
    assert kernel._cache_root() == cache
    assert cache.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_cache_that_others_can_write_to_is_never_read(cache: Path, mode: int) -> None:
    cache.mkdir()
    cache.chmod(mode)
    assert kernel._cache_root().name.startswith("handaudit-")


def test_a_cache_that_is_a_link_or_another_users_is_never_read(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    cache.symlink_to(tmp_path / "elsewhere")
    assert kernel._cache_root().name.startswith("handaudit-")
    cache.unlink()
    cache.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: cache.stat().st_uid + 1)
    kernel._cache_root.cache_clear()
    assert kernel._cache_root().name.startswith("handaudit-")


def test_a_home_of_caches_that_is_relative_is_passed_over(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "logs")
    monkeypatch.setenv("HOME", str(cache.parent))
    assert kernel._cache_root() == cache.parent / ".cache" / "handaudit"


@pytest.mark.parametrize(
    ("sizes", "mode", "cached", "compiled"),
    [
        ((), "", False, True),
        ((0,), "", True, False),
        ((kernel.SMALL,), "", True, False),
        ((kernel.SMALL + 1,), "", True, True),
        ((kernel.SMALL + 1,), "", False, False),
        ((kernel.SMALL, 1), "", True, True),
        ((kernel.SMALL_UNCOMPILED,), "", False, False),
        ((kernel.SMALL_UNCOMPILED + 1,), "", False, True),
        ((0,), "compiled", False, True),
        ((), "plain", True, False),
    ],
)
def test_the_work_decides_unless_the_environment_does(
    sizes: tuple[int, ...], mode: str, cached: bool, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "_expected", [])
    monkeypatch.setattr(kernel, "_are_compiled", lambda: cached)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setenv(kernel.MODE, mode)
    for size in sizes:
        kernel.expect(size)
    assert kernel.compiles.__wrapped__() is compiled


def test_the_size_of_logs_is_told_as_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "day").mkdir()
    (tmp_path / "a.csv").write_bytes(b"x" * 100)
    (tmp_path / "day" / "b.csv").write_bytes(b"x" * 10)
    (tmp_path / "day" / "c.parquet").write_bytes(b"x" * 10)
    for logs, size in ((["a.csv"], 100), (["day"], 130), (["*.csv", "day/*.csv"], 110), (["none.csv"], 0)):
        monkeypatch.setattr(kernel, "_expected", [])
        expect_logs([str(tmp_path / log) for log in logs])
        assert kernel._expected == [size]


def _run(log: Path, out: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _RUN, "run", str(log), "--out", str(out), "--exit-zero"],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def _night(game: str, path: Path) -> Path:
    """The base logs of a game's rule pack as one log, every one at a table of its own."""
    lines: list[str] = []
    for number, base in enumerate(sorted((ROOT / "rules" / "macau" / game / "bases").glob("*.csv"))):
        head, *rows = base.read_text(encoding="utf-8").splitlines()
        names = head.split(",")
        for row in rows:
            cells = row.split(",")
            cells[names.index("table_id")] = f"T{number}"
            cells[names.index("hand_id")] += f"-{number}"
            lines.append(",".join(cells))
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_small_log_needs_no_compiler_and_comes_to_the_same_bytes(game: str, tmp_path: Path) -> None:
    log = _night(game, tmp_path / "night.csv")
    assert _run(log, tmp_path / "plain") == "False"
    assert _run(log, tmp_path / "compiled", **{kernel.MODE: "compiled"}) == "True"
    names = sorted(path.name for path in (tmp_path / "plain").iterdir())
    assert "findings.csv" in names
    for name in names:
        assert (tmp_path / "plain" / name).read_bytes() == (tmp_path / "compiled" / name).read_bytes(), name
