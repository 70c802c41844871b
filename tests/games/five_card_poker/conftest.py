from pathlib import Path

import pytest

from audit.games.registry import registered_games
from audit.rulebook.loading import read_packs

PACK = Path(__file__).resolve().parents[3] / "rules" / "macau" / "five_card_poker"


@pytest.fixture(scope="session")
def law():
    games = registered_games()
    book, _ = read_packs([PACK], {"five_card_poker": games["five_card_poker"]})
    return book.law("five_card_poker")
