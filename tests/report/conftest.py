"""Synthetic stored runs in the exact shapes of a run's files: hands of all four games, findings planted at will."""

import csv
import datetime
import hashlib
import io
import json
import random
import re
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.findings.cells import write_csv
from audit.findings.collecting import EVIDENCE_SCHEMA
from audit.findings.coverage import Covered
from audit.findings.envelope import SCHEMA
from audit.findings.manifest import FindingSums
from audit.pieces.notation import CARDS, DOMINO_COPIES, DOMINOES, TILES
from audit.report import render
from audit.report.words import LANGUAGES
from audit.schema import LOG_COLUMNS

MACAU = datetime.timezone(datetime.timedelta(hours=8))
COUNTS = ("not_applicable", "conforms", "violates", "notes", "yielded", "indeterminate", "error")


def _texts(en: str, zh: str, pt: str) -> dict[str, str]:
    return {"en": en, "zh-Hant": zh, "pt": pt}


def _rule(rule_id, name, severity, citation, title, message, **more):
    rule = {
        "id": rule_id,
        "name": name,
        "status": "active",
        "kind": "log",
        "severity": severity,
        "citation": citation,
        "readings": [],
        "needs": [],
        "yields_to": [],
        "caution": "",
        "title": title,
        "message": message,
        "why": "Protects the players and the public revenue from an error in the game.",
        "sha256": hashlib.sha256(rule_id.encode()).hexdigest(),
        "pack": "macau",
        "evaluated": True,
        "checks": [],
    }
    return {**rule, **more}


_SAID = _texts(
    "Seat {seat}: {observed} was logged where the regulation gives {expected}.",
    "第 {seat} 門：紀錄為 {observed}，按規章應為 {expected}。",
    "Lugar {seat}: ficou registado {observed}; o regulamento dá {expected}.",
)

RULES = {
    "pai_gow": [
        _rule(
            "PG-2.1e",
            "cut-again-after-banker",
            "major",
            "96/85/M art. 2(1)(e)",
            _texts("Cut again after the banker's cut", "莊家拮牌後再拮牌", "Novo corte depois do corte do banqueiro"),
            _SAID,
        ),
        _rule(
            "PG-4.2a",
            "commission-not-at-rate",
            "critical",
            "96/85/M art. 4(2)",
            _texts(
                "Commission differs from the rate on the winnings",
                "佣金與贏額應抽比率不符",
                "Comissão diferente da taxa sobre os ganhos",
            ),
            _SAID,
            readings=["commission-base"],
        ),
        _rule(
            "PG-5.3",
            "pair-misnamed",
            "minor",
            "96/85/M art. 5(3)",
            _texts(
                "Name of a pair differs from Tables 1 and 2",
                "牌名與表一、表二不符",
                "Nome do par diferente das Tabelas 1 e 2",
            ),
            _SAID,
        ),
        _rule(
            "PG-6.5",
            "payout-not-as-result",
            "critical",
            "96/85/M art. 6(3)",
            _texts(
                "Payout differs from the logged result",
                "派彩與所記結果不符",
                "Pagamento diferente do resultado registado",
            ),
            _SAID,
        ),
        _rule(
            "PG-7.4",
            "tiles-handled-by-two",
            "minor",
            "96/85/M art. 7(4)",
            _texts(
                "More than one person handled a seat's tiles",
                "多於一人動用同一門的牌",
                "Mais de uma pessoa tocou nas peças de um lugar",
            ),
            _SAID,
        ),
        _rule(
            "PG-3.4",
            "dispute-decided-by-wrong-side",
            "major",
            "96/85/M art. 3(4)",
            _texts(
                "A dispute decided by the side with the smaller stake",
                "由出資較少的一方裁決爭議",
                "Litígio decidido pela parte com menor aposta",
            ),
            _SAID,
        ),
        _rule(
            "PG-8.9",
            "collusion",
            "major",
            "96/85/M art. 8",
            kind="human",
            evaluated=False,
            title=_texts("Agreement between players", "閒家串謀", "Conluio entre jogadores"),
            message=_SAID,
        ),
        _rule(
            "PG-3.1a",
            "no-house-co-bank",
            "minor",
            "96/85/M art. 3(1)",
            status="off",
            evaluated=False,
            title=_texts("The house gave no co-bank", "場方未幫莊", "A casa não deu co-banca"),
            message=_SAID,
        ),
    ],
    "five_card_poker": [
        _rule(
            "FP-5.2",
            "pot-to-lesser-hand",
            "critical",
            "104/85/M art. 5",
            _texts(
                "A pot went to a hand that is not the best",
                "彩池判給並非最大的牌",
                "Pote atribuído a uma mão que não é a melhor",
            ),
            _SAID,
        ),
        _rule(
            "FP-9.1",
            "rake-not-at-rate",
            "critical",
            "104/85/M art. 9(1)",
            _texts(
                "Rake differs from the rate on every lawful base",
                "抽水與任何合法計算基礎的比率不符",
                "Comissão da casa diferente da taxa",
            ),
            _SAID,
        ),
    ],
    "mahjong": [
        _rule(
            "MT-6.1",
            "fan-not-as-computed",
            "critical",
            "135/91/M art. 6(1)",
            _texts(
                "Fan declared or paid differs from the computed fan",
                "所報或所付番數與計算番數不符",
                "Fan declarado diferente do calculado",
            ),
            _SAID,
        ),
    ],
    "mahjong_simplified": [
        _rule(
            "MS-6.1",
            "fan-not-as-computed",
            "critical",
            "135/91/M art. 6(1)",
            _texts("Fan differs from the computed fan", "番數與計算番數不符", "Fan diferente do calculado"),
            _SAID,
        ),
    ],
}
_INSTRUMENT = {
    "pai_gow": ("96/85/M", "1985-05-17", "1985-05-18", "BO 20/1985"),
    "five_card_poker": ("104/85/M", "1985-05-25", "1985-05-25", "BO 21/1985"),
    "mahjong": ("135/91/M", "1991-07-25", "1991-07-29", "BO 30/1991"),
    "mahjong_simplified": ("135/91/M", "1991-07-25", "1991-07-29", "BO 30/1991"),
}


