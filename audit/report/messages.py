"""What a finding says, in the reader's language, from what a stored run holds of it."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from audit.explain.messages import BETWEEN, one_of, spoken, texts_of
from audit.explain.numbers import amount_text, seconds_text
from audit.report.clean import shorten
from audit.report.lawbook import in_language

_FACT_LIMIT = 80
_ALWAYS = ("observed", "expected", "money_effect", "currency", "person", "seat", "seq", "hand_id", "table_id", "casino")


def said(value: object, words: Mapping[str, Any], lang: str) -> str:
    """A value of a finding in a language: words of facts and amounts as it has them, also several in a row."""
    if value is None:
        return "?"
    if isinstance(value, list) and words:
        return shorten(BETWEEN.join(said(part, words, lang) for part in value), _FACT_LIMIT)
    if isinstance(value, list | dict):
        return shorten(json.dumps(value, ensure_ascii=False, separators=(",", ":")), _FACT_LIMIT)
    if value is True or value is False:
        value = str(value).lower()
    if isinstance(value, str) and words:
        parts = [in_language(words[part], lang)[0] if part in words else part for part in value.split(BETWEEN)]
        value = BETWEEN.join(amount_text(part, lang) for part in parts)
    return shorten(str(value), _FACT_LIMIT)


def _named(
    finding: Mapping[str, Any],
    facts: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    words: Mapping[str, Any],
    lang: str,
) -> dict[str, str]:
    named = {name: said(value, words, lang) for name, value in facts.items()}
    for name in _ALWAYS:
        named.setdefault(name, said(finding.get(name), words, lang))
    named["expected"] = one_of(named["expected"], lang)
    for step in steps:
        named[f"param.{step['name']}"] = said(step.get("value"), words, lang)
    return named


def _texts(rule: Mapping[str, Any]) -> Iterator[object]:
    """The texts that a rule may speak with: those of its checks before its own."""
    for check in rule.get("checks") or []:
        yield from (check.get("message"), check.get("note_message"))
    yield rule.get("message")


def message_of(
    rule: Mapping[str, Any],
    finding: Mapping[str, Any],
    facts: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    words: Mapping[str, Any],
    lang: str,
    times: Collection[str] = (),
) -> tuple[str, str]:
    """The finding's message and its language; the stored English one where the language lacks it.

    ``times`` are the facts in milliseconds, which a message tells in seconds.
    """
    named = _named(finding, facts, steps, words, lang)
    named |= {name: seconds_text(facts[name], lang) for name in times if isinstance(facts.get(name), int)}
    return spoken(
        texts_of(_texts(rule)),
        str(finding.get("message") or ""),
        lang,
        named,
    )
