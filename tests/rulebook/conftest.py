"""A tiny game for the tests of the rulebook: it reads pai gow logs and makes two tables of facts of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.dated import Law
from audit.games.game import Facts, FactTable, States, TableState
from audit.logs.batch import Batch
from audit.schema import EVENTS, NULL, Column, Kind, Table

RESULTS = ("none", "win", "lose", "push")
EVENT = {name: code for code, name in enumerate(EVENTS["pai_gow"])}

SETTLEMENTS = Table(
    "settlements",
    "One row a settled bet.",
    "settle",
    (
        Column("amount", Kind.MONEY, "The bet."),
        Column("payout", Kind.MONEY, "What was won.", nullable=True),
        Column("fee", Kind.MONEY, "The commission.", nullable=True),
        Column("result", Kind.WORD, "What was logged.", words=RESULTS, nullable=True),
        Column("setter", Kind.PERSON, "Who set.", nullable=True),
        Column("banker_seat", Kind.WHOLE, "The banker's seat."),
        Column("late", Kind.TRUTH, "Whether it came after another settlement of its seat."),
    ),
)
HANDS = Table(
    "hands",
    "One row a hand.",
    "hand",
    (
        Column("bets", Kind.WHOLE, "How many bets were laid."),
        Column("bank", Kind.MONEY, "The bank.", nullable=True),
    ),
)


class TinyGame:
    name = "pai_gow"
    tables = (SETTLEMENTS, HANDS)
    switches = frozenset(["commission-base"])

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        hand_of = np.repeat(np.arange(batch.hand_count, dtype=np.int32), np.diff(batch.start))
        rows = np.flatnonzero(batch.event == EVENT["settle"])
        words = {word: code for code, word in enumerate(RESULTS)}
        labels = np.array(
            [words.get(batch.labels[code], 0) if code >= 0 else -128 for code in batch.label[rows]], np.int8
        )
        seats = batch.seat[rows]
        first: dict[tuple[int, int], int] = {}
        late = np.zeros(len(rows), np.int8)
        for place, (hand, seat) in enumerate(zip(hand_of[rows], seats, strict=True)):
            late[place] = first.setdefault((hand, seat), place) != place
        settle = FactTable(
            SETTLEMENTS,
            hand_of[rows],
            rows.astype(np.int64),
            seats,
            {
                "amount": batch.amount[rows],
                "payout": batch.payout[rows],
                "fee": batch.fee[rows],
                "result": labels,
                "setter": batch.person[rows],
                "banker_seat": batch.seat[batch.start[hand_of[rows]]].astype(np.int8),
                "late": late,
            },
        )
        return Facts(
            {"settlements": settle, "hands": self._hands(batch, hand_of)}, self._carried(batch, hand_of, states)
        )

    def _hands(self, batch: Batch, hand_of: Any) -> FactTable:
        hands = batch.hand_count
        bank = np.full(hands, NULL, np.int64)
        for row in np.flatnonzero(batch.event == EVENT["bank"]):
            bank[hand_of[row]] = batch.amount[row]
        bets = np.bincount(hand_of[batch.event == EVENT["bet"]], minlength=hands).astype(np.int32)
        nowhere = np.full(hands, -1, np.int64)
        return FactTable(
            HANDS, np.arange(hands, dtype=np.int32), nowhere, np.zeros(hands, np.int8), {"bets": bets, "bank": bank}
        )

    def _carried(self, batch: Batch, hand_of: Any, states: States) -> Any:
        carried = np.zeros(batch.hand_count, np.int64)
        for hand in range(batch.hand_count):
            key = batch.tables[batch.table[hand]]
            state = states.setdefault(key, TableState(np.zeros(1, np.int64)))
            for row in range(batch.start[hand], batch.start[hand + 1]):
                state.values[0] |= 1 << int(batch.event[row])
            carried[hand] = state.values[0]
        return carried


LANGUAGES = '{{ en = "{0}", "zh-Hant" = "{0}", pt = "{0}" }}'


def three(text: str) -> str:
    return LANGUAGES.format(text)


REGULATION = f"""game = "pai_gow"

[[instrument]]
id = "1/85/M"
kind = "Portaria"
published = 1985-05-18
title = {three("The rules")}

[[clause]]
place = "art. 4(2)"
instrument = "1/85/M"
retold = {three("Five per cent of winnings.")}
rules = ["PG-4.2a"]

[[reading]]
id = "commission-base"
words = "on winnings"
options = ["net", "gross"]
taken = "net"
why = {three("It is common.")}
title = {three("The base of the commission")}
"""

PARAMETERS = f"""[[parameter]]
name = "commission"
unit = "basis points"
title = {three("Commission")}

[[parameter.step]]
from = 1985-05-18
value = "unknown"
citation = "1/85/M art. 4(2)"
certainty = "B"

[[parameter.step]]
from = 1991-03-25
value = 500
citation = "1/85/M art. 4(2)"
certainty = "A"

[[parameter]]
name = "rounding_unit"
unit = "minor units"
title = {three("Unit")}

