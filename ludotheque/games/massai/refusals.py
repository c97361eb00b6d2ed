"""Why a decision is not allowed in Massaï, in the order in which a person would notice. No sentence needs a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.errors import IllegalMove
from ludotheque.games.massai.board import HALVES, HUTS, beside, guards_for, lonely
from ludotheque.games.massai.layout import BUILD, DEFENCE, DUE, GUARD, MOVE, SET_UP, SETTING_UP
from ludotheque.rulebook import State

if TYPE_CHECKING:
    from ludotheque.games.massai import Massai

ROWS = (("a", "d"), ("e", "h"))
EXAMPLES = ("a3,a4,b3,c2,c3", "e3,e4,f3,f4,g4")
"""A set-up of each player."""


def explain(book: Massai, state: State, player: int, move: int) -> IllegalMove:
    kind, rest = move & 255, move >> 8
    if state[DUE] == SETTING_UP:
        if kind == SET_UP:
            return _explain_set_up(book, player, rest)
        return book.refusal("MAS-2", "choose_first", example=EXAMPLES[player])
    if state[DUE] == DEFENCE:
        return _explain_guard(book, state, player, kind, rest)
    if kind == SET_UP:
        return book.refusal("MAS-2", "set_up_over")
    if kind == GUARD:
        return book.refusal("MAS-6", "no_attack")
    if kind == MOVE:
        return _explain_move(book, state, player, rest & 63, rest >> 6)
    return (_explain_build if kind == BUILD else _explain_attack)(book, state, player, rest)


def _corners(book: Massai, key: str) -> str:
    """The sentence that recalls, where it matters, that corners do not count in this game."""
    return f"{key}_orthogonal" if book.options["orthogonal"] else key


def _explain_set_up(book: Massai, player: int, cells: int) -> IllegalMove:
    outside = cells & ~HALVES[player]
    if outside:
        first, last = ROWS[player]
        return book.refusal("MAS-2", "rows", first=first, last=last, cells=book.names_of(outside))
    if cells.bit_count() != 5:
        return book.refusal("MAS-2", "five", found=cells.bit_count())
    alone = lonely(book.board, cells)
    return book.refusal("MAS-2", _corners(book, "apart"), cells=book.names_of(alone))


def _explain_build(book: Massai, state: State, player: int, cell: int) -> IllegalMove:
    if state[1 + player].bit_count() == HUTS:
        return book.refusal("MAS-3", "none_left")
    if (state[1] | state[2]) >> cell & 1:
        return book.refusal("MAS-3", "build_occupied", cell=book.name(cell))
    return book.refusal("MAS-3", _corners(book, "build_apart"), cell=book.name(cell))


def _explain_move(book: Massai, state: State, player: int, start: int, end: int) -> IllegalMove:
    own = state[1 + player]
    if own.bit_count() < HUTS:
        return book.refusal("MAS-4", "hand", left=HUTS - own.bit_count())
    if not own >> start & 1:
        enemy = state[2 - player] >> start & 1
        return book.refusal("MAS-4", "not_yours" if enemy else "no_hut", cell=book.name(start))
    if start == end:
        return book.refusal("MAS-4", "stays", cell=book.name(start))
    if (state[1] | state[2]) >> end & 1:
        return book.refusal("MAS-4", "move_occupied", end=book.name(end))
    alone = lonely(book.board, own ^ (1 << start | 1 << end))
    key = _corners(book, "isolated")
    return book.refusal("MAS-4", key, start=book.name(start), end=book.name(end), cells=book.names_of(alone))


def _explain_attack(book: Massai, state: State, player: int, target: int) -> IllegalMove:
    if state[1 + player] >> target & 1:
        return book.refusal("MAS-5", "own_target", cell=book.name(target))
    if not state[2 - player] >> target & 1:
        return book.refusal("MAS-5", "no_target", cell=book.name(target))
    return book.refusal("MAS-5", _corners(book, "unreached"), cell=book.name(target))


def _explain_guard(book: Massai, state: State, player: int, kind: int, cells: int) -> IllegalMove:
    own = state[1 + player]
    threatened = own & beside(book.board, state[2 - player])
    wanted = guards_for(threatened.bit_count())
    if kind != GUARD:
        example = "+" + ",".join(book.board.names(threatened)[:wanted])
        return book.refusal("MAS-6", "defend_first", wanted=wanted, cells=book.names_of(threatened), example=example)
    if cells & ~own:
        return book.refusal("MAS-6", "strangers", cells=book.names_of(cells & ~own))
    if cells & ~threatened:
        return book.refusal("MAS-6", _corners(book, "safe"), cells=book.names_of(cells & ~threatened))
    found = cells.bit_count()
    return book.refusal("MAS-6", "guards", threatened=threatened.bit_count(), wanted=wanted, found=found)
