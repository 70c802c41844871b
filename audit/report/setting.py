"""The report's HTML: templates, the reader's words, drawings of pieces; every text from outside cleaned and escaped."""

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup, escape

from audit.errors import RenderError
from audit.explain.terminal import width
from audit.pieces.drawing import drawing, svg
from audit.pieces.naming import name_piece
from audit.report.clean import clean
from audit.report.fonts import drawable
from audit.report.model import Finding, Report
from audit.report.words import Words, load_glossary

# The list of findings is cut into tables of one page each, since one long table takes a renderer too long to place.
_PAGE = 236.0  # millimetres that its lines may fill on a page, and on its first
_FIRST_PAGE = 208.0
_LINE, _SMALL_LINE, _PADDING, _LEAST = 3.95, 3.35, 2.0, 13.3  # heights of a finding's lines of text, and of the whole
_ID, _PLACE, _FAULT, _OBSERVED, _EFFECT = (
    (22, 22),
    (15, 18),
    (28, 32),
    (19, 23),
    (12, 14),
)  # columns of letters of a cell, large and small
_ON_COVER = 10
_COVER_PIECES = {
    "pai_gow": (0, 1, 2, 3, 16, 20),
    "five_card_poker": (39, 38, 37, 36, 35),
    "mahjong": (33, 32, 31, 27, 0, 10, 18),
    "mahjong_simplified": (32, 9, 18, 8),
}


class _Pieces:
    """Draws pieces into the HTML and remembers which, so that the PDF's resources or the page's symbols hold them."""

    def __init__(self, lang: str, *, paper: bool) -> None:
        self.lang, self.paper = lang, paper
        self.used: dict[str, tuple[str, int]] = {}

    def draw(self, game: str, code: int) -> Markup:
        """One piece with its words as the alternative text."""
        piece, words = drawing(game, code), name_piece(game, code, self.lang)
        self.used[piece.key] = (game, code)
        kind = piece.key.split("-")[0]
        if self.paper:
            return Markup('<img class="piece piece-{}" src="app:piece/{}" alt="{}">').format(kind, piece.key, words)
        return Markup(
            '<svg class="piece piece-{}" viewBox="0 0 {} {}" role="img" aria-label="{}">'
            '<title>{}</title><use href="#{}"/></svg>'
        ).format(kind, piece.width, piece.height, words, words, piece.key)

    def resources(self) -> dict[str, tuple[str, bytes]]:
        """The drawings as files by their ``app:`` address."""
        return {
            f"app:piece/{key}": ("image/svg+xml", svg(game, code, self.lang).encode())
            for key, (game, code) in self.used.items()
        }

    def symbols(self) -> Markup:
        """The drawings as symbols of one hidden sheet."""
        sheet = []
        for key, (game, code) in sorted(self.used.items()):
            piece = drawing(game, code)
            sheet.append(f'<symbol id="{key}" viewBox="0 0 {piece.width} {piece.height}">{piece.body}</symbol>')
        return Markup('<svg width="0" height="0" style="position:absolute" aria-hidden="true">{}</svg>').format(
            Markup("".join(sheet))  # noqa: S704 - our own drawings
        )


def _environment(folder: Path, words: Words) -> Environment:
    glyphs = drawable(folder)

    def finalize(value: object) -> object:
        return clean(value, glyphs) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = lambda text: _breakable(clean(str(text), glyphs))
    environment.filters["sentence"] = lambda text: clean(str(text), glyphs)
    environment.filters["safe_id"] = lambda text: re.sub(r"[^A-Za-z0-9-]", "-", str(text))
    environment.globals.update(w=words, number=words.number, money=words.money, share=words.share)
    return environment


def _breakable(text: str) -> Markup:
    """A hash or a long id that may break after every eight characters."""
    pieces = [text[at : at + 8] for at in range(0, len(text), 8)]
    return Markup("<wbr>").join(escape(piece) for piece in pieces)


def _cover_pieces(games: tuple[str, ...]) -> list[tuple[str, int]]:
    """A row of pieces of the games that were played, which fits the cover."""
    each = max(2, _ON_COVER // max(1, len(games)))
    return [(game, code) for game in games for code in _COVER_PIECES.get(game, ())[:each]]


def _height(finding: Finding) -> float:
    """The height in millimetres that a line of the list may want; rather too much, so that nothing runs over."""
    lawful = f"xxxxxxx {finding.expected}" if finding.expected else ""  # a word stands before it
    seat = f"xxxx 8 | {finding.casino}"
    lost = "" if finding.effect is None else f"{abs(finding.effect) // 100:,}.00 {finding.currency}"
    loser = "" if finding.effect is None else "xxxxxxxxx xxxxxxxxx"
    cells = (
        (_PLACE, (finding.table, finding.hand), (seat,)),
        (_FAULT, (f"{finding.rule_id} {finding.title}",), (finding.citation,)),
        (_OBSERVED, (finding.observed,), (finding.observed_name, lawful)),
        (_EFFECT, (lost,), (loser,)),
        (_ID, (), (finding.id, f"{finding.day} {finding.time}", "x" * 20)),  # the last is its file and row
    )
    wanted = [_LEAST]
    for (wide, narrow), large, small in cells:
        lines = sum(_lines(text, wide) for text in large), sum(_lines(text, narrow) for text in small)
        wanted.append(_PADDING + lines[0] * _LINE + lines[1] * _SMALL_LINE)
    return max(wanted)


def _lines(text: str, wide: int) -> int:
    """How many lines of so many columns a text fills, cut at spaces, in endless words and between wide characters."""
    lines, used = 0, wide
    for word in text.split():
        size = width(word)
        parts = [1 + (letter > "\u2e7f") for letter in word] if size > wide or not word.isascii() else [size]
        room = used + (used < wide)
        for part in parts:
            if room + part > wide:
                lines, room = lines + 1, 0
            room += part
        used = room
    return lines


def _pages(findings: tuple[Finding, ...]) -> list[list[Finding]]:
    """The lines of the list in portions for one page each; the first page holds fewer."""
    pages: list[list[Finding]] = []
    room = 0.0
    for finding in findings:
        height = _height(finding)
        if height > room:
            room = _PAGE if pages else _FIRST_PAGE
            pages.append([])
        pages[-1].append(finding)
        room -= height
    return pages


def set_html(report: Report, words: Words, folder: Path, *, paper: bool) -> tuple[str, Mapping[str, tuple[str, bytes]]]:
    """The report as HTML, and the resources that it names (none for the screen, which carries everything inside).

    RenderError where a template is missing or names what the report does not have.
    """
    pieces = _Pieces(words.lang, paper=paper)
    charts = {name: Markup(chart) for name, chart in report.charts.items()}  # noqa: S704 - our own drawing
    values = {
        "r": report,
        "t": report.totals,
        "piece": pieces.draw,
        "charts": charts,
        "paper": paper,
        "glossary": load_glossary(folder),
        "finding_pages": _pages(report.findings),
        "cover_pieces": _cover_pieces(report.games),
    }
    try:
        environment = _environment(folder, words)
        style = "" if paper else (folder / "report.css").read_text(encoding="utf-8")
        ours = {"style": Markup(style), "symbols": pieces.symbols}  # noqa: S704 - our own stylesheet
        html = environment.get_template("report.html.j2").render({**values, **ours})
    except (TemplateError, OSError) as error:
        raise RenderError(f"the report's templates cannot be set: {error}") from error
    return html, pieces.resources() if paper else {}
