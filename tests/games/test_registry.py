"""The register of games: names of the log, and nothing imported before it is asked for."""

import subprocess
import sys

import pytest

from audit.games.registry import registered_games
from audit.schema import GAMES


def test_it_knows_games_of_the_log_by_name() -> None:
    games = registered_games()
    assert set(games) <= set(GAMES)
    assert games["mahjong"].name == "mahjong"
    assert games["mahjong_simplified"].name == "mahjong_simplified"
    assert "bridge" not in games
    with pytest.raises(KeyError):
        games["bridge"]


def test_asking_for_names_imports_no_replay() -> None:
    code = (
        "import sys; from audit.games.registry import registered_games; list(registered_games());"
        "print([m for m in sys.modules if m.endswith('.replay')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