[[parameter.step]]
from = 1985-05-18
value = 1
citation = "1/85/M art. 4(2)"
certainty = "A"
"""

RULE = '''id = "PG-4.2a"
name = "commission-not-at-rate"
status = "active"
kind = "log"
severity = "critical"
citation = "1/85/M art. 4(2)"
readings = ["commission-base"]
needs = ["settle"]
why = { en = "Players pay no more than the law lets the house take.", "zh-Hant" = "不多付。", pt = "Nada a mais." }

[[check]]
over = "settlements"
applies = "result == 'win' and fee > 0"
requires = """
fee >= rate_down(payout, param.commission, param.rounding_unit)
and fee <= rate_up(payout, param.commission, param.rounding_unit)
"""
observed = "fee"
expected = ["rate_down(payout, param.commission, param.rounding_unit)"]
money_effect = "fee - rate_down(payout, param.commission, param.rounding_unit)"

[title]
en = "Commission not at the rate"
zh-Hant = "佣金不符"
pt = "Comissão errada"

[message]
en = "Seat {seat} paid {fee} on {payout}, not {expected}."
zh-Hant = "{seat} 號位收 {fee}。"
pt = "Lugar {seat}: {fee}."
'''

WORDS = "".join(f"[word.{word}]\nen = '{word}'\nzh-Hant = '{word}'\npt = '{word}'\n\n" for word in RESULTS)

HEADER = (
    "casino,table_id,game,gaming_day,hand_id,seq,time,event,seat,actor,person,other_seat,pieces,number,amount,payout,fee,"
    "label,ref,currency\n"
)

ROWS = """\
C01,T,pai_gow,2026-10-03,A,1,2026-10-03T21:14:05+08:00,hand_start,3,,,,,,,,,,S12,HKD
C01,T,pai_gow,2026-10-03,A,2,2026-10-03T21:14:09+08:00,bank,3,banker,P91,,,,20000.00,,,,,HKD
C01,T,pai_gow,2026-10-03,A,3,2026-10-03T21:14:20+08:00,bet,5,player,P17,,,,1000.00,,,own,,HKD
C01,T,pai_gow,2026-10-03,A,4,2026-10-03T21:15:20+08:00,settle,5,,P17,,,,1000.00,1000.00,50.00,win,,HKD
C01,T,pai_gow,2026-10-03,A,5,2026-10-03T21:16:20+08:00,hand_end,,,,,,,,,,,,HKD
"""

BASE = HEADER + ROWS

FIXTURES = """
[[hand]]
name = "five per cent to the cent"
expect = "conforms"
from = "ordinary"

[[hand]]
name = "a cent less"
expect = "violates"
from = "ordinary"
seat = 5
change = [{event = "settle", seat = 5, set = {fee = "49.99"}}]
observed = "49.99"
expected = ["50.00"]
money_effect = "-0.01"

[[hand]]
name = "a cent more"
expect = "violates"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {fee = "50.01"}}]
money_effect = "0.01"

[[hand]]
name = "a part of a cent, rounded down"
expect = "conforms"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {payout = "1000.10", fee = "50.00"}}]

[[hand]]
name = "a part of a cent, rounded up"
expect = "conforms"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {payout = "1000.10", fee = "50.01"}}]

[[hand]]
name = "the last day of the unknown rate"
expect = "indeterminate"
from = "ordinary"
day = 1991-03-24

[[hand]]
name = "the first day of the known rate"
expect = "conforms"
from = "ordinary"
day = 1991-03-25

[[hand]]
name = "before the regulation"
expect = "indeterminate"
from = "ordinary"
day = 1985-05-17

[[hand]]
name = "a loss"
expect = "not_applicable"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {label = "lose", payout = "-1000.00", fee = "1.00"}}]

[[hand]]
name = "no fee at all"
expect = "not_applicable"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {fee = "0.00"}}]

[[hand]]
name = "a fee of one cent"
expect = "violates"
from = "ordinary"
change = [{event = "settle", seat = 5, set = {fee = "0.01"}}]
"""

Pack = Callable[..., Path]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Proofs of a test stay with the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "handaudit" / "proofs"


@pytest.fixture
def games() -> dict[str, TinyGame]:
    return {"pai_gow": TinyGame()}


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """Write the tiny pack, with files changed or added by name; None leaves a file out."""

    def write(**changes: str | bytes | None) -> Path:
        folder = tmp_path / "tiny"
        (folder / "bases").mkdir(parents=True, exist_ok=True)
        files: dict[str, str | bytes | None] = {
            "regulation.toml": REGULATION,
            "parameters.toml": PARAMETERS,
            "words.toml": WORDS,
            "PG-4.2a-commission-not-at-rate.toml": RULE,
            "PG-4.2a-commission-not-at-rate.hands.toml": FIXTURES,
            "bases/ordinary.csv": BASE,
        }
        files.update({name.replace("__", "/"): text for name, text in changes.items()})
        for name, text in files.items():
            if isinstance(text, bytes):
                (folder / name).write_bytes(text)
            elif text is not None:
                (folder / name).write_text(text, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def hands_text() -> str:
    return FIXTURES


@pytest.fixture
def rule_text() -> str:
    return RULE


@pytest.fixture
def regulation_text() -> str:
    return REGULATION


@pytest.fixture
def parameters_text() -> str:
    return PARAMETERS
