"""Lawful hands of which rows are missing or cannot be read accuse nobody: what a rule lacks is unknown, not wrong."""

import random
from pathlib import Path

import pytest

from audit.results import open_run
from audit.simulate import SIMULATED_GAMES, simulate
from tests.end_to_end.auditing import audit

_GARBLED = {"pieces": "9x", "seat": "9", "event": "nonsense", "amount": "1.2.3", "number": "zz", "time": "yesterday"}


@pytest.mark.parametrize("mode", ["garbled", "missing"])
@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_damaged_rows_accuse_nobody(game: str, mode: str, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    simulate(game=game, hands=240, seed=5, plant=[], per_rule=1, out=log)
    rng = random.Random(4)
    head, *lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    columns = head.strip().split(",")
    kept = []
    for line in lines:
        if rng.random() < 0.015:
            if mode == "missing":
                continue
            fields = line.split(",")
            name = rng.choice(list(_GARBLED))
            fields[columns.index(name)] = _GARBLED[name]
            line = ",".join(fields)  # noqa: PLW2901
        kept.append(line)
    log.write_text(head + "".join(kept), encoding="utf-8")
    stored = audit(log, tmp_path / "run")
    assert stored.manifest["hands"]["incomplete"] > 60
    found = open_run(tmp_path / "run").findings()
    accused = found[~found.rule_id.str.startswith("LOG-") & (found.rule_id != "PG-7.2a")]
    assert accused[["rule_id", "hand_id", "message"]].to_numpy().tolist() == []
