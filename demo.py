"""What `make demo` does once everything is installed: audit the sample logs, draw the report, say where it all lies."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
AUDIT = [sys.executable, "-m", "audit"]


def run(*words: str) -> int:
    """Run one audit command as an inspector would, showing it first."""
    print(f"\n$ audit {' '.join(words)}", flush=True)
    return subprocess.run([*AUDIT, *words], cwd=ROOT, check=False).returncode


def main() -> int:
    """Audit, report, verify, and say where it all lies; the sample logs hold violations, so exit 1 is right."""
    logs = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "sample_logs").glob("*_faulty.csv"))
    if run("run", *logs, "--out", "demo/run") not in (0, 1):
        return 1
    for lang in ("en", "zh-Hant"):
        if run("report", "demo/run", "--lang", lang, "--html") != 0:
            return 1
    if run("verify", "demo/run") != 0:
        return 1
    print("\nfindings  demo/run/findings.csv")
    print("report    demo/run/report-en.pdf  demo/run/report-zh-Hant.pdf")
    print("one hand, line by line:  .venv/bin/audit explain demo/run FINDING   (ids are in findings.csv)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
