"""What is said while Masterplan is played: houses, the parks and towers that they bring, and the points."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import numbers
from ludotheque.games.masterplan import layout
from ludotheque.games.masterplan.board import PLACES, SIDES
from ludotheque.games.masterplan.layout import PARKS, TOWERS
from ludotheque.games.masterplan.look import points_won, tower_points
from ludotheque.games.masterplan.notation import forgotten_parks
from ludotheque.rulebook import Narration, State
from ludotheque.texts import Text


class MasterplanNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        cell, place = self.name(layout.cell_of(move)), self.say(f"standing.{PLACES[layout.place_of(move)]}")
        vigilance = self.options["vigilance"]
        brought = self.book.rules.after(before, player, move)[PARKS] & ~before[PARKS] if vigilance else 0
        if not brought:
            return self.say("narration.build", cell=cell, place=place)
        announced = brought & ~forgotten_parks(move)
        if not announced:
            return self.say("narration.announce_none", cell=cell, place=place)
        return self.say("narration.announce", cell=cell, place=place, parks=self.names(announced))

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return the new parks with their points, those that were forgotten, the new towers; at the end all towers."""
        if not revealed:
            return ()
        new, forgotten = after[PARKS] & ~before[PARKS], 0
        for _, move in revealed:
            forgotten |= forgotten_parks(move)
        won = points_won(self.book, before, after)
        told = [
            self._points("parks", won.parks, new & ~forgotten),
            self._cells("forgotten", new & forgotten),
            self._cells("towers", after[TOWERS] & ~before[TOWERS]),
        ]
        if self.book.rules.ending(after):
            taken = {f"{side}_cells": self._taken(after, player) for player, side in enumerate(SIDES)}
            told.append(self._points("end" if any(won.towers) else "end_even", won.towers, after[TOWERS], **taken))
        return [text for text in told if text]

    def _points(self, key: str, points: tuple[int, int], cells: int, **more: Text) -> Text | None:
        """What these parks or towers gave to both sides."""
        if not cells:
            return None
        white, yellow = points
        sides = {"first": self.player_name(0), "second": self.player_name(1)}
        count, names = cells.bit_count(), self.names(cells)
        return self.say(f"narration.{key}", count=count, cells=names, white=white, yellow=yellow, **sides, **more)

    def _taken(self, state: State, player: int) -> Text:
        """The towers that gave points to a player; a dash for none."""
        cells = [cell for cell in numbers(state[TOWERS]) if tower_points(self.book, state, cell)[player]]
        return self.names(sum(1 << cell for cell in cells)) if cells else Text.same("–")

    def _cells(self, key: str, cells: int) -> Text | None:
        if not cells:
            return None
        return self.say(f"narration.{key}", count=cells.bit_count(), cells=self.names(cells))
