"""The streets of a poker card: those that the replay tells, from the rows alone; none where rows are no such hand."""

from pathlib import Path

from audit.explain.streets import headings
from audit.games.registry import registered_games
from audit.logs import open_logs
from audit.places import rules_folder
from audit.report.streets import street_words
from audit.rulebook import load_rulebook
from audit.schema import EVENTS
from audit.simulate import simulate

GAME = "five_card_poker"


def test_the_streets_of_lawful_hands_are_those_that_the_replay_tells(tmp_path: Path) -> None:
    made = simulate(game=GAME, hands=60, seed=3, plant=[], per_rule=1, out=tmp_path / "log.csv")
    game = registered_games()[GAME]
    law = load_rulebook([rules_folder() / "macau" / GAME], {GAME: game}, prove=False).law(GAME)
    [batch] = open_logs([str(made.log)]).batches()
    facts = game.replay(batch, {}, law)
    for hand in range(batch.hand_count):
        places = range(int(batch.start[hand]), int(batch.start[hand + 1]))
        rows = [{"event": EVENTS[GAME][batch.event[row]], "seat": int(batch.seat[row])} for row in places]
        told = {row - places.start: word for row, word in headings(batch, hand, facts).items()}
        assert street_words(rows) == told, batch.hand_id[hand]


def test_rows_that_are_no_such_hand_have_no_headings() -> None:
    assert street_words([]) == {}
    assert street_words([{"event": "ante", "seat": 1}, {"event": "hand_end", "seat": None}]) == {}
    turns = [{"event": event, "seat": 1} for _ in range(6) for event in ("deal", "bet")]
    assert [word for word in street_words(turns).values() if word.startswith("round")] == [
        f"round_{number}" for number in (1, 2, 3, 4)
    ]
