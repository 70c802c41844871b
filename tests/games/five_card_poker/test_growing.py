"""The table as it is after each row of a hand."""

from pathlib import Path

import pytest

from audit.games.five_card_poker import GAME
from audit.games.five_card_poker.growing import GrowingPot, table_after
from audit.logs import open_logs
from audit.pieces.notation import piece_text
from audit.schema import EVENTS

BASES = Path(__file__).resolve().parents[3] / "rules" / "macau" / "five_card_poker" / "bases"
ACTS = ("bet", "call", "raise", "check", "fold")


def batch_of(name):
    (batch,) = open_logs([str(BASES / f"{name}.csv")]).batches()
    return batch


def rows_of(batch, hand, *events):
    names = EVENTS["five_card_poker"]
    return [row for row in range(batch.start[hand], batch.start[hand + 1]) if names[batch.event[row]] in events]


def seats(*numbers):
    return sum(1 << number for number in numbers)


def test_pots_grow_act_by_act_and_part_when_a_seat_has_no_chips_left(law):
    batch = batch_of("side_pots")
    tables = table_after(batch, 0, rows_of(batch, 0, *ACTS), {}, law)
    grown = [[(pot.amount, pot.seats) for pot in table.pots] for table in tables.values()]
    everybody, three, two = seats(1, 2, 4, 6), seats(2, 4, 6), seats(2, 4)
    assert grown[:4] == [[(amount, everybody)] for amount in (58_000, 108_000, 158_000, 208_000)]
    assert grown[4:7] == [[(208_000, everybody), (amount, three)] for amount in (50_000, 100_000, 150_000)]
    assert grown[-1] == [(208_000, everybody), (150_000, three), (80_000, two)]


def test_the_last_pots_are_those_that_the_log_must_show(law):
    for name in ("ordinary", "side_pots", "tied", "low_ace"):
        batch = batch_of(name)
        facts = GAME.replay(batch, {}, law)
        last = rows_of(batch, 0, *ACTS)[-1]
        pots = table_after(batch, 0, [last], {}, law)[last].pots
        table = facts.tables["pots"]
        due = zip(table.columns["expected_amount"].tolist(), table.columns["entitled_seats"].tolist(), strict=True)
        assert list(pots) == [GrowingPot(*pot) for pot in due]


def test_the_seats_that_are_in_with_their_cards(law):
    batch = batch_of("side_pots")
    row = rows_of(batch, 0, "bet")[1] - 1
    found = table_after(batch, 0, [row], {}, law)[row].seats
    assert [(one.seat, one.short) for one in found] == [(1, True), (2, False), (4, False), (6, False)]
    assert [piece_text("five_card_poker", code) for code in found[0].up] == ["Kh", "Qd"]
    assert found[0].hole is not None
    assert piece_text("five_card_poker", found[0].hole) == "Qh"


def test_stacks_of_hands_before_tell_who_is_short(law):
    batch = batch_of("night")
    hand = batch.hand_count - 1
    last = rows_of(batch, hand, *ACTS)[-1:] or rows_of(batch, hand, "ante")[-1:]
    before = GAME.replay(batch, {}, law).tables["acts"]
    table = table_after(batch, hand, last, {}, law)[last[0]]
    own = before.columns["pot_after"][before.row == last[0]].tolist()
    assert [sum(pot.amount for pot in table.pots)] == own or not own


@pytest.mark.parametrize("event", ["ante", "bet"])
def test_where_an_amount_is_lacking_no_pot_is_guessed(event, tmp_path, law):
    lines = (BASES / "side_pots.csv").read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if f",{event}," in line)
    cells = lines[place].split(",")
    cells[14] = ""
    lines[place] = ",".join(cells)
    path = tmp_path / "torn.csv"
    path.write_text("\n".join(lines) + "\n")
    (batch,) = open_logs([str(path)]).batches()
    last = rows_of(batch, 0, *ACTS)[-1]
    assert table_after(batch, 0, [last], {}, law)[last].pots == ()
