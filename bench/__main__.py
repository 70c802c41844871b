"""Measures every game and writes bench/results/<game>.json: ratios in one run, with the machine and the versions.

python -m bench [--games pai_gow] [--rows 1000000] [--large 10000000] [--long 100000000] [--repeat 3]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from audit.simulate import SIMULATED_GAMES, simulate
from bench.logs import as_csv, long_log
from bench.peers import PEERS, hands_in
from bench.targets import TARGETS, TARGETS_OF_PEERS, Target

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("numpy", "numba", "pyarrow", "pandas", "duckdb", "pokerkit", "mahjong", "PyMahjongGB")


def measure(kind: str, path: Path, number: int, warm: Path, repeat: int) -> dict[str, Any]:
    """The best of some repeats: seconds, rows and the largest peak of memory."""
    best: dict[str, Any] = {}
    for _ in range(repeat):
        words = [sys.executable, "-m", "bench.child", kind, str(path), str(number), str(warm)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        one = json.loads(done.stdout.splitlines()[-1])
        if not best or one["seconds"] < best["seconds"]:
            best = one | {"peak_bytes": max(one["peak_bytes"], best.get("peak_bytes", 0))}
    best["rows_per_second"] = round(best["rows"] / best["seconds"])
    return best


def seconds_of(words: list[str], repeat: int, cache: Path | None = None) -> float:
    """The best wall time of a whole process of this program, with the user's kernels or from an empty cache.

    Python keeps the bytecode of what it has imported, as it does wherever nobody forbids it.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for number in range(repeat):
        environment = kept | ({} if cache is None else {"XDG_CACHE_HOME": str(cache / str(number))})
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "audit", *words], cwd=ROOT, stdout=subprocess.DEVNULL, env=environment, check=True
        )
        times.append(time.perf_counter() - began)
    return min(times)


def small_log(game: str, folder: Path, repeat: int) -> dict[str, float]:
    """Wall seconds of the whole process over a log of a hundred hands, with the kernels at hand and without."""
    log, out = folder / f"{game}-small.csv", folder / f"{game}-small"
    simulate(game=game, hands=100, seed=1, plant=[], per_rule=1, out=log)
    words = ["run", str(log), "--out", str(out)]
    return {
        "hundred_hands_cold_seconds": seconds_of(words, repeat, folder / f"{game}-cache"),
        "hundred_hands_seconds": seconds_of(words, repeat),
    }


def long_figures(game: str, rows: int, warm: Path, repeat: int, folder: Path) -> dict[str, Any]:
    """The figures of a log that is long enough for the start of several processes to count for little."""
    log = folder / f"{game}-long.parquet"
    long_log(game, rows, log)
    found = {
        "scan_long_2": measure("scan_parquet", log, 2, warm, repeat),
        "audit_long": measure("audit", log, 1, warm, repeat),
        "audit_long_2": measure("audit", log, 2, warm, repeat),
        "hands_long": hands_in(log),
    }
    log.unlink()
    return found


def measured(game: str, rows: int, large: int, long: int, repeat: int, folder: Path) -> dict[str, Any]:
    """All figures of a game, named as ``bench.targets`` reads them."""
    warm, middle, big = (folder / f"{game}-{name}.parquet" for name in ("warm", "middle", "big"))
    long_log(game, 1, warm)
    long_log(game, rows, middle)
    long_log(game, large, big)
    text, warm_text = middle.with_suffix(".csv"), warm.with_suffix(".csv")
    as_csv(middle, text)
    as_csv(warm, warm_text)
    return {
        "scan_parquet_1": measure("scan_parquet", middle, 1, warm, repeat),
        "scan_parquet_2": measure("scan_parquet", middle, 2, warm, repeat),
        "audit_1": measure("audit", middle, 1, warm, repeat),
        "audit_2": measure("audit", middle, 2, warm, repeat),
        "scan_large_1": measure("scan_parquet", big, 1, warm, repeat),
        "scan_large_2": measure("scan_parquet", big, 2, warm, repeat),
        "audit_large": measure("audit", big, 1, warm, repeat),
        "audit_large_2": measure("audit", big, 2, warm, repeat),
        "scan_csv_2": measure("scan_csv", text, 2, warm_text, repeat),
        "audit_csv": measure("audit", text, 2, warm_text, repeat),
        "replay": measure("replay", middle, 3, warm, repeat),
        "help_seconds": seconds_of(["--help"], repeat),
        **small_log(game, folder, repeat),
        "hands": hands_in(middle),
        "hands_large": hands_in(big),
        **long_figures(game, long, warm, repeat, folder),
    } | {name: beside(name, middle, hands, repeat) for name, hands in PEERS.get(game, {}).items()}


def beside(name: str, path: Path, hands: int, repeat: int) -> dict[str, Any]:
    """The best of some repeats of a peer's work."""
    lines = []
    for _ in range(repeat):
        words = [sys.executable, "-m", "bench.peers", name, str(path), str(hands)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        lines.append(json.loads(done.stdout.splitlines()[-1]))
    return max(lines, key=lambda line: line["hands_per_second"])


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def judged(figures: dict[str, Any], targets: tuple[Target, ...]) -> list[dict[str, Any]]:
    """Each target with what was reached and whether that is enough; None for what has no bound."""
    lines = []
    for target in targets:
        value = target.value(figures)
        reached = None
        if target.bound is not None:
            reached = value >= target.bound if target.at_least else value <= target.bound
        lines.append({"target": target.name, "bound": target.bound, "value": round(value, 3), "reached": reached})
    return lines


def told(game: str, line: dict[str, Any]) -> str:
    """A target as a line of text."""
    text = f"{game:18} {line['target']:66} {line['value']:>14,}"
    if line["reached"] is None:
        return text
    return f"{text} (bound {line['bound']:,}) {'reached' if line['reached'] else 'NOT REACHED'}"


def main() -> int:
    """Measure, print one line a target, write the results; the exit code is 0 however the figures are."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--games", nargs="*", default=list(SIMULATED_GAMES))
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--large", type=int, default=10_000_000)
    parser.add_argument("--long", type=int, default=100_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    chosen = parser.parse_args()
    results = ROOT / "bench" / "results"
    results.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for game in chosen.games:
            figures = measured(game, chosen.rows, chosen.large, chosen.long, chosen.repeat, Path(folder))
            lines = judged(figures, (*TARGETS, *TARGETS_OF_PEERS.get(game, ())))
            for line in lines:
                print(told(game, line))
            written = {"game": game, "machine": machine(), "targets": lines, "figures": figures}
            path = results / f"{game}.json"
            path.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
