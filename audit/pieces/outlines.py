"""Outlines of single characters of the report's bold font, for the faces of cards and tiles."""

from functools import lru_cache

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from audit.places import templates_folder


@lru_cache(maxsize=1)
def _font() -> TTFont:
    return TTFont(templates_folder() / "fonts" / "NotoSansTC-Bold.ttf", lazy=True)


@lru_cache(maxsize=256)
def outline(character: str) -> tuple[str, int]:
    """A character's SVG path in a square of 1000 units (y upward) and its advance; KeyError where the font lacks it."""
    glyphs = _font().getGlyphSet()
    glyph = glyphs[_font().getBestCmap()[ord(character)]]
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyph.draw(pen)
    return pen.getCommands(), round(glyph.width)
