"""One wrong cell, row or order of a lawful log gives one finding at most, and what a log does not carry gives none."""

import csv
import datetime
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from audit.games.game import TableState
from audit.games.pai_gow import GAME
from audit.logs import TableKey, open_logs
from audit.pieces.notation import DOMINOES
from audit.places import rules_folder
from audit.rulebook import Rulebook, Selection, evaluate, load_rulebook
from audit.simulate.pai_gow import PaiGow
from audit.simulate.pai_gow.play import play
from audit.simulate.pai_gow.table import Habits, Plan
from audit.simulate.rows import HandLog

Row = dict[str, str]
Hand = list[Row]
BASES = rules_folder() / "macau" / "pai_gow" / "bases"
HEADER = (
    "casino,table_id,game,gaming_day,hand_id,seq,time,event,seat,actor,person,other_seat,pieces,number,amount,payout,"
    "fee,label,ref,currency"
).split(",")
DAY = datetime.date(2026, 10, 3)
SWEPT = ("co_banks", "piggyback", "small_bank", "void_seat", "gee_joon_turn", "one_exposed")
TOGETHER = {("PG-2.1d", "PG-2.1e")}  # on purpose: order and re-cut are two sentences of the clause
SPARSE_SEEDS = range(40, 52)
LABELS = {
    "shuffle": ("down", "up"),
    "bet": ("own", "piggyback", "by_word"),
    "cut": ("one_hand", "two_hands"),
    "shake": ("valid", "cocked"),
    "void": ("exposed", "another cause"),
    "dispute": ("banker", "house"),
    "settle": ("win", "lose", "push", "void"),
    "consent": ("unanimous",),
    "compare": tuple(
        f"{front} {rear} {result}"
        for front in ("player", "banker")
        for rear in ("player", "banker")
        for result in ("win", "lose", "push")
    ),
}
ACTORS = ("player", "banker", "dealer", "house", "")
COLUMNS = ("seat", "actor", "person", "other_seat", "pieces", "number", "amount", "payout", "fee", "label", "ref")
KINDS = (
    "replace_set consent decline bank shuffle cobank bet bet_change bet_move declare cut shake deal expose void set "
    "open arrange take_back touch dispute compare settle compensate"
).split()
FOUND = {
    ("shuffle", "missing"): "PG-1.1b",
    ("shuffle", "label"): "PG-1.1b",
    ("shake", "pieces"): "PG-1.2a",
    ("shake", "number"): "PG-1.3a",
    ("deal", "after the next"): "PG-1.3b",
    ("deal", "missing"): "PG-1.4a",
    ("deal", "twice"): "PG-1.4a",
    ("shake", "label"): "PG-1.5",
    ("cut", "label"): "PG-2.1b",
    ("cut", "twice"): "PG-2.1e",
    ("expose", "missing"): "PG-2.3c",
    ("dispute", "label"): "PG-3.4",
    ("shake", "seat"): "PG-4.1b",
    ("settle", "fee"): "PG-4.2a",
    ("declare", "missing"): "PG-4.4b",
    ("bet", "missing"): "PG-4.8",
    ("bet", "seat"): "PG-4.8",
    ("bet", "amount"): "PG-4.8",
    ("settle", "missing"): "PG-4.8",
    ("settle", "seat"): "PG-4.8",
    ("bet", "label"): "PG-4.6b",
    ("deal", "pieces"): "PG-1.1",
    ("set", "pieces"): "PG-5.1",
    ("arrange", "pieces"): "PG-5.2",
    ("set", "label"): "PG-5.3",
    ("compare", "label"): "PG-6.1",
    ("settle", "payout"): "PG-6.5",
    ("set", "missing"): "PG-8.1",
    ("set", "person"): "PG-7.5a",
    ("open", "actor"): "PG-8.3",
}
"""What some variant of such a change must be found as."""


@cache
def book() -> Rulebook:
    return load_rulebook([rules_folder() / "macau" / "pai_gow"], {"pai_gow": GAME}, prove=False)


def money(minor_units: int) -> str:
    return f"{'-' if minor_units < 0 else ''}{abs(minor_units) // 100}.{abs(minor_units) % 100:02}"


