"""What is said while Assaut is played: steps, captures, lifted officers, and how the assault on the fortress goes."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import numbers
from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import BOARD, FORTRESS, INSIDE, path
from ludotheque.games.assaut.layout import LAST_QUIET, MIN_SOLDIERS, SOLDIER_SIDE, officers, quiet_left, soldiers
from ludotheque.games.assaut.refusals import could_capture
from ludotheque.rulebook import Danger, Narration, State
from ludotheque.texts import Text, join


class AssautNarration(Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        start = layout.start_of(move)
        if layout.is_capture(move):
            return self._capture(start, move)
        end = layout.end_of(move)
        if layout.is_placing(move):
            return self.say("narration.place", cells=self.names(1 << start | 1 << end))
        key = "soldier" if player == SOLDIER_SIDE else "officer"
        return self.say(f"narration.{key}", start=self.name(start), end=self.name(end))

    def _capture(self, start: int, move: int) -> Text:
        """A capture, with the points where the officer lands on its way."""
        cells, jumped = path(start, layout.directions_of(move))
        names = list(map(self.name, cells))
        if len(jumped) == 1:
            return self.say("narration.take", start=names[0], over=self.name(jumped[0]), end=names[-1])
        way = join(names[1:-1])
        return self.say("narration.takes", start=names[0], taken=len(jumped), end=names[-1], way=way)

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return what a turn did: several soldiers captured, an officer lifted, a soldier in the fortress."""
        told: list[Text] = []
        for player, move in revealed:
            told += self._entry(after, move) if player == SOLDIER_SIDE else self._officer_turn(before, after, move)
        if not self.book.rules.ending(after) and quiet_left(before) > quiet_left(after) == LAST_QUIET:
            told.append(self.say("narration.last_quiet", left=LAST_QUIET))
        return told

    def _entry(self, after: State, move: int) -> list[Text]:
        """A soldier that has come into the fortress, and how much of it is taken."""
        if layout.start_of(move) in FORTRESS or layout.end_of(move) not in FORTRESS:
            return []
        return [self.say("narration.enters", inside=(soldiers(after) & INSIDE).bit_count())]

    def _officer_turn(self, before: State, after: State, move: int) -> list[Text]:
        """The soldiers that a turn captured, and the officer that it cost (ASS-5b)."""
        if layout.is_placing(move):
            return []
        start, end = layout.start_of(move), _end(move)
        told = []
        lost = soldiers(before) & ~soldiers(after)
        if lost.bit_count() > 1:
            told.append(self.say("narration.captured", cells=self.names(lost)))
        standing = officers(before) & ~(1 << start) | 1 << end
        for lifted in numbers(standing & ~officers(after)):
            judged = start if lifted == end else lifted
            key, names = "huffed_mover" if lifted == end else "huffed_other", {"cell": self.name(lifted)}
            if lifted == end:
                names["start"] = self.name(start)
            told.append(self.say(f"narration.{key}", wanted=could_capture(before, judged), **names))
        return told

    def dangers(self, state: State, player: int) -> Sequence[Danger]:
        """Return the last officer where it must capture all it can, or is lifted (ASS-5b, ASS-6c)."""
        alone = officers(state)
        if player == SOLDIER_SIDE or not self.options["huff"] or alone.bit_count() != 1:
            return []
        (officer,) = numbers(alone)
        wanted = could_capture(state, officer)
        if not wanted or not self._can_take_fewer(state, officer, wanted):
            return []
        return [Danger(alone, self.say("dangers.last_officer", wanted=wanted))]

    def _can_take_fewer(self, state: State, officer: int, wanted: int) -> bool:
        """Whether there are turns that capture fewer, and none of them wins by leaving too few soldiers (ASS-6b)."""
        can_step = BOARD.neighbours[officer] & layout.empty(state) != 0
        return (wanted > 1 or can_step) and soldiers(state).bit_count() - (wanted - 1) >= MIN_SOLDIERS

    def decided(self, state: State) -> int:
        """Return the fortress that soldiers hold, or the officers that cannot move."""
        ending = self.book.rules.ending(state)
        if not ending or ending.returns[SOLDIER_SIDE] < 1:
            return 0
        return {"fortress": INSIDE, "immobilised": officers(state)}.get(ending.reason, 0)


def _end(move: int) -> int:
    """The cell where a step or a capture ends."""
    if layout.is_capture(move):
        return path(layout.start_of(move), layout.directions_of(move))[0][-1]
    return layout.end_of(move)
