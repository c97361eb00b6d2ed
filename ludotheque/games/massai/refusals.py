"""Why a move is not legal in Massaï, in the order in which a person would notice. No sentence needs a secret."""

from __future__ import annotations

from ludotheque.errors import IllegalMove
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import HALVES, isolated, threatened
from ludotheque.games.massai.layout import BUILD, DEFENCE, GUARD, MOVE, SET_UP, SET_UP_HUTS, SETTING_UP
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
            return self.refusal("MAS-4", "stays", cell=self.name(start))
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
        found = cells.bit_count()
        return self.refusal("MAS-6", "guards", threatened=huts.bit_count(), wanted=wanted, found=found)