def rows_of(log: HandLog) -> Hand:
    """A played hand in the columns of a CSV log."""
    amounts = ("amount", "payout", "fee")
    return [
        {
            **dict.fromkeys(HEADER, ""),
            **{
                name: money(value) if name in amounts else str(value)
                for name, value in row.items()
                if name != "wait" and value is not None
            },
        }
        for row in log.rows
    ]


def any_plan(rng: random.Random) -> Plan:
    """A hand with anything lawful in it."""
    either = (None, None, True, False)
    return Plan(
        piggyback=rng.choice(either),
        house_cobank=rng.choice(either),
        player_cobank=rng.choice(either),
        invalid_shake=rng.choice((None, "cocked", "stacked", "out")),
        exposed=rng.choice((None, "one", "seat", "banker", "nothing")),
        small_bank=rng.random() < 0.3,
        decline=rng.choice(either),
        bet_change=rng.choice(either),
        bet_move=rng.choice(either),
        stay=rng.choice(either),
        consent=rng.choice(either),
        seats=rng.choice((None, 2, 4, 7)),
    )


def played(seed: int, plans: tuple[Plan, ...] = ()) -> list[Hand]:
    """A table's hands in a row, each as its plan wants it, six of any kind where there is none."""
    rng = random.Random(seed)
    simulation = PaiGow(book().law("pai_gow"), DAY, "C01")
    table = simulation._table(rng, "T", Habits(losers_first=seed % 2 == 0, round_up=seed % 3 == 0))
    plans = plans or tuple(any_plan(rng) for _ in range(6))
    return [rows_of(play(table, f"H{place}", plan).log) for place, plan in enumerate(plans)]


