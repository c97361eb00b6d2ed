"""Assaut (traditional, France): 24 soldiers against the two officers of a fortress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import Board, Symmetry, numbers
from ludotheque.clicks import Choice, Clicks, Kind
from ludotheque.errors import IllegalMove
from ludotheque.games.assaut import notation
from ludotheque.games.assaut.board import BOARD, FORTRESS, SYMMETRIES, to_cells, to_places
from ludotheque.games.assaut.refusals import duty, explain
from ludotheque.rulebook import Option, Piece, Rulebook, State
from ludotheque.texts import Text

FORT = sum(1 << cell for cell in FORTRESS)
FIELD = sum(1 << cell for cell in range(len(BOARD.cells))) ^ FORT
"""The 24 points outside the fortress, where the soldiers start (ASS-2)."""
ALL_SOLDIERS, FEWEST_SOLDIERS, ALL_OFFICERS = 24, 9, 2
CAMPS = tuple((side + 0.5 * k % 1.5, 1.35 - 0.5 * (k // 3)) for side in (-0.35, 5.35) for k in range(12))
"""Where captured soldiers lie: in the two lower corners, outside the cross."""
POSTS = ((0.35, 5.85), (5.65, 5.85))
"""Where officers stand before they are placed and lie after they are lifted: in the two upper corners."""

MEN = tuple(
    tuple(Piece(symbol, place.x, place.y, cell, glyph) for cell, place in enumerate(BOARD.cells))
    for symbol, glyph in (("soldier", "s"), ("officer", "O"))
)
"""A soldier and an officer on each point."""


class Assaut(Rulebook):
    id = "assaut"
    offers = (Option("huff", (True, False)), Option("sideways", (False, True)))
    reasons = ("fortress", "soldiers", "officers", "immobilised", "quiet")
    size = 4
    fields = ("soldiers", "officers", "quiet")
    minutes = 25
    portrait = "turn=0 soldiers=a4,b3,b4,b5,c2,c3,c4,c7,d1,d3,d4,d5,e2,e3,e4,f3,f4,f5,g3,g4 officers=d7,e6 quiet=2"
    kinds: ClassVar[Mapping[str, Kind]] = {
        "place": Kind(),
        "step": Kind(),
        "capture": Kind(takes=True),
        "costly_step": Kind(asks=True),
        "costly_capture": Kind(takes=True, asks=True),
    }

    def lay_board(self) -> Board:
        return BOARD

    @property
    def most_moves(self) -> int:
        """4,521,945 captures of one officer, 188 of the other, 8 steps each (ASS-4, ASS-5b).

        All paths of an officer land on points of one family (equal parity of column and row) and jump the points of
        the others. With a soldier on each of those and no other officer in the family, the four families give at most
        4,521,945 (from c3), 188 (from d4), 51 and 51 paths; with both officers in the largest one, 1,703,946 together.
        Soldiers have far fewer steps. Play seldom shows 50; kernels stop when a shorter list (256 at least) is full.
        """
        return 4_521_945 + 188 + 16

    @property
    def usual_moves(self) -> int:
        """Random games list up to a few hundred decisions; only built-up rows of soldiers give more."""
        return 4096

    @property
    def most_letters(self) -> int:
        """The points of a way: 19 jumps are the most, counted (see `rules.py`)."""
        return 1 + 19

    @property
    def most_decisions(self) -> int:
        """Placing; 60 turns for each soldier's approach, capture and lifted officer; at last 60 quiet ones (ASS-6e).

        There are eight distances to the fortress, so 24 soldiers approach at most 7 times each; 16 soldiers can be
        captured and one officer lifted before the game ends.
        """
        return 1 + 60 * (24 * 7 + 16 + 1) + 60

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return SYMMETRIES

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        return [1], [to_places(FIELD), 0, 0]

    def write(self, move: int) -> str:
        return notation.write(self, move)

    def read(self, text: str) -> int:
        return notation.read(self, text)

    def clicks(self, move: int) -> Clicks:
        return notation.clicks(self, move)

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, Choice]:
        """With huffing, whatever captures fewer than the most costs an officer, and says so (ASS-5b).

        Where nothing is enforced the list holds all captures, so that the longest path in it is the duty of ASS-5.
        """
        if player == 0 or not state[2] or not self.options["huff"]:
            return {}
        found = [self.choice[move] for move in moves]
        jumps = [choice.path.count(" ") if choice.kind == "capture" else 0 for choice in found]
        most = max(jumps, default=0)
        return {
            move: choice._replace(kind=f"costly_{choice.kind}")
            for move, choice, taken in zip(moves, found, jumps, strict=True)
            if taken < most
        }

    def task(self, state: State, player: int) -> Text:
        if player == 0:
            return self.tell("tasks.soldier")
        if not state[2]:
            return self.tell("tasks.place")
        wanted, officer = duty(self, state)
        if not wanted:
            return self.tell("tasks.officer")
        return self.tell("tasks.huff" if self.options["huff"] else "tasks.capture", wanted=wanted, officer=officer)

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return explain(self, state, player, move)

    def describe(self, state: State) -> Mapping[str, str]:
        return {
            "soldiers": self.cell_list(to_cells(state[1])),
            "officers": self.cell_list(to_cells(state[2])),
            "quiet": str(state[3]),
        }

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        soldiers, officers = self.cell_set(told["soldiers"]), self.cell_set(told["officers"])
        if soldiers & officers:
            raise self.no_position("twice", cells=self.names_of(soldiers & officers))
        for key, found, most in (("soldiers", soldiers, ALL_SOLDIERS), ("officers", officers, ALL_OFFICERS)):
            if found.bit_count() > most:
                raise self.no_position(key, found=found.bit_count())
        quiet = self.whole_number("quiet", told["quiet"], 0, 59 if turn else 60)
        if turn:
            self._check_unfinished(soldiers, officers, quiet, turn)
        return [to_places(soldiers), to_places(officers), quiet]

    def _check_unfinished(self, soldiers: int, officers: int, quiet: int, turn: tuple[int, ...]) -> None:
        """A game that goes on has one side to decide and none of the endings of ASS-6."""
        if len(turn) > 1:
            raise self.no_position("turn")
        if not officers and (turn, soldiers, quiet) != ((1,), FIELD, 0):
            raise self.no_position("unplaced")
        if soldiers.bit_count() < FEWEST_SOLDIERS:
            raise self.no_position("few", found=soldiers.bit_count())
        if soldiers & FORT == FORT:
            raise self.no_position("taken")

    def pieces(self, state: State) -> Sequence[Piece]:
        """The walls, the men on the board, and those beside it."""
        soldiers, officers = to_cells(state[1]), to_cells(state[2])
        found = [Piece("walls", 3, 5)]
        found += [Piece("fallen", x, y) for x, y in CAMPS[: ALL_SOLDIERS - soldiers.bit_count()]]
        # Before the placing all soldiers stand outside and no officer was ever on the board.
        waiting = not officers and soldiers == FIELD
        beside = POSTS[: ALL_OFFICERS - officers.bit_count()]
        found += [Piece("officer" if waiting else "lifted", x, y) for x, y in beside]
        # Far rows first, so that a tall officer stands before the man behind him.
        for cell in reversed(list(numbers(soldiers | officers))):
            found.append(MEN[officers >> cell & 1][cell])
        return found

    def notes(self, state: State) -> Sequence[Text]:
        left, officers = state[1].bit_count(), state[2].bit_count()
        return [self.tell("notes.men", soldiers=left, officers=officers, quiet=state[3])]

    def remarks(self, state: State) -> Sequence[Text]:
        return [
            self.tell("remarks.soldiers", soldiers=state[1].bit_count()),
            self.tell("remarks.quiet", quiet=state[3]),
        ]


RULEBOOK = Assaut
