"""Python's garbage collector during a run: what is loaded stays until the end, and the rest hardly holds a circle."""

import contextlib
import gc
from collections.abc import Callable, Iterator

_ALLOCATIONS = 50_000  # between two collections


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


def _nothing() -> None:
    """Leave what another has frozen as it is."""
