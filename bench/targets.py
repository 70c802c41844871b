"""What speed shall be, as ratios and bounds over the figures of one bench run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Figures = dict[str, Any]


@dataclass(frozen=True)
class Target:
    """One bound: a value made of figures, and whether it shall be at least or at most the bound, if there is one.

    What takes the same time for a log of any length counts for more in a short one: over those of one million rows, and
    for several workers of ten, the figures are told without a bound.
    """

    name: str
    bound: float | None
    value: Callable[[Figures], float]
    at_least: bool = False


def _ratio(one: str, other: str) -> Callable[[Figures], float]:
    return lambda figures: float(figures[one]["seconds"] / figures[other]["seconds"])


def _an_event(log: str) -> Callable[[Figures], float]:
    """Seconds an event of a log, in those of the middle log, by one worker."""

    def value(figures: Figures) -> float:
        one, middle = figures[log], figures["audit_1"]
        return float((one["seconds"] / one["rows"]) / (middle["seconds"] / middle["rows"]))

    return value


def _peak(log: str) -> Callable[[Figures], float]:
    """The most memory that a log takes, in that of the middle log, by one worker."""
    return lambda figures: float(figures[log]["peak_bytes"] / figures["audit_1"]["peak_bytes"])


TARGETS = (
    Target("run from Parquet : bare reading, one thread, middle log", None, _ratio("audit_1", "scan_parquet_1")),
    Target("run from Parquet : bare reading, one thread, large log", 2.5, _ratio("audit_large", "scan_large_1")),
    Target("run from Parquet : bare reading, two threads, middle log", None, _ratio("audit_2", "scan_parquet_2")),
    Target("run from Parquet : bare reading, two threads, large log", None, _ratio("audit_large_2", "scan_large_2")),
    Target("run from Parquet : bare reading, two threads, long log", 2.5, _ratio("audit_long_2", "scan_long_2")),
    Target("run from CSV : bare reading as strings, two threads", 2.5, _ratio("audit_csv", "scan_csv_2")),
    Target("time an event, large log : middle log", 1.15, _an_event("audit_large")),
    Target("time an event, long log : middle log", 1.15, _an_event("audit_long")),
    Target("peak memory, large log : middle log", 1.2, _peak("audit_large")),
    Target("peak memory, long log : middle log", 1.2, _peak("audit_long")),
    Target("peak memory of the large log, MB", 600, lambda f: float(f["audit_large"]["peak_bytes"] / 1e6)),
    Target(
        "peak memory of a process, long log, two workers, MB",
        600,
        lambda f: float(f["audit_long_2"]["peak_bytes"] / 1e6),
    ),
    Target("replay, events a second and core", 10e6, lambda f: float(f["replay"]["rows_per_second"]), at_least=True),
    Target("one worker : two workers, middle log", None, _ratio("audit_1", "audit_2"), at_least=True),
    Target("one worker : two workers, large log", None, _ratio("audit_large", "audit_large_2"), at_least=True),
    Target("one worker : two workers, long log", 1.8, _ratio("audit_long", "audit_long_2"), at_least=True),
    Target("a hundred hands from an empty cache, seconds", 5, lambda f: float(f["hundred_hands_cold_seconds"])),
    Target("a hundred hands, seconds", 1.5, lambda figures: float(figures["hundred_hands_seconds"])),
    Target("audit --help, seconds", 0.4, lambda figures: float(figures["help_seconds"])),
)


def _times_of_peer(ours: str, peer: str) -> Callable[[Figures], float]:
    return lambda figures: float(figures[ours]["hands_per_second"] / figures[peer]["hands_per_second"])


def _run_of_peer(peer: str, log: str, run: str) -> Callable[[Figures], float]:
    """Hands a second of the whole run of a log, in those of a peer."""

    def value(figures: Figures) -> float:
        return float(figures[f"hands_{log}"] / figures[run]["seconds"] / figures[peer]["hands_per_second"])

    return value


TARGETS_OF_PEERS = {
    "five_card_poker": (
        Target(
            "hands a second, whole run, one worker : PokerKit's replay",
            None,
            _run_of_peer("pokerkit", "large", "audit_large"),
            at_least=True,
        ),
        Target(
            "hands a second, whole run, two workers : PokerKit's replay",
            100,
            _run_of_peer("pokerkit", "long", "audit_long_2"),
            at_least=True,
        ),
    ),
    "mahjong": (
        Target(
            "wins judged a second : mahjong's full value",
            200,
            _times_of_peer("wins", "mahjong_full_value"),
            at_least=True,
        ),
        Target("wins judged a second : PyMahjongGB's fan", 20, _times_of_peer("wins", "py_mahjong_gb"), at_least=True),
    ),
}