def _law(game: str) -> dict[str, Any]:
    name, signed, published, gazette = _INSTRUMENT[game]
    rate = {
        "name": "commission",
        "unit": "basis points",
        "title": _texts("Commission on winnings", "贏額佣金", "Comissão sobre os ganhos"),
        "steps": [
            {
                "from": "1985-05-18",
                "value": None,
                "citation": "96/85/M art. 4(2)",
                "certainty": "C",
                "day_is": "stated",
                "note": "",
            },
            {
                "from": "1991-03-25",
                "value": 500,
                "citation": "58/91/M",
                "certainty": "B",
                "day_is": "estimated",
                "note": "",
            },
        ],
    }
    reading = {
        "id": "commission-base",
        "words": "贏額",
        "options": ["net", "gross"],
        "taken": "net",
        "why": _texts(
            "Winnings are what the seat gains over its bet.",
            "贏額指注碼以外所得。",
            "Ganhos são o que excede a aposta.",
        ),
        "title": _texts("What the commission is reckoned on", "佣金的計算基礎", "Base de cálculo da comissão"),
    }
    clause = {
        "place": "art. 1(9)",
        "instrument": name,
        "rules": [],
        "retold": _texts("The set is kept by the dealer.", "整副牌由莊荷保管。", "O jogo fica à guarda do pagador."),
        "untestable": _texts(
            "No event of the log shows who keeps the set.",
            "紀錄中沒有顯示由誰保管的事件。",
            "Nenhum evento do registo o mostra.",
        ),
    }
    return {
        "instruments": [
            {
                "id": name,
                "kind": "Portaria",
                "signed": signed,
                "published": published,
                "gazette": gazette,
                "certainty": "A",
                "title": _texts(f"Rules of {game}", "遊戲規章", "Regulamento do jogo"),
                "note": _texts("", "", ""),
            }
        ],
        "clauses": [clause],
        "readings": [reading] if game == "pai_gow" else [],
        "parameters": [rate],
        "words": {"win": _texts("win", "勝", "ganho"), "lose": _texts("lose", "負", "perda")},
        "facts": {},
        "rules": RULES[game],
    }


class _Hand:
    """The rows of one hand as they are written down."""

    def __init__(self, casino, table, game, day, number, source):
        self.common = {
            "casino": casino,
            "table_id": table,
            "game": game,
            "gaming_day": day,
            "hand_id": f"H{number:06d}",
        }
        self.clock = datetime.datetime.combine(day, datetime.time(21, 14, 5), MACAU)
        self.rows, self.source = [], source

    def add(self, event, **fields):
        self.clock += datetime.timedelta(seconds=7)
        row = dict.fromkeys([column.name for column in LOG_COLUMNS])
        row.update(self.common, seq=len(self.rows) + 1, time=self.clock, event=event, currency="HKD", **fields)
        row.update(source_row=self.source["row"], source_file=self.source["name"], source_sha256=self.source["sha256"])
        self.source["row"] += 1
        self.rows.append(row)


