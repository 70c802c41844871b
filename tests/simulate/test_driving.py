"""The driver: the same seed gives the same bytes, planting writes the truth, what cannot be done is said."""

import csv
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from audit.errors import UsageError
from audit.logs import open_logs
from audit.simulate import SIMULATED_GAMES, simulate, simulation


@pytest.mark.parametrize("game", SIMULATED_GAMES)
@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst", "parquet"])
def test_the_same_seed_gives_the_same_bytes(game: str, form: str, tmp_path: Path) -> None:
    one, two, other = (tmp_path / f"{name}.{form}" for name in ("one", "two", "other"))
    for path, seed in ((one, 3), (two, 3), (other, 4)):
        simulate(game=game, hands=20, seed=seed, plant=[], per_rule=1, out=path)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != other.read_bytes()


@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_csv_and_parquet_carry_the_same_rows(game: str, tmp_path: Path) -> None:
    made = [
        simulate(game=game, hands=30, seed=5, plant=[], per_rule=1, out=tmp_path / name)
        for name in ("l.csv", "l.parquet")
    ]
    assert made[0].rows == made[1].rows == pq.read_table(tmp_path / "l.parquet").num_rows
    for name in ("l.csv", "l.parquet"):
        logs = open_logs([str(tmp_path / name)])
        hands = sum(batch.hand_count for batch in logs.batches())
        assert hands == 30
        assert logs.rejects().num_rows == 0


@pytest.mark.parametrize("game", SIMULATED_GAMES)
def test_planting_writes_the_truth_beside_the_log(game: str, tmp_path: Path) -> None:
    rules = list(simulation(game).plants)[:3]
    made = simulate(game=game, hands=40, seed=5, plant=rules, per_rule=2, out=tmp_path / "bad.csv")
    assert made.truth == tmp_path / "bad.truth.csv"
    with made.truth.open(encoding="utf-8") as file:
        truth = list(csv.DictReader(file))
    assert [row["rule_id"] for row in truth] == [rule for rule in rules for _ in range(2)]
    assert set(truth[0]) == {"hand_id", "rule_id", "also", "note", "kind"}
    assert made.hands == 40


def test_logs_of_different_games_share_no_hand_and_no_table(tmp_path: Path) -> None:
    hands, tables = set[str](), set[str]()
    for game in SIMULATED_GAMES:
        made = simulate(
            game=game,
            hands=9,
            seed=5,
            plant=[next(iter(simulation(game).plants))],
            per_rule=1,
            out=tmp_path / f"{game}.csv",
        )
        with made.log.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        of_game = {row["hand_id"] for row in rows}, {row["table_id"] for row in rows}
        assert len(of_game[0]) == made.hands >= 9
        assert all(name.startswith(simulation(game).prefix) for names in of_game for name in names)
        assert not hands & of_game[0]
        assert not tables & of_game[1]
        hands, tables = hands | of_game[0], tables | of_game[1]


def test_there_are_more_hands_than_asked_where_the_plants_need_more(tmp_path: Path) -> None:
    made = simulate(game="pai_gow", hands=1, seed=5, plant=["all"], per_rule=1, out=tmp_path / "x.csv")
    assert made.hands >= made.planted == len(simulation("pai_gow").plants)


def test_what_cannot_be_planted_is_said_with_what_can(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot plant PG-99 in pai_gow; these can be: .*PG-1\.1"):
        simulate(game="pai_gow", hands=1, seed=1, plant=["PG-99"], per_rule=1, out=tmp_path / "x.csv")


def test_a_game_that_cannot_be_simulated_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot simulate 'stud'; these games can be: pai_gow"):
        simulate(game="stud", hands=1, seed=1, plant=[], per_rule=1, out=tmp_path / "x.csv")


def test_counts_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--hands takes 0 or more"):
        simulate(game="pai_gow", hands=-1, seed=1, plant=[], per_rule=1, out=tmp_path / "x.csv")


@pytest.mark.parametrize("name", ["log.txt", "log"])
def test_a_form_that_cannot_be_written_is_said(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"end it in \.csv"):
        simulate(game="pai_gow", hands=1, seed=1, plant=[], per_rule=1, out=tmp_path / name)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst", "parquet"])
def test_the_truth_takes_the_name_of_the_log(form: str, tmp_path: Path) -> None:
    made = simulate(game="pai_gow", hands=1, seed=1, plant=["PG-9"], per_rule=1, out=tmp_path / f"night.{form}")
    assert made.truth == tmp_path / "night.truth.csv"
