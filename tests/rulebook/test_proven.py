"""The program's own packs are read when they are asked for, and only where their proof is on record."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.errors import PackError
from audit.rulebook import Rulebook, load_rulebook, proof, proven, select
from audit.rulebook.folders import Folder, read_folder
from audit.rulebook.loading import read_packs

RULE = "PG-4.2a-commission-not-at-rate.toml"


@pytest.fixture
def own(pack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pack of a program that has no other, as its own directory."""
    directory = tmp_path / "program" / "macau"
    directory.mkdir(parents=True)
    pack().rename(directory / "pai_gow")
    monkeypatch.setattr("audit.rulebook.folders.rules_folder", lambda: tmp_path / "program")
    return directory


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were read since."""
    seen: list[Path] = []

    def noting(path: Path, *rest: Any) -> Folder | None:
        seen.append(path)
        return read_folder(path, *rest)

    monkeypatch.setattr(proven, "read_folder", noting)
    monkeypatch.setattr("audit.rulebook.folders.read_folder", noting)
    return seen


def proven_book(own: Path, games: Any) -> Rulebook:
    """The book of a pack whose proof is on record."""
    load_rulebook([own], games)
    return load_rulebook([own], games)


def test_a_pack_that_is_proven_is_read_when_it_is_asked_for(games: Any, own: Path, read: list[Path]) -> None:
    load_rulebook([own], games)
    read.clear()
    book = load_rulebook([own], games)
    eager, _ = read_packs([own], games)
    read.clear()
    assert "pai_gow" in book.books
    assert book.games() == ("pai_gow",)
    assert book.packs() == eager.packs()
    assert select(book) == select(eager)
    assert read == []
    assert book.rules("pai_gow") == eager.rules("pai_gow")
    assert book.rules("pai_gow") is book.rules("pai_gow")
    assert read == [own / "pai_gow"]


def test_without_a_record_every_pack_is_read_and_proven(games: Any, own: Path, read: list[Path]) -> None:
    assert load_rulebook([own], games).known_packs == ()
    assert read == [own / "pai_gow"]


def test_a_pack_with_a_fault_is_refused_before_anything_is_run(games: Any, own: Path, rule_text: str) -> None:
    load_rulebook([own], games)
    (own / "pai_gow" / RULE).write_text(rule_text.replace("fee > 0", "fe > 0"), encoding="utf-8")
    with pytest.raises(PackError, match="'fe' is no fact"):
        load_rulebook([own], games)


def _link(folder: Path) -> None:
    (folder / "more.toml").symlink_to("/dev/null")


def _folder(folder: Path) -> None:
    (folder / "more.toml").mkdir()


@pytest.mark.parametrize("spoil", [_link, _folder])
def test_what_the_hash_does_not_cover_is_no_part_of_a_proven_pack(
    games: Any, own: Path, spoil: Callable[[Path], None]
) -> None:
    load_rulebook([own], games)
    spoil(own / "pai_gow")
    with pytest.raises(PackError, match=r"more\.toml"):
        load_rulebook([own], games)


def test_a_house_pack_beside_them_has_all_packs_read(games: Any, own: Path, pack: Any) -> None:
    load_rulebook([own], games)
    with pytest.raises(PackError, match="a second time"):
        load_rulebook([own, pack()], games)


def test_a_pack_that_changes_during_the_run_ends_it(games: Any, own: Path, rule_text: str) -> None:
    book = proven_book(own, games)
    (own / "pai_gow" / RULE).write_text(rule_text.replace("fee > 0", "fee > 1"), encoding="utf-8")
    with pytest.raises(PackError, match="changed during the run"):
        book.rules("pai_gow")


def test_a_record_of_another_pack_does_not_count(games: Any, own: Path, read: list[Path]) -> None:
    load_rulebook([own], games)
    proof.record_proof("0" * 64)
    (own / "pai_gow" / "bases" / "ordinary.csv").write_text("", encoding="utf-8")
    read.clear()
    with pytest.raises(PackError):
        load_rulebook([own], games)
    assert read == [own / "pai_gow"]
