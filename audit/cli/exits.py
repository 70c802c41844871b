"""Exit codes: what each one says, and which of several wins."""

from collections.abc import Iterable, Mapping
from typing import Any

CLEAN, VIOLATIONS, USAGE, REJECTS, ENGINE, EMPTY = range(6)

MEANINGS = {
    CLEAN: "clean: no violation (notes do not count)",
    VIOLATIONS: "violations at or above --fail-on (critical, major, minor; default minor)",
    USAGE: "usage, configuration or rule pack at fault: nothing was run",
    REJECTS: "rejected rows above --max-rejects (default 0), or a file that is no log",
    ENGINE: "an error of the engine or of the rendering, or a damaged stored run",
    EMPTY: "nothing was covered: no rule judged anything (unless --allow-empty)",
}
# As a shell tells that SIGINT, SIGPIPE or SIGTERM has ended a process; 1 would say that there are violations.
INTERRUPTED, PIPE_CLOSED, TERMINATED = 130, 141, 143
STOPPED = f"{INTERRUPTED} and {TERMINATED} tell that SIGINT or SIGTERM came; no result is left half written."
AS_ASKED = "as --exit-zero asks, whatever the data holds"
WORST_FIRST = (USAGE, ENGINE, EMPTY, REJECTS, VIOLATIONS, CLEAN)

SEVERITIES = ("critical", "major", "minor")


def worst(codes: Iterable[int]) -> int:
    """The code that wins among several."""
    return min(codes, key=WORST_FIRST.index, default=CLEAN)


def described() -> str:
    """The table of codes as help text."""
    lines = [f"  {code}  {meaning}" for code, meaning in MEANINGS.items()]
    order = ", ".join(str(code) for code in WORST_FIRST[:-1])
    return "\n".join(["Exit codes:", *lines, f"The worst wins, in the order {order}.", STOPPED])


def code_of_run(
    manifest: Mapping[str, Any], *, fail_on: str, max_rejects: int, allow_empty: bool, exit_zero: bool
) -> int:
    """The exit code that a run's manifest amounts to.

    ``exit_zero`` is for exploring: whatever the data holds ends with 0, but an error of the engine stays what it is.
    """
    codes = [CLEAN]
    coverage, by_severity = manifest["coverage"], manifest["findings"]["by_severity"]
    if coverage["error"]:
        codes.append(ENGINE)
    if not exit_zero:
        if not allow_empty and not sum(coverage[name] for name in ("conforms", "violates", "notes", "yielded")):
            codes.append(EMPTY)
        if manifest["rows"]["rejected"] > max_rejects:
            codes.append(REJECTS)
        if any(by_severity[name] for name in SEVERITIES[: SEVERITIES.index(fail_on) + 1]):
            codes.append(VIOLATIONS)
    return worst(codes)
