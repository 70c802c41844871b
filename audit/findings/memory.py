"""Memory during a run: what is loaded stays until the end, the rest hardly holds a circle, and one heap holds all."""

import contextlib
import ctypes
import gc
from collections.abc import Callable, Iterator

import pyarrow as pa

_ALLOCATIONS = 50_000  # between two collections
_ARENAS = -8  # M_ARENA_MAX of glibc's mallopt


@contextlib.contextmanager
def rare_collections() -> Iterator[Callable[[], None]]:
    """Collect seldom, and never what stands when the function that is given is called; as before after the block."""
    thresholds, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.set_threshold(_ALLOCATIONS, *thresholds[1:])
    try:
        yield _nothing if frozen else gc.freeze
    finally:
        if not frozen:
            gc.unfreeze()
        gc.set_threshold(*thresholds)


@contextlib.contextmanager
def one_heap() -> Iterator[None]:
    """Let Arrow and all threads take memory where numpy takes it, so that what one gives back another uses.

    A heap of Arrow's own keeps what a batch was decoded into for the next, a hundred megabytes beside the columns; so
    does one of every thread. Arrow's is as before after the block; the threads' stay two, where the C library has many:
    with one they wait for each other.
    """
    before = pa.default_memory_pool()
    pa.set_memory_pool(pa.system_memory_pool())
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENAS, 2)
    try:
        yield
    finally:
        pa.set_memory_pool(before)


def _nothing() -> None:
    """Leave what another has frozen as it is."""
