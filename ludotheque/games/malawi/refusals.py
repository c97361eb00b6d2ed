"""Why a decision is not allowed in Malawi, in the order in which a person would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.errors import IllegalMove
from ludotheque.games.malawi.board import distance
from ludotheque.rulebook import State

if TYPE_CHECKING:
    from ludotheque.games.malawi import Malawi

RULING = ("MAL-2", "MAL-4", "MAL-3")
"""By kind of decision: move, strike, distribute."""


def explain(book: Malawi, state: State, player: int, move: int) -> IllegalMove:
    kind, cell = move & 3, move >> 2 & 63
    ruling, pawn = RULING[kind], book.name(cell)
    if not state[1 + player] >> cell & 1:
        enemy = state[2 - player] >> cell & 1
        return book.refusal(ruling, "not_yours" if enemy else "no_pawn", cell=pawn)
    rings = book.rings_on(state, cell)
    if not rings:
        return book.refusal(ruling, "no_ring", pawn=pawn)
    if kind == 2:
        return _explain_share(book, state, player, cell, move >> 8)
    return _explain_step(book, state, player, ruling, cell, move >> 8 & 63)


def _explain_step(book: Malawi, state: State, player: int, ruling: str, cell: int, end: int) -> IllegalMove:
    """A move or a strike: something to strike, a straight line, the right length, a free way, an empty end."""
    pawn, goal, rings = book.name(cell), book.name(end), book.rings_on(state, cell)
    strike = ruling == "MAL-4"
    if strike and (missed := _missed(book, state, player, end)):
        return missed
    if cell == end:
        return book.refusal(ruling, "stay", pawn=pawn)
    if rings > 5:
        return book.refusal(ruling, "heavy", pawn=pawn, rings=rings)
    diagonals = book.options["diagonals"] is True
    way = distance(cell, end, diagonals)
    if way is None:
        return book.refusal(ruling, "crooked" if diagonals else "crooked_orthogonal", start=pawn, end=goal)
    steps, crossed = way
    if steps != rings:
        key = "strike_distance" if strike else "distance"
        return book.refusal(ruling, key, pawn=pawn, rings=rings, end=goal, steps=steps)
    for between in crossed:
        if (state[1] | state[2]) >> between & 1:
            return book.refusal(ruling, "blocked", start=pawn, end=goal, cell=book.name(between))
    return book.refusal(ruling, "occupied", end=goal)


def _missed(book: Malawi, state: State, player: int, end: int) -> IllegalMove | None:
    """Why there is nothing to strike on a cell; None when an enemy pawn with a ring stands there."""
    goal = book.name(end)
    if state[1 + player] >> end & 1:
        return book.refusal("MAL-4", "own_target", end=goal)
    if not state[2 - player] >> end & 1:
        return book.refusal("MAL-4", "no_target", end=goal)
    return None if book.rings_on(state, end) else book.refusal("MAL-4", "bare", end=goal)


def _explain_share(book: Malawi, state: State, player: int, cell: int, receivers: int) -> IllegalMove:
    pawn, rings = book.name(cell), book.rings_on(state, cell)
    if receivers >> cell & 1:
        return book.refusal("MAL-3", "self", pawn=pawn)
    strangers = receivers & ~state[1 + player]
    if strangers:
        return book.refusal("MAL-3", "strangers", cells=book.names_of(strangers))
    wanted, found = min(rings, 5), receivers.bit_count()
    if wanted == 5:
        return book.refusal("MAL-3", "all_receivers", pawn=pawn, rings=rings, found=found)
    return book.refusal("MAL-3", "receivers", pawn=pawn, rings=rings, wanted=wanted, found=found)
