"""A house pack takes another reading only where the replay asks for it: else a report would tell what was not done."""

from pathlib import Path

import pytest

from audit.dated import Dated, Law
from audit.errors import PackError
from audit.games.registry import registered_games
from audit.logs import open_logs
from audit.places import rules_folder
from audit.rulebook import built_in_directories, load_rulebook

TITLE = '{ en = "Own", "zh-Hant" = "自備", pt = "Próprio" }'


class Asked:
    """A law that keeps the names of the readings that it was asked for."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.names: set[str] = set()

    def parameter(self, name: str) -> Dated:
        return self.law.parameter(name)

    def reading(self, name: str) -> str:
        self.names.add(name)
        return self.law.reading(name)


def house(folder: Path, game: str, chosen: dict[str, str]) -> list[Path]:
    """The directories of a regulation and of a house pack that chooses."""
    own = folder / "own"
    own.mkdir()
    lines = "".join(f'{reading} = "{option}"\n' for reading, option in chosen.items())
    (own / "pack.toml").write_text(f'name = "own"\ngame = "{game}"\ntitle = {TITLE}\n[readings]\n{lines}', "utf-8")
    return [rules_folder() / "macau" / game, own]


@pytest.mark.parametrize("name", registered_games())
def test_a_replay_asks_for_the_readings_that_it_says(name: str) -> None:
    games = registered_games()
    law = Asked(load_rulebook(built_in_directories(), games, prove=False).law(name))
    base = next(path for path in sorted((rules_folder() / "macau" / name / "bases").glob("*.csv")))
    for batch in open_logs([str(base)]).batches():
        games[name].replay(batch, {}, law)
    assert law.names == games[name].switches


@pytest.mark.parametrize("name", registered_games())
def test_only_those_can_be_taken_otherwise(name: str, tmp_path: Path) -> None:
    games = registered_games()
    readings = load_rulebook([rules_folder() / "macau" / name], games, prove=False).register(name).readings
    assert {reading.id for reading in readings if reading.switch} == games[name].switches
    other = {
        each.id: next((option for option in each.options if option != each.taken), each.taken) for each in readings
    }
    (tmp_path / "lawful").mkdir()
    choice = {each.id: other[each.id] if each.switch else each.taken for each in readings}
    law = load_rulebook(house(tmp_path / "lawful", name, choice), games, prove=False).law(name)
    assert {each.id: law.reading(each.id) for each in readings} == choice
    with pytest.raises(PackError) as caught:
        load_rulebook(house(tmp_path, name, other), games, prove=False)
    refused = {str(fault).split("'")[1] for fault in caught.value.faults}
    assert refused == {each.id for each in readings if not each.switch and len(each.options) > 1}
    assert all("say another reading in a rule of your own" in str(fault) for fault in caught.value.faults)
