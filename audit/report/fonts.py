"""The report's own fonts: their bytes, the names that the stylesheet calls them by, and what they can draw."""

from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont

from audit.errors import RenderError

# The name in the stylesheet, which no font of the machine has: a fall-back to one of those shows at once.
FACES = (
    ("Audit TC", 400, "NotoSansTC-Regular.ttf"),
    ("Audit TC", 700, "NotoSansTC-Bold.ttf"),
    ("Audit SC", 400, "NotoSansSC-Simplified.ttf"),
)
FAMILIES = frozenset(family for family, _, _ in FACES)


def font_bytes(folder: Path, name: str) -> bytes:
    """A font file of the templates folder; RenderError where it is missing."""
    try:
        return (folder / "fonts" / name).read_bytes()
    except OSError as error:
        raise RenderError(f"the report's font {name} is missing from the templates folder") from error


@lru_cache(maxsize=4)
def drawable(folder: Path) -> frozenset[int]:
    """Every code point that the report's fonts can draw, regular and bold alike."""
    font_bytes(folder, FACES[0][2])
    regular, bold, simplified = (
        frozenset(TTFont(folder / "fonts" / name, lazy=True).getBestCmap()) for _, _, name in FACES
    )
    return (regular & bold) | simplified
