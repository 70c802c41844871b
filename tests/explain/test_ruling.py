"""A rule is told in the reader's language, in eighty columns, with the words of its facts and of its readings."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from audit.explain.ruling import rule_lines
from audit.explain.terminal import width
from audit.games.pai_gow.replay import PaiGow
from audit.games.registry import registered_games
from audit.rulebook import Rule, Rulebook, built_in_directories, load_rulebook


@cache
def book() -> Rulebook:
    return load_rulebook(built_in_directories(), registered_games(), prove=False)


@cache
def rules() -> Mapping[str, Rule]:
    return {rule.id: rule for rule in book().all_rules()}


def told(rule_id: str, lang: str) -> str:
    """A rule's lines as one line, each blank once."""
    return " ".join(" ".join(rule_lines(book(), rules()[rule_id], lang)).split())


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "pt"])
def test_every_rule_is_told_in_eighty_columns(lang: str) -> None:
    lines = [line for rule in rules().values() for line in rule_lines(book(), rule, lang)]
    assert len(lines) > 1000
    assert max(map(width, lines)) <= 80


def test_a_reading_is_told_in_words_with_what_was_not_taken() -> None:
    assert (
        "reading What the commission is taken from: what a bet won, the stake left out (also possible: what is"
        in told("PG-4.2a", "en")
    )
    assert "所贏之數，不連本注" in told("PG-4.2a", "zh-Hant")
    assert "o ganho, sem a aposta (também possíveis: o pago, com a aposta)" in told("PG-4.2a", "pt")
    assert "commission-base" not in told("PG-4.2a", "pt")


def test_values_of_the_law_are_told_as_the_language_writes_them() -> None:
    assert "desde 1989-07-31: 4 % [118/89/M; certeza B, dia estimado]" in told("FP-9.1", "pt")
    assert "desde 1985-05-25: desconhecido [104/85/M art. 9.º; certeza B]" in told("FP-9.1", "pt")
    assert "20.00: 2,000.00; 100.00: 5,000.00 [104/85/M art. 6; certainty A]" in told("FP-6.2", "en")
    assert "25/50: 10.00; 50/100: 20.00" in told("MT-8.1", "en")
    assert "（秒）" in told("FP-11.2", "zh-Hant") or "(秒)" in told("FP-11.2", "zh-Hant")


def test_facts_and_events_have_their_names_and_texts_their_language() -> None:
    portuguese = told("FP-9.1", "pt")
    assert "precisa de comissão, ante" in portuguese
    assert "pot_rake: comissão dos potes" in portuguese
    assert "porquê A casa cobra a sua taxa e não mais." in portuguese
    assert "O texto nada diz; uma casa que arredonde" in portuguese
    assert "博彩場所只按比率抽水，不得多抽。" in told("FP-9.1", "zh-Hant")
    assert "The house takes" not in told("FP-9.1", "zh-Hant")
    assert "estado activa, crítica" in portuguese
    assert "why The house takes its rate and no more." in told("FP-9.1", "en")
    assert "rake_off" not in told("MT-8.1", "en")
    assert "for a human" in told("FP-10.15", "en")


def test_what_a_users_own_pack_took_is_marked(tmp_path: Path) -> None:
    class Switched(PaiGow):
        switches = frozenset(["commission-base"])

    own = tmp_path / "own"
    own.mkdir()
    title = '{ en = "Own", "zh-Hant" = "自備", pt = "Próprio" }'
    paper = f'[[instrument]]\nid = "IN/2026"\nkind = "house paper"\ntitle = {title}\n'
    (own / "pack.toml").write_text(
        f'name = "own"\ngame = "pai_gow"\ntitle = {title}\n{paper}[readings]\ncommission-base = "gross"\n', "utf-8"
    )
    (own / "parameters.toml").write_text(
        '[[parameter]]\nname = "commission"\n[[parameter.step]]\nfrom = 2026-01-01\nvalue = 300\n'
        'citation = "IN/2026"\ncertainty = "A"\n',
        "utf-8",
    )
    with_own = load_rulebook([*built_in_directories(), own], {**registered_games(), "pai_gow": Switched()}, prove=False)
    lines = " ".join(" ".join(rule_lines(with_own, with_own.rule("PG-4.2a"), "en")).split())
    assert "taken by the user's own pack own; the shipped pack takes: what a bet won, the stake left out" in lines
    assert "from 2026-01-01: 3 % [IN/2026; certainty A] added by the user's own pack own" in lines
    assert "own pack" not in told("PG-4.2a", "en").replace("says so in its own pack", "")
