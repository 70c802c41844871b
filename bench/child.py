"""One measurement in a process of its own, so that its peak memory is its own: prints one line of JSON.

A measurement on so many threads has so many cores and no more: with one there is no reading ahead on another.
"""

import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


def scan_parquet(path: Path, threads: int) -> int:
    """Read the columns that an audit needs, record batch by record batch, and do nothing with them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pa.set_cpu_count(threads)
    file = pq.ParquetFile(path)
    words = [field.name for field in file.schema_arrow if field.type == pa.string()]
    file = pq.ParquetFile(path, read_dictionary=words)
    columns = [name for name in file.schema_arrow.names if name != "source_row"]
    return sum(batch.num_rows for batch in file.iter_batches(262_144, columns=columns, use_threads=threads > 1))


def scan_csv(path: Path, threads: int) -> int:
    """Read a CSV file as strings, block by block, and do nothing with them."""
    import pyarrow as pa
    import pyarrow.csv

    pa.set_cpu_count(threads)
    names = path.open(encoding="utf-8").readline().strip().replace('"', "").split(",")
    convert = pyarrow.csv.ConvertOptions(column_types={name: pa.string() for name in names})
    read = pyarrow.csv.ReadOptions(use_threads=threads > 1, block_size=1 << 24)
    with pyarrow.csv.open_csv(path, read_options=read, convert_options=convert) as reader:
        return sum(batch.num_rows for batch in reader)


def audit(path: Path, workers: int) -> int:
    """The whole run: read, replay, judge by all rules, write the results."""
    from audit.findings.running import Request, run_audit

    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        stored = run_audit(Request(logs=(str(path),), out=folder / "run", workers=workers))
    finally:
        shutil.rmtree(folder)
    return int(stored.manifest["rows"]["in"])


def replay(path: Path, repeats: int) -> int:
    """The replay alone, over batches already read."""
    from audit.games.game import States
    from audit.games.registry import registered_games
    from audit.logs import open_logs
    from audit.places import rules_folder
    from audit.rulebook import load_rulebook

    batches = list(open_logs([str(path)]).batches())
    games = registered_games()
    name = batches[0].game
    law = load_rulebook([rules_folder() / "macau" / name], {name: games[name]}, prove=False).law(name)
    games[name].replay(batches[0], {}, law)
    global began  # noqa: PLW0603 (reading and compiling are not what is measured here)
    began = time.perf_counter()
    for _ in range(repeats):
        states: States = {}
        for batch in batches:
            games[name].replay(batch, states, law)
    return repeats * sum(batch.row_count for batch in batches)


WORK: dict[str, Callable[[Path, int], int]] = {
    "scan_parquet": scan_parquet,
    "scan_csv": scan_csv,
    "audit": audit,
    "replay": replay,
}
began = 0.0


def keep_to(cores: int) -> None:
    """Take away all cores of this process but the first so many."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def peak_bytes() -> int:
    """The most memory that this program has held, or a process that it had: not what it held before it was this one."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    own = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
    return max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)


def main() -> None:
    """Do the work named on the command line on a file, after a warm-up on a small one."""
    global began  # noqa: PLW0603
    kind, path, number, warm = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    keep_to(1 if kind == "replay" else number)
    if kind != "replay":
        WORK[kind](warm, number)
    began = time.perf_counter()
    rows = WORK[kind](path, number)
    seconds = time.perf_counter() - began
    sys.stdout.write(json.dumps({"rows": rows, "seconds": seconds, "peak_bytes": peak_bytes()}) + "\n")


if __name__ == "__main__":
    main()
