"""Memory during a run: what is loaded stays until the end, the rest hardly holds a circle, and one heap holds all."""

import contextlib
import ctypes
import gc
from collections.abc import Callable, Iterator

import pyarrow as pa

_ALLOCATIONS = 50_000  # between two collections
# Of glibc's mallopt: M_ARENA_MAX, M_TRIM_THRESHOLD and M_MMAP_THRESHOLD.
_ARENAS, _TRIM, _APART = -8, -1, -3
_KEPT = 256 << 20  # bytes at the top of the heap that are kept for the next batch
_LARGE = 32 << 20  # bytes from which on a piece is taken from the system, and given back to it, by itself


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
    with one they wait for each other. What a batch gives back stays for the next: the system would hand it out anew
    page by page.
    """
    before = pa.default_memory_pool()
    pa.set_memory_pool(pa.system_memory_pool())
    with contextlib.suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        for option, value in ((_ARENAS, 2), (_TRIM, _KEPT), (_APART, _LARGE)):
            library.mallopt(option, value)
    try:
        yield
    finally:
        pa.set_memory_pool(before)


def give_back() -> None:
    """Give what the batches have taken and nobody holds any more back to the system."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _nothing() -> None:
    """Leave what another has frozen as it is."""
