"""The garbage collector and Arrow's heap are as they were when a run is over."""

import gc

import pyarrow as pa
import pytest

from audit.findings.memory import one_heap, rare_collections


def test_what_stands_is_kept_out_of_collections_until_the_end() -> None:
    before = gc.get_threshold()
    with rare_collections() as keep:
        assert gc.get_threshold()[0] > before[0]
        keep()
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


def test_it_is_put_back_after_an_error_too() -> None:
    def failing() -> None:
        with rare_collections() as keep:
            keep()
            raise ZeroDivisionError

    before = gc.get_threshold()
    with pytest.raises(ZeroDivisionError):
        failing()
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)


def test_what_another_has_frozen_stays_frozen() -> None:
    gc.freeze()
    try:
        with rare_collections() as keep:
            keep()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_arrow_takes_from_the_one_heap_and_gets_its_own_back() -> None:
    before = pa.default_memory_pool().backend_name
    with one_heap():
        assert pa.default_memory_pool().backend_name == "system"
    assert pa.default_memory_pool().backend_name == before
