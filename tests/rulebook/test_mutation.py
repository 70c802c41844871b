"""Fixtures must notice every small change of a rule, or say why it is none."""

from pathlib import Path
from typing import Any

from audit.rulebook.loading import read_packs
from audit.rulebook.mutation import MutationReport, mutate_packs

HANDS = "PG-4.2a-commission-not-at-rate.hands.toml"


def report(games: Any, folder: Path) -> MutationReport:
    book, folders = read_packs([folder], games)
    [only] = mutate_packs(book, folders, games)
    return only


def test_sharp_fixtures_notice_every_mutant(games: Any, pack: Any) -> None:
    found = report(games, pack())
    assert found.mutants == 15
    assert found.all_faults() == []


def test_a_blunt_fixture_lets_mutants_live_and_names_them_with_their_place(
    games: Any, pack: Any, hands_text: str
) -> None:
    blunt = hands_text.replace('payout = "1000.10", fee = "50.00"', 'payout = "1000.00", fee = "50.00"')
    found = report(games, pack(**{HANDS: blunt}))
    [survivor] = found.survivors
    assert survivor.name.startswith("requires: fee >= rate_down(")
    assert " -> fee >= rate_up(" in survivor.name
    assert str(found.all_faults()[0]).startswith("tiny/PG-4.2a-commission-not-at-rate.toml:14:12:")


def test_an_excuse_counts_and_an_unused_one_is_a_fault(games: Any, pack: Any, hands_text: str) -> None:
    blunt = hands_text.replace('payout = "1000.10", fee = "50.00"', 'payout = "1000.00", fee = "50.00"')
    name = report(games, pack(**{HANDS: blunt})).survivors[0].name
    excuse = f'\n[[equivalent]]\nmutant = "{name}"\nwhy = "no payout of this pack has parts of a cent"\n'
    found = report(games, pack(**{HANDS: blunt + excuse}))
    assert found.survivors == ()
    assert found.excused == (f"PG-4.2a {name}",)
    assert found.all_faults() == []
    [fault] = report(games, pack(**{HANDS: hands_text + excuse})).all_faults()
    assert "an excuse that excuses nothing" in str(fault)
