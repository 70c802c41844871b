"""manifest.json: what went in, where every row went, what was found, and the hashes of the files; no clock, no path."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from audit import __version__
from audit.findings.coverage import COUNTS, Covered
from audit.findings.envelope import NOTE, VIOLATION
from audit.findings.folder import PROGRAM
from audit.findings.manifest_form import FORMAT
from audit.findings.readable import day_text, time_text
from audit.logs import Account
from audit.rulebook.values import money_text
from audit.tally import Tally

SEVERITIES = ("critical", "major", "minor")
BUCKETS = ("replayed", "rejected", "duplicate", "out_of_scope")


@dataclass
class FindingSums:
    """Sums over findings, taken while they are written."""

    result: Counter[str] = field(default_factory=Counter)
    by_severity: Counter[str] = field(default_factory=Counter)
    by_rule: dict[str, Counter[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    money: dict[str, Counter[str]] = field(default_factory=dict)  # rule -> currency -> minor units
    unknown: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    _last: tuple[Any, ...] = ()

    def add(self, table: pa.Table) -> None:
        """Count findings in canonical order."""
        names = (
            "rule_id",
            "rule_name",
            "result",
            "severity",
            "currency",
            "casino",
            "table_id",
            "hand_id",
            "money_effect",
        )
        columns = [table[name].to_pylist() for name in names]
        for rule, name, result, severity, currency, *hand, effect in zip(*columns, strict=True):
            self.result[result] += 1
            self.by_rule.setdefault(rule, Counter())[result] += 1
            self.names[rule] = name
            if result == VIOLATION:
                self.by_severity[severity] += 1
                if effect is None:
                    self.unknown[rule] += 1
                else:
                    self.money.setdefault(rule, Counter())[currency or ""] += int(effect * 100)
            if tuple(hand) != self._last:
                self.hands += 1
                self._last = tuple(hand)

    def as_json(self) -> dict[str, Any]:
        """The part of the manifest on findings."""
        return {
            "violation": self.result[VIOLATION],
            "note": self.result[NOTE],
            "by_severity": {name: self.by_severity[name] for name in SEVERITIES},
            "by_rule": [
                {
                    "rule_id": rule,
                    "rule_name": self.names[rule],
                    "violations": counts[VIOLATION],
                    "notes": counts[NOTE],
                    "money_effect": _amounts(self.money.get(rule, Counter())),
                    "money_unknown": self.unknown[rule],
                }
                for rule, counts in sorted(self.by_rule.items())
            ],
        }

    def total_money(self) -> dict[str, str]:
        """The known effects of all violations, by currency."""
        total: Counter[str] = Counter()
        for amounts in self.money.values():
            for currency, amount in amounts.items():
                total[currency] += amount
        return _amounts(total)


def _amounts(minor: Counter[str]) -> dict[str, str]:
    return {currency: money_text(amount) for currency, amount in sorted(minor.items())}


def inputs_json(account: Account, left_out: Counter[tuple[int, str]]) -> list[dict[str, Any]]:
    """Where the rows of every file went; rows of games that cannot be judged here are out of scope, not replayed."""
    entries = []
    for number, file in enumerate(account.files):
        games = {game: count for (source, game), count in left_out.items() if source == number}
        gone = sum(games.values())
        why = dict(file.reasons) | {f"LOG-game:{game}": count for game, count in games.items()}
        entries.append(
            {
                "name": file.name,
                "sha256": file.sha256,
                "bytes": file.bytes,
                "rows_in": file.rows_in,
                "replayed": file.replayed - gone,
                "rejected": file.rejected,
                "duplicate": file.duplicate,
                "out_of_scope": file.out_of_scope + gone,
                "out_of_scope_reasons": {word: count for word, count in why.items() if word.startswith("LOG-game")},
                "reasons": dict(file.reasons),
                "notes": [list(note) for note in file.notes],
            }
        )
    return sorted(entries, key=lambda entry: (entry["name"], entry["sha256"]))


def manifest_json(
    *,
    as_of: datetime.date | None,
    options: Mapping[str, Sequence[str]],
    packs: Iterable[Mapping[str, str]],
    inputs: list[dict[str, Any]],
    tally: Tally,
    sums: FindingSums,
    covered: Covered,
    files: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """The whole manifest; ``as_of`` None stands for the last gaming day in the data."""
    days = sorted({day for game in tally.games.values() for _, day in game.places})
    period = {"first_day": day_text(days[0]) if days else None, "last_day": day_text(days[-1]) if days else None}
    return {
        "format": FORMAT,
        "program": PROGRAM,
        "version": __version__,
        "as_of": as_of.isoformat() if as_of else period["last_day"],
        "period": period,
        "options": {name: list(words) for name, words in options.items()},
        "packs": list(packs),
        "inputs": inputs,
        "rows": {"in": sum(entry["rows_in"] for entry in inputs)}
        | {name: sum(entry[name] for entry in inputs) for name in BUCKETS},
        "hands": {
            "replayed": tally.hands(),
            "incomplete": tally.incomplete,
            "with_findings": sums.hands,
        },
        "population": _population(tally),
        "findings": sums.as_json(),
        "coverage": {
            "rules_evaluated": len(covered.by_rule),
            "rules_exercised": covered.exercised(),
            "rules_human": covered.human,
        }
        | {name: covered.total(name) for name in COUNTS},
        "money_effect": sums.total_money(),
        "complete": not covered.total("error"),
        "files": dict(files),
    }


def _population(tally: Tally) -> list[dict[str, Any]]:
    """What was there to be judged: the hands and rows of every table, gaming day and game."""
    all_ = [
        (*place, name, game.census[row]) for name, game in tally.games.items() for place, row in game.places.items()
    ]
    return [
        {
            "casino": key.casino,
            "table_id": key.table_id,
            "game": game,
            "gaming_day": day_text(day),
            "hands": int(counted["hands"]),
            "rows": int(counted["rows"]),
            "first_hand": time_text(int(counted["first"])),
            "last_hand": time_text(int(counted["last"])),
            "digest": f"{counted['digest']:016x}",
        }
        for key, day, game, counted in sorted(all_, key=lambda counted: counted[:3])
    ]
