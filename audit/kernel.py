"""The one door to numba: functions over arrays, compiled, or as plain Python where little is to be done.

Loading numba takes longer than the replay of a few hundred hands as plain Python, and a first compile takes a minute a
game: whoever starts the process may say how much there is to read (``expect``) before the first kernel is defined, and
a small work is done uncompiled, a middling one where nothing is compiled yet. ``HANDAUDIT_KERNELS=compiled`` or
``plain`` in the environment decides it alone. Either way the results are the same: numbers are computed in 64 bits.
"""

import functools
import hashlib
import importlib.metadata
import os
import stat
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

MODE = "HANDAUDIT_KERNELS"
# Bytes of CSV that are replayed as plain Python: in any case, and where compiled kernels do not stand in the cache. Ten
# million are some 850 hands of mahjong or 1,700 of pai gow: about ten or four seconds.
SMALL = 2_000_000
SMALL_UNCOMPILED = 10_000_000

_PACKAGE = Path(__file__).resolve().parent
# A compiled function holds those that it calls, and these rooms are called from every game.
_CALLED_BY_ALL = (_PACKAGE / "pieces", _PACKAGE / "logs")
_TAG = 16
_NARROW = frozenset(np.dtype(kind) for kind in (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32))

_expected: list[int] = []
_running = threading.local()


def expect(size: int) -> None:
    """Say how many bytes of CSV this process is to read; of no effect once a kernel is defined."""
    _expected.append(size)


@cache
def compiles() -> bool:
    """Whether the kernels of this process are compiled: decided once, when the first is defined."""
    mode = os.environ.get(MODE, "")
    if mode in ("compiled", "plain"):
        return mode == "compiled"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    size = sum(_expected)
    return not _expected or size > SMALL_UNCOMPILED or (size > SMALL and _are_compiled())


# -- compiled --------------------------------------------------------------------------------------------------------


@cache
def _cache_root() -> Path:
    """Where compiled kernels are kept: NUMBA_CACHE_DIR, else the user's cache, else a private folder of this process.

    A folder that others can write to is never read: compiled code in it would be run.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME", ""))
    root = Path(os.environ.get("NUMBA_CACHE_DIR") or (home if home.is_absolute() else Path.home() / ".cache"))
    root /= "handaudit"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = _is_private(root)
    except OSError:
        own = False
    return root if own and os.access(root, os.W_OK) else Path(tempfile.mkdtemp(prefix="handaudit-"))


def _is_private(folder: Path) -> bool:
    """Whether a folder, and no link to one, belongs to this user, and others cannot write to it."""
    found = folder.lstat()
    mine = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
    return mine and stat.S_ISDIR(found.st_mode) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def cache_folder(source: Path) -> Path:
    """The cache folder for kernels of a folder of sources, named by the hash of all code that they may hold.

    numba itself looks only at the file of the outermost function: after an upgrade it would go on running what it
    had compiled from the old version of a function in another file.
    """
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest = hashlib.sha256(f"{importlib.metadata.version('numba')} {sys.version} {bounds}".encode())
    for folder in (source, *_CALLED_BY_ALL):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for own in ("kernel.py", "schema.py"):
        digest.update((_PACKAGE / own).read_bytes())
    return _cache_root() / "kernels" / digest.hexdigest()[:_TAG]


def _are_compiled() -> bool:
    """Whether the kernels of every game have been compiled from the sources as they are, or some of each."""
    games = [path.parent for path in (_PACKAGE / "games").glob("*/replay.py")]
    return all(cache_folder(folder).is_dir() for folder in (*_CALLED_BY_ALL, *games))


def _compiled(function: F, **options: bool) -> F:
    import numba  # noqa: PLC0415  loaded only where something is compiled
    from numba.core import config  # noqa: PLC0415

    config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve().parent))
    return cast(F, numba.njit(cache=True, nogil=True, **options)(function))


# -- plain -----------------------------------------------------------------------------------------------------------


class _Widened:
    """The narrow arrays of a call as arrays of 64 bits, and back again after it.

    A compiled kernel computes with a narrow number in 64 bits; a number of numpy's own would wrap.
    """

    def __init__(self) -> None:
        self._pairs: dict[int, tuple[NDArray[Any], NDArray[np.int64]]] = {}

    def wide(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            if value.dtype not in _NARROW:
                return value
            if id(value) not in self._pairs:
                self._pairs[id(value)] = value, value.astype(np.int64)
            return self._pairs[id(value)][1]
        if isinstance(value, tuple):
            parts = [self.wide(part) for part in value]
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        return value

    def write_back(self) -> None:
        for narrow, wide in self._pairs.values():
            if narrow.flags.writeable:
                np.copyto(narrow, wide, casting="unsafe")


def _scalar(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_scalar(part) for part in value)
    return value.item() if isinstance(value, np.generic) and not isinstance(value, np.uint64) else value


def _plain(function: F) -> F:
    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        if getattr(_running, "kernel", False):
            return function(*arguments)
        widened = _Widened()
        _running.kernel = True
        try:
            result = function(*[widened.wide(argument) for argument in arguments])
        finally:
            _running.kernel = False
        widened.write_back()
        return _scalar(result)

    return cast(F, run)


# -- the door --------------------------------------------------------------------------------------------------------


def kernel(function: F) -> F:
    """A function over arrays and whole numbers, compiled with numba and cached on disk, or left as plain Python.

    Kernels index arrays without bounds checks and run without the interpreter lock: every code that comes from a log
    is validated before (``audit.logs``) and every index is clamped. Tests run them with ``NUMBA_BOUNDSCHECK=1`` and,
    with ``HANDAUDIT_KERNELS=plain``, as plain Python.
    """
    return _compiled(function) if compiles() else _plain(function)


def uncounted_kernel(function: F) -> F:
    """As ``kernel``, for functions that make no array and only pass on those of their caller, who holds them.

    numba counts a reference to every array of a tuple at every call, which takes several times the work of functions
    that call one another hundreds of times a hand. One that would make an array does not compile this way.
    """
    return _compiled(function, _nrt=False) if compiles() else _plain(function)


def inner_kernel(function: F) -> F:
    """As ``uncounted_kernel``, for functions that only kernels call.

    The ways in from Python and C, which take their share of the time to compile, are left out: such a function cannot
    be called from Python, save where nothing is compiled at all.
    """
    if compiles():
        return _compiled(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return _plain(function)


def inlined_kernel(function: F) -> F:
    """As ``inner_kernel``, for functions that are called in one place only: made part of their caller.

    A call passes every array of every tuple by seven numbers and more, which for a short function is most of the work.
    """
    if compiles():
        return _compiled(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
    return _plain(function)
