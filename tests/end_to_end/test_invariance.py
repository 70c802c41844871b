"""One log of any game, any way: split into files, shuffled, in small batches, by several workers, as Parquet.

The findings are the same, whatever a table carries from hand to hand: turns at the bank, decks, stacks, dealers.
"""

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.findings import running
from audit.logs import open_logs
from audit.simulate import SIMULATED_GAMES, simulate
from tests.end_to_end.auditing import audit


def found_in(folder: Path) -> tuple[list[dict[str, Any]], bytes]:
    """The findings without their places in files, and the coverage."""
    rows = pq.read_table(folder / "findings.parquet").to_pylist()
    kept = [{key: value for key, value in row.items() if not key.startswith("source_")} for row in rows]
    return kept, (folder / "coverage.csv").read_bytes()


@pytest.fixture(scope="module", params=SIMULATED_GAMES)
def night(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, tuple[list[dict[str, Any]], bytes]]:
    folder = tmp_path_factory.mktemp("night")
    simulate(game=request.param, hands=250, seed=3, plant=["all"], per_rule=2, out=folder / "night.csv")
    audit(folder / "night.csv", folder / "run", workers=1)
    wanted = found_in(folder / "run")
    assert len(wanted[0]) > 20
    return folder / "night.csv", wanted


def hands_of(log: Path) -> tuple[str, list[list[str]]]:
    """The header line and the lines of every hand."""
    head, *lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    hands: dict[str, list[str]] = {}
    for line in lines:
        hands.setdefault(line.split(",")[4], []).append(line)
    return head, list(hands.values())


@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 2), st.sampled_from(("as played", "hands", "rows")))
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_split_and_order(
    night: tuple[Path, Any], tmp_path_factory: pytest.TempPathFactory, seed: int, parts: int, workers: int, mixed: str
) -> None:
    log, wanted = night
    head, hands = hands_of(log)
    rng = random.Random(seed)
    if mixed != "as played":
        rng.shuffle(hands)
    cuts = sorted(rng.choices(range(len(hands) + 1), k=parts - 1))
    folder = tmp_path_factory.mktemp("split")
    names = rng.sample(range(100), parts)
    for name, first, last in zip(names, [0, *cuts], [*cuts, len(hands)], strict=True):
        lines = [line for hand in hands[first:last] for line in hand]
        if mixed == "rows":
            rng.shuffle(lines)
        (folder / f"{name:02d}.csv").write_text(head + "".join(lines))
    audit(folder, folder / "run", workers=workers)
    assert found_in(folder / "run") == wanted


@pytest.mark.parametrize("batch_rows", [60, 1_000])
def test_any_size_of_batch(
    night: tuple[Path, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch_rows: int
) -> None:
    log, wanted = night
    monkeypatch.setattr(running, "open_logs", lambda paths, **given: open_logs(paths, batch_rows=batch_rows, **given))
    audit(log, tmp_path / "run", workers=2)
    assert found_in(tmp_path / "run") == wanted


def test_parquet_as_csv(night: tuple[Path, Any], tmp_path: Path) -> None:
    log, wanted = night
    tables = [batch.rows.slice() for batch in open_logs([str(log)]).batches()]
    pq.write_table(pa.concat_tables(tables, promote_options="permissive").unify_dictionaries(), tmp_path / "n.parquet")
    audit(tmp_path / "n.parquet", tmp_path / "run")
    assert found_in(tmp_path / "run") == wanted


def test_twice_the_same_bytes(night: tuple[Path, Any], tmp_path: Path) -> None:
    log, _ = night
    for name in ("one", "two"):
        audit(log, tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name
