"""rules.json: the rules, parameters, readings and instruments in force, so that a report needs no pack."""

from collections.abc import Iterable, Mapping
from typing import Any

from audit.findings.readable import day_text, law_value
from audit.games.game import Game
from audit.rulebook import Check, Rule, Rulebook, Selection
from audit.rulebook.forms import MONEY_UNITS
from audit.schema import Table

FORMAT = 1


def rules_in_force(
    book: Rulebook,
    games: Mapping[str, Game],
    played: Iterable[str],
    selection: Selection,
    log_titles: Mapping[str, Mapping[str, str]],
) -> dict[str, Any]:
    """What a run was judged by, for the games that were played in it; for all games where none was."""
    shown = [game for game in book.games() if game in set(played)] or list(book.games())
    return {
        "format": FORMAT,
        "games": {game: _game(book, games[game], selection) for game in shown},
        "log_rules": [
            {"id": code, "severity": "minor", "title": dict(title)} for code, title in sorted(log_titles.items())
        ],
        "packs": packs(book),
    }


def packs(book: Rulebook) -> list[dict[str, str]]:
    """Every pack with its game and hash."""
    return [{"name": pack.name, "game": pack.game, "sha256": pack.sha256} for pack in book.packs()]


def _game(book: Rulebook, game: Game, selection: Selection) -> dict[str, Any]:
    register = book.register(game.name)
    return {
        "instruments": [
            {
                "id": entry.id,
                "kind": entry.kind,
                "signed": None if entry.signed is None else day_text(entry.signed),
                "published": None if entry.published is None else day_text(entry.published),
                "gazette": entry.gazette,
                "certainty": entry.certainty,
                "title": dict(entry.title),
                "note": dict(entry.note),
            }
            for entry in register.instruments
        ],
        "clauses": [
            {
                "place": clause.place,
                "instrument": clause.instrument,
                "retold": dict(clause.retold),
                "rules": list(clause.rules),
                "untestable": dict(clause.untestable) or None,
            }
            for clause in register.clauses
        ],
        "readings": [
            {
                "id": reading.id,
                "words": reading.words,
                "options": list(reading.options),
                "option_words": {option: dict(words) for option, words in reading.option_words.items()},
                "taken": reading.taken,
                "shipped": reading.shipped,
                "taken_by": reading.taken_by,
                "why": dict(reading.why),
                "title": dict(reading.title),
            }
            for reading in register.readings
        ],
        "parameters": _parameters(book, game.name),
        "words": {word: dict(entry) for word, entry in book.words(game.name).items()},
        "facts": {table.name: _facts(table) for table in game.tables},
        "rules": [_rule(rule, selection) for rule in sorted(book.rules(game.name), key=lambda rule: rule.id)],
    }


def _parameters(book: Rulebook, game: str) -> list[dict[str, Any]]:
    return [
        {
            "name": dated.name,
            "unit": dated.unit,
            "title": dict(dated.title),
            "steps": [
                {
                    "from": day_text(step.from_day),
                    "value": law_value(step.value, money=dated.unit in MONEY_UNITS),
                    "citation": step.citation,
                    "certainty": step.certainty,
                    "day_is": step.day_is,
                    "note": dict(step.note),
                    "pack": step.pack,
                }
                for step in dated.steps
            ],
        }
        for dated in book.law(game).parameters.values()
    ]


def _facts(table: Table) -> dict[str, Any]:
    columns = [
        {
            "name": column.name,
            "kind": column.kind.value,
            "doc": column.doc,
            "unit": column.unit,
            "citation": column.citation,
        }
        for column in table.columns
    ]
    return {"doc": table.doc, "grain": table.grain, "columns": columns}


def _rule(rule: Rule, selection: Selection) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "status": rule.status,
        "kind": rule.kind,
        "severity": rule.severity,
        "citation": rule.citation,
        "readings": list(rule.readings),
        "needs": list(rule.needs),
        "yields_to": list(rule.yields_to),
        "why": dict(rule.why),
        "caution": dict(rule.caution),
        "title": dict(rule.title),
        "message": dict(rule.message),
        "sha256": rule.sha256,
        "pack": rule.pack,
        "evaluated": selection.takes(rule),
        "checks": [_check(check) for check in rule.checks],
    }


def _check(check: Check) -> dict[str, Any]:
    said: dict[str, Any] = {"over": check.over, "message": dict(check.message) or None}
    if check.note_message:
        said["note_message"] = dict(check.note_message)
    for key in ("applies", "requires", "note_if", "observed", "money_effect"):
        said[key] = check.text.get(key)
    said["expected"] = list(check.text.get("expected", ()))
    if check.explained_by:
        said["explained_by"] = list(check.explained_by)
    return said
