"""Loading: a malformed pack is refused in words that name place and mend; house packs add to a regulation."""

import os
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from audit.errors import PackError, UsageError
from audit.games.registry import registered_games
from audit.rulebook import built_in_directories, load_rulebook, select
from audit.rulebook.loading import natural

BROKEN = sorted((Path(__file__).parents[1] / "broken").glob("*.toml"))
RULE = "PG-4.2a-commission-not-at-rate.toml"


def told(games: Any, *folders: Path, prove: bool = True) -> str:
    with pytest.raises(PackError) as caught:
        load_rulebook(folders, games, prove=prove)
    return str(caught.value)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_pack_is_refused_in_these_words(games: Any, pack: Any, path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    folder = pack()
    target = folder / case["file"]
    text = target.read_text(encoding="utf-8")
    if "old" in case:
        assert case["old"] in text
        text = text.replace(case["old"], case["new"], 1)
    else:
        text = case["new"]
    target.write_text(text, encoding="utf-8")
    message = told(games, folder)
    assert [words for words in case["words"] if words not in message] == []


def test_all_faults_of_all_files_are_told_at_once(games: Any, pack: Any, rule_text: str, parameters_text: str) -> None:
    rule = rule_text.replace('severity = "critical"', 'severity = "grave"').replace("fee > 0", "fe > 0")
    folder = pack(**{RULE: rule, "parameters.toml": parameters_text.replace("value = 500", "value = 5.0")})
    with pytest.raises(PackError) as caught:
        load_rulebook([folder], games)
    assert len(caught.value.faults) >= 3
    assert [fault.place.path for fault in caught.value.faults] == sorted(f.place.path for f in caught.value.faults)
    assert all(fault.place.line and fault.place.column for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ('over = "settlements"', 'over = "settlement"', "'settlement' is no table of facts of pai_gow"),
        ("and fee > 0", "and fe > 0", "'fe' is no fact of the table 'settlements'"),
    ],
)
def test_one_mistake_in_a_check_is_one_fault_though_messages_name_its_facts(
    games: Any, pack: Any, rule_text: str, right: str, wrong: str, found: str
) -> None:
    own = '\n[check.message]\nen = "{fee}"\n\n[title]'
    rule = rule_text.replace(right, wrong).replace("\n[title]", own)
    with pytest.raises(PackError) as caught:
        load_rulebook([pack(**{RULE: rule})], games)
    assert [fault.found for fault in caught.value.faults] == [found]


def test_bytes_that_are_not_utf8_are_refused_with_their_place(games: Any, pack: Any, rule_text: str) -> None:
    folder = pack(**{RULE: rule_text.encode("utf-8").replace("佣".encode(), b"\xa6\xf5")})
    assert "bytes that are not UTF-8" in told(games, folder)
    assert f"tiny/{RULE}:24:12" in told(games, folder)


def test_a_file_of_over_a_mib_is_refused(games: Any, pack: Any, rule_text: str) -> None:
    assert "larger than one MiB" in told(games, pack(**{RULE: rule_text + "#" * (1 << 20)}))


def test_a_link_that_leaves_the_folder_is_refused(games: Any, pack: Any, tmp_path: Path, rule_text: str) -> None:
    folder = pack()
    outside = tmp_path / "outside.toml"
    outside.write_text(rule_text, encoding="utf-8")
    (folder / RULE).unlink()
    (folder / RULE).symlink_to(outside)
    assert "a link that leaves the pack's folder" in told(games, folder)


def test_a_base_log_that_is_a_link_is_refused(games: Any, pack: Any, tmp_path: Path) -> None:
    folder = pack()
    base = folder / "bases" / "ordinary.csv"
    (tmp_path / "secret.csv").write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    base.unlink()
    base.symlink_to(tmp_path / "secret.csv")
    assert "a base log that is a link" in told(games, folder)


def test_a_folder_without_a_pack_is_refused(games: Any, tmp_path: Path) -> None:
    assert "no rule pack" in told(games, tmp_path)


def test_the_same_id_in_two_files_is_refused(games: Any, pack: Any, rule_text: str) -> None:
    other = rule_text.replace("commission-not-at-rate", "fee-wrong")
    assert f"the id PG-4.2a a second time; tiny/{RULE} has it" in told(games, pack(**{"PG-4.2a-fee-wrong.toml": other}))


def test_a_pack_of_a_game_that_is_not_given_is_left_out(pack: Any) -> None:
    assert load_rulebook([pack()], {}).games() == ()


def test_ids_stand_in_their_natural_order() -> None:
    assert sorted(["MT-10.2", "MT-2", "MT-10.10", "MT-10"], key=natural) == ["MT-2", "MT-10", "MT-10.2", "MT-10.10"]


def test_a_rulebook_travels_to_other_processes(games: Any, pack: Any) -> None:
    book = load_rulebook([pack()], games, prove=False)
    assert pickle.loads(pickle.dumps(book)) == book


