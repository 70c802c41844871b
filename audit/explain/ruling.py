"""A rule in the reader's language: what it watches and compares, the readings it rests on and the values by date."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from audit.dated import Dated
from audit.explain.citing import cited
from audit.explain.numbers import POINT, amount_text
from audit.explain.terminal import fields, wrapped
from audit.explain.vocabulary import event_named, fact_name, known, named
from audit.findings.readable import day_text, law_value
from audit.games.registry import registered_games
from audit.rulebook import Check, Rule, Rulebook
from audit.rulebook.forms import MONEY_UNITS
from audit.rulebook.values import money_text
from audit.schema import Kind

_NAME = re.compile(r"(?<![\w.'])[a-z_][a-z0-9_]*")
_ESTIMATED = "estimated"
_BASIS_POINTS = "basis points"


def rule_lines(book: Rulebook, rule: Rule, lang: str) -> list[str]:
    """A rule in lines of 80 columns; expressions stand as the pack has them, each fact in them with its short name."""
    title = wrapped(f"{rule.id}  {rule.title.get(lang, rule.name)}", " " * (len(rule.id) + 2))
    lines = [*title, "", *fields(list(_head(book, rule, lang)))]
    for check in rule.checks:
        lines += ["", *fields(list(_check(rule.game, check, lang)))]
    law = book.law(rule.game)
    for name in rule.parameters():
        lines += ["", *_parameter(law.parameter(name), _keyed_by_money(rule, name), lang)]
    return lines


def _head(book: Rulebook, rule: Rule, lang: str) -> Iterator[tuple[str, str]]:
    word = _Words("rule", lang)
    state = "human" if rule.kind == "human" else rule.status
    yield word("fault"), rule.name
    severity = known("severity", rule.severity, lang).lower()
    yield word("state"), f"{known('rule_state', state, lang)}{known('format', 'comma', lang)}{severity}"
    yield word("citation"), cited(rule.citation, lang)
    register = book.register(rule.game)
    for clause in register.clauses_of(rule):
        yield word("retold"), clause.retold.get(lang, "")
    yield word("why"), rule.why.get(lang, "")
    yield word("caution"), rule.caution.get(lang, "")
    for reading in register.readings:
        if reading.id in rule.readings:
            others = [reading.said(option, lang) for option in reading.options if option != reading.taken]
            told = named(reading.title.get(lang, reading.id), reading.said(reading.taken, lang), lang)
            if reading.taken != reading.shipped:
                shipped = reading.said(reading.shipped, lang)
                told += f" [{known('house', 'taken', lang).format(pack=reading.taken_by, shipped=shipped)}]"
            yield word("reading"), told + (f" ({word('also')}: {'; '.join(others)})" if others else "")
    yield word("needs"), known("format", "comma", lang).join(event_named(rule.game, kind, lang) for kind in rule.needs)
    yield word("yields"), ", ".join(rule.yields_to)
    yield word("file"), rule.path
    yield "SHA-256", rule.sha256


class _Words:
    """The words of one group in one language."""

    def __init__(self, group: str, lang: str) -> None:
        self.group, self.lang = group, lang

    def __call__(self, word: str) -> str:
        return known(self.group, word, self.lang)


def _check(game: str, check: Check, lang: str) -> Iterator[tuple[str, str]]:
    """What one comparison compares, and what each fact that it names is called."""
    word = _Words("rule", lang)
    yield word("over"), check.over
    texts = [(key, text if isinstance(text, str) else "; ".join(text)) for key, text in check.text.items()]
    for key, text in texts:
        yield word(key), text
    table = next((table for table in registered_games()[game].tables if table.name == check.over), None)
    names = dict.fromkeys(name for _, text in texts for name in _NAME.findall(text))
    facts = [named(name, fact_name(game, name, lang, check.over), lang) for name in names if table and name in table]
    yield word("facts"), known("format", "semicolon", lang).join(facts)


def _keyed_by_money(rule: Rule, name: str) -> bool:
    """Whether the rule looks a table of the law up by an amount of money, so that its keys are minor units."""
    tables = {table.name: table for table in registered_games()[rule.game].tables}
    for check in rule.checks:
        for fact in re.findall(rf"param\.{re.escape(name)}\[(\w+)\]", str(check.text)):
            table = tables.get(check.over)
            if table and fact in table and table.column(fact).kind == Kind.MONEY:
                return True
    return False


def _parameter(dated: Dated, in_money: bool, lang: str) -> list[str]:
    """A value of the law by date; ``in_money`` where the keys of its table are minor units."""
    word = _Words("rule", lang)
    unit = "" if dated.unit in (*MONEY_UNITS, _BASIS_POINTS) else f" ({known('unit', dated.unit, lang)})"
    lines = wrapped(f"{dated.title.get(lang) or dated.name}{unit}  [{dated.name}]", "  ")
    for step in dated.steps:
        value = law_value(step.value, money=dated.unit in MONEY_UNITS)
        sure = f"{word('certainty')} {step.certainty}" + (f", {word(_ESTIMATED)}" if step.day_is == _ESTIMATED else "")
        said = word("unknown") if value is None else _said(value, dated.unit, in_money, lang)
        since = word("from").format(day=day_text(step.from_day))
        lines += wrapped(f"  {named(since, said, lang)}  [{cited(step.citation, lang)}; {sure}]", "    ")
        if step.pack:
            lines += wrapped(f"    {known('house', 'added', lang).format(pack=step.pack)}", "    ")
        if step.note:
            lines += wrapped(f"    {step.note.get(lang, '')}", "    ")
    return lines


def _said(value: Any, unit: str, in_money: bool, lang: str) -> str:
    """A value in the language's own figures; a table of tables as the pack has it."""
    if isinstance(value, int) and unit == _BASIS_POINTS:
        return amount_text(money_text(value), lang).removesuffix(f"{POINT[lang]}00") + " %"
    if isinstance(value, Mapping) and all(isinstance(entry, str | int) for entry in value.values()):
        keys = {key: money_text(int(key)) if in_money and key.isdecimal() else key for key in value}
        return "; ".join(f"{amount_text(keys[key], lang)}: {amount_text(str(value[key]), lang)}" for key in value)
    if isinstance(value, list) and all(isinstance(entry, str | int) for entry in value):
        return "; ".join(amount_text(str(entry), lang) for entry in value)
    nested = isinstance(value, Mapping | list)
    return json.dumps(value, ensure_ascii=False) if nested else amount_text(str(value), lang)
