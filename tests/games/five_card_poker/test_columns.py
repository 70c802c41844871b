import pytest

from audit.games.five_card_poker import columns
from audit.games.five_card_poker.facts import TABLES

PREFIX = {"hands": "HAND", "buy_ins": "BUY_IN", "shuffles": "SHUFFLE"}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_name_stands_where_its_fact_does(table):
    prefix = PREFIX.get(table.name, table.name.removesuffix("s").upper())
    for place, column in enumerate(table.columns):
        assert getattr(columns, f"{prefix}_{column.name.upper()}") == place
