"""The law of the pai gow pack as tests ask for it, and the folder of reference figures."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from audit.dated import Dated, Step, day_number

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT / ".." / "shared"


class PackLaw:
    """The parameters of tables.toml, with the readings that a test takes."""

    def __init__(self, **readings: str) -> None:
        with (ROOT / "rules" / "macau" / "pai_gow" / "tables.toml").open("rb") as file:
            entries = tomllib.load(file)["parameter"]
        self.parameters: dict[str, Dated] = {entry["name"]: self.dated(entry) for entry in entries}
        self.readings: Mapping[str, str] = {name.replace("_", "-"): option for name, option in readings.items()}

    @staticmethod
    def dated(entry: Mapping[str, Any]) -> Dated:
        steps = tuple(
            Step(day_number(step["from"]), None if step["value"] == "unknown" else step["value"], step["citation"])
            for step in entry["step"]
        )
        return Dated(entry["name"], entry["unit"], steps, entry["title"])

    def parameter(self, name: str) -> Dated:
        return self.parameters[name]

    def reading(self, name: str) -> str:
        return self.readings[name]


@pytest.fixture(scope="session")
def law_with() -> Callable[..., PackLaw]:
    """A law of the pack's tables under the readings given, ``switched_tile_rank="other"`` where none is."""
    return lambda **readings: PackLaw(**{"switched_tile_rank": "other", **readings})


@pytest.fixture(scope="session")
def law(law_with: Callable[..., PackLaw]) -> PackLaw:
    """The law under the default readings."""
    return law_with()


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of reference figures that stands beside the repository."""
    if not (SHARED / "numbers").is_dir():
        pytest.skip("the reference figures do not stand beside the repository")
    return SHARED
