"""Other programs at comparable work, in the same run: python -m bench.peers KIND PATH NUMBER prints one line of JSON.

Each kind works in a process of its own; what they do is said in ``bench.poker_peer`` and ``bench.mahjong_peers``.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench import mahjong_peers, poker_peer

_SEED = 2026
_DAY = 20_000  # days since 1970: a day in 2024, long after the last change of the law
_WINS_A_ROUND = 200_000

# What is measured beside each game: the name of the figure, and how many hands.
PEERS = {
    "five_card_poker": {"pokerkit": 2_000},
    "mahjong": {"wins": 2_000_000, "mahjong_full_value": 20_000, "mahjong_agari": 50_000, "py_mahjong_gb": 50_000},
}


def hands_in(path: Path) -> int:
    """How many hands a Parquet log holds."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    events = pq.ParquetFile(path, read_dictionary=["event"]).iter_batches(columns=["event"])
    return sum(pc.sum(pc.equal(pc.cast(batch["event"], "string"), "hand_start")).as_py() or 0 for batch in events)


def wins(number: int) -> tuple[int, float]:
    """Shape and fan of winning hands by this program, over columns: how many it took for wins, in how many seconds."""
    import numpy as np

    from audit.games.mahjong.valuing import fan_law, value_hands
    from audit.games.registry import registered_games
    from audit.places import rules_folder
    from audit.rulebook import load_rulebook

    games = {"mahjong": registered_games()["mahjong"]}
    book = load_rulebook([rules_folder() / "macau" / "mahjong"], games, prove=False)
    law = fan_law(book.law("mahjong"), _DAY)
    hands = mahjong_peers.winning_hands(min(number, _WINS_A_ROUND), _SEED)
    counts = np.zeros((len(hands), mahjong_peers.KINDS), np.int8)
    for place in range(hands.shape[1]):
        np.add.at(counts, (np.arange(len(hands)), hands[:, place]), 1)
    won = int((value_hands(counts, law).lawful != 0).sum())
    rounds = number // len(hands)
    began = time.perf_counter()
    for _ in range(rounds):
        value_hands(counts, law)
    return rounds * won, time.perf_counter() - began


def _judged(peer: Callable[..., tuple[int, float]], number: int) -> tuple[int, float]:
    return peer(mahjong_peers.winning_hands(number, _SEED))


WORK: dict[str, Callable[[Path, int], tuple[int, float]]] = {
    "pokerkit": poker_peer.pokerkit,
    "wins": lambda _, number: wins(number),
    "mahjong_full_value": lambda _, number: _judged(mahjong_peers.mahjong_full_value, number),
    "mahjong_agari": lambda _, number: _judged(mahjong_peers.mahjong_agari, number),
    "py_mahjong_gb": lambda _, number: _judged(mahjong_peers.py_mahjong_gb, number),
}


def main() -> None:
    """Do the work named on the command line; the line of JSON says how many hands it took for good, and how fast."""
    kind, path, number = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    hands, seconds = WORK[kind](path, number)
    line = {"hands": hands, "asked": number, "seconds": seconds, "hands_per_second": round(hands / seconds)}
    sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
