"""Nothing that a log holds can stop the replay, lead it out of its arrays, or make its facts depend on the cut."""

import itertools
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.games.pai_gow import GAME
from audit.schema import unknown

SCRIPT = Path(__file__).with_name("hostile_batches.py")
BATCHES = runpy.run_path(str(SCRIPT))
SEEDS = (0, 25)


@pytest.fixture(scope="module")
def law():
    return BATCHES["the_law"]()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sets(st.integers(1, 11)))
def test_any_cut_of_any_rows_gives_the_same_facts(law, seed: int, cuts: set[int]) -> None:
    batch = BATCHES["hostile"](seed)
    edges = [0, *sorted(cuts), batch.hand_count]
    parts = [BATCHES["part"](batch, first, end) for first, end in itertools.pairwise(edges)]
    assert sorted(BATCHES["told"](parts, law)) == sorted(BATCHES["told"]([batch], law))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_facts_of_any_rows_stay_within_their_columns(law, seed: int) -> None:
    batch = BATCHES["hostile"](seed, hands=6)
    for table in GAME.replay(batch, {}, law).tables.values():
        assert ((table.hand >= 0) & (table.hand < batch.hand_count)).all()
        assert ((table.row >= -1) & (table.row < batch.row_count)).all()
        assert ((table.seat >= 0) & (table.seat <= 8)).all()
        for column in table.table.columns:
            values = table.columns[column.name]
            known = values[values != unknown(values.dtype)]
            assert column.nullable or len(known) == len(values), column.name
            limit = {"TRUTH": 2, "WORD": len(column.words)}.get(column.kind.name)
            if limit is not None:
                assert ((known >= 0) & (known < limit)).all(), column.name


@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_the_replay_is_the_same_under_bounds_checks_and_as_plain_python(variable: str) -> None:
    command = [sys.executable, str(SCRIPT), *map(str, SEEDS)]
    environment = {**os.environ, variable: "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == BATCHES["digest"](*SEEDS)
