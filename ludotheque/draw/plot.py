"""Small plots as SVG: bars, with or without intervals, and histograms.

The picture has no colours of its own: its classes (`amount`, `track`, `interval`, `axis`, `name`, `value`, `mark`) get
them from the page, which knows day and night. It is as wide as a telephone, and everything that is drawn is also
written: a plot tells nothing by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from ludotheque.draw.svg import number

WIDTH = 310
EDGE = 6
BAR = 12
TALL = 120
"""How high the highest bar of a histogram is."""
LETTER = 7
"""About the width of a letter: a name that would run into the number beside it goes on below."""
LINE = 16


class Bar(NamedTuple):
    """One row: what it is, how long from 0 to 1, what is written beside it, and between which bounds it may lie."""

    name: str
    length: float
    value: str
    low: float | None = None
    high: float | None = None


class Column(NamedTuple):
    """One column of a histogram: what is written below it, and how many it stands for."""

    name: str
    number: int


def draw_bars(bars: Sequence[Bar], *, title: str, about: str, middle: str = "", ends: tuple[str, str]) -> str:
    """Bars below one another, each under its name; `middle` is what one half is called, where it is marked."""
    inside: list[str] = []
    top = 0.0
    for bar in bars:
        names = wrap(bar.name, int((WIDTH - 2 * EDGE) / LETTER) - len(bar.value) - 1)
        inside += _bar(bar, names, top, middle)
        top += len(names) * LINE + BAR + 12
    ticks = [(0.0, ends[0], "start"), (1.0, ends[1], "end"), *([(0.5, middle, "middle")] if middle else [])]
    for share, label, anchor in ticks:
        inside.append(_text("mark", _across(share), top + 12, label, anchor))
    return _picture(inside, top + 18, title, about)


def _bar(bar: Bar, names: Sequence[str], top: float, middle: str) -> Iterator[str]:
    yield from (_text("name", EDGE, top + 13 + LINE * place, name) for place, name in enumerate(names))
    yield _text("value", WIDTH - EDGE, top + 13, bar.value, "end")
    top += len(names) * LINE + 2
    yield _rectangle("track", _across(0), top, _across(1) - _across(0), BAR)
    yield _rectangle("amount", _across(0), top, _across(bar.length) - _across(0), BAR)
    if middle:
        yield _line("axis", _across(0.5), top - 2, _across(0.5), top + BAR + 2)
    if bar.low is not None and bar.high is not None:
        y, low, high = top + BAR / 2, _across(bar.low), _across(bar.high)
        yield _line("interval", low, y, high, y)
        yield from (_line("interval", x, y - 4, x, y + 4) for x in (low, high))


def draw_histogram(columns: Sequence[Column], *, title: str, about: str, axis: str) -> str:
    """Columns side by side, each with its count above and its beginning below."""
    most = max([1, *(column.number for column in columns)])
    wide = (WIDTH - 2 * EDGE) / max(1, len(columns))
    ground = TALL + 18
    inside = []
    for place, column in enumerate(columns):
        left, high = EDGE + place * wide, TALL * column.number / most
        inside.append(_rectangle("amount", left + 1, ground - high, wide - 2, high))
        inside.append(_text("value", left + wide / 2, ground - high - 4, str(column.number), "middle"))
        inside.append(_text("mark", left + wide / 2, ground + 14, column.name, "middle"))
    inside.append(_line("axis", EDGE, ground, WIDTH - EDGE, ground))
    inside.append(_text("mark", WIDTH / 2, ground + 32, axis, "middle"))
    return _picture(inside, ground + 40, title, about)


def _across(share: float) -> float:
    return EDGE + min(max(share, 0.0), 1.0) * (WIDTH - 2 * EDGE)


def _picture(inside: Sequence[str], height: float, title: str, about: str) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" viewBox="0 0 {WIDTH} {number(height)}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(about)}</desc>",
            *inside,
            "</svg>",
        ]
    )


def _rectangle(kind: str, x: float, y: float, width: float, height: float) -> str:
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{kind}" x="{number(x)}" y="{number(y)}" {size} rx="2"/>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"/>'


def _text(kind: str, x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">{escape(text)}</text>'
