"""Reading ahead: an iterator that works in a thread of its own while its items are used."""

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class _End(Generic[T]):
    """The end of an iterator, and the error that it ended with, if any."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def read_ahead(items: Iterator[T], depth: int = 1) -> Generator[T, None, None]:
    """The items of an iterator, in order, made up to ``depth`` items before they are asked for.

    Errors of the iterator are raised where its next item would stand; the thread ends when the caller stops asking.
    """
    line: queue.Queue[T | _End[T]] = queue.Queue(maxsize=depth)
    stopped = threading.Event()

    def put(item: T | _End[T]) -> bool:
        while not stopped.is_set():
            try:
                line.put(item, timeout=1)
            except queue.Full:
                continue
            return True
        return False

    def work() -> None:
        error: BaseException | None = None
        try:
            for item in items:
                if not put(item):
                    break
        except BaseException as caught:  # it is raised where the items are used
            error = caught
        put(_End(error))

    thread = threading.Thread(target=work, name="audit-read-ahead", daemon=True)
    thread.start()
    try:
        while not isinstance(item := line.get(), _End):
            yield item
        if item.error is not None:
            raise item.error
    finally:
        stopped.set()
        while thread.is_alive():  # it may wait to hand over one more item
            with contextlib.suppress(queue.Empty):
                line.get(timeout=0.01)
        thread.join()
