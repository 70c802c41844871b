"""The garbage collector is as it was when a run is over."""

import gc

import pytest

from audit.findings.garbage import rare_collections


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
