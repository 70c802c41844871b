"""Where a hand may be lost before another, facts that rest on the hands before are unknown, and never other values."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from audit.games.game import Facts
from audit.games.registry import registered_games
from audit.logs import Batch, open_logs
from audit.places import rules_folder
from audit.rulebook import load_rulebook
from audit.schema import EVENTS, unknown
from audit.simulate import SIMULATED_GAMES, simulate

# What a lost hand may hide without being unknown: the least that is surely so.
LEAST = {"turn_hands_least", "deck_first_seen"}
# In the hand behind the lost one.
FORGOTTEN = {
    "pai_gow": {
        "hands": (
            "turn_hands consents bank_moved seat_adjacent next_bettor next_willing declines_between banker_bet_before "
            "bank_before share_before fee_before cobanked_before set_changed"
        ).split()
    },
    "five_card_poker": {"seats": ["ante"]},
    "mahjong": {"hands": ["before", "moved"]},
    "mahjong_simplified": {"hands": ["before", "moved"]},
}


@pytest.fixture(scope="module", params=SIMULATED_GAMES)
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Batch, Any]:
    path = tmp_path_factory.mktemp("night") / "night.csv"
    game = request.param
    simulate(game=game, hands=120, seed=7, plant=[], per_rule=1, out=path)
    (batch,) = open_logs([str(path)]).batches()
    games = {game: registered_games()[game]}
    law = load_rulebook([rules_folder() / "macau" / game], games, prove=False).law(game)
    return batch, lambda some: games[game].replay(some, {}, law)


def flat(facts: Facts) -> dict[tuple[str, str], np.ndarray]:
    return {(name, column): values for name, table in facts.tables.items() for column, values in table.columns.items()}


def test_facts_of_the_hands_before_are_unknown(night: tuple[Batch, Any]) -> None:
    batch, replay = night
    whole = replay(batch)
    for seed in range(3):
        lost = np.array([random.Random(seed + 10 * hand).random() < 0.2 for hand in range(batch.hand_count)])
        torn = replay(replace(batch, lost_before=lost))
        for (table, column), values in flat(whole).items():
            other = torn.tables[table].columns[column]
            differs = np.flatnonzero(values != other)
            if column in LEAST:
                assert (other[differs] < values[differs]).all()
            else:
                assert (other[differs] == unknown(other.dtype)).all(), (table, column)
        for table, columns in FORGOTTEN[batch.game].items():
            behind = lost[torn.tables[table].hand]
            assert behind.any()
            for column in columns:
                values = torn.tables[table].columns[column][behind]
                assert (values == unknown(values.dtype)).all(), (table, column)


def test_without_a_lost_hand_much_of_it_is_known(night: tuple[Batch, Any]) -> None:
    batch, replay = night
    facts = replay(batch)
    for table, columns in FORGOTTEN[batch.game].items():
        for column in columns:
            values = facts.tables[table].columns[column]
            assert (values != unknown(values.dtype)).mean() > 0.3, (table, column)


def test_a_table_knows_again_what_its_next_hands_tell(night: tuple[Batch, Any]) -> None:
    batch, replay = night
    lost = np.zeros(batch.hand_count, np.bool_)
    lost[batch.hand_count // 2] = True
    whole, torn = flat(replay(batch)), flat(replay(replace(batch, lost_before=lost)))
    differ = {key: int((values != torn[key]).sum()) for key, values in whole.items()}
    assert any(differ.values())
    assert sum(differ.values()) < sum(len(values) for values in whole.values()) / 50


@pytest.mark.parametrize("night", ["five_card_poker"], indirect=True)
def test_stacks_are_unknown_until_they_are_counted(night: tuple[Batch, Any]) -> None:
    batch, replay = night
    lost = np.ones(batch.hand_count, np.bool_)
    whole, torn = (replay(one).tables["buy_ins"] for one in (batch, replace(batch, lost_before=lost)))
    before, after = whole.columns["stack_after"], torn.columns["stack_after"]
    nothing = unknown(after.dtype)
    known = np.flatnonzero(after != nothing)
    assert ((after == nothing) & (before != nothing)).any()
    assert (after[known] == before[known]).all()
    stack = EVENTS["five_card_poker"].index("stack")
    for fact in known.tolist():
        row, end = int(torn.row[fact]), int(batch.start[torn.hand[fact] + 1])
        counted = np.flatnonzero((batch.event[row:end] == stack) & (batch.seat[row:end] == torn.seat[fact]))
        assert batch.amount[row + counted[0]] == after[fact]