def _money(units: int) -> Decimal:
    return Decimal(units)


def _play_pai_gow(hand: _Hand, rng: random.Random) -> None:
    tiles = [name for name, copies in zip(DOMINOES, DOMINO_COPIES, strict=True) for _ in range(copies)]
    rng.shuffle(tiles)
    dealt = {seat: tiles[4 * seat - 4 : 4 * seat] for seat in range(1, 9)}
    hand.add("hand_start", seat=3, ref="S12")
    hand.add("shuffle", actor="dealer", label="down")
    hand.add("bank", seat=3, actor="banker", person="P91", amount=_money(20000))
    for seat in (1, 5, 6):
        hand.add("bet", seat=seat, actor="player", person=f"P{seat}7", amount=_money(1000 * seat), label="own")
    hand.add("cut", seat=5, actor="player", person="P57", label="one_hand")
    hand.add("shake", seat=3, actor="banker", pieces="3 1 6 4", number=14, label="valid")
    for seat in range(1, 9):
        hand.add("deal", seat=seat, pieces=" ".join(dealt[seat]) if seat in (1, 3, 5, 6) else "? ? ? ?")
    for seat in (1, 5, 6, 3):
        four = dealt[seat]
        hand.add(
            "set",
            seat=seat,
            actor="player",
            person=f"P{seat}7",
            pieces=f"{four[0]} {four[1]} | {four[2]} {four[3]}",
            label="4 | 天牌九",
        )
    hand.add("open", seat=3, actor="banker")
    for seat, result, payout in ((1, "win", 1000), (5, "lose", -5000), (6, "push", 0)):
        hand.add("compare", seat=seat, label=f"player banker {result}")
        hand.add(
            "settle",
            seat=seat,
            person=f"P{seat}7",
            amount=_money(1000 * seat),
            label=result,
            payout=_money(payout),
            fee=Decimal("49.99") if result == "win" else _money(0),
        )
    hand.add("hand_end")


def _play_poker(hand: _Hand, rng: random.Random) -> None:
    deck = list(CARDS)
    rng.shuffle(deck)
    hand.add("hand_start", ref="D7", number=3, amount=_money(20))
    for seat in (1, 2, 4):
        hand.add("ante", seat=seat, person=f"P{seat}1", amount=_money(20))
    hand.add("burn", pieces="?")
    for card in range(5):
        for seat in (1, 2, 4):
            hand.add("deal", seat=seat, pieces=deck.pop(), label="down" if card == 1 else "up")
        if card:
            hand.add("bet", seat=1, person="P11", amount=_money(100 * card))
            hand.add("call", seat=2, person="P21", amount=_money(100 * card))
            hand.add("fold" if card == 1 else "check", seat=4, person="P41")
    hand.add("show", seat=1, pieces=deck.pop(), label="one_pair")
    hand.add("pot", number=0, amount=_money(2060), label="1 2")
    hand.add("rake", amount=Decimal("82.40"), label="pot")
    hand.add("award", seat=1, number=0, amount=Decimal("1977.60"))
    hand.add("hand_end")


def _play_mahjong(hand: _Hand, rng: random.Random) -> None:
    tiles = [tile for tile in TILES for _ in range(4)]
    rng.shuffle(tiles)
    hand.add("hand_start", seat=1, ref="50/100", label="E", number=1)
    hand.add("dice", seat=1, pieces="3 5 2")
    for seat in range(1, 5):
        hand.add("deal", seat=seat, pieces=" ".join(tiles.pop() for _ in range(14 if seat == 1 else 13)))
    for turn in range(6):
        seat = turn % 4 + 1
        if turn:
            hand.add("draw", seat=seat, pieces=tiles.pop(), label="wall")
        hand.add("discard", seat=seat, pieces=tiles.pop())
    hand.add("pung", seat=4, other_seat=2, pieces="7z 7z 7z")
    hand.add("discard", seat=4, pieces="9p")
    hand.add("win", seat=2, other_seat=4, pieces="9p", number=1, label="all_pungs")
    for seat in (1, 3, 4):
        hand.add("pay", seat=seat, other_seat=2, amount=_money(100), label="win")
    hand.add("rake", seat=2, amount=_money(5))
    hand.add("hand_end")


