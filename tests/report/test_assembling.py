"""The report's figures: counted from the stored run, the same in every language and for every cap."""

import dataclasses
import datetime

import pytest

from audit.errors import UsageError
from audit.places import templates_folder
from audit.report.assembling import ROWS_LISTED, assemble, select
from audit.report.cards import chosen, in_order
from audit.report.lawbook import article_order
from audit.report.stored import Selection, open_runs, read_findings
from audit.report.words import LANGUAGES, load_words

FOLDER = templates_folder()


def _report(*directories, lang="en", selection=Selection(), cap=5):  # noqa: B008
    runs = open_runs(directories)
    return assemble(runs, selection, load_words(lang, FOLDER), FOLDER, cap, [{} for _ in runs])


def test_every_total_is_the_sum_of_its_parts(mixed_run):
    report = _report(mixed_run)
    totals = report.totals
    assert totals.rows_in == totals.replayed + totals.rejected + totals.duplicate + totals.out_of_scope
    assert all(file.accounted for file in report.files)
    for lines in (report.by_rule, report.by_table, report.by_day):
        assert sum(line.severities.total for line in lines) == totals.violations.total
        assert sum(line.notes for line in lines) == totals.notes
    assert totals.violations.total + totals.notes == report.findings_total == len(report.findings)
    outcomes = [rule.outcomes for game in report.procedures for rule in game.rules]
    assert sum(outcome.violates for outcome in outcomes) == totals.violations.total
    assert sum(outcome.notes for outcome in outcomes) == totals.notes
    assert sum(line.known + line.unknown for line in report.money) == totals.violations.total
    assert sum(count for _, _, count in report.reject_codes) == totals.rejected == 2
    assert sum(part.hands for part in report.population) == totals.hands == 36


def _figures(report):
    """Everything countable of a report, without its words."""
    return {
        "totals": dataclasses.asdict(report.totals),
        "rules": [(line.name, line.severities, line.notes) for line in report.by_rule],
        "outcomes": [
            (rule.id, rule.outcomes, [n for _, n in rule.reasons]) for game in report.procedures for rule in game.rules
        ],
        "money": [dataclasses.replace(line, title="") for line in (*report.money, *report.money_by_rule)],
        "findings": [finding.id for finding in report.findings],
        "cards": [(card.finding.id, card.rows_in_hand, len(card.rows)) for card in report.cards],
        "number": report.number,
        "verdict": report.verdict,
    }


def test_figures_do_not_depend_on_the_language(mixed_run):
    said = [_figures(_report(mixed_run, lang=lang)) for lang in LANGUAGES]
    assert said[0] == said[1] == said[2]


def test_a_cap_shows_fewer_cards_and_the_same_totals(mixed_run):
    few, many = _report(mixed_run, cap=3), _report(mixed_run, cap=9)
    assert (len(few.cards), len(many.cards)) == (3, 9)
    assert few.totals == many.totals
    assert len({card.finding.rule_id for card in few.cards}) == 3, "every rule comes up before any comes up twice"
    assert all(finding.carded == (finding.id in {card.finding.id for card in few.cards}) for finding in few.findings)


def test_choosing_covers_every_rule_first(mixed_run):
    ordered = in_order(read_findings(open_runs([mixed_run]), Selection()))
    rules = ordered["rule_id"].nunique()
    assert chosen(ordered, rules)["rule_id"].nunique() == rules
    assert len(chosen(ordered, 10_000)) == len(ordered)
    assert len(chosen(ordered, 0)) == 0


def test_a_rule_that_applied_to_nothing_is_not_exercised(mixed_run):
    rules = {rule.id: rule for game in _report(mixed_run).procedures for rule in (*game.rules, *game.human, *game.off)}
    assert rules["PG-3.4"].outcomes.status == "not_exercised"
    assert rules["PG-8.9"].kind == "human"
    assert not rules["PG-3.1a"].evaluated
    assert rules["PG-7.4"].reasons[0][0] == "the table's log carries no event of this kind: touched"


@pytest.mark.parametrize(
    ("change", "verdict"),
    [("error", "incomplete"), ("none", "empty"), ("violation", "violations"), ("note", "notes"), ("clean", "clean")],
)
def test_verdicts(new_run, tmp_path, change, verdict):
    writer = new_run(("pai_gow",), 0 if change == "none" else 4, findings=1 if change in ("violation", "note") else 0)
    for finding in writer.findings:
        finding["result"] = change
    if change == "error":
        next(iter(writer.counts.values()))["error"] = 1
    assert _report(writer.write(tmp_path / "run")).verdict == verdict


def test_several_runs_are_added_up_and_listed(new_run, tmp_path):
    nights = []
    for night in range(3):
        first = datetime.date(2026, 10, 1 + night)
        writer = new_run(("pai_gow",), 5, days=1, first=first, seed=night, findings=0)
        for row in writer.evidence:
            row["hand_id"] += str(night)
        nights.append(writer.write(tmp_path / f"night-{night}"))
    report, single = _report(*nights), _report(nights[0])
    assert report.totals.hands == 15 == 3 * single.totals.hands
    assert [run.as_of for run in report.runs] == ["2026-10-01", "2026-10-02", "2026-10-03"]
    assert [line.name for line in report.by_day] == ["2026-10-01", "2026-10-02", "2026-10-03"]
    assert _report(*reversed(nights)).number == report.number != single.number


def test_a_selection_without_a_hand_is_refused(mixed_run):
    with pytest.raises(UsageError, match="no hand of these runs"):
        _report(mixed_run, selection=select("2020-01", None))
    october = _report(mixed_run, selection=select("2026-10", "C01"))
    assert october.totals.hands == 36
    assert october.number != _report(mixed_run).number