def base(name: str) -> list[Hand]:
    """The hands of a base log of the pack."""
    hands: dict[str, Hand] = defaultdict(list)
    with (BASES / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            hands[row["hand_id"]].append({column: row.get(column) or "" for column in HEADER})
    return list(hands.values())


def findings(path: Path, tables: Mapping[str, list[Hand]]) -> dict[str, Counter[tuple[str, bool]]]:
    """What is found at each table: rules, and whether as a note."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for table, hands in tables.items():
            second = 0
            for place, rows in enumerate(hands):
                for seq, row in enumerate(rows, 1):
                    second += 1
                    day = row["gaming_day"] or DAY
                    time = f"{day}T{10 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+08:00"
                    own = ["C01", table, "pai_gow", day, f"{table}-{place}", seq, time]
                    writer.writerow([*own, *(row[column] for column in HEADER[7:-1]), "HKD"])
    found: dict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    law, states = book(), dict[TableKey, TableState]()
    rules = frozenset(rule.id for rule in law.rules("pai_gow") if rule.status == "active")
    for batch in open_logs([str(path)]).batches():
        facts = GAME.replay(batch, states, law.law("pai_gow"))
        cell = np.zeros(batch.hand_count, np.int32)
        for each in evaluate(law, "pai_gow", facts, batch, cell, 1, Selection(rules)).found:
            for row, note in zip(each.rows.tolist(), each.note.tolist(), strict=True):
                hand = batch.hand_id[int(each.table.hand[row])].as_py()
                found[hand.rsplit("-", 1)[0]][each.rule.id, bool(note)] += 1
    return found


def amounts(text: str) -> Iterator[str]:
    minor = round(float(text) * 100)
    changed = (minor + 1, minor - 1, 2 * minor, minor // 2, -minor, minor + 10_000)
    yield from (money(other) for other in changed if other != minor)


def cells(row: Row, persons: list[str], rng: random.Random) -> Iterator[tuple[str, Row]]:
    """Every cell of a row changed, with its column."""
    event = row["event"]
    for column in ("seat", "other_seat"):
        if row[column]:
            others = [str(seat) for seat in range(1, 9) if str(seat) != row[column]]
            yield from ((column, {column: seat}) for seat in (*rng.sample(others, 2), ""))
    if row["actor"]:
        yield from (("actor", {"actor": actor}) for actor in ACTORS if actor != row["actor"])
    if row["person"]:
        others = [person for person in persons if person != row["person"]]
        yield from (("person", {"person": person}) for person in (rng.choice(others), "PX", ""))
    if row["number"]:
        yield from (("number", {"number": text}) for text in (str(int(row["number"]) + 1), ""))
    for column in ("amount", "payout", "fee"):
        if row[column]:
            yield from ((column, {column: text}) for text in (*amounts(row[column]), ""))
    yield from (("label", {"label": label}) for label in LABELS.get(event, ()) if label != row["label"])
    if event in LABELS or event == "set":
        yield from (("label", {"label": label}) for label in ("", "xyz"))
    if event == "set" and "|" in row["label"]:
        front, _, rear = row["label"].partition(" | ")
        for label in (f"{rear} | {front}", f"#60 | {rear}", f"{front} | #17", f"5 | {rear}", f"{front} | 0"):
            yield "label", {"label": label}
    if row["pieces"]:
        yield from (("pieces", {"pieces": text}) for text in pieces(row["pieces"].split(), event, rng))


def pieces(shown: list[str], event: str, rng: random.Random) -> Iterator[str]:
    """Other pieces: one changed, one fewer, one more, none; of a setting other pairs, too, and no bar."""
    strange = ("?", "7") if event == "shake" else ("?", "0-5", rng.choice(DOMINOES))
    at = [place for place, piece in enumerate(shown) if piece != "|"]
    for place in rng.sample(at, min(2, len(at))):
        yield from (" ".join([*shown[:place], piece, *shown[place + 1 :]]) for piece in strange)
    yield from (" ".join(shown[1:]), " ".join([*shown, strange[-1]]), "")
    if "|" in shown:
        one, two = at[1], at[2]
        split = list(shown)
        split[one], split[two] = split[two], split[one]
        yield from (" ".join(split), " ".join([*shown[3:], "|", *shown[:2]]), " ".join(shown).replace(" |", ""))


def changed_hands(hand: Hand, rng: random.Random) -> Iterator[tuple[str, str, Hand]]:
    """The hand with one row missing, doubled or exchanged with the next, or one cell changed."""
    persons = sorted({row["person"] for row in hand if row["person"]})
    for place, row in enumerate(hand):
        event = row["event"]
        if 0 < place < len(hand) - 1:
            yield event, "missing", hand[:place] + hand[place + 1 :]
            yield event, "twice", [*hand[: place + 1], *hand[place:]]
        if 0 < place < len(hand) - 2 and hand[place + 1] != row:
            yield event, "after the next", [*hand[:place], hand[place + 1], row, *hand[place + 2 :]]
        for column, change in cells(row, persons, rng):
            yield event, column, [*hand[:place], row | change, *hand[place + 1 :]]


def warm() -> list[Hand]:
    """Hands that show every kind of event that a hand behind them may lack."""
    everything = Plan(
        piggyback=True, house_cobank=True, player_cobank=True, bet_change=True, bet_move=True, invalid_shake="cocked",
        exposed="seat", dispute=True, seats=6,
    )  # fmt: skip
    plain = Plan(exposed="nothing", invalid_shake="nothing", house_cobank=False, player_cobank=False, stay=True)
    plans = (everything, plain, replace(plain, consent=True), plain, replace(plain, stay=False, decline=True))
    hands = played(5, plans)
    for row in itertools.chain.from_iterable(hands):
        row["gaming_day"] = str(DAY - datetime.timedelta(days=1))
    return hands


def swept() -> Iterator[tuple[str, list[Hand], int]]:
    """Lawful tables, and which of their hands is to be changed."""
    before = warm()
    for name in SWEPT:
        yield name, [*before, *base(name)], len(before)
    full = Plan(house_cobank=True, piggyback=True, bet_change=True, dispute=True, exposed="nothing", seats=4, cutters=1)
    yield "played", [*before[:1], *played(11, (full, full))], 1  # with a hand behind it, which may be found fault with
    short = Plan(small_bank=True, exposed="nothing", house_cobank=False, player_cobank=False, seats=5, piggyback=True)
    yield "short", [*before[:1], *played(12, (short,))], 1


def test_one_change_gives_one_finding_at_most(tmp_path: Path) -> None:
    rng = random.Random(3)
    tables: dict[str, list[Hand]] = {}
    said: dict[str, tuple[str, str, str]] = {}
    lawful = {name: hands for name, hands, _ in swept()}
    for name, hands, at in swept():
        for event, change, hand in changed_hands(hands[at], rng):
            if rng.random() < 0.5 or event in ("void", "expose", "dispute", "shuffle", "shake", "declare"):
                table = f"V{len(tables)}"
                tables[table], said[table] = [*hands[:at], hand, *hands[at + 1 :]], (name, event, change)
    known = findings(tmp_path / "lawful.csv", lawful)
    assert not [rule for rules in known.values() for rule, note in rules if not note]
    found = findings(tmp_path / "changed.csv", tables)
    fresh = {table: found[table] - known[said[table][0]] for table in tables}
    several = [
        f"{said[table]}: {dict(rules)}"
        for table, rules in fresh.items()
        if rules.total() > 1 and tuple(sorted(rule for rule, _ in rules)) not in TOGETHER
    ]
    assert len(tables) > 3_000
    assert not several, f"{len(several)} of {len(tables)}\n" + "\n".join(several[:40])
    came = {(*said[table][1:], rule) for table, rules in fresh.items() for rule, _ in rules}
    assert not [(*change, rule) for change, rule in FOUND.items() if (*change, rule) not in came]


def _without(*kinds: str) -> Callable[[Row], Row | None]:
    return lambda row: None if row["event"] in kinds else row


def _empty(column: str, kind: str, rng: random.Random, share: float) -> Callable[[Row], Row | None]:
    def change(row: Row) -> Row | None:
        hit = (not kind or row["event"] == kind) and row[column] and rng.random() < share
        return row | {column: ""} if hit else row

    return change


def _accused(path: Path, logs: Mapping[str, list[Hand]], ways: Mapping[str, Callable[[Row], Row | None]]) -> list[str]:
    tables: dict[str, list[Hand]] = {}
    said: dict[str, str] = {}
    for about, change in ways.items():
        for name, hands in logs.items():
            table = f"V{len(tables)}"
            tables[table] = [[row for old in hand if (row := change(old))] for hand in hands]
            said[table] = f"{name}, {about}"
    found = findings(path, tables)
    assert len(tables) > 1_000
    return [f"{said[table]}: {dict(rules)}" for table, rules in found.items() if any(not note for _, note in rules)]


@pytest.fixture(scope="module")
def lawful_logs() -> dict[str, list[Hand]]:
    logs = {path.stem: base(path.stem) for path in sorted(BASES.glob("*.csv"))}
    return logs | {f"played {seed}": played(seed) for seed in SPARSE_SEEDS}


def test_kinds_of_event_that_a_log_does_not_carry_accuse_nobody(
    tmp_path: Path, lawful_logs: dict[str, list[Hand]]
) -> None:
    pairs = itertools.chain(((kind,) for kind in KINDS), itertools.combinations(KINDS, 2))
    ways = {f"without {' and '.join(kinds)}": _without(*kinds) for kinds in pairs}
    few = {name: hands for place, (name, hands) in enumerate(lawful_logs.items()) if place % 3 == 0}
    assert not _accused(tmp_path / "log.csv", few, ways)


def test_cells_that_a_log_leaves_empty_accuse_nobody(tmp_path: Path, lawful_logs: dict[str, list[Hand]]) -> None:
    rng = random.Random(9)
    rows = [row for hands in lawful_logs.values() for hand in hands for row in hand]
    filled = {(row["event"], column) for row in rows for column in COLUMNS if row[column]}
    ways: dict[str, Callable[[Row], Row | None]] = {}
    for column, (share, kind) in itertools.product(COLUMNS, itertools.product((1.0, 0.2), ("", *KINDS))):
        if not kind or (kind, column) in filled:
            ways[f"{column} empty on {share:.0%} of {kind or 'all'} rows"] = _empty(column, kind, rng, share)
    assert not _accused(tmp_path / "log.csv", lawful_logs, ways)
