"""What is said while Massaï is played: what is built, how attacks end, and the turns left when the limit is near."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.massai import layout
from ludotheque.games.massai.board import beside, shortest_chain
from ludotheque.games.massai.layout import BUILD, GUARD, LAST_TURNS, MOVE, SET_UP, huts, turns_left
from ludotheque.rulebook import Narration, State
from ludotheque.texts import Text


class MassaiNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        kind = layout.kind_of(move)
        if kind == SET_UP:
            return self.say("narration.set_up", cells=self.names(layout.cells_of(move)))
        if kind == GUARD:
            guards = layout.cells_of(move)
            key = "guards" if guards.bit_count() > 1 else "guard"
            return self.say(f"narration.{key}", cells=self.names(guards))
        cell = self.name(layout.cell_of(move))
        if kind == MOVE:
            return self.say("narration.move", start=cell, end=self.name(layout.end_of(move)))
        return self.say("narration.build" if kind == BUILD else "narration.attack", cell=cell)

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return how an attack ended, and the turns left when the limit comes near."""
        told: list[Text] = []
        # The guards come last, and reveal the target.
        player, move = revealed[-1] if revealed else (0, SET_UP)
        if layout.kind_of(move) == GUARD:
            target = layout.target(before) or 1 << layout.cell_of(revealed[0][1])
            told += self._attack(before, after, player, target, repelled=bool(layout.cells_of(move) & target))
        if not self.book.rules.ending(after) and turns_left(before) > turns_left(after) == LAST_TURNS:
            told.append(self.say("narration.last_turns", left=LAST_TURNS))
        return told

    def _attack(self, before: State, after: State, defender: int, target: int, repelled: bool) -> list[Text]:
        """The huts that an attack took off, and the one that it put on the board (MAS-7)."""
        attacker = 1 - defender
        loser = attacker if repelled else defender
        side, cell = self.player_name(loser), self.names(target)
        lost = huts(before, loser) & ~huts(after, loser)
        near = lost & (target | beside(self.board, target))
        told = [
            self.say(
                "narration.repelled" if repelled else "narration.succeeds", cell=cell, side=side, lost=self.names(near)
            )
        ]
        if alone := lost & ~near:
            told.append(self.say("narration.isolated", side=side, lost=self.names(alone)))
        if not repelled:
            key = "taken" if huts(after, attacker) & target else "stays_empty"
            told.append(self.say(f"narration.{key}", side=self.player_name(attacker), cell=cell))
        return told

    def decided(self, state: State) -> int:
        """Return the chain of the winner, or all their huts where their number wins (MAS-8a, MAS-8d)."""
        ending = self.book.rules.ending(state)
        if not ending or ending.reason not in ("chain", "fifteen"):
            return 0
        won = huts(state, ending.returns.index(1))
        return shortest_chain(self.board, won) if ending.reason == "chain" else won
