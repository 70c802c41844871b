#!/usr/bin/env bash
# Makes the environment that a make target needs: setup.sh run | dev | bench, then prints nothing unless something is missing.
# run: what the program needs; dev: that and the tools of the developers; bench: those and the peers that the bench
# measures itself against. All are pinned and hashed.
set -euo pipefail
cd "$(dirname "$0")"
kind=${1:-run}
venv=.venv
if [ "$kind" = bench ]; then
    "$0" dev
    want=$(sha256sum requirements-peers.lock | cut -d' ' -f1)
    [ "$(cat "$venv/.installed-peers" 2>/dev/null)" = "$want" ] && exit 0
    if ! command -v c++ >/dev/null 2>&1 || ! "$venv/bin/python" -c 'import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'; then
        echo "one peer of the bench is built from source; install a compiler with: sudo apt-get install -y g++ python3-dev" >&2
        exit 2
    fi
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes --no-deps --no-build-isolation -r requirements-peers.lock
    printf '%s' "$want" >"$venv/.installed-peers"
    exit 0
fi
lock=requirements.lock
[ "$kind" = dev ] && lock=requirements-dev.lock
packages="python3 python3-venv libpangoft2-1.0-0 libharfbuzz-subset0"

have_library() {
    local known
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null) || return 1
    case "$known" in *"$1"*) return 0 ;; esac
    return 1
}

find_python() {
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
        [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
            printf '%s' "$candidate"
            return 0
        fi
    done
    return 1
}

lacks() {
    python=$(find_python) || return 0
    "$python" -c 'import ensurepip, venv' 2>/dev/null || return 0
    have_library libpangoft2-1.0 && have_library libharfbuzz-subset || return 0
    return 1
}

if lacks; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "installing system packages: $packages" >&2
        (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages) >/tmp/handaudit-apt.$$ 2>&1 \
            || { tail -n 5 /tmp/handaudit-apt.$$ >&2; }
        rm -f /tmp/handaudit-apt.$$
    fi
    if lacks; then
        echo "missing system packages; install them with: sudo apt-get install -y --no-install-recommends $packages" >&2
        exit 2
    fi
fi
python=$(find_python)

# A stamp holds the lock's own hash: a changed lock or a moved checkout installs again.
want="$kind $(cat "$lock" pyproject.toml | sha256sum | cut -d' ' -f1) $PWD"
if [ "$kind" = run ] && [ -f "$venv/.installed-dev" ]; then
    dev="dev $(cat requirements-dev.lock pyproject.toml | sha256sum | cut -d' ' -f1) $PWD"
    [ "$(cat "$venv/.installed-dev")" = "$dev" ] && exit 0
fi
if [ -f "$venv/.installed-$kind" ] && [ "$(cat "$venv/.installed-$kind")" = "$want" ]; then
    exit 0
fi
echo "installing into $venv (once; a few minutes) ..." >&2
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r "$lock"
"$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
printf '%s' "$want" >"$venv/.installed-$kind"
