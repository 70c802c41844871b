"""The example of a house pack: read only when it is named, proven together with the regulation, its hands sharp."""

from pathlib import Path

import pytest

from audit.games.game import Game
from audit.games.registry import registered_games
from audit.places import rules_folder
from audit.rulebook import built_in_directories
from audit.rulebook.loading import read_packs
from audit.rulebook.mutation import mutate_pack
from audit.rulebook.proof import prove_pack, trial_books

LIMITS = rules_folder() / "house" / "table_limits"


@pytest.fixture
def pai_gow() -> dict[str, Game]:
    return {"pai_gow": registered_games()["pai_gow"]}


@pytest.mark.parametrize("directories", [built_in_directories(), [rules_folder()]], ids=["built-in", "whole folder"])
def test_house_packs_are_not_read_unless_named(pai_gow: dict[str, Game], directories: list[Path]) -> None:
    book, _ = read_packs(directories, pai_gow)
    assert "TL-1" not in {rule.id for rule in book.all_rules()}
    assert "PG-4.2a" in {rule.id for rule in book.all_rules()}


def test_the_limits_of_a_table_are_proven_and_their_hands_are_sharp(pai_gow: dict[str, Game]) -> None:
    book, folders = read_packs([*built_in_directories(), LIMITS], pai_gow)
    [(pack, below, one)] = [entry for entry in trial_books(book, folders, pai_gow) if entry[0].is_house]
    proof = prove_pack(one, pack, below, pai_gow["pai_gow"])
    assert len(proof.results) == 8
    assert [str(fault) for fault in proof.all_faults()] == []
    report = mutate_pack(one, pack, below, pai_gow["pai_gow"])
    assert report.mutants == 7
    assert [str(fault) for fault in report.all_faults()] == []
