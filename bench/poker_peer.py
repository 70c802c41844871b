"""PokerKit replays hands of a log: the same seats, antes, stacks, cards and decisions, in its own state machine.

Its betting rules are not this game's (no obligation of the opener, no check that forbids a raise), so a decision that
it does not know becomes a check or a call: hands of the same size and course, not a second opinion on the law.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

_COLUMNS = ["hand_id", "event", "seat", "pieces", "amount", "label"]
_DECISIONS = {"bet", "raise", "call", "check", "fold"}
_RANKS, _SUITS = "56789TJQKA", "cdhs"
_STREETS = 4


@dataclass
class Hand:
    """What PokerKit needs of a hand: amounts in minor units, cards in the order dealt, decisions by street."""

    antes: dict[int, int] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    cards: list[list[tuple[int, str]]] = field(default_factory=lambda: [[] for _ in range(_STREETS)])
    decisions: list[list[tuple[str, int]]] = field(default_factory=lambda: [[] for _ in range(_STREETS)])


def _add(hand: Hand, row: dict[str, Any], dealt: dict[int, int]) -> None:
    event, seat = row["event"], row["seat"]
    amount = int(row["amount"] * 100) if row["amount"] is not None else 0
    if event == "stack":
        hand.stacks[seat] = amount
    elif event == "ante":
        hand.antes[seat] = amount
    elif event == "deal":
        dealt[seat] = dealt.get(seat, 0) + 1
        hand.cards[max(0, min(dealt[seat], 5) - 2)].append((seat, row["pieces"]))
    elif event in _DECISIONS:
        street = max(0, min(max(dealt.values(), default=2), 5) - 2)
        hand.decisions[street].append((event, amount))


def _is_playable(hand: Hand) -> bool:
    """Whether PokerKit can begin it: it wants chips in every stack, and two players at least."""
    return len(hand.antes) > 1 and all(hand.stacks.get(seat, 0) > 0 for seat in hand.antes)


def hands_of(path: Path, most: int) -> Iterator[Hand]:
    """The first hands of a log that two seats or more play, nothing void and chips before each."""
    table = pq.read_table(path, columns=_COLUMNS).slice(0, most * 100)
    text = {name: pc.cast(table[name], "string") for name in ("hand_id", "event", "pieces", "label")}
    for name, column in text.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    hand, dealt, void, given = Hand(), dict[int, int](), False, 0
    for row in table.to_pylist():
        if row["event"] == "hand_start":
            hand, dealt, void = Hand(), {}, False
        void = void or row["event"] in ("void", "refund", "misdeal")
        _add(hand, row, dealt)
        if row["event"] == "hand_end" and not void and _is_playable(hand):
            yield hand
            given += 1
            if given == most:
                return


def _new_state(hand: Hand) -> Any:
    import pokerkit as pk

    deck = tuple(card for rank in _RANKS for suit in _SUITS for card in pk.Card.parse(rank + suit))
    up, least = pk.Opening.HIGH_HAND, 1
    streets = (
        pk.Street(False, (True, False), 0, False, up, least, None),
        *(pk.Street(False, (True,), 0, False, up, least, None) for _ in range(_STREETS - 1)),
    )
    automations = (
        pk.Automation.ANTE_POSTING,
        pk.Automation.BET_COLLECTION,
        pk.Automation.RUNOUT_COUNT_SELECTION,
        pk.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        pk.Automation.HAND_KILLING,
        pk.Automation.CHIPS_PUSHING,
        pk.Automation.CHIPS_PULLING,
    )
    seats = sorted(hand.antes)
    return pk.State(
        automations,
        deck,
        (pk.StandardHighHand,),
        streets,
        pk.BettingStructure.NO_LIMIT,
        False,
        tuple(hand.antes[seat] for seat in seats),
        (0,) * len(seats),
        0,
        tuple(hand.stacks[seat] for seat in seats),
        len(seats),
        mode=pk.Mode.CASH_GAME,
    )


def _decide(state: Any, kind: str, amount: int) -> None:
    if kind == "fold" and state.can_fold():
        state.fold()
    elif kind in ("bet", "raise") and state.can_complete_bet_or_raise_to():
        low, high = (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        state.complete_bet_or_raise_to(max(low, min(high, amount)))
    else:
        state.check_or_call()


def play(hand: Hand) -> int:
    """Replay one hand from ante to pay-out; the chips at the end, which are those of the beginning."""
    state = _new_state(hand)
    for street in range(_STREETS):
        cards = iter(card for _, card in hand.cards[street])
        while state.status and state.can_deal_hole():
            card = next(cards, None)
            state.deal_hole(card if card is not None and state.can_deal_hole(card) else None)
        for kind, amount in hand.decisions[street]:
            if state.status and state.actor_index is not None:
                _decide(state, kind, amount)
        while state.status and state.actor_index is not None:
            state.check_or_call()
    return int(sum(state.stacks))


def pokerkit(path: Path, hands: int) -> tuple[int, float]:
    """How many hands were replayed and in how many seconds; reading them is not measured."""
    ready = list(hands_of(path, hands))
    began = time.perf_counter()
    for hand in ready:
        chips = play(hand)
        assert chips == sum(hand.stacks[seat] for seat in hand.antes), "PokerKit lost chips"
    return len(ready), time.perf_counter() - began
