"""Draw what `learn.py` has measured: `python examples/self_play/curve.py docs/images/learning-curve.json`.

The picture gets the name of the data, with the ending `.svg`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 48
PLIES = {1: ("#b45309", "6 4", "one ply ahead"), 2: ("#1d4ed8", "", "two plies ahead")}
"""How the curve of each search is drawn: its colour, its dashes and its name."""


def draw(about: dict[str, Any]) -> str:
    """Return the curves as SVG: the score after so many moves, each with its 95 % interval."""
    most = max(point["moves"] for point in about["points"])
    number, level = about["opponent"].partition(":")[::2]
    title = f"Score against {number} {level} after learning from so many moves, with 95 % intervals"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif"'
    lines = [
        f'{head} font-size="13">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    lines += axes(most)
    for place, plies in enumerate(PLIES):
        lines += curve(about["points"], most, plies, place)
    return "\n".join([*lines, "</svg>", ""])


def across(moves: float, most: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * moves / most, 1)


def up(share: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def axes(most: float) -> Iterator[str]:
    """The scale of the score on the left, that of the moves below."""
    for share in (0, 0.25, 0.5, 0.75, 1):
        wide = 2 if share == 0.5 else 1
        yield f'<path d="M{LEFT} {up(share)}H{WIDTH - RIGHT}" stroke="#bbb" stroke-width="{wide}"/>'
        yield f'<text x="{LEFT - 8}" y="{up(share) + 4}" text-anchor="end">{share:.0%}</text>'
    for part in range(5):
        moves = most * part / 4
        yield f'<text x="{across(moves, most)}" y="{HEIGHT - 26}" text-anchor="middle">{moves / 1e6:.1f}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">millions of moves played against itself</text>'


def curve(points: list[dict[str, Any]], most: float, plies: int, place: int) -> Iterator[str]:
    """One curve with its intervals, and its name above."""
    colour, dashes, name = PLIES[plies]
    found = [(across(point["moves"], most), point[f"plies_{plies}"]) for point in points]
    style = f'stroke="{colour}" stroke-width="2" fill="none"'
    for x, score in found:
        low, high = score["interval"]
        yield f'<path d="M{x} {up(low)}V{up(high)}" {style} stroke-opacity="0.4"/>'
        yield f'<circle cx="{x}" cy="{up(score["score"])}" r="3.5" fill="{colour}"/>'
    path = "L".join(f"{x} {up(score['score'])}" for x, score in found)
    yield f'<path d="M{path}" {style} stroke-dasharray="{dashes}"/>'
    x = LEFT + 200 * place
    yield f'<path d="M{x} 18h28" {style} stroke-dasharray="{dashes}"/><text x="{x + 36}" y="22">{name}</text>'


if __name__ == "__main__":
    data = Path(sys.argv[1])
    data.with_suffix(".svg").write_text(draw(json.loads(data.read_text("utf-8"))), "utf-8")
