"""The arithmetic of the report: every number it prints is counted here, once, from the stored runs."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from audit.explain.citing import log_sentence
from audit.report.clean import shorten
from audit.report.lawbook import Lawbook, article_order
from audit.report.model import (
    Certainty,
    GameRules,
    InputFile,
    Line,
    Money,
    Outcomes,
    Population,
    Rule,
    Severities,
    Totals,
)
from audit.report.stored import COVERAGE_COUNTS, Selection, StoredRun

SEVERITIES = ("critical", "major", "minor")
_EXAMPLES = 6
_NAME = 48  # characters of a name out of a log that a table has room for
_DETAIL = 120  # of a rule's title, which may take a second line
_NOTES, _NOTE = 20, 240  # notes on one file, and characters of one
_OUT_OF_SCOPE = "LOG-game"  # said with the rows that it left out


def played(runs: Sequence[StoredRun], selection: Selection) -> pd.DataFrame:
    """Hands and rows by casino, table, game and gaming day, over all runs, within the selection."""
    columns = ["casino", "table_id", "game", "gaming_day", "hands", "rows"]
    lines = [line for run in runs for line in run.manifest["population"]]
    frame = pd.DataFrame(lines, columns=columns)
    days = pd.to_datetime(frame["gaming_day"]).dt.date
    frame["gaming_day"] = days
    places = zip(frame["casino"], frame["table_id"], days, strict=True)
    kept = [selection.holds(casino, table, day) for casino, table, day in places]
    return frame[pd.Series(kept, index=frame.index, dtype=bool)].reset_index(drop=True)


def population(frame: pd.DataFrame) -> tuple[Population, ...]:
    """What was played, by casino and game."""
    lines = []
    for (casino, game), part in frame.groupby(["casino", "game"], sort=True):
        lines.append(
            Population(
                shorten(str(casino), _NAME),
                str(game),
                int(part["table_id"].nunique()),
                int(part["gaming_day"].nunique()),
                int(part["hands"].sum()),
                int(part["rows"].sum()),
            )
        )
    return tuple(lines)


def input_files(runs: Sequence[StoredRun], lang: str) -> tuple[InputFile, ...]:
    """Every file received and where its rows went, by name; what the reader noticed is said in the language."""
    names = ("rows_in", "replayed", "rejected", "duplicate", "out_of_scope")
    files = [
        InputFile(
            name=entry["name"],
            sha256=entry["sha256"],
            size=int(entry["bytes"]),
            reasons=tuple(
                (shorten(log_sentence(str(code), lang) or str(code), _NOTE), int(n))
                for code, n in sorted(entry.get("out_of_scope_reasons", {}).items())
                if n
            ),
            notes=_noted(entry["notes"], lang),
            **{name: int(entry[name]) for name in names},
        )
        for run in runs
        for entry in run.manifest["inputs"]
    ]
    return tuple(sorted(files, key=lambda file: (file.name, file.sha256)))


def _noted(notes: Sequence[Sequence[str]], lang: str) -> tuple[str, ...]:
    """What the reader noticed of a file, in the language; of very many notes the first, and how many more."""
    said = [
        shorten(log_sentence(f"{code}:{found}" if found else code, lang) or code, _NOTE)
        for code, found in notes[: _NOTES + 1]
        if code != _OUT_OF_SCOPE
    ]
    return (*said[:_NOTES], f"… (+{len(notes) - _NOTES})") if len(notes) > _NOTES else tuple(said)


def severities(findings: pd.DataFrame) -> Severities:
    """Violations by severity; notes are none of them."""
    counts = findings.loc[findings["result"] == "violation", "severity"].value_counts()
    return Severities(*(int(counts.get(name, 0)) for name in SEVERITIES))


def notes(findings: pd.DataFrame) -> int:
    """How many findings are notes."""
    return int((findings["result"] == "note").sum())


def outcomes(coverage: pd.DataFrame) -> Outcomes:
    """The counts of some lines of coverage, added up."""
    return Outcomes(*(int(coverage[name].sum()) for name in COVERAGE_COUNTS))


def _reasons(lines: Iterable[str], lawbook: Lawbook, game: str) -> tuple[tuple[str, int], ...]:
    """The reasons of the indeterminate with counts, the most frequent first."""
    total: Counter[str] = Counter()
    for text in lines:
        if text not in ("", "{}"):
            total.update({str(reason): int(count) for reason, count in json.loads(text).items()})
    ordered = sorted(total.items(), key=lambda item: (-item[1], item[0]))
    return tuple((lawbook.reason(reason, game), count) for reason, count in ordered)


def _rule(rule_id: str, coverage: pd.DataFrame | None, lawbook: Lawbook) -> Rule:
    entry = lawbook.rule(rule_id)
    title, title_lang = lawbook.title(rule_id)
    return Rule(
        rule_id,
        lawbook.game_of(rule_id),
        str(entry.get("kind", "log")),
        str(entry.get("severity", "minor")),
        lawbook.cited(entry.get("citation")),
        title,
        title_lang,
        Outcomes() if coverage is None else outcomes(coverage),
        coverage is not None or bool(entry.get("evaluated")),
        () if coverage is None else _reasons(coverage["reasons"], lawbook, lawbook.game_of(rule_id)),
        lawbook.versions(rule_id),
    )


def procedures(coverage: pd.DataFrame, frame: pd.DataFrame, lawbook: Lawbook) -> tuple[GameRules, ...]:
    """Every rule of every game played, with what became of it; faults of the data last, as a game called ``log``."""
    by_rule = dict(iter(coverage.groupby("rule_id")))
    games = []
    for game in [*sorted(lawbook.games), "log"]:
        part = frame if game == "log" else frame[frame["game"] == game]
        rules = [_rule(rule_id, by_rule.get(rule_id), lawbook) for rule_id in lawbook.rule_ids(game)]
        if game == "log" and not rules:
            continue
        human = tuple(rule for rule in rules if rule.kind == "human")
        evaluated = tuple(rule for rule in rules if rule.kind != "human" and rule.evaluated)
        off = tuple(rule for rule in rules if rule.kind != "human" and not rule.evaluated and game != "log")
        tables = int(part[["casino", "table_id"]].drop_duplicates().shape[0])
        games.append(GameRules(game, int(part["hands"].sum()), tables, evaluated, human, off))
    return tuple(games)


def totals(
    runs: Sequence[StoredRun],
    frame: pd.DataFrame,
    findings: pd.DataFrame,
    coverage: pd.DataFrame,
    games: Iterable[GameRules],
    lawbook: Lawbook,
) -> Totals:
    """The numbers that every part of the report repeats; faults of the data are no acts that a rule judged."""
    rules = [rule for game in games if game.game != "log" for rule in game.rules]
    statuses = Counter(rule.outcomes.status for rule in rules)
    names = ("replayed", "rejected", "duplicate", "out_of_scope")
    of_rules = coverage["rule_id"].map(lambda rule_id: lawbook.game_of(rule_id) != "log").astype(bool)
    return Totals(
        hands=int(frame["hands"].sum()),
        incomplete=sum(run.manifest["hands"]["incomplete"] for run in runs),
        rows_in=sum(run.manifest["rows"]["in"] for run in runs),
        **{name: sum(run.manifest["rows"][name] for run in runs) for name in names},
        tables=int(frame[["casino", "table_id"]].drop_duplicates().shape[0]),
        days=int(frame["gaming_day"].nunique()),
        violations=severities(findings),
        notes=notes(findings),
        rules_evaluated=len(rules),
        rules_judged=sum(bool(rule.outcomes.judged) for rule in rules),
        rules_conform=statuses["conforms"],
        rules_undecided=statuses["indeterminate"],
        rules_not_exercised=statuses["not_exercised"],
        house_violations=sum(
            int(n)
            for rule_id, n in findings.loc[findings["result"] == "violation", "rule_id"].value_counts().items()
            if lawbook.of_the_house(str(rule_id))
        ),
        rules_human=sum(len(game.human) for game in games),
        outcomes=outcomes(coverage[of_rules]),
        hands_with_findings=int(findings[["casino", "hand_id"]].drop_duplicates().shape[0]),
    )


def _lines(
    findings: pd.DataFrame, by: list[str], name: Callable[[Any], tuple[str, str, str]], every: Iterable[Any]
) -> list[Line]:
    groups = dict(iter(findings.groupby(by, sort=False))) if len(findings) else {}
    lines = []
    for key in every:
        part = groups.get(key, findings.iloc[:0])
        text, detail, lang = name(key)
        lines.append(Line(text, shorten(detail, _DETAIL), severities(part), notes(part), lang))
    return lines


def by_rule(findings: pd.DataFrame, lawbook: Lawbook) -> tuple[Line, ...]:
    """Findings by rule, the most violations first."""
    every = sorted({(str(rule),) for rule in findings["rule_id"].unique()})
    lines = _lines(findings, ["rule_id"], lambda key: (key[0], *lawbook.title(key[0])), every)
    return tuple(sorted(lines, key=lambda line: (-line.severities.total, -line.notes, article_order(line.name))))


def by_table(findings: pd.DataFrame, frame: pd.DataFrame) -> tuple[Line, ...]:
    """Findings by table, every table played among them, the most violations first."""
    every = sorted(set(zip(frame["casino"], frame["table_id"], strict=True)))
    lines = _lines(findings, ["casino", "table_id"], lambda key: (key[1], key[0], ""), every)
    return tuple(sorted(lines, key=lambda line: (-line.severities.total, -line.notes, line.detail, line.name)))


def by_day(findings: pd.DataFrame, frame: pd.DataFrame) -> tuple[Line, ...]:
    """Findings by gaming day, every day played among them, in order."""
    every = [(day,) for day in sorted(set(frame["gaming_day"]))]
    return tuple(_lines(findings, ["gaming_day"], lambda key: (str(key[0]), "", ""), every))


def _money(part: pd.DataFrame, currency: str, rule: str, title: str) -> Money:
    known = part["effect"].dropna().astype("int64")
    return Money(
        currency,
        rule,
        title,
        int(known[known > 0].sum()),
        -int(known[known < 0].sum()),
        int(known.sum()),
        len(known),
        len(part) - len(known),
    )


def money(findings: pd.DataFrame) -> tuple[Money, ...]:
    """What violations cost, by currency."""
    violations = findings[findings["result"] == "violation"]
    return tuple(_money(part, str(currency), "", "") for currency, part in violations.groupby("currency", sort=True))


def money_by_rule(findings: pd.DataFrame, lawbook: Lawbook) -> tuple[Money, ...]:
    """What violations cost, by currency and rule; rules whose faults cost nothing that is known are left out."""
    violations = findings[findings["result"] == "violation"]
    lines = [
        _money(part, str(currency), str(rule), lawbook.title(str(rule))[0])
        for (currency, rule), part in violations.groupby(["currency", "rule_id"], sort=True)
    ]
    costly = [line for line in lines if line.known and (line.players_lost or line.house_lost)]
    return tuple(sorted(costly, key=lambda line: (line.currency, -(line.players_lost + line.house_lost), line.rule)))


def certainty(findings: pd.DataFrame, lawbook: Lawbook) -> tuple[Certainty, ...]:
    """Findings that rest on a value of the law whose certainty is below A, by that value."""
    groups: dict[tuple[str, str, str, str, bool], list[str]] = {}
    steps_of = {text: json.loads(text) for text in findings["parameter_steps"].dropna().unique() if text}
    for finding_id, text, game in zip(
        findings["finding_id"], findings["parameter_steps"], findings["game"], strict=True
    ):
        for step in steps_of.get(text, []):
            if step.get("certainty", "A") != "A":
                shown = lawbook.step(game, step)
                key = (shown.parameter, shown.first_day, shown.citation, shown.certainty, shown.estimated)
                groups.setdefault(key, []).append(finding_id)
    return tuple(
        Certainty(*key, len(set(ids)), tuple(sorted(set(ids))[:_EXAMPLES]))
        for key, ids in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    )
