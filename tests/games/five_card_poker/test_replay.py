import csv
import random
from pathlib import Path

import numpy as np
import pytest

from audit.games.five_card_poker import GAME
from audit.games.game import States
from audit.logs import open_logs
from audit.pieces.notation import packed_text
from audit.schema import EVENTS, NULL, unknown

BASES = Path(__file__).resolve().parents[3] / "rules" / "macau" / "five_card_poker" / "bases"
ALL = sorted(path.stem for path in BASES.glob("*.csv"))
FAULTS = {"in_turn": 0, "in_order": 0, "seat_in": 0, "beaten": 1}


def facts_of(path, law, batch_rows=262_144):
    states: States = {}
    found = []
    for batch in open_logs([str(path)], batch_rows=batch_rows).batches():
        facts = GAME.replay(batch, states, law)
        hands = batch.hand_id.to_pylist()
        for name, table in facts.tables.items():
            columns = [values.tolist() for values in table.columns.values()]
            keys = zip(table.hand.tolist(), table.row.tolist(), table.seat.tolist(), *columns, strict=True)
            found += [
                (
                    batch.tables[batch.table[hand]],
                    hands[hand],
                    name,
                    int(batch.seq[row]) if row >= 0 else 0,
                    seat,
                    *values,
                )
                for hand, row, seat, *values in keys
            ]
    return sorted(found)


def rows_of(*names):
    rows = []
    for ordinal, name in enumerate(names):
        with (BASES / f"{name}.csv").open() as file:
            rows += [
                row | {"hand_id": f"{ordinal}-{row['hand_id']}", "table_id": f"T{ordinal}"}
                for row in csv.DictReader(file)
            ]
    return rows


def write(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize("name", ALL)
def test_a_lawful_hand_shows_no_fault(name, law):
    for batch in open_logs([str(BASES / f"{name}.csv")]).batches():
        facts = GAME.replay(batch, {}, law)
        for table in facts.tables.values():
            for fact, fault in FAULTS.items():
                if fact in table.columns:
                    assert fault not in table.columns[fact].tolist(), (table.table.name, fact)
        rounds = facts.tables["rounds"].columns
        assert set(rounds["owing_seats"].tolist()) <= {0, unknown(np.int8)}
        hands = facts.tables["hands"].columns
        assert (hands["awarded"] + hands["raked"] == hands["staked"] - hands["given_back"]).all()


def test_side_pots_grow_by_the_levels_of_the_short(law):
    for batch in open_logs([str(BASES / "side_pots.csv")]).batches():
        pots = GAME.replay(batch, {}, law).tables["pots"].columns
        assert pots["expected_amount"].tolist() == [208_000, 150_000, 80_000]
        assert pots["entitled_seats"].tolist() == [0b1010110, 0b1010100, 0b10100]
        assert pots["listed_seats"].tolist() == pots["entitled_seats"].tolist()


def test_an_act_shows_the_cards_of_its_seat(law):
    for batch in open_logs([str(BASES / "side_pots.csv")]).batches():
        acts = GAME.replay(batch, {}, law).tables["acts"].columns
        assert [packed_text("five_card_poker", card) for card in acts["hole_card"].tolist()[:2]] == ["Jd", "8c"]
        assert packed_text("five_card_poker", acts["up_cards"].tolist()[-1]) == "Ad 7c 6c Th"


def test_any_cut_into_batches_gives_the_same_facts(tmp_path, law):
    rows = rows_of(*ALL)
    path = write(tmp_path / "all.csv", rows)
    whole = facts_of(path, law)
    assert whole
    assert facts_of(path, law, batch_rows=40) == whole


def test_a_missing_row_makes_facts_unknown_and_accuses_nobody(tmp_path, law):
    for name in ("ordinary", "side_pots", "tied"):
        rows = rows_of(name)
        for lost in range(1, len(rows) - 1):
            torn = [dict(row) for row in rows]
            torn[lost]["amount"] = "x"
            path = write(tmp_path / "torn.csv", torn)
            for batch in open_logs([str(path)]).batches():
                for table in GAME.replay(batch, {}, law).tables.values():
                    for fact, fault in FAULTS.items():
                        if fact in table.columns:
                            assert fault not in table.columns[fact].tolist(), (name, lost, table.table.name, fact)


def test_senseless_hands_are_replayed_without_harm(tmp_path, law):
    chance = random.Random(7)
    events = EVENTS["five_card_poker"]
    rows = []
    for number in range(150):
        hand = [dict(row) for row in rows_of(chance.choice(ALL))]
        first = hand[0]["hand_id"]
        hand = [row for row in hand if row["hand_id"] == first]
        middle = hand[1:-1]
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(middle))
            kind = chance.randrange(5)
            if kind == 0:
                del middle[at]
            elif kind == 1:
                middle.insert(at, dict(chance.choice(middle)))
            elif kind == 2:
                middle[at]["event"] = chance.choice(events[1:-1])
            elif kind == 3:
                middle[at]["seat"] = str(chance.randrange(1, 9))
            else:
                middle[at]["pieces"] = chance.choice(("", "?", "As", "As Ks Qs", "2c", "5c 6c 7c 8c 9c Tc"))
        for seq, row in enumerate([hand[0], *middle, hand[-1]], 1):
            row.update(hand_id=f"H{number}", table_id=f"T{number % 3}", seq=str(seq))
            row["time"] = f"2026-10-03T{number // 60:02}:{number % 60:02}:00+08:00"
            rows.append(row)
    path = write(tmp_path / "wild.csv", rows)
    whole = facts_of(path, law)
    assert len(whole) > 1000
    assert facts_of(path, law, batch_rows=64) == whole
    assert all(isinstance(value, int) or value != NULL for fact in whole for value in fact[5:])


def test_a_decks_service_is_counted_by_its_id(tmp_path, law):
    rows = []
    for number in range(12):
        for row in rows_of("tied"):
            row.update(
                hand_id=f"H{number}", table_id="T1", number="10" if row["event"] == "hand_start" else row["number"]
            )
            row["time"] = f"2026-10-03T{number:02}:00:{int(row['seq']):02}+08:00"
            rows.append(row)
    path = write(tmp_path / "deck.csv", rows)
    counted = []
    states: States = {}
    for batch in open_logs([str(path)]).batches():
        counted += GAME.replay(batch, states, law).tables["hands"].columns["deck_counted"].tolist()
    assert counted == list(np.arange(1, 13))
