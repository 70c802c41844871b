"""Every rule planted is found where it was planted, with nothing else; lawful hands give no violation."""

import csv
import re
from collections import defaultdict
from pathlib import Path

import pytest

from audit.games.registry import registered_games
from audit.places import rules_folder
from audit.results import open_run
from audit.rulebook import load_rulebook
from audit.simulate import SIMULATED_GAMES, simulate, simulation
from tests.end_to_end.auditing import audit

CLEAN_HANDS = {"pai_gow": 10_000, "five_card_poker": 10_000, "mahjong": 5_000, "mahjong_simplified": 5_000}

# Rules whose notes a lawful hand may earn: a poor setting is allowed, and the law only says who makes it good.
LAWFUL_NOTES = {"PG-7.2a"}


@pytest.fixture(scope="module", params=SIMULATED_GAMES)
def planted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Path]:
    game: str = request.param
    folder = tmp_path_factory.mktemp(game)
    made = simulate(game=game, hands=0, seed=29, plant=["all"], per_rule=4, out=folder / "log.csv")
    assert made.truth is not None
    audit(made.log, folder / "run")
    return game, folder / "run", made.truth


def test_every_plant_is_found_and_nothing_else(planted: tuple[str, Path, Path]) -> None:
    _, run, truth = planted
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for one in open_run(run).findings().to_dict("records"):
        if one["rule_id"] not in LAWFUL_NOTES:
            found[one["hand_id"]].add((one["rule_id"], one["result"]))
    wrong = []
    with truth.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            expected = {(row["rule_id"], row["kind"])} | {
                (rule, "violation") for rule in row["also"].split("+") if rule
            }
            expected = {pair for pair in expected if pair[0] not in LAWFUL_NOTES}
            seen = found.pop(row["hand_id"], set())
            if seen != expected:
                wrong.append(f"{row['hand_id']} {row['note']}: expected {sorted(expected)}, found {sorted(seen)}")
    wrong += [f"{hand}: lawful, found {sorted(pairs)}" for hand, pairs in found.items()]
    assert not wrong, "\n".join(wrong)


def test_no_violation_shows_a_value_that_is_lawful(planted: tuple[str, Path, Path]) -> None:
    _, run, _ = planted
    violations = open_run(run).findings().query("result == 'violation'")
    assert len(violations) > 20
    defenceless = []
    for row in violations.itertuples():
        lawful = row.expected.split("; ") if isinstance(row.expected, str) else []
        if row.observed in lawful or not lawful:
            defenceless.append(f"{row.rule_id}: observed {row.observed}, lawful {row.expected}: {row.message}")
    assert not defenceless, "\n".join(defenceless)


def test_every_message_is_a_sentence_of_known_values(planted: tuple[str, Path, Path]) -> None:
    _, run, _ = planted
    unknown = r"(?<![?!\d] )\?(?! [?!\d])"  # in a pile a tile may be unknown
    odd = re.compile(rf"\{{|\}}|\bseat 0\b|: (?:true|false)\b|[a-z]_[a-z]|{unknown}")
    messages = open_run(run).findings()[["rule_id", "message"]].itertuples(index=False)
    faulty = [f"{rule}: {message}" for rule, message in messages if odd.search(message)]
    assert not faulty, "\n".join(faulty)


def test_the_note_of_a_poor_setting_is_found(planted: tuple[str, Path, Path]) -> None:
    game, run, truth = planted
    if game != "pai_gow":
        return
    notes = set(open_run(run).findings().query("rule_id == 'PG-7.2a'").hand_id)
    with truth.open(encoding="utf-8") as file:
        assert {row["hand_id"] for row in csv.DictReader(file) if row["rule_id"] == "PG-7.2a"} <= notes


@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_every_rule_that_a_log_can_show_is_planted(game: str) -> None:
    games = registered_games()
    book = load_rulebook([rules_folder() / "macau" / game], {game: games[game]}, prove=False)
    active = {rule.id for rule in book.rules(game) if rule.kind == "log" and rule.status == "active"}
    assert active == set(simulation(game).plants)


@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_lawful_hands_give_no_violation(game: str, tmp_path: Path) -> None:
    made = simulate(game=game, hands=CLEAN_HANDS[game], seed=17, plant=[], per_rule=1, out=tmp_path / "log.parquet")
    stored = audit(made.log, tmp_path / "run")
    assert stored.manifest["findings"]["violation"] == 0
    findings = open_run(tmp_path / "run").findings()
    assert set(findings.rule_id) <= LAWFUL_NOTES
    assert stored.manifest["hands"]["replayed"] == CLEAN_HANDS[game]
    assert stored.manifest["coverage"]["error"] == 0
