"""Why a move is not legal in Massaï, in the order in which a person would notice. No sentence needs a secret."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import HALVES, beside, isolated, threatened
from ludotheque.games.massai.layout import ATTACK, BUILD, CELLS, DEFENCE, GUARD, MOVE, SET_UP, SET_UP_HUTS, SETTING_UP
from ludotheque.rulebook import Refusals, State

EXAMPLES = ("a3,a4,b3,c2,c3", "e3,e4,f3,f4,g4")
"""A set-up of each player."""


class MassaiRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        kind, phase = layout.kind_of(move), layout.phase(state)
        if phase == SETTING_UP:
            if kind == SET_UP:
                return self._explain_set_up(player, layout.cells_of(move))
            return self.refusal("MAS-2", "choose_first", example=EXAMPLES[player])
        if phase == DEFENCE:
            return self._explain_guard(state, player, move)
        if kind == SET_UP:
            return self.refusal("MAS-2", "set_up_over")
        if kind == GUARD:
            return self.refusal("MAS-6", "no_attack")
        if kind == MOVE:
            return self._explain_move(state, player, layout.cell_of(move), layout.end_of(move))
        return (self._explain_build if kind == BUILD else self._explain_attack)(state, player, layout.cell_of(move))

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove:
        """Return what the last click means: a hut or a guard too many, or a build, a move or an attack."""
        cells = [self.cell(click) for click in clicks]
        if layout.phase(state) == SETTING_UP:
            if HALVES[player] >> cells[-1] & 1:
                return self.refusal("MAS-2", "five", found=len(cells))
            return layout.make_set(SET_UP, 1 << cells[-1])
        if layout.phase(state) == DEFENCE:
            huts = threatened(self.board, state, player)
            if huts >> cells[-1] & 1:
                return self._wrong_count(huts, len(cells))
            return layout.make_set(GUARD, 1 << cells[-1])
        return self._intended_turn(state, player, cells)

    def _intended_turn(self, state: State, player: int, cells: Sequence[int]) -> int | IllegalMove:
        """A hut that was chosen goes to the last cell. Otherwise that cell alone counts."""
        own, enemy = layout.huts(state, player), layout.huts(state, 1 - player)
        first, last = cells[0], cells[-1]
        if own >> last & 1 and (len(cells) == 1 or not self._ends(state, player, last)):
            return layout.make_move(last, last)
        if own >> first & 1:
            move, legal = layout.make_move(first, last), self._ends(state, player, first) >> last & 1
        elif enemy >> last & 1:
            move, legal = layout.make_single(ATTACK, last), threatened(self.board, state, 1 - player) >> last & 1
        elif own >> last & 1:
            move, legal = layout.make_move(last, last), 1
        else:
            legal = layout.hand(state, player) and beside(self.board, own) >> last & 1
            move = layout.make_single(BUILD, last)
        # A legal move that was clicked after another one: a turn has only one.
        return self.refusal("MAS-2", "set_up_over") if legal else move

    def _ends(self, state: State, player: int, start: int) -> int:
        """Where a hut can go when all are on the board (MAS-4)."""
        if layout.hand(state, player):
            return 0
        own, free = layout.huts(state, player), (1 << CELLS) - 1 & ~layout.everyone(state)
        return sum(1 << end for end in numbers(free) if not isolated(self.board, own ^ (1 << start | 1 << end)))

    def _corners(self, key: str) -> str:
        """The key of a sentence that recalls, where it matters, that corners do not count in this game."""
        return f"{key}_orthogonal" if self.options["orthogonal"] else key

    def _explain_set_up(self, player: int, cells: int) -> IllegalMove:
        outside = cells & ~HALVES[player]
        if outside:
            own = self.board.names(HALVES[player])
            return self.refusal("MAS-2", "rows", first=own[0][0], last=own[-1][0], cells=self.names(outside))
        if cells.bit_count() != SET_UP_HUTS:
            return self.refusal("MAS-2", "five", found=cells.bit_count())
        return self.refusal("MAS-2", self._corners("apart"), cells=self.names(isolated(self.board, cells)))

    def _explain_build(self, state: State, player: int, cell: int) -> IllegalMove:
        if not layout.hand(state, player):
            return self.refusal("MAS-3", "none_left")
        if layout.everyone(state) >> cell & 1:
            return self.refusal("MAS-3", "build_occupied", cell=self.name(cell))
        return self.refusal("MAS-3", self._corners("build_apart"), cell=self.name(cell))

    def _explain_move(self, state: State, player: int, start: int, end: int) -> IllegalMove:
        own, left = layout.huts(state, player), layout.hand(state, player)
        if left:
            return self.refusal("MAS-4", "hand", left=left)
        if not own >> start & 1:
            enemy = layout.huts(state, 1 - player) >> start & 1
            return self.refusal("MAS-4", "not_yours" if enemy else "no_hut", cell=self.name(start))
        if start == end:
            key = "stays" if self._ends(state, player, start) else "stuck"
            return self.refusal("MAS-4", key, cell=self.name(start))
        if layout.everyone(state) >> end & 1:
            return self.refusal("MAS-4", "move_occupied", end=self.name(end))
        alone = self.names(isolated(self.board, own ^ (1 << start | 1 << end)))
        key = self._corners("isolated")
        return self.refusal("MAS-4", key, start=self.name(start), end=self.name(end), cells=alone)

    def _explain_attack(self, state: State, player: int, target: int) -> IllegalMove:
        if layout.huts(state, player) >> target & 1:
            return self.refusal("MAS-5", "own_target", cell=self.name(target))
        if not layout.huts(state, 1 - player) >> target & 1:
            return self.refusal("MAS-5", "no_target", cell=self.name(target))
        return self.refusal("MAS-5", self._corners("unreached"), cell=self.name(target))

    def _explain_guard(self, state: State, player: int, move: int) -> IllegalMove:
        own, huts = layout.huts(state, player), threatened(self.board, state, player)
        wanted = layout.guards_for(huts.bit_count())
        if layout.kind_of(move) != GUARD:
            example = "+" + ",".join(self.board.names(huts)[:wanted])
            return self.refusal("MAS-6", "defend_first", wanted=wanted, cells=self.names(huts), example=example)
        cells = layout.cells_of(move)
        if strangers := cells & ~own:
            return self.refusal("MAS-6", "strangers", cells=self.names(strangers))
        if safe := cells & ~huts:
            return self.refusal("MAS-6", self._corners("safe"), cells=self.names(safe))
        return self._wrong_count(huts, cells.bit_count())

    def _wrong_count(self, huts: int, found: int) -> IllegalMove:
        """All guards must be set, and no more (MAS-6)."""
        wanted = layout.guards_for(huts.bit_count())
        return self.refusal("MAS-6", "guards", threatened=huts.bit_count(), wanted=wanted, found=found)
