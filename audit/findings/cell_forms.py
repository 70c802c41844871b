"""What the cells of findings.parquet must be, beyond the types of their columns."""

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from audit.findings.envelope import NOTE, VIOLATION
from audit.logs.codes import quote

_MAY_BE_UNKNOWN = ("seq", "seat", "person", "observed", "expected", "money_effect", "currency", "source_row")
_WORDS = {"result": (VIOLATION, NOTE), "severity": ("critical", "major", "minor")}
_TEXTS_OF_A_STEP = ("name", "citation", "certainty")


def strange_cells(findings: pa.Table) -> Iterator[str]:
    """Of findings what no run writes, in words: a cell that is empty, a word of none, JSON of another form."""
    for name in findings.column_names:
        if name not in _MAY_BE_UNKNOWN and findings[name].null_count:
            yield f"a finding has no {name}"
    for name, words in _WORDS.items():
        for word in pc.unique(findings[name]).to_pylist():
            if word not in (*words, None):
                yield f"{quote(str(word))} is no {name}"
    for number, text in _once(findings["facts"]):
        if not isinstance(_read(text), dict):
            yield f"the facts of {_named(findings, number)} are no JSON object"
    for number, text in _once(findings["parameter_steps"]):
        if not _are_steps(_read(text)):
            yield f"the parameter_steps of {_named(findings, number)} are no list of steps"


def _once(texts: pa.ChunkedArray) -> Iterator[tuple[int, str]]:
    """Each text that is there, with the place of the first finding that has it."""
    first: dict[str, int] = {}
    for number, text in enumerate(texts.to_pylist()):
        if text is not None:
            first.setdefault(text, number)
    return ((number, text) for text, number in first.items())


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _are_steps(steps: Any) -> bool:
    return isinstance(steps, list) and all(_is_step(step) for step in steps)


def _is_step(step: Any) -> bool:
    """Whether it is a value of the law with its day; one that is not known has no day and no value."""
    return (
        isinstance(step, dict)
        and "value" in step
        and isinstance(step.get("from", 0), str | None)
        and all(isinstance(step.get(name), str) for name in _TEXTS_OF_A_STEP)
    )


def _named(findings: pa.Table, number: int) -> str:
    return quote(str(findings["finding_id"][number].as_py()))
