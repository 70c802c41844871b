"""The form of manifest.json: what every run's holds, checked before a word of it is believed."""

import datetime
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from audit.errors import ResultsError
from audit.findings.folder import MANIFEST, PROGRAM, RUN_FILES
from audit.logs.codes import quote

FORMAT = 1
_MOST_SAID = 3


class Leaf(NamedTuple):
    """A single value: what it is called in a message, and whether a value is one."""

    words: str
    fits: Callable[[Any], bool]


class Each(NamedTuple):
    """An object with any names, whose values have one form."""

    form: Any


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _matches(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


_TEXT = Leaf("text", lambda value: isinstance(value, str))
_COUNT = Leaf("count", lambda value: type(value) is int and value >= 0)
_COUNT_OR_NONE = Leaf("count or null", lambda value: value is None or (type(value) is int and value >= 0))
_TRUTH = Leaf("true or false", lambda value: isinstance(value, bool))
_HASH = Leaf("SHA-256 in hex", _matches("[0-9a-f]{64}"))
_DIGEST = Leaf("digest of sixteen hex digits", _matches("[0-9a-f]{16}"))
_AMOUNT = Leaf("amount with two decimals", _matches(r"-?[0-9]+\.[0-9]{2}"))
_DAY = Leaf("day as 2026-10-31", _is_day)
_DAY_OR_NONE = Leaf("day as 2026-10-31, or null", lambda value: value is None or _is_day(value))
_TIME = Leaf("time as 2026-10-31T13:14:05.250Z", _matches(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"))

_BUCKETS = dict.fromkeys(("replayed", "rejected", "duplicate", "out_of_scope"), _COUNT)
_OUTCOMES = ("not_applicable", "conforms", "violates", "notes", "yielded", "indeterminate", "error")
FORM: dict[str, Any] = {
    "version": _TEXT,
    "as_of": _DAY_OR_NONE,
    "period": {"first_day": _DAY_OR_NONE, "last_day": _DAY_OR_NONE},
    "options": Each([_TEXT]),
    "packs": [{"name": _TEXT, "game": _TEXT, "sha256": _HASH}],
    "inputs": [
        {
            "name": _TEXT,
            "sha256": _HASH,
            "bytes": _COUNT,
            "rows_in": _COUNT,
            **_BUCKETS,
            "reasons": Each(_COUNT),
            "out_of_scope_reasons": Each(_COUNT),
            "notes": [[_TEXT]],
        }
    ],
    "rows": {"in": _COUNT, **_BUCKETS},
    "hands": dict.fromkeys(("replayed", "incomplete", "with_findings"), _COUNT),
    "population": [
        {
            "casino": _TEXT,
            "table_id": _TEXT,
            "game": _TEXT,
            "gaming_day": _DAY,
            "hands": _COUNT,
            "rows": _COUNT,
            "first_hand": _TIME,
            "last_hand": _TIME,
            "digest": _DIGEST,
        }
    ],
    "findings": {
        "violation": _COUNT,
        "note": _COUNT,
        "by_severity": dict.fromkeys(("critical", "major", "minor"), _COUNT),
        "by_rule": [
            {
                "rule_id": _TEXT,
                "rule_name": _TEXT,
                "violations": _COUNT,
                "notes": _COUNT,
                "money_effect": Each(_AMOUNT),
                "money_unknown": _COUNT,
            }
        ],
    },
    "coverage": dict.fromkeys(("rules_evaluated", "rules_exercised", "rules_human", *_OUTCOMES), _COUNT),
    "money_effect": Each(_AMOUNT),
    "complete": _TRUTH,
    "files": {
        name: {"sha256": _HASH, "bytes": _COUNT, "rows": _COUNT_OR_NONE} for name in RUN_FILES if name != MANIFEST
    },
}


def read_manifest(folder: Path) -> tuple[dict[str, Any], str]:
    """The manifest of a stored run and its SHA-256.

    ResultsError where there is none, where it is of another program or format, and where anything in it is not as a
    run writes it.
    """
    path = folder / MANIFEST
    if path.is_symlink():
        raise ResultsError(f"{path}: a link, not the file that the run wrote")
    if not path.is_file():
        raise ResultsError(f"{path}: {MANIFEST} is missing; without it a folder is no run")
    try:
        raw = path.read_bytes()
        manifest = json.loads(raw, object_pairs_hook=_each_once, parse_constant=_no_number)
    except (OSError, ValueError, RecursionError) as error:
        raise ResultsError(f"{path}: damaged, nothing can be verified ({error})") from None
    if not isinstance(manifest, dict) or manifest.get("program") != PROGRAM:
        raise ResultsError(f"{path}: not the manifest of a run of {PROGRAM}")
    found = manifest.get("format")
    if type(found) is not int or found != FORMAT:
        raise ResultsError(f"{path}: format {found!r}, this version reads {FORMAT}; run the audit again")
    faults = list(_faults(manifest, FORM, ""))
    if faults:
        more = f" and {len(faults) - _MOST_SAID} more" if len(faults) > _MOST_SAID else ""
        raise ResultsError(f"{path}: damaged, nothing can be verified ({'; '.join(faults[:_MOST_SAID])}{more})")
    return manifest, hashlib.sha256(raw).hexdigest()


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):  # two readers might take two of them for the true one
        raise ValueError("a name stands twice in one object")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _faults(value: Any, form: Any, place: str) -> Iterator[str]:
    """Where a value departs from its form."""
    if isinstance(form, Leaf):
        if not form.fits(value):
            yield f"{place} is {quote(json.dumps(value, ensure_ascii=False))}, no {form.words}"
    elif isinstance(form, list):
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        for number, one in enumerate(value):
            yield from _faults(one, form[0], f"{place}[{number}]")
    elif not isinstance(value, dict):
        yield f"{place} is no object"
    elif isinstance(form, Each):
        for name, one in value.items():
            yield from _faults(one, form.form, f"{place}.{quote(name)}")
    else:
        for name, inner in form.items():
            at = f"{place}.{name}" if place else name
            if name in value:
                yield from _faults(value[name], inner, at)
            else:
                yield f"{at} is missing"
