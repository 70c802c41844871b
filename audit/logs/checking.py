"""Logs looked into without judging: their columns, where their rows went, what was rejected and why."""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyarrow as pa

from audit.errors import count
from audit.logs.account import Account, DataFinding, FileAccount
from audit.logs.codes import CODES, explain
from audit.logs.continuity import OutOfOrder
from audit.logs.escaping import escape_cell
from audit.logs.reading import LogSet, open_logs

_BUCKETS = ("rows_in", "replayed", "rejected", "duplicate", "out_of_scope")
_SHOWN_REJECTS, _OF_ONE_FAULT, _LOOKED_AT = 20, 5, 100_000
_TOLD_AT_ONCE = 1_024


@dataclass(frozen=True)
class CheckReport:
    """What a look into logs has found; ``hands`` counts whole and torn hands by game.

    ``reject_pieces`` gives the rejected rows in canonical order, piece by piece, as often as it is called.
    """

    account: Account
    reject_pieces: Callable[[], Iterator[pa.Table]]
    data_findings: tuple[DataFinding, ...]
    hands: dict[str, int]

    def rejects(self) -> Iterator[dict[str, Any]]:
        """The rejected rows, one after the other."""
        return (reject for piece in self.reject_pieces() for reject in piece.to_pylist())

    def _examples(self) -> list[dict[str, Any]]:
        """Some rejected rows: no fault of a column so often that it hides another."""
        told: Counter[tuple[str, str]] = Counter()
        examples = []
        for reject in itertools.islice(self.rejects(), _LOOKED_AT):
            fault = reject["code"], reject["column"]
            told[fault] += 1
            if told[fault] <= _OF_ONE_FAULT:
                examples.append(reject)
                if len(examples) == _SHOWN_REJECTS:
                    break
        return examples

    def json_text(self, exit_code: int) -> Iterator[str]:
        """The report as JSON, every rejected row included, in parts: however many they are, few are held at a time."""
        found: dict[str, Any] = {
            "files": [
                {
                    "name": file.name,
                    "sha256": file.sha256,
                    "bytes": file.bytes,
                    **{bucket: getattr(file, bucket) for bucket in _BUCKETS},
                    "reasons": file.reasons,
                    "notes": [note_text(code, what) for code, what in file.notes],
                }
                for file in self.account.files
            ],
            "sorted": self.account.sorted_out_of_core,
            "hands": self.hands,
            "data_findings": [finding._asdict() for finding in self.data_findings],
            "rejects": [],
            "exit_code": exit_code,
        }
        mark = '\n "rejects": ['  # a line can begin so in one place only: texts hold no line end
        head, tail = _json(found).split(mark)
        yield head + mark
        rejects = self.rejects()
        for number in itertools.count():
            some = list(itertools.islice(rejects, _TOLD_AT_ONCE))
            if not some:
                yield ("\n " if number else "") + tail
                return
            lines = _json(some).split("\n")[1:-1]
            yield ("," if number else "") + "".join(f"\n {line}" for line in lines)

    def lines(self) -> list[str]:
        """The report as lines of text: files, totals, the first of the rejected rows, faults of hands by code."""
        lines = [line for file in self.account.files for line in _file_lines(file)]
        lines.append(f"all files: {_counts(self.account.total)}")
        lines += [f"hands of {game}: {number:,}" for game, number in sorted(self.hands.items())]
        if self.account.sorted_out_of_core:
            lines.append("the rows are out of order; they were sorted")
        rejects = self._examples()
        if rejects:
            lines.append(f"rejected rows, {len(rejects)} of {self.account.total('rejected'):,}:")
        for reject in rejects:
            where = f"{reject['source_file']}:{reject['source_row']}"
            lines.append(f"  {where}: {reject['code']} {reject['column'] or 'row'}: {reject['reason']}")
        for code, number in sorted(Counter(finding.code for finding in self.data_findings).items()):
            lines.append(f"{code}: {count(number, 'hand')}. {CODES[code].sentence['en']}")
        return lines


def _json(what: Any) -> str:
    return json.dumps(what, ensure_ascii=False, sort_keys=True, indent=1)


def note_text(code: str, what: str) -> str:
    """One note on a file in words."""
    return f"{code}: {what if code == 'LOG-game' else explain(code, escape_cell(what))}"


def _counts(total: Callable[[str], int]) -> str:
    """The rows that came in, and where they went."""
    first, *others = _BUCKETS
    went = (f"{total(bucket):,} {bucket.replace('_', ' ')}" for bucket in others)
    return ", ".join((f"{count(total(first), 'row')} in", *went))


def _file_lines(file: FileAccount) -> list[str]:
    counts = _counts(partial(getattr, file))
    lines = [f"{escape_cell(file.name)}: {counts}", f"  sha-256 {file.sha256}, {count(file.bytes, 'byte')}"]
    lines += [f"  {note_text(code, what)}" for code, what in file.notes]
    lines += [f"  {escape_cell(reason)}: {count(number, 'row')}" for reason, number in file.reasons.items()]
    return lines


def _count(logs: LogSet, *, by_sort: bool) -> dict[str, int]:
    hands: Counter[str] = Counter()
    for batch in logs.sorted_batches() if by_sort else logs.batches():
        hands[batch.game] += batch.hand_count
    return dict(hands)


def check_logs(paths: Sequence[str]) -> CheckReport:
    """Read logs to their end and tell what was found; UsageError or LogError as ``open_logs``."""
    logs = open_logs(paths)
    try:
        hands = _count(logs, by_sort=False)
    except OutOfOrder:
        hands = _count(logs, by_sort=True)
    return CheckReport(logs.account(), logs.reject_pieces, tuple(logs.data_findings()), hands)
