"""Why a move is not legal in Malawi, in the order in which a person would notice."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import IllegalMove
from ludotheque.games.malawi import layout
from ludotheque.games.malawi.board import DISTRIBUTE, distance
from ludotheque.games.malawi.layout import MAX_RECEIVERS, pawns, rings_on
from ludotheque.rulebook import Refusals, State

RULING = {layout.MOVE: "MAL-2", layout.STRIKE: "MAL-4", layout.SHARE: "MAL-3"}


class MalawiRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        kind, cell = layout.kind_of(move), layout.pawn_of(move)
        ruling, pawn = RULING[kind], self.name(cell)
        if not pawns(state, player) >> cell & 1:
            enemy = pawns(state, 1 - player) >> cell & 1
            return self.refusal(ruling, "not_yours" if enemy else "no_pawn", cell=pawn)
        if not rings_on(state, cell):
            return self.refusal(ruling, "no_ring", pawn=pawn)
        if kind == layout.SHARE:
            return self._explain_share(state, player, cell, layout.receivers_of(move))
        return self._explain_step(state, player, ruling, cell, layout.target_of(move))

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove | None:
        """Return a step of the first pawn, or a distribution after the token that begins one."""
        if clicks[0] == DISTRIBUTE:
            return None
        pawn, *others = (self.cell(click) for click in clicks if click != DISTRIBUTE)
        if DISTRIBUTE in clicks[1:]:
            return layout.make_share(pawn, sum({1 << other for other in others}))
        if not others:
            return layout.make_step(layout.MOVE, pawn, pawn)
        if pawns(state, player) >> others[0] & 1 and rings_on(state, pawn):
            return self.click_refusal("MAL-3", "distribute_first", pawn=self.name(pawn), receiver=self.name(others[0]))
        kind = layout.STRIKE if pawns(state, 1 - player) >> others[0] & 1 else layout.MOVE
        return layout.make_step(kind, pawn, others[0])

    def _explain_step(self, state: State, player: int, ruling: str, cell: int, end: int) -> IllegalMove:
        """A move or a strike: something to strike, a straight line, the right length, a free way, an empty end."""
        pawn, goal, rings = self.name(cell), self.name(end), rings_on(state, cell)
        strike = ruling == RULING[layout.STRIKE]
        if strike and (missed := self._missed(state, player, end)):
            return missed
        if cell == end:
            return self.refusal(ruling, "stay", pawn=pawn)
        if rings > MAX_RECEIVERS:
            return self.refusal(ruling, "heavy", pawn=pawn, rings=rings)
        diagonals = self.options["diagonals"] is True
        way = distance(cell, end, diagonals)
        if way is None:
            return self.refusal(ruling, "crooked" if diagonals else "crooked_orthogonal", start=pawn, end=goal)
        steps, crossed = way
        if steps != rings:
            key = "strike_distance" if strike else "distance"
            return self.refusal(ruling, key, pawn=pawn, rings=rings, end=goal, steps=steps)
        for between in crossed:
            if (pawns(state, 0) | pawns(state, 1)) >> between & 1:
                return self.refusal(ruling, "blocked", start=pawn, end=goal, cell=self.name(between))
        return self.refusal(ruling, "occupied", end=goal)

    def _missed(self, state: State, player: int, end: int) -> IllegalMove | None:
        """Why there is nothing to strike on a cell; None when an enemy pawn with a ring stands there."""
        goal = self.name(end)
        if pawns(state, player) >> end & 1:
            return self.refusal("MAL-4", "own_target", end=goal)
        if not pawns(state, 1 - player) >> end & 1:
            return self.refusal("MAL-4", "no_target", end=goal)
        return None if rings_on(state, end) else self.refusal("MAL-4", "bare", end=goal)

    def _explain_share(self, state: State, player: int, cell: int, receivers: int) -> IllegalMove:
        pawn, rings = self.name(cell), rings_on(state, cell)
        if receivers >> cell & 1:
            return self.refusal("MAL-3", "self", pawn=pawn)
        strangers = receivers & ~pawns(state, player)
        if strangers:
            return self.refusal("MAL-3", "strangers", cells=self.names(strangers))
        wanted, found = min(rings, MAX_RECEIVERS), receivers.bit_count()
        if wanted == MAX_RECEIVERS:
            return self.refusal("MAL-3", "all_receivers", pawn=pawn, rings=rings, found=found)
        return self.refusal("MAL-3", "receivers", pawn=pawn, rings=rings, wanted=wanted, found=found)
