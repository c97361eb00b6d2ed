"""An analysis as a notebook shows it: the board with the best move, and a table of the candidates. No scripts."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from ludotheque.position import Move
from ludotheque.texts import Text, say

if TYPE_CHECKING:
    from ludotheque.engine.analysis import Analysis, Candidate

LONGEST = 12
"""How many moves of a line are shown."""
CELL = 'style="text-align: left; vertical-align: top"'
BOARD = 'style="width: 20em; max-width: 100%; height: auto; margin-right: 1em"'


def analysis_html(analysis: Analysis) -> str:
    """Return an analysis as HTML that needs nothing else."""
    mixed = analysis.best.weight is not None
    names = ["move", "chance", *(["weight"] if mixed else []), "line"]
    head = "".join(f"<th {CELL}>{_text(say(f'analysis.{name}'))}</th>" for name in names)
    rows = "".join(f"<tr>{_row(candidate)}</tr>" for candidate in analysis.candidates)
    about = say("analysis.about", depth=analysis.depth, nodes=analysis.nodes, seconds=f"{analysis.seconds:.1f}")
    return (
        f'<div style="display: flex; flex-wrap: wrap">{_board(analysis)}'
        f"<div><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{_text(about)}</p></div></div>"
    )


def _row(candidate: Candidate) -> str:
    weight = [] if candidate.weight is None else [_percent(candidate.weight)]
    line = " ".join(map(str, candidate.line[:LONGEST])) + (" …" if len(candidate.line) > LONGEST else "")
    cells = [str(candidate.move), _chance(candidate), *weight, line]
    return "".join(f"<td {CELL}>{_text(cell)}</td>" for cell in cells)


def _chance(candidate: Candidate) -> str | Text:
    """The chance, or after how many moves the result comes."""
    if not candidate.proven or candidate.distance is None or candidate.chance not in (0.0, 1.0):
        return _percent(candidate.chance)
    return say("analysis.won" if candidate.chance else "analysis.lost", distance=candidate.distance)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"


def _text(text: object) -> str:
    return escape(str(text))


def _board(analysis: Analysis) -> str:
    """The board as an image, so that its styles and ids do not mix with those of other outputs."""
    arrows, circles = marks(analysis.best.move)
    source = b64encode(analysis.view.svg(arrows=arrows, circles=circles).encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{source}" alt="{_text(analysis.view.text)}" {BOARD}>'


def marks(move: Move) -> tuple[list[tuple[str, str]], list[str]]:
    """Return a move as arrows and circles: its clicks one after the other, from cell to cell.

    >>> import ludotheque as lt
    >>> game = lt.load("malawi")
    >>> marks(game.read("a1-a3")), marks(game.read("a1>e3,f1"))
    (([('a1', 'a3')], []), ([('a1', 'e3'), ('a1', 'f1')], []))
    """
    arrows, circles, last = list[tuple[str, str]](), list[str](), ""
    for step in move.game.rulebook.look.clickable[move.code].path.split():
        cells = [cell for cell in step.lstrip("?").split("+") if cell in move.game.board.index]
        if last:
            arrows += [(last, cell) for cell in cells]
        elif len(cells) > 1:
            circles += cells
        last = cells[0] if len(cells) == 1 else last
    return arrows, circles or ([] if arrows or not last else [last])
