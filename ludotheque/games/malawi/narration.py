"""What is said while Malawi is played: which pawn did what, rings that are lost, intruders."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.malawi import layout
from ludotheque.games.malawi.board import FIRST_ROWS
from ludotheque.games.malawi.layout import MAX_RECEIVERS, pawns, ringed, rings_on
from ludotheque.rulebook import Danger, Narration, State
from ludotheque.texts import Text


class MalawiNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        pawn, kind = self.name(layout.pawn_of(move)), layout.kind_of(move)
        if kind == layout.SHARE:
            return self.say("narration.share", pawn=pawn, receivers=self.names(layout.receivers_of(move)))
        key = "move" if kind == layout.MOVE else "strike"
        return self.say(f"narration.{key}", pawn=pawn, end=self.name(layout.target_of(move)))

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return the rings that left the game, and the pawn that the next player must strike."""
        told = [event for _, move in revealed if (event := self._loss(before, move))]
        if not self.book.rules.ending(after):
            told += [
                self.say("narration.intruder", cells=self.names(intruders), side=self.player_name(player))
                for player in (0, 1)
                if (intruders := self._intruders(after, player))
            ]
        return told

    def _loss(self, before: State, move: int) -> Text | None:
        """The rings that leave the game: those of a struck pawn (MAL-4), or those beyond five (MAL-3)."""
        if layout.kind_of(move) == layout.STRIKE:
            target = layout.target_of(move)
            return self.say("narration.loses", pawn=self.name(target), rings=rings_on(before, target))
        surplus = rings_on(before, layout.pawn_of(move)) - MAX_RECEIVERS
        if layout.kind_of(move) == layout.SHARE and surplus > 0:
            return self.say("narration.surplus", rings=surplus)
        return None

    def dangers(self, state: State, player: int) -> Sequence[Danger]:
        """Return the enemy pawns that must be struck now (MAL-5c)."""
        intruders = self._intruders(state, player)
        return [Danger(intruders, self.say("dangers.intruder", cells=self.names(intruders)))] if intruders else []

    def decided(self, state: State) -> int:
        """Return the pawns that broke through."""
        ending = self.book.rules.ending(state)
        if not ending or ending.reason != "breakthrough":
            return 0
        return self._intruders(state, 1 - ending.returns.index(1))

    def _intruders(self, state: State, player: int) -> int:
        """The enemy pawns with a ring on a player's first row."""
        return pawns(state, 1 - player) & ringed(state) & FIRST_ROWS[player]
