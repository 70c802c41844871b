import pytest

from audit.games.five_card_poker import columns
from audit.games.five_card_poker.facts import TABLES

PREFIX = {"hands": "HAND", "buy_ins": "BUY_IN", "shuffles": "SHUFFLE"}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_name_stands_where_its_fact_does(table):
    prefix = PREFIX.get(table.name, table.name.removesuffix("s").upper())
    for column in table.columns:
        _, place = columns.places()[f"{table.name}.{column.name}"]
        assert getattr(columns, f"{prefix}_{column.name.upper()}") == place


def test_small_and_wide_facts_fill_their_arrays_without_a_gap():
    for small, size in ((True, columns.SMALL), (False, columns.WIDE)):
        assert sorted(place for is_small, place in columns.places().values() if is_small is small) == list(range(size))
