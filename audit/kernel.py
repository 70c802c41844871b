"""The one door to numba: compiled functions that keep their Python signature for the type checker."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function over arrays with numba, cached on disk and without the interpreter lock.

    Kernels index arrays without bounds checks: every code that comes from a log is validated before
    (``audit.logs``) and every index is clamped. Tests run them with ``NUMBA_BOUNDSCHECK=1`` and, with
    ``NUMBA_DISABLE_JIT=1``, as plain Python.
    """
    return cast(F, numba.njit(cache=True, nogil=True)(function))
