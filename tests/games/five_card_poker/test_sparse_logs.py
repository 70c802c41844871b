"""What a log does not carry, whole kinds of event or cells of a column, accuses nobody."""

import itertools
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from audit.simulate import simulate

from .judging import GAME, violations

PLAY = (
    "stack ante rake deal expose void refund bet call raise check fold leave withdraw return show pot award "
    "misdeal correct"
).split()
QUIET = "buy_in top_up shuffle cut burn box disclose share_agreement".split()
COLUMNS = "seat actor person other_seat pieces number amount ref".split()
LOST = "deal ante bet call raise fold show pot award rake".split()


@pytest.fixture(scope="module")
def lawful(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    path = tmp_path_factory.mktemp("lawful") / "log.parquet"
    simulate(game=GAME, hands=160, seed=12, plant=[], per_rule=1, out=path)
    return pq.read_table(path).replace_schema_metadata(None)


def plain(table: pa.Table, name: str) -> pa.Array:
    return table[name].combine_chunks().cast(pa.string())


def renamed(table: pa.Table, way: int) -> pa.Table:
    """The log at tables of its own, its rows numbered anew."""
    for name in ("table_id", "hand_id"):
        own = pc.binary_join_element_wise(f"{way}", plain(table, name), "-")
        table = table.set_column(table.schema.get_field_index(name), name, own)
    hand = plain(table, "hand_id").dictionary_encode().indices.to_numpy()
    first = np.r_[True, hand[1:] != hand[:-1]]
    starts = np.maximum.accumulate(np.where(first, np.arange(len(hand)), 0))
    seq = pa.array((np.arange(len(hand)) - starts + 1).astype(np.int32))
    return table.set_column(table.schema.get_field_index("seq"), "seq", seq)


def without(table: pa.Table, *kinds: str) -> pa.Table:
    return table.filter(pc.invert(pc.is_in(plain(table, "event"), pa.array(kinds))))


def emptied(table: pa.Table, column: str, rows: np.ndarray) -> pa.Table:
    old = table[column].combine_chunks()
    new = pc.if_else(pa.array(rows), pa.scalar(None, old.type), old)
    return table.set_column(table.schema.get_field_index(column), column, new)


def accusations(folder: Path, ways: dict[str, pa.Table]) -> list[str]:
    names = list(ways)
    parts = [renamed(table, way) for way, table in enumerate(ways.values())]
    pq.write_table(pa.concat_tables(part.unify_dictionaries() for part in parts), folder / "log.parquet")
    found = violations(folder / "log.parquet")
    return [f"{names[int(table.split('-')[0])]}: {dict(rules)}" for table, rules in found.items()]


def test_kinds_of_event_that_a_log_does_not_carry(lawful: pa.Table, tmp_path: Path) -> None:
    kinds = [(kind,) for kind in (*PLAY, *QUIET)] + [*itertools.combinations(PLAY, 2), ("void", "refund", "expose")]
    ways = {"no " + ", ".join(one): without(lawful, *one) for one in kinds}
    assert len(ways) > 190
    assert accusations(tmp_path, ways) == []


def test_columns_that_a_log_does_not_fill(lawful: pa.Table, tmp_path: Path) -> None:
    event, chance, ways = np.array(plain(lawful, "event")), np.random.default_rng(3), {}
    for column in COLUMNS:
        for kind in ("any", *LOST):
            rows = (event == kind) | (kind == "any")
            ways[f"no {column}, {kind}"] = emptied(lawful, column, rows)
            ways[f"a fifth without {column}, {kind}"] = emptied(
                lawful, column, rows & (chance.random(len(event)) < 0.2)
            )
    times = lawful["time"].cast(pa.int64()).to_numpy()
    place = lawful.schema.get_field_index("time")
    minutes = pa.array(times // 60_000 * 60_000).cast(lawful.schema.field("time").type)
    ways["times in minutes"] = lawful.set_column(place, "time", minutes)
    assert accusations(tmp_path, ways) == []


@pytest.mark.parametrize("kinds", [(), ("stack",), ("stack", "buy_in", "top_up")])
def test_labels_that_a_log_does_not_have(lawful: pa.Table, tmp_path: Path, kinds: tuple[str, ...]) -> None:
    log = without(lawful, *kinds) if kinds else lawful
    label = np.array([word or "" for word in plain(log, "label").to_pylist()])
    assert (label == "all_in").sum() > 50
    assert (label == "refused").sum() > 5
    words = ("all_in", "forced", "uncovered")
    ways = {f"no {one}, {two}": emptied(log, "label", np.isin(label, (one, two))) for one in words for two in words}
    ways["no label"] = emptied(log, "label", np.ones(len(label), np.bool_))
    chance = np.random.default_rng(5)
    for time in range(8):
        # A refusal alone cannot be seen to lack; every hand here shows that its labels get lost.
        ways[f"a fifth without, {time}"] = emptied(log, "label", (chance.random(len(label)) < 0.2) | (label == "first"))
    assert accusations(tmp_path, ways) == []
