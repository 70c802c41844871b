"""Packs are proven by their fixtures, once for what they are."""

from pathlib import Path
from typing import Any

import pytest

from audit.errors import PackError
from audit.rulebook import load_rulebook, proof
from audit.rulebook.loading import read_packs

HANDS = "PG-4.2a-commission-not-at-rate.hands.toml"
RULE = "PG-4.2a-commission-not-at-rate.toml"


def faults_of(games: Any, folder: Path) -> str:
    with pytest.raises(PackError) as caught:
        load_rulebook([folder], games)
    return str(caught.value)


def test_a_pack_whose_fixtures_pass_loads_and_is_proven_once(
    games: Any, pack: Any, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack()
    assert len(load_rulebook([folder], games).rules("pai_gow")) == 1
    [record] = own_cache.iterdir()
    assert record.read_bytes() == b""

    def never(*_: Any) -> None:
        raise AssertionError("a proven pack was proven again")

    monkeypatch.setattr(proof, "prove_pack", never)
    load_rulebook([folder], games)


def test_a_change_of_a_rule_asks_for_a_new_proof(games: Any, pack: Any, rule_text: str) -> None:
    load_rulebook([pack()], games)
    told = faults_of(games, pack(**{RULE: rule_text.replace("fee <= rate_up", "fee < rate_up")}))
    assert "five per cent to the cent" in told
    assert "expected it to be conforms, came 1 violates; violation PG-4.2a hand 1 seat 5" in told


def test_a_record_that_others_may_write_is_no_proof(games: Any, pack: Any, own_cache: Path) -> None:
    folder = pack()
    load_rulebook([folder], games)
    [record] = own_cache.iterdir()
    _, [found] = read_packs([folder], games)
    assert proof.is_proven(found, record.name)
    record.chmod(0o666)
    assert not proof.is_proven(found, record.name)


def test_a_house_pack_does_not_bring_its_own_proof(games: Any, pack: Any) -> None:
    folder = pack()
    _, [found] = read_packs([folder], games)
    digest = proof.proof_digest(found, [], "pai_gow")
    proof.write_proof(found, digest)
    assert not proof.is_proven(found, digest)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('observed = "49.99"', 'observed = "49.98"', "expected observed '49.98', came '49.99'"),
        ("seat = 5\nchange", "seat = 4\nchange", "expected seat 4, came 5"),
        ('fee = "49.99"', 'fee = "50.00"', "expected exactly one violation, came 1 conforms"),
        ('fee = "0.00"', 'fee = ""', "came 1 indeterminate; because of unknown:fee"),
        ('event = "settle", seat = 5, set = {fee = "49.99"}', 'event = "cut", set = {fee = "1"}', "matches 0 rows"),
        ('from = "ordinary"\nday = 1991-03-25', 'from = "other"', "no base log 'other'"),
        ("day = 1985-05-17", "", "has no hand before 1985-05-18, where param.commission has a step"),
        ('name = "a loss"', 'name = "no fee at all"', "the hand 'no fee at all' twice"),
        ('expect = "not_applicable"', 'expect = "fine"', "'expect' is 'fine'"),
        ('fee = "0.01"}}]', 'fee = "0.01"}}]\nalso = ["PG-4.8"]', "PG-4.8 is named in 'also' and did not come"),
        ('payout = "1000.10", fee = "50.01"', 'payout = "x", fee = "50.01"', "the data fault LOG-"),
    ],
)
def test_a_fixture_that_does_not_come_out_tells_why(
    games: Any, pack: Any, hands_text: str, old: str, new: str, told: str
) -> None:
    assert old in hands_text
    faults = faults_of(games, pack(**{HANDS: hands_text.replace(old, new, 1)}))
    assert told in faults
    assert f"tiny/{HANDS}:" in faults


def test_a_rule_without_fixtures_does_not_load(games: Any, pack: Any) -> None:
    folder = pack()
    (folder / HANDS).unlink()
    told = faults_of(games, folder)
    for expect in ("conforms", "violates", "indeterminate"):
        assert f"PG-4.2a has no hand that is {expect}" in told


def test_fixtures_of_no_rule_are_a_fault(games: Any, pack: Any, hands_text: str) -> None:
    assert "fixtures without their rule" in faults_of(games, pack(**{"PG-9-other.hands.toml": hands_text}))


def test_a_hand_may_supply_a_parameter_as_a_users_pack_would(games: Any, pack: Any, hands_text: str) -> None:
    supplied = (
        '\n[[hand]]\nname = "six per cent in a pack of the user"\nexpect = "conforms"\nfrom = "ordinary"\n'
        "day = 1986-01-01\nsupplied = { commission = 600 }\n"
        'change = [{event = "settle", seat = 5, set = {fee = "60.00"}}]\n'
    )
    load_rulebook([pack(**{HANDS: hands_text + supplied})], games)
    told = faults_of(games, pack(**{HANDS: hands_text + supplied.replace("600", "500")}))
    assert "six per cent in a pack of the user" in told


@pytest.mark.parametrize(
    ("supplied", "told"),
    [
        ("{ commision = 600 }", "no parameter 'commision'"),
        ("600", "'supplied' is not a table"),
        ("{ commission = 6.5 }", "a number with a point"),
    ],
)
def test_what_a_hand_cannot_supply(games: Any, pack: Any, hands_text: str, supplied: str, told: str) -> None:
    hand = f'\n[[hand]]\nname = "odd"\nexpect = "conforms"\nfrom = "ordinary"\nsupplied = {supplied}\n'
    assert told in faults_of(games, pack(**{HANDS: hands_text + hand}))
