"""Lawful hands between which others are lost accuse nobody, in whatever way every row of those is destroyed.

What a table carries from hand to hand (turns at the bank, decks, stacks, the dealer) is then unknown, not wrong.
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
from audit.results import open_run
from audit.simulate import SIMULATED_GAMES, simulate
from tests.end_to_end.auditing import audit

Cells = dict[str, str]

# Each leaves nothing of a row that could be read, and of what the row tells more or less.
WAYS: dict[str, Cells] = {
    "amount": {"amount": "1.2.3"},
    "event": {"event": "nonsense"},
    "seat": {"seat": "9"},
    "pieces": {"pieces": "9x"},
    "seq": {"seq": "x"},
    "currency": {"currency": "money"},
    "casino": {"casino": ""},
    "table": {"table_id": ""},
    "hand": {"hand_id": ""},
    "time": {"time": "yesterday"},
    "day": {"gaming_day": "soon"},
    "nothing": dict.fromkeys(("casino", "table_id", "hand_id", "gaming_day", "time"), ""),
    "record": {"currency": "HKD,,,"},
}


class Night:
    """A lawful log of one game, line by line."""

    def __init__(self, game: str, folder: Path) -> None:
        simulate(game=game, hands=200, seed=5, plant=[], per_rule=1, out=folder / "night.csv")
        self.head, *lines = (folder / "night.csv").read_text(encoding="utf-8").splitlines()
        self.columns = self.head.split(",")
        self.rows = [dict(zip(self.columns, line.split(","), strict=True)) for line in lines]
        self.hands = list(dict.fromkeys(row["hand_id"] for row in self.rows))

    def write(self, path: Path, rows: list[Cells]) -> Path:
        """Rows as a CSV file."""
        lines = [",".join(row[name] for name in self.columns) for row in rows]
        path.write_text("\n".join([self.head, *lines]) + "\n", encoding="utf-8")
        return path


@pytest.fixture(scope="module", params=SIMULATED_GAMES)
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(request.param, tmp_path_factory.mktemp("night"))


def accused(run: Path) -> list[list[str]]:
    """Who is accused of what; the split that another would have been better than is no accusation."""
    found = open_run(run).findings()
    kept = found[~found.rule_id.str.startswith("LOG-") & (found.rule_id != "PG-7.2a")]
    return kept[["rule_id", "hand_id", "message"]].to_numpy().tolist()


def held(run: Path, rows: int) -> None:
    """Every row is in one bucket."""
    inputs = open_run(run).manifest["inputs"]
    assert sum(file["rows_in"] for file in inputs) == rows
    for file in inputs:
        parts = (file[bucket] for bucket in ("replayed", "rejected", "duplicate", "out_of_scope"))
        assert file["rows_in"] == sum(parts)


def in_batches(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr(running, "open_logs", lambda paths, **given: open_logs(paths, **given | {"batch_rows": rows}))


def test_lost_hands_accuse_nobody(night: Night, tmp_path: Path) -> None:
    rng = random.Random(2)
    way = dict(zip(rng.sample(night.hands, 3 * len(WAYS)), 3 * list(WAYS.values()), strict=True))
    rows = [row | way.get(row["hand_id"], {}) for row in night.rows]
    audit(night.write(tmp_path / "log.csv", rows), tmp_path / "run")
    assert accused(tmp_path / "run") == []
    held(tmp_path / "run", len(rows))


@given(st.integers(0, 10**6), st.sampled_from((70, 900, 50_000)), st.integers(1, 2), st.booleans(), st.booleans())
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_destroyed_in_every_way(
    night: Night,
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    batch_rows: int,
    workers: int,
    shuffled: bool,
    single: bool,
) -> None:
    rng = random.Random(seed)
    lost = set(rng.sample(night.hands, rng.randint(1, 60)))
    ways = list(WAYS.values())
    rows = []
    for row in night.rows:
        destroyed = row["hand_id"] in lost or (single and rng.random() < 0.005)
        rows.append(row | rng.choice(ways) if destroyed else row)
    if shuffled:
        rng.shuffle(rows)
    folder = tmp_path_factory.mktemp("lost")
    cut = rng.randint(0, len(rows))
    night.write(folder / "b.csv", rows[:cut])
    night.write(folder / "a.csv", rows[cut:])
    with pytest.MonkeyPatch.context() as patch:
        in_batches(patch, batch_rows)
        audit(folder, folder / "run", workers=workers)
    assert accused(folder / "run") == []
    held(folder / "run", len(rows))


@pytest.mark.parametrize("batch_rows", [60, 50_000])
def test_lost_hands_in_parquet(night: Night, batch_rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = [
        pa.concat_tables([batch.rows.slice() for batch in open_logs([str(tmp_path / "log.csv")]).batches()])
        for _ in [night.write(tmp_path / "log.csv", night.rows)]
    ]
    rng = random.Random(batch_rows)
    lost = set(rng.sample(night.hands, 40))
    wrong: list[dict[str, Any]] = [
        {"event": "nonsense"}, {"seat": 9}, {"pieces": "9x"}, {"seq": 0}, {"casino": None}, {"table_id": None},
        {"hand_id": None}, {"gaming_day": None}, {"time": None}, {"time": None, "gaming_day": None, "table_id": None},
    ]  # fmt: skip
    way = {name: rng.choice(wrong) for name in sorted(lost)}
    rows = [row | way.get(row["hand_id"], {}) for row in table.to_pylist()]
    schema = pa.schema([(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type) for f in table.schema])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), tmp_path / "log.parquet", row_group_size=1_000)
    in_batches(monkeypatch, batch_rows)
    audit(tmp_path / "log.parquet", tmp_path / "run")
    assert accused(tmp_path / "run") == []
    held(tmp_path / "run", len(rows))


# What a log accuses the innocent of where hands are not there at all, of which a row that cannot be read warns.
CASES = {
    "pai_gow": {"PG-4.1c", "PG-4.3a", "PG-4.3b"},
    "five_card_poker": {"FP-2.1", "FP-6.3"},
    "mahjong": {"MT-3.4"},
    "mahjong_simplified": {"MS-3.4"},
}


@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_each_case_that_a_lost_hand_would_make(game: str, tmp_path: Path) -> None:
    night = Night(game, tmp_path)
    lost = set(random.Random(2).sample(night.hands, len(night.hands) // 3))
    there = [row for row in night.rows if row["hand_id"] not in lost]
    audit(night.write(tmp_path / "without.csv", there), tmp_path / "without")
    made = {rule for rule, *_ in accused(tmp_path / "without")}
    assert made >= CASES[game]
    rows = [row | WAYS["amount"] if row["hand_id"] in lost else row for row in night.rows]
    audit(night.write(tmp_path / "with.csv", rows), tmp_path / "with")
    assert accused(tmp_path / "with") == []
