"""The cache of compiled kernels: named by the code it holds, so an upgrade never runs an old version."""

from pathlib import Path

import numpy as np

from audit import kernel


def test_the_cache_is_named_by_the_sources(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    before = kernel.cache_folder(tmp_path)
    kernel.cache_folder.cache_clear()
    assert kernel.cache_folder(tmp_path) == before
    (tmp_path / "a.py").write_text("x = 2\n", encoding="utf-8")
    kernel.cache_folder.cache_clear()
    assert kernel.cache_folder(tmp_path) != before


def test_a_kernel_computes_what_its_python_says() -> None:
    def total(values: np.ndarray) -> int:  # type: ignore[type-arg]
        result = 0
        for value in values:
            result += value
        return result

    values = np.arange(100, dtype=np.int64)
    assert kernel.kernel(total)(values) == total(values) == 4950
