"""The report's charts, drawn by matplotlib as SVG that needs no font of its own and is the same byte for byte."""

import contextlib
import io
import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from audit.report.model import Line, Report
from audit.report.words import Words

COLOURS = {"critical": "#8f1d2c", "major": "#d0641f", "minor": "#d9ac3a", "note": "#8b9bb0"}
_INK, _RULE = "#3c4656", "#d9dde4"
_WIDTH = 174 / 25.4  # inches: the width of the page's text
_MOST_BARS = 12
_LABEL_LIMIT = 34
_FAMILY = "Noto Sans TC"


def _canvas(height: float, folder: Path) -> tuple[Any, Any]:
    """A figure of a height in inches with one bare axes; our own font is made known to the measuring of text."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415 - half a second to load
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.font_manager import fontManager  # noqa: PLC0415

    if not any(entry.name == _FAMILY and Path(entry.fname).parent == folder / "fonts" for entry in fontManager.ttflist):
        for name in ("NotoSansTC-Regular.ttf", "NotoSansTC-Bold.ttf"):
            fontManager.addfont(str(folder / "fonts" / name))
    figure = Figure(figsize=(_WIDTH, height))
    FigureCanvasSVG(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=_INK, labelsize=7.5)
    axes.set_axisbelow(True)
    return figure, axes


# On top of the library's own defaults: a user's or a folder's settings file must not change a report.
_STYLE = {"svg.fonttype": "none", "font.family": [_FAMILY], "text.parse_math": False, "axes.unicode_minus": False}


@contextlib.contextmanager
def _settings(name: str) -> Iterator[None]:
    import matplotlib as mpl  # noqa: PLC0415

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it announces the building of its font cache
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({**_STYLE, "svg.hashsalt": name})
        yield


def _finish(figure: Any, name: str, description: str) -> str:
    """The figure as one inline svg element; its ids get the chart's name in front, its title says what it shows."""
    stream = io.StringIO()
    with _settings(name):
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = text.replace('href="#', f'href="#{name}-').replace("url(#", f"url(#{name}-")
    text = text.replace(f"'{_FAMILY}'", "'Audit TC', 'Audit SC'")
    head = text.index(">") + 1
    return f"{text[:head]}<title>{escape(description)}</title>{text[head:]}"


def _marks(most: int) -> list[int]:
    """Round numbers from nought to at least ``most``, two to six of them."""
    most = max(most, 1)
    step = next(part * 10**power for power in range(18) for part in (1, 2, 5) if most <= 5 * part * 10**power)
    return list(range(0, most + step, step))


def _legend(axes: Any, words: Words, above: float) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415

    kinds = ("critical", "major", "minor", "note")
    patches = [Patch(facecolor=COLOURS[kind], label=words(f"severity.{kind}")) for kind in kinds]
    axes.legend(
        handles=patches, loc="lower right", bbox_to_anchor=(1, above), ncols=4, frameon=False, fontsize=7.5,
        handlelength=0.9, handleheight=0.9, handletextpad=0.5, columnspacing=1.4, borderpad=0, labelcolor=_INK,
    )  # fmt: skip


def _stacks(line: Line) -> tuple[tuple[str, int], ...]:
    counts = line.severities
    return (("critical", counts.critical), ("major", counts.major), ("minor", counts.minor), ("note", line.notes))


def _height(line: Line) -> int:
    return line.severities.total + line.notes


def days_chart(lines: Sequence[Line], words: Words, folder: Path) -> str:
    """Findings of each gaming day, stacked by severity."""
    with _settings("days"):
        figure, axes = _canvas(1.9, folder)
        axes.set_position((0.045, 0.12, 0.955, 0.74))
        spots = range(len(lines))
        base = [0] * len(lines)
        width = 0.72 if len(lines) > 15 else 0.1 + 0.04 * len(lines)
        for place, (kind, _) in enumerate(_stacks(lines[0])):
            counts = [_stacks(line)[place][1] for line in lines]
            axes.bar(spots, counts, bottom=base, width=width, color=COLOURS[kind], linewidth=0)
            base = [low + count for low, count in zip(base, counts, strict=True)]
        marks = _marks(max(base))
        axes.set_ylim(0, marks[-1])
        axes.set_xlim(-0.6, max(len(lines) - 0.4, 0.6))
        step = max(1, -(-len(lines) // 16))
        axes.set_xticks(spots[::step], [line.name[5:] for line in lines][::step])
        axes.set_yticks(marks, [words.number(mark) for mark in marks])
        axes.grid(axis="y", color=_RULE, linewidth=0.6)
        axes.spines["bottom"].set(visible=True, color=_INK, linewidth=0.8)
        _legend(axes, words, 1.06)
    worst = max(lines, key=_height)
    findings, days = words("count.findings", n=sum(base)), words("count.days", n=len(lines))
    description = words("chart.days_alt", days=days, findings=findings, day=worst.name, most=_height(worst))
    return _finish(figure, "days", description)


def bars_chart(lines: Sequence[Line], name: str, words: Words, folder: Path, *, half: bool = False) -> str:
    """Horizontal bars of the lines with the most findings, stacked by severity, the number at the end of each."""
    shown = [line for line in lines if _height(line)][:_MOST_BARS]
    with _settings(name):
        height = 0.24 * len(shown) + 0.08
        figure, axes = _canvas(height, folder)
        left = 0.36
        if half:
            figure.set_size_inches(_WIDTH * 0.48, height)
            left = 0.3
        axes.set_position((left, 0, 1 - left - 0.08, 1))
        base = [0] * len(shown)
        spots = range(len(shown))
        for place, (kind, _) in enumerate(_stacks(shown[0])):
            counts = [_stacks(line)[place][1] for line in shown]
            axes.barh(spots, counts, left=base, height=0.62, color=COLOURS[kind], linewidth=0)
            base = [low + count for low, count in zip(base, counts, strict=True)]
        axes.set_ylim(len(shown) - 0.5, -0.5)
        axes.set_xlim(0, max(base))
        axes.set_xticks([])
        axes.set_yticks(spots, [_label(line) for line in shown])
        for spot, count in zip(spots, base, strict=True):
            axes.text(count + max(base) * 0.012, spot, words.number(count), va="center", fontsize=7.5, color=_INK)
        axes.spines["left"].set(visible=True, color=_INK, linewidth=0.8)
    first = shown[0]
    description = words(f"chart.{name}_alt", n=len(shown), first=_label(first), most=_height(first))
    return _finish(figure, name, description)


def _label(line: Line) -> str:
    return line.name if len(line.name) <= _LABEL_LIMIT else line.name[: _LABEL_LIMIT - 1] + "…"


def draw_charts(report: Report, words: Words, folder: Path) -> dict[str, str]:
    """Every chart that the report's figures call for, by name; none where there is nothing to show."""
    charts = {}
    if report.findings_total and report.by_day:
        charts["days"] = days_chart(report.by_day, words, folder)
    if any(_height(line) for line in report.by_rule):
        charts["rules"] = bars_chart(report.by_rule, "rules", words, folder, half=True)
    if any(_height(line) for line in report.by_table):
        charts["tables"] = bars_chart(report.by_table, "tables", words, folder, half=True)
    return charts
