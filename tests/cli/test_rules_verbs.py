"""``audit rules``: what it lists, shows, proves and begins."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from audit.cli import exits
from audit.cli.app import app
from audit.cli.rule_skeleton import BASE
from audit.explain.terminal import width
from audit.games.registry import registered_games
from audit.places import rules_folder


def audit(*words: str) -> Any:
    return CliRunner().invoke(app, ["rules", *words])


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "pt"])
def test_list_and_coverage_keep_to_eighty_columns(lang: str) -> None:
    for words in (["list"], ["coverage"], ["show", "MT-1"]):
        result = audit(*words, "--lang", lang)
        assert result.exit_code == exits.CLEAN, result.output
        assert max(width(line) for line in result.output.splitlines()) <= 80


def test_list_as_json_holds_every_rule_once() -> None:
    said = json.loads(audit("list", "--json").output)
    ids = [entry["id"] for entry in said]
    assert len(ids) == len(set(ids)) > 100
    of_mahjong = json.loads(audit("list", "--json", "--game", "mahjong").output)
    assert {entry["game"] for entry in of_mahjong} == {"mahjong"}


def test_coverage_says_why_a_rule_is_off() -> None:
    said = json.loads(audit("coverage", "--json").output)
    off = {rule: why for entry in said for rule, why in entry["off"].items()}
    assert "may co-bank" in off["PG-3.1a"]
    assert "PG-3.1a (Off: " in " ".join(audit("coverage").output.split())


def test_no_clause_is_bare() -> None:
    assert audit("coverage", "--check").exit_code == exits.CLEAN
    assert json.loads(audit("coverage", "--check", "--json").output) == []


def test_fixtures_and_mutants_of_a_pack(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tiny_pack

    import audit.games.registry
    import audit.rulebook

    monkeypatch.setattr(audit.games.registry, "registered_games", lambda: {"pai_gow": tiny_pack.TinyGame()})
    monkeypatch.setattr(audit.rulebook, "built_in_directories", lambda: [rules.parent])
    result = CliRunner().invoke(app, ["rules", "test", "tiny", "--json"])
    said = json.loads(result.output)
    assert result.exit_code == exits.CLEAN
    assert [(entry["pack"], entry["fixtures"], entry["faults"]) for entry in said] == [("packs/tiny", 11, [])]
    mutated = json.loads(CliRunner().invoke(app, ["rules", "test", "--mutate", "--json"]).output)
    assert mutated[0]["mutants"] > 5
    hands = rules / "PG-4.2a-commission-not-at-rate.hands.toml"
    hands.write_text(hands.read_text(encoding="utf-8").replace('fee = "49.99"', 'fee = "50.00"'), encoding="utf-8")
    broken = CliRunner().invoke(app, ["rules", "test"])
    assert broken.exit_code == exits.USAGE
    assert "a cent less" in broken.output


def test_a_new_rule_says_what_is_to_be_filled_in(tmp_path: Path) -> None:
    into = str(tmp_path / "house")
    made = audit("new", "HS-1.2", "tip-taken-from-the-pot", "--game", "mahjong", "--into", into)
    assert made.exit_code == exits.CLEAN
    names = {path.name for path in (tmp_path / "house").iterdir()}
    stem = "HS-1.2-tip-taken-from-the-pot"
    assert names == {"pack.toml", f"{stem}.toml", f"{stem}.hands.toml"}
    unfilled = audit("test", into)
    assert unfilled.exit_code == exits.USAGE
    said = re.sub(r"\s+", " ", unfilled.output)
    for place in (f"{stem}.toml:18:6", "pack.toml:3:"):
        assert re.search(rf"{re.escape(place)}[^']*'[-\w]+' still reads '\.\.\.'", said), said
    assert (
        audit("new", "HS-1.2", "tip-taken-from-the-pot", "--game", "mahjong", "--into", into).exit_code == exits.USAGE
    )
    assert audit("new", "hs12", "--into", into).exit_code == exits.USAGE
    hands = (tmp_path / "house" / f"{stem}.hands.toml").read_text(encoding="utf-8")
    assert hands.count(f'from = "{BASE}"') == len(tomllib.loads(hands)["hand"]) == 2
    assert all((rules_folder() / "macau" / game / "bases" / f"{BASE}.csv").is_file() for game in registered_games())
    assert audit("new", "HS-1.3", "A fault", "--into", into).exit_code == exits.USAGE
