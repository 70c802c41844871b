"""The one door to numba: compiled functions that keep their Python signature for the type checker."""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent
# A compiled function holds those that it calls, and these rooms are called from every game.
_CALLED_BY_ALL = (_PACKAGE / "pieces", _PACKAGE / "logs")
_TAG = 16


@cache
def _cache_root() -> Path:
    """Where compiled kernels are kept: NUMBA_CACHE_DIR, else the user's cache, else a private folder of this process.

    A folder that others can write to is never read: compiled code in it would be run.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(named or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handaudit"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="handaudit-"))
    return root if os.access(root, os.W_OK) else Path(tempfile.mkdtemp(prefix="handaudit-"))


@cache
def cache_folder(source: Path) -> Path:
    """The cache folder for kernels of a folder of sources, named by the hash of all code that they may hold.

    numba itself looks only at the file of the outermost function: after an upgrade it would go on running what it
    had compiled from the old version of a function in another file.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {config.BOUNDSCHECK}".encode())
    for folder in (source, *_CALLED_BY_ALL):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update((_PACKAGE / "schema.py").read_bytes())
    return _cache_root() / "kernels" / digest.hexdigest()[:_TAG]


def kernel(function: F) -> F:
    """Compile a function over arrays with numba, cached on disk and without the interpreter lock.

    Kernels index arrays without bounds checks: every code that comes from a log is validated before
    (``audit.logs``) and every index is clamped. Tests run them with ``NUMBA_BOUNDSCHECK=1`` and, with
    ``NUMBA_DISABLE_JIT=1``, as plain Python.
    """
    config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve().parent))
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def uncounted_kernel(function: F) -> F:
    """As ``kernel``, for functions that make no array and only pass on those of their caller, who holds them.

    numba counts a reference to every array of a tuple at every call, which takes several times the work of functions
    that call one another hundreds of times a hand. One that would make an array does not compile this way.
    """
    config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve().parent))
    return cast(F, numba.njit(cache=True, nogil=True, _nrt=False)(function))