def test_a_table_and_a_gaming_day_can_be_selected(mixed_run):
    whole = _report(mixed_run)
    day, table = whole.findings[0].day, whole.findings[0].table
    one = _report(mixed_run, selection=select(None, None, table, datetime.date.fromisoformat(day)))
    assert {(finding.table, finding.day) for finding in one.findings} == {(table, day)}
    assert one.findings_total == sum((line.table, line.day) == (table, day) for line in whole.findings) > 0
    assert (one.first, one.last, one.month, one.table) == (one.day, one.day, None, table)
    assert 0 < one.totals.hands < whole.totals.hands
    assert sum(rule.outcomes.violates for game in one.procedures for rule in game.rules) == one.totals.violations.total
    assert one.number not in (whole.number, _report(mixed_run, selection=select(None, None, table)).number)
    with pytest.raises(UsageError, match="no hand of these runs"):
        _report(mixed_run, selection=select(None, None, "no such table"))
    with pytest.raises(UsageError, match="not of both"):
        select("2026-10", None, None, datetime.date(2026, 10, 3))


def test_findings_that_rest_on_an_unsure_value_are_listed_apart(mixed_run):
    report = _report(mixed_run)
    (group,) = report.certainty
    assert (group.certainty, group.first_day, group.estimated) == ("B", "1991-03-25", True)
    assert group.findings == sum(bool(card.steps) for card in _report(mixed_run, cap=100).cards) > 0


def test_two_findings_of_a_hand_print_its_rows_once(new_run, tmp_path):
    writer = new_run(("pai_gow",), 1, findings=1)
    rows = list(writer.evidence)
    writer.add_finding(rows, writer.rules["pai_gow"][0])
    writer.evidence = rows
    report = _report(writer.write(tmp_path / "run"))
    first, second = report.cards
    assert first.rows
    assert not first.same_hand_as
    assert (second.rows, second.same_hand_as) == ((), first.finding.id)


def test_the_list_is_capped_and_says_of_how_many(new_run, tmp_path):
    writer = new_run(("pai_gow",), 1, findings=1)
    pattern = writer.findings[0]
    writer.findings = [{**pattern, "finding_id": f"F-{number:012x}"} for number in range(1000)]
    report = _report(writer.write(tmp_path / "run"), cap=2)
    assert (len(report.findings), report.findings_total, len(report.cards)) == (ROWS_LISTED, 1000, 2)
    assert report.totals.violations.total + report.totals.notes == 1000


def test_rules_stand_in_the_order_of_their_articles():
    ids = ["PG-10", "PG-2.1e", "PG-2.1", "MT-1", "PG-2.10", "PG-9"]
    assert sorted(ids, key=article_order) == ["MT-1", "PG-2.1", "PG-2.1e", "PG-2.10", "PG-9", "PG-10"]


def test_every_rule_evaluated_is_told_of_once(mixed_run):
    totals = _report(mixed_run).totals
    told = totals.rules_judged + totals.rules_undecided + totals.rules_not_exercised
    statuses = [
        rule.outcomes.status for game in _report(mixed_run).procedures for rule in game.rules if game.game != "log"
    ]
    assert told + statuses.count("error") == totals.rules_evaluated == len(statuses)


def test_faults_of_the_data_are_no_acts_that_a_rule_judged(mixed_run):
    report = _report(mixed_run)
    of_rules = [rule.outcomes for game in report.procedures if game.game != "log" for rule in game.rules]
    assert report.totals.outcomes.notes == sum(outcome.notes for outcome in of_rules)
    assert report.totals.outcomes.judged == sum(outcome.judged for outcome in of_rules)


def test_each_finding_names_its_file_and_row(mixed_run):
    report = _report(mixed_run)
    assert {finding.file for finding in report.findings} <= set(range(1, len(report.files) + 1))
    card = report.cards[0]
    assert report.files[card.finding.file - 1].sha256 == card.source_sha256
    assert card.finding.row == card.source_row


def test_each_finding_says_when_its_act_was_done(mixed_run):
    report = _report(mixed_run, cap=100)
    times = {card.finding.id: [row.time for row in card.rows if row.here] for card in report.cards if card.rows}
    listed = {finding.id: finding.time for finding in report.findings}
    assert any(times.values())
    for card in report.cards:
        assert listed[card.finding.id] == card.finding.time
        for time in times.get(card.finding.id, ()):
            assert card.finding.time.split(" ")[-1] == time or card.finding.time.endswith(time)


def test_why_a_row_was_rejected_is_said_in_the_readers_language(mixed_run):
    english, portuguese = (_report(mixed_run, lang=lang) for lang in ("en", "pt"))
    assert [(row.code, row.row) for row in english.rejects] == [(row.code, row.row) for row in portuguese.rejects]
    assert portuguese.rejects[0].reason.endswith(": 'x'")
    assert {said for _, said, _ in english.reject_codes}.isdisjoint(said for _, said, _ in portuguese.reject_codes)
    assert all(row.reason_lang == "en" for row in english.rejects)


def test_a_run_without_a_day_has_none_in_the_report(new_run, tmp_path):
    writer = new_run(("mahjong",), 0)
    directory = writer.write(tmp_path / "empty")
    report = _report(directory)
    assert report.verdict == "empty"
    assert report.as_of is None
    assert report.number.startswith("HA-UNDATED-")
    assert "1970" not in str(report.runs[0].as_of)
