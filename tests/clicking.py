"""Clicks as a page sends them: which sequences of clicks begin a legal move."""

from __future__ import annotations

from collections.abc import Sequence

import ludotheque as lt


def clickable(view: lt.View, clicks: Sequence[str]) -> list[str]:
    """Everything that can be clicked on a board after these clicks: cells, pieces in a tray, spots."""
    look = view.game.rulebook.look
    pieces = [piece.token for piece in look.pieces(view.state) if piece.token]
    spots = [name for name, token in look.tokens().items() if token.place] if clicks else []
    return [*view.game.board.index, *pieces, *spots]


def follows(view: lt.View, clicks: Sequence[str]) -> bool:
    """Whether some legal move begins with these clicks."""
    if combination := view.combination:
        return (
            len(clicks) <= combination.count
            and len(set(clicks)) == len(clicks)
            and set(clicks) <= set(combination.cells)
        )
    return any(_begins(move.path, clicks) for move in view.clickable_moves())


def _begins(path: str, clicks: Sequence[str]) -> bool:
    used = 0
    for step in path.split():
        members = set(filter(None, step.removeprefix("?").split("+")))
        taken = clicks[used : used + len(members)]
        if len(set(taken)) < len(taken) or not set(taken) <= members:
            return False
        used += len(taken)
        if used == len(clicks):
            return True
    return used == len(clicks)
