#!/usr/bin/env bash
# Builds the wheel, installs it with the pinned dependencies into a fresh environment, and does the main job from a
# folder that is not the checkout: audit, report, verify, explain.
set -euo pipefail
cd "$(dirname "$0")"
checkout=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.venv/bin/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w "$work/dist" .
.venv/bin/python -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
"$work/venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps "$work"/dist/*.whl
cp -r sample_logs "$work/logs"
cd "$work"
audit=$work/venv/bin/audit
"$work/venv/bin/python" -c "import audit, sys; sys.exit(str(audit.__file__).startswith('$checkout'))"
"$audit" run logs/pai_gow_faulty.csv --out run --exit-zero >/dev/null
"$audit" verify run
"$audit" report run --lang zh-Hant --html >/dev/null
finding=$("$work/venv/bin/python" -c "import audit.results as r; print(r.open_run('run').findings().finding_id.iloc[0])")
"$audit" explain run "$finding" >/dev/null
"$audit" run logs/pai_gow_clean.parquet --out clean >/dev/null
test -s run/report-zh-Hant.pdf && test -s run/findings.csv
echo "wheel: audited, verified, explained and reported from a fresh environment"