_PLAY = {
    "pai_gow": _play_pai_gow,
    "five_card_poker": _play_poker,
    "mahjong": _play_mahjong,
    "mahjong_simplified": _play_mahjong,
}
_PLACE = {"pai_gow": ("settle", "cut", "set"), "five_card_poker": ("rake", "award"), "mahjong": ("win", "pay")}


class RunWriter:
    """A stored run in the making; change its parts, then ``write``."""

    rules = RULES

    def __init__(
        self, games, hands, casino="C01", days=3, seed=1, first=datetime.date(2026, 10, 1), tables=2, findings=0.5
    ):
        self.rng = random.Random(seed)
        self.games, self.casino = tuple(games), casino
        digest = hashlib.sha256(f"{casino}{seed}{first}".encode()).hexdigest()
        self.source = {"name": f"night-{first}.csv", "sha256": digest, "row": 2}
        self.evidence, self.findings, self.rejects = [], [], []
        self.population: Counter[Any] = Counter()
        self.rows: Counter[Any] = Counter()
        self.counts: defaultdict[Any, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
        self.reasons = defaultdict(Counter)
        self.duplicate, self.out_of_scope, self.log_rules = 2, 5, []
        self.empty_inputs: list[str] = []
        for number in range(hands):
            self._play(number, days, first, tables, findings)

    def _play(self, number, days, first, tables, share):
        game = self.games[number % len(self.games)]
        day = first + datetime.timedelta(days=number % days)
        table = f"{game[:2].upper()}{number % tables + 1:02d}"
        hand = _Hand(self.casino, table, game, day, number, self.source)
        _PLAY[game](hand, self.rng)
        cell = (self.casino, table, day, game)
        self.population[cell] += 1
        self.rows[cell] += len(hand.rows)
        found = None
        if self.rng.random() < share:
            found = self.rng.choice([rule for rule in RULES[game] if rule["evaluated"] and rule["id"] != "PG-3.4"])
            self.add_finding(hand.rows, found)
        for rule in RULES[game]:
            if rule["evaluated"]:
                counts = self.counts[(rule["id"], *cell[:3])]
                if rule["id"] == "PG-3.4":
                    counts["not_applicable"] += 1
                elif rule["id"] == "PG-7.4":
                    counts["indeterminate"] += 1
                    self.reasons[(rule["id"], *cell[:3])]["no-event:touch"] += 1
                elif rule is not found:
                    counts["conforms"] += 3

    def add_finding(self, rows, rule, **changes):
        place = next((row for row in rows if row["event"] in _PLACE.get(rows[0]["game"], ("win",))), rows[-1])
        note = rule["severity"] == "minor" and rule["id"].startswith("PG-7")
        identity = f"{rule['id']}{place['casino']}{place['hand_id']}{len(self.findings)}"
        finding = {
            "finding_id": "F-" + hashlib.sha256(identity.encode()).hexdigest()[:12],
            "rule_id": rule["id"],
            "rule_name": rule["name"],
            "result": "note" if note else "violation",
            "severity": rule["severity"],
            "citation": rule["citation"],
            "message": rule["message"]["en"].format(seat=place["seat"], observed="49.99", expected="50.00"),
            "rule_sha256": rule["sha256"],
            "observed": "49.99",
            "expected": "50.00; 50.01",
            "money_effect": Decimal("-0.01"),
            "person": place["person"],
            "facts": json.dumps(
                {"seat": place["seat"], "fee": "49.99", "observed": "49.99", "expected": "50.00", "result": "win"}
            ),
            "parameter_steps": json.dumps(
                []
                if rule["severity"] == "minor"
                else [
                    {
                        "name": "commission",
                        "from": "1991-03-25",
                        "value": 500,
                        "citation": "58/91/M",
                        "certainty": "B",
                        "day_is": "estimated",
                    }
                ]
            ),
        }
        for name in (
            "casino table_id gaming_day game hand_id seq seat currency source_file source_sha256 source_row"
        ).split():
            finding[name] = place[name]
        finding.update(changes)
        self.findings.append(finding)
        self.evidence += rows
        key = (rule["id"], place["casino"], place["table_id"], place["gaming_day"])
        self.counts[key]["notes" if finding["result"] == "note" else "violates"] += 1

    def reject(self, **fields):
        row = {
            "source_file": self.source["name"],
            "source_row": str(900 + len(self.rejects)),
            "byte_offset": "12345",
            "hand_id": "H000001",
            "column": "amount",
            "code": "LOG-amount",
            "reason": "'x' is no amount such as 1480.50 (no mark for thousands, no sign of a currency)",
            "raw": "a,b",
        }
        self.rejects.append({**row, **fields})

    def _coverage(self):
        lines = []
        for (rule, casino, table, day), counts in sorted(
            self.counts.items(), key=lambda item: tuple(map(str, item[0][1:] + item[0][:1]))
        ):
            judged = counts["conforms"] + counts["violates"] + counts["notes"] + counts["yielded"]
            status = (
                "error"
                if counts["error"]
                else "exercised"
                if judged
                else "indeterminate"
                if counts["indeterminate"]
                else "not_exercised"
            )
            reasons = json.dumps(dict(sorted(self.reasons[(rule, casino, table, day)].items())))
            lines.append([rule, casino, table, day, *(counts[name] for name in COUNTS), status, reasons])
        human = [rule["id"] for game in self.games for rule in RULES[game] if rule["kind"] == "human"]
        lines += [[rule, "", "", "", *([0] * 7), "needs_human", "{}"] for rule in human]
        return [["rule_id", "casino", "table_id", "gaming_day", *COUNTS, "status", "reasons"], *lines]

    def _packs(self) -> list[dict[str, str]]:
        return [
            {"name": f"macau/{game}", "game": game, "sha256": hashlib.sha256(game.encode()).hexdigest()}
            for game in self.games
        ]

    def _covered(self) -> dict[str, int]:
        """What coverage.csv comes to."""
        covered = Covered()
        for (rule, *_), counts in self.counts.items():
            if not rule.startswith("LOG-"):
                before = covered.by_rule.setdefault(rule, [0] * len(COUNTS))
                covered.by_rule[rule] = [n + counts[name] for n, name in zip(before, COUNTS, strict=True)]
        human = sum(rule["kind"] == "human" for game in self.games for rule in RULES[game])
        told = {"rules_evaluated": len(covered.by_rule), "rules_exercised": covered.exercised(), "rules_human": human}
        return told | {name: covered.total(name) for name in COUNTS}

    def _manifest(self, directory: Path) -> dict[str, Any]:
        replayed, rejected = sum(self.rows.values()), len(self.rejects)
        spread = {
            "replayed": replayed,
            "rejected": rejected,
            "duplicate": self.duplicate,
            "out_of_scope": self.out_of_scope,
        }
        rows = {"in": sum(spread.values()), **spread}
        days = sorted({day for _, _, day, _ in self.population})
        errors = sum(counts["error"] for counts in self.counts.values())
        sums = FindingSums()
        sums.add(pa.Table.from_pylist(self.findings, SCHEMA))
        lines = {"findings": len(self.findings), "evidence": len(self.evidence), "rejects": rejected}
        lines["coverage"] = len(self._coverage()) - 1
        files = {}
        for path in sorted(directory.iterdir()):
            data = path.read_bytes()
            sha256 = hashlib.sha256(data).hexdigest()
            files[path.name] = {"sha256": sha256, "bytes": len(data), "rows": lines.get(path.stem)}
        return {
            "format": 1,
            "program": "handaudit",
            "version": "0.1.0",
            "as_of": str(days[-1]) if days else None,
            "period": {"first_day": str(days[0]) if days else None, "last_day": str(days[-1]) if days else None},
            "options": {"select": [], "ignore": [], "enable": []},
            "packs": self._packs(),
            "inputs": [
                {
                    "name": self.source["name"],
                    "sha256": self.source["sha256"],
                    "bytes": 4096,
                    "rows_in": rows["in"],
                    **spread,
                    "out_of_scope_reasons": {"LOG-game:baccarat": self.out_of_scope} if self.out_of_scope else {},
                    "reasons": {},
                    "notes": [],
                },
                *(
                    dict.fromkeys(("bytes", "rows_in", *spread), 0)
                    | {"name": name, "sha256": self.source["sha256"]}
                    | {"out_of_scope_reasons": {}, "reasons": {}, "notes": []}
                    for name in self.empty_inputs
                ),
            ],
            "rows": rows,
            "hands": {
                "replayed": sum(self.population.values()),
                "incomplete": 1 if self.rejects else 0,
                "with_findings": sums.hands,
            },
            "population": [
                {
                    "casino": casino,
                    "table_id": table,
                    "game": game,
                    "gaming_day": str(day),
                    "hands": hands,
                    "rows": self.rows[casino, table, day, game],
                    "first_hand": f"{day}T13:14:05.000Z",
                    "last_hand": f"{day}T21:59:59.000Z",
                    "digest": hashlib.sha256(f"{self.source['sha256']} {casino} {table}".encode()).hexdigest()[:16],
                }
                for (casino, table, day, game), hands in sorted(self.population.items(), key=str)
            ],
            "findings": sums.as_json(),
            "coverage": self._covered(),
            "money_effect": sums.total_money(),
            "complete": errors == 0,
            "files": files,
        }

    def _agree(self) -> None:
        """Count the findings as they are now, and name the one source in them."""
        for row in (*self.findings, *self.evidence):
            row["source_sha256"] = self.source["sha256"]
        for counts in self.counts.values():
            counts["violates"] = counts["notes"] = 0
        for finding in self.findings:
            key = (finding["rule_id"], finding["casino"], finding["table_id"], finding["gaming_day"])
            self.counts[key]["notes" if finding["result"] == "note" else "violates"] += 1

    def write(self, directory: Path) -> Path:
        directory.mkdir(parents=True)
        self._agree()
        table = pa.Table.from_pylist(self.findings, SCHEMA)
        pq.write_table(table, directory / "findings.parquet")
        with (directory / "findings.csv").open("wb") as stream:
            write_csv(stream.write, SCHEMA.names, table.to_batches())
        _write_csv(directory / "coverage.csv", self._coverage())
        pq.write_table(pa.Table.from_pylist(self.evidence, EVIDENCE_SCHEMA), directory / "evidence.parquet")
        header = "source_file source_row byte_offset hand_id column code reason raw".split()
        _write_csv(directory / "rejects.csv", [header, *([row[name] for name in header] for row in self.rejects)])
        rules = {
            "format": 1,
            "games": {game: _law(game) for game in self.games},
            "log_rules": self.log_rules,
            "packs": self._packs(),
        }
        (directory / "rules.json").write_text(json.dumps(rules, ensure_ascii=False, indent=1), "utf-8")
        manifest = json.dumps(self._manifest(directory), ensure_ascii=False, indent=1, sort_keys=True)
        (directory / "manifest.json").write_text(manifest + "\n", "utf-8")
        return directory


def _write_csv(path: Path, lines) -> None:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(lines)
    path.write_text(buffer.getvalue(), "utf-8", newline="")


@pytest.fixture(scope="session")
def new_run():
    return RunWriter


def _unicode_map(font) -> dict[int, str]:
    """Glyph to text, as a PDF font's ToUnicode says it."""
    known = {}
    lines = font.ToUnicode.read_bytes().decode("ascii", "replace").splitlines()
    for line in lines:
        codes = [bytes.fromhex(code) for code in re.findall(r"<([0-9a-fA-F]+)>", line)]
        if len(codes) == 2:
            known[int.from_bytes(codes[0])] = codes[1].decode("utf-16-be")
    return known


def _page_text(page) -> str:
    fonts = {str(name): _unicode_map(font) for name, font in page.Resources.get("/Font", {}).items()}
    current, shown = {}, []
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "Tf":
            current = fonts[str(operands[0])]
        elif str(operator) in ("Tj", "TJ"):
            parts = operands[0] if str(operator) == "TJ" else [operands[0]]
            data = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
            shown.append("".join(current.get(int.from_bytes(data[at : at + 2]), "") for at in range(0, len(data), 2)))
    return " ".join(shown)


@pytest.fixture(scope="session")
def page_texts():
    """The text of each page of a PDF, line by line in the order of painting, spaces as they are set."""

    def read(path: Path) -> list[str]:
        with pikepdf.open(path) as pdf:
            return [_page_text(page) for page in pdf.pages]

    return read


@pytest.fixture(scope="session")
def mixed_run(tmp_path_factory) -> Path:
    """A run of three games with violations, notes, rejected rows and open rules."""
    run = RunWriter(("pai_gow", "five_card_poker", "mahjong"), 36, findings=0.6, days=4)
    run.reject()
    run.reject(code="LOG-pieces", column="pieces", reason="'0-7' is no notation of pieces")
    return run.write(tmp_path_factory.mktemp("stored") / "mixed")


@pytest.fixture(scope="session")
def reports(mixed_run, tmp_path_factory):
    """The mixed run's report in all three languages, with the screen's page beside it."""
    folder = tmp_path_factory.mktemp("reports")
    return {lang: render([mixed_run], lang=lang, out=folder / f"{lang}.pdf", html=True, cap=6) for lang in LANGUAGES}
