"""The tiny game and pack of the rulebook's tests, wired into a whole run."""

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from audit.explain import lines, telling
from audit.findings import running
from audit.findings.running import Request, Stored, run_audit
from audit.games.game import Game

# No test asserts a time: the first call of a kernel may compile it.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

_HERE = Path(__file__).resolve().parent / "rulebook" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("tiny_pack", _HERE)
assert _SPEC is not None
assert _SPEC.loader is not None
tiny = importlib.util.module_from_spec(_SPEC)
sys.modules["tiny_pack"] = tiny
_SPEC.loader.exec_module(tiny)
FIXTURES = tiny.FIXTURES

HEAD = tiny.BASE.splitlines()[0]
Run = Callable[..., Stored]


def one_hand(
    name: str, fee: str = "50.00", *, table: str = "T", casino: str = "C01", day: int = 3, minute: int = 0
) -> str:
    """One hand of the tiny game: a winner of a thousand and the commission taken from him."""
    rows = []
    for line in tiny.BASE.splitlines()[1:]:
        cells = line.split(",")
        cells[0], cells[1], cells[4] = casino, table, name
        cells[3] = f"2026-10-{day:02d}"
        cells[6] = f"2026-10-{day:02d}T{10 + minute // 60:02d}:{minute % 60:02d}:{int(cells[5]):02d}+08:00"
        if cells[7] == "settle":
            cells[16] = fee
        rows.append(",".join(f'"{cell}"' if '"' in cell or "\n" in cell or "\r" in cell else cell for cell in cells))
    return "\n".join(rows)


def write_log(path: Path, *hands: str) -> Path:
    path.write_text("\n".join([HEAD, *hands]) + "\n", encoding="utf-8", newline="")
    return path


@pytest.fixture
def hand() -> Callable[..., str]:
    return one_hand


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Path]:
    """Write a log of some hands under a name."""
    return lambda name, *hands: write_log(tmp_path / name, *hands)


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny pack in the place of the built-in ones."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "packs" / "tiny"
    (folder / "bases").mkdir(parents=True)
    (folder / "regulation.toml").write_text(tiny.REGULATION, encoding="utf-8")
    (folder / "parameters.toml").write_text(tiny.PARAMETERS, encoding="utf-8")
    (folder / "words.toml").write_text(tiny.WORDS, encoding="utf-8")
    (folder / "PG-4.2a-commission-not-at-rate.toml").write_text(tiny.RULE, encoding="utf-8")
    (folder / "PG-4.2a-commission-not-at-rate.hands.toml").write_text(FIXTURES, encoding="utf-8")
    (folder / "bases" / "ordinary.csv").write_text(tiny.BASE, encoding="utf-8")
    for module in (running, telling, lines):
        monkeypatch.setattr(module, "built_in_directories", lambda: [folder.parent], raising=False)
        monkeypatch.setattr(module, "registered_games", lambda: {"pai_gow": tiny.TinyGame()})
    return folder


@pytest.fixture
def run(rules: Path, tmp_path: Path) -> Run:
    """Audit a log of the tiny game."""

    def audit(*logs: Path, out: Path | None = None, games: Mapping[str, Game] | None = None, **options: Any) -> Stored:
        paths = tuple(str(log) for log in logs)
        return run_audit(Request(logs=paths, out=out or tmp_path / "run", **options), games=games)

    return audit
