"""What is known of the hands that have gone by, in memory and on disk, is what a set and a dictionary know."""

from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs import hand_index
from audit.logs.hand_index import Damage, DamageIndex, HandIndex

# Hands that are added (True), or looked for (False): numbers over the whole range of hashes.
STEPS = st.lists(st.tuples(st.booleans(), st.lists(st.integers(0, 40), max_size=6)), max_size=12)


def hashes(numbers: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(numbers, np.uint64) * np.uint64(6_000_000_000_000_000_011)


@pytest.mark.parametrize(("latest", "sorted_"), [(1, 1), (3, 4), (4, 1000), (1000, 1000)])
@given(STEPS)
def test_hands_that_come_twice_are_found_in_the_end(
    latest: int, sorted_: int, steps: list[tuple[bool, list[int]]]
) -> None:
    with mock.patch.multiple(hand_index, _LATEST=latest, _SORTED=sorted_):
        index, seen = HandIndex(), set[int]()
        for adds, numbers in steps:
            fits = index.add(hashes(numbers)) if adds else not index.holds(hashes(numbers))
            wanted = not seen & set(numbers) and (not adds or len(set(numbers)) == len(numbers))
            assert wanted <= fits  # no hand is found that is not there
            if not wanted:
                assert not fits or not index.is_sound()
                return
            seen |= set(numbers) if adds else set()
        assert index.is_sound()


@pytest.mark.parametrize(("latest", "sorted_"), [(1, 1), (3, 4), (4, 1000), (1000, 1000)])
def test_all_hands_are_written_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, latest: int, sorted_: int
) -> None:
    monkeypatch.setattr(hand_index, "_LATEST", latest)
    monkeypatch.setattr(hand_index, "_SORTED", sorted_)
    index, numbers = HandIndex(), list(range(30))
    for first in range(0, 30, 4):
        assert index.add(hashes(numbers[first : first + 4]))
    index.write(tmp_path / "hands.npy")
    assert np.load(tmp_path / "hands.npy", mmap_mode="r").tolist() == sorted(hashes(numbers).tolist())
    index.write(tmp_path / "again.npy")
    assert (tmp_path / "again.npy").read_bytes() == (tmp_path / "hands.npy").read_bytes()


def test_a_hand_that_comes_after_its_loss_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_index, "_LATEST", 2)
    index = HandIndex()
    assert index.add(hashes([1, 2]))
    assert not index.holds(hashes([3]))
    assert index.add(hashes([3, 4]))
    assert index.is_sound()
    assert not index.holds(hashes([3]))
    assert not index.is_sound()


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), max_size=5), max_size=6))
def test_the_index_of_damage_is_a_dictionary_of_least_seqs(parts: list[list[tuple[int, int]]]) -> None:
    index, plain = DamageIndex(), dict[int, int]()
    for part in parts:
        index.add(Damage(np.array([h for h, _ in part], np.uint64), np.array([s for _, s in part], np.int32)))
        for key, seq in part:
            plain[key] = min(plain.get(key, seq), seq)
    asked = np.arange(12, dtype=np.uint64)
    assert index.seq_of(asked).tolist() == [plain.get(key, -1) for key in range(12)]
    assert len(plain) <= len(index) or not plain