HOUSE = """name = "{name}"
game = "pai_gow"
title = {{ en = "House", "zh-Hant" = "House", pt = "House" }}

[readings]
commission-base = "{reading}"
"""


def house(tmp_path: Path, steps: str, *, name: str = "house", reading: str = "gross") -> Path:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "pack.toml").write_text(HOUSE.format(name=name, reading=reading), encoding="utf-8")
    (folder / "parameters.toml").write_text(f'[[parameter]]\nname = "commission"\n{steps}', encoding="utf-8")
    return folder


STEP = '[[parameter.step]]\nfrom = 1985-05-18\nvalue = 300\ncitation = "1/85/M art. 4(2)"\ncertainty = "A"\n'


def test_every_option_of_the_built_in_readings_has_words_of_its_own() -> None:
    book = load_rulebook(built_in_directories(), registered_games(), prove=False)
    readings = [reading for game in book.games() for reading in book.register(game).readings]
    assert len(readings) > 80
    for reading in readings:
        for lang in ("en", "zh-Hant", "pt"):
            said = [reading.said(option, lang) for option in reading.options]
            assert len(set(said)) == len(reading.options), (reading.id, lang)
            assert all(option in reading.option_words for option in reading.options), reading.id


def test_a_house_pack_supplies_a_step_and_takes_a_reading(games: Any, pack: Any, tmp_path: Path) -> None:
    book = load_rulebook([pack(), house(tmp_path, STEP)], games)
    law = book.law("pai_gow")
    assert [step.value for step in law.parameter("commission").steps] == [300, 500]
    assert [step.pack for step in law.parameter("commission").steps] == ["house", ""]
    assert law.reading("commission-base") == "gross"
    [reading] = [each for each in book.register("pai_gow").readings if each.id == "commission-base"]
    assert (reading.shipped, reading.taken, reading.taken_by) == ("net", "gross", "house")
    assert [entry.name for entry in book.packs()] == ["tiny", "house"]


@pytest.mark.parametrize("name", ["x.toml", "PG-4.2a-commission-not-at-rate.hands.toml", "bases/x.csv"])
def test_a_pipe_in_a_pack_is_refused_and_not_waited_for(games: Any, pack: Any, name: str) -> None:
    own = pack()
    (own / name).parent.mkdir(exist_ok=True)
    (own / name).unlink(missing_ok=True)
    os.mkfifo(own / name)
    with pytest.raises(PackError, match=name.rsplit("/", maxsplit=1)[-1]):
        load_rulebook([own], games)


def test_a_mark_of_utf8_is_no_mistake(games: Any, pack: Any) -> None:
    own = pack()
    head = own / "regulation.toml"
    head.write_bytes(b"\xef\xbb\xbf" + head.read_bytes())
    assert load_rulebook([own], games, prove=False).rules("pai_gow")


def test_a_house_pack_puts_nothing_in_the_place_of_the_law(games: Any, pack: Any, tmp_path: Path) -> None:
    own = pack()
    (own / "words.toml").write_text('[word.win]\nen = "win"\nzh-Hant = "勝"\npt = "ganho"\n', encoding="utf-8")
    known = house(tmp_path, STEP.replace("1985-05-18", "1991-03-25"))
    (known / "words.toml").write_text('[word.win]\nen = "lose"\nzh-Hant = "負"\npt = "perda"\n', encoding="utf-8")
    message = told(games, own, known)
    assert "house/parameters.toml:4:1: a value of 'commission' from that day; the regulation has one" in message
    assert "house/words.toml:1:1: the word 'win' a second time" in message


def test_a_house_pack_is_told_its_faults_too(games: Any, pack: Any, tmp_path: Path) -> None:
    message = told(games, pack(), house(tmp_path, STEP.replace("300", "3.0"), name="other", reading="nett"))
    for words in ("a pack has its folder's name, house", "'nett' is no option of 'commission-base'", "with a point"):
        assert words in message


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"only": ["PG-4.2"]}, "--select PG-4.2: no pack has this rule; did you mean 'PG-4.2a'?"),
        ({"ignore": ["PG-9"]}, "--ignore PG-9: no pack has this rule"),
        ({"enable": ["PG-9"]}, "--enable PG-9: no pack has this rule"),
    ],
)
def test_an_unknown_id_is_a_usage_error(games: Any, pack: Any, choice: Any, words: str) -> None:
    book = load_rulebook([pack()], games, prove=False)
    with pytest.raises(UsageError) as caught:
        select(book, **choice)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("status", ["off", "retired"])
def test_rules_that_do_not_run_are_switched_on_only_where_they_may(
    games: Any, pack: Any, rule_text: str, status: str
) -> None:
    text = rule_text.replace('status = "active"', f'status = "{status}"')
    book = load_rulebook([pack(**{RULE: text})], games, prove=False)
    assert not any(select(book).takes(rule) for rule in book.all_rules())
    if status == "off":
        assert select(book, enable=["PG-4.2a"]).ids == frozenset({"PG-4.2a"})
    else:
        with pytest.raises(UsageError, match="retired"):
            select(book, enable=["PG-4.2a"])
