"""One fixed set of actions for each game: a cell, a token, or `done`. A move is a short row of them.

The actions are numbered: the cells of the board, then the tokens in the look's order, and `done` last. A move is
spelled letter by letter (see `spelling.py`). `done` is needed only where a longer move begins in the same way.

>>> import ludotheque as lt
>>> moment = Moment(lt.load("malawi").start())
>>> [moment.space.names[action] for action in moment.legal]
['a1', 'b1', 'c1', 'd1', 'e1', 'f1']
>>> moment.play(moment.space.number["a1"]).play(moment.space.number["a3"]).position.to_act
(1,)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludotheque.adapters.action_names import Actions
from ludotheque.adapters.arrays import ROOM, Bits
from ludotheque.adapters.choices import GOES_ON, ONLOOKER, Speller, choose, complete, see
from ludotheque.adapters.workspace import CHOICES
from ludotheque.bits import U
from ludotheque.errors import LudothequeError
from ludotheque.kernel import Words
from ludotheque.kernel_pointers import pointer_to
from ludotheque.position import Game, Move, Position, View
from ludotheque.rulebook.modules import LetterKernels, letter_kernels
from ludotheque.spelling import LAST, NUMBER, TOKEN
from ludotheque.texts import say
from ludotheque.view import Seen

NO_LIST = np.empty(0, np.uint64)


class Choices(NamedTuple):
    """What may be chosen next."""

    row: Words
    """The letters, see `choices.py`."""
    mask: Bits
    """1 for each legal action, 0 for the others."""
    listed: Words
    """All legal moves, in games without a `letters.py`."""


class ActionSpace(Actions):
    """The actions of a game with its options, and the shape of what a player observes.

    With `by_list`, legal actions are found from lists of all legal moves, even where the game has a `letters.py`.
    """

    def __init__(self, game: Game, by_list: bool = False) -> None:
        super().__init__(game)
        self.speller = _speller(game, self.cells, self.done, by_list)

    def spell(self, move: Move) -> tuple[int, ...]:
        """The actions that make a move, without `done`; one more than `max_letters` where the spelling has no end."""
        actions: list[int] = []
        while len(actions) <= self.max_letters:
            sign = int(self.game.rulebook.rules.kernels.letter(U(move.code), U(len(actions))))
            actions.append((sign & int(NUMBER)) + (self.cells if sign & int(TOKEN) else 0))
            if sign & int(LAST):
                break
        return tuple(actions)

    def letters(self, actions: Sequence[int]) -> Words:
        """The letters that actions without `done` stand for, and room for one more."""
        letters = np.empty(len(actions) + 1, np.uint64)
        for place, action in enumerate(actions):
            letters[place] = action if action < self.cells else int(TOKEN) + action - self.cells
        return letters

    def choose(self, position: Position, player: int, chosen: Sequence[int]) -> Choices:
        """What a player to move may choose after these actions."""
        row, mask, letters = np.empty(CHOICES, np.uint64), np.empty(len(self) + ROOM, np.uint8), self.letters(chosen)
        listed = self.room_for_moves()
        while not choose(self.speller, position._words, player, letters, len(chosen), listed, row, mask):
            listed = self.room_for_moves(len(listed))  # for a freak position
        return Choices(row, mask[:-ROOM], listed)

    def complete(self, position: Position, player: int, chosen: Sequence[int], choices: Choices, action: int) -> int:
        """The code of the move that a legal action completes; GOES_ON when more actions follow."""
        actions = chosen if action == self.done else (*chosen, action)
        words, letters = position._words, self.letters(actions)
        code: int = complete(self.speller, words, player, letters, len(actions), choices.listed, choices.row, action)
        return code

    def room_for_moves(self, before: int = 0) -> Words:
        """Room for a list of legal moves, more than before; none for a game whose `letters.py` spares the list."""
        rules = self.game.rulebook.rules
        if self.speller.next_letters:
            return NO_LIST
        return np.empty(min(16 * before or rules.usual_moves, rules.max_moves), np.uint64)

    def observe(self, view: View, chosen: Sequence[int]) -> Bits:
        """What a player knows as a row of bits.

        Whose view it is, a bit for each player; the words of the view's state, the lowest bit first; the actions chosen
        so far for a move that is not complete, as far as they may know them, a bit for each action, place by place.
        """
        return self._observe(view, ONLOOKER if view.player is None else view.player, chosen)

    def _observe(self, seen: Seen, player: int, chosen: Sequence[int]) -> Bits:
        """What a player knows of a view or a position."""
        bits = np.empty(self.observed + ROOM, np.uint8)
        see(self.speller, seen._words.copy(), player, self.letters(chosen), len(chosen), bits)
        return bits[:-ROOM]


def actions_for(letters: Words, cells: int) -> Words:
    """Return the actions that stand for letters, in an array of the same shape."""
    found: Words = np.where(letters & TOKEN, (letters & NUMBER) + U(cells), letters)
    return found


def _speller(game: Game, cells: int, done: int, by_list: bool) -> Speller:
    """What kernels must know of a game's letters."""
    rules = game.rulebook.rules
    optional = LetterKernels() if by_list else letter_kernels(game.rulebook)
    return Speller(
        pointer_to(rules.kernels.moves),
        pointer_to(rules.kernels.letter),
        pointer_to(rules.kernels.hide),
        pointer_to(optional.next_letters),
        pointer_to(optional.read_letters),
        rules.max_moves,
        U(cells),
        U(done),
        game.players,
    )


@lru_cache(64)
def action_space(game: Game) -> ActionSpace:
    """The actions of a game."""
    return ActionSpace(game)


@dataclass(frozen=True)
class Moment:
    """A moment of a game that is played action by action: a position, and the actions of a move that has begun.

    Where several players are to move, the lowest chooses first. The others do not see it while they choose, because
    in games with secrets only they see what they have begun. The others do not see it later, because observations are
    made from views.
    """

    position: Position
    chosen: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[type[Moment], tuple[Position, tuple[int, ...]]]:
        return Moment, (self.position, self.chosen)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    @property
    def space(self) -> ActionSpace:
        return action_space(self.position.game)

    @property
    def player(self) -> int | None:
        """The player who chooses the next action; None when the game is over."""
        return self.position.to_act[0] if self.position.to_act else None

    @cached_property
    def _choices(self) -> Choices:
        if self.player is None:
            return Choices(np.zeros(CHOICES, np.uint64), np.zeros(len(self.space), np.uint8), NO_LIST)
        return self.space.choose(self.position, self.player, self.chosen)

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action, 0 for the others; an array of its own."""
        return self._choices.mask.astype(np.int8)

    @property
    def legal(self) -> list[int]:
        """The legal actions in ascending order."""
        found: list[int] = self._choices.mask.nonzero()[0].tolist()
        return found

    def completes(self, action: int) -> Move | None:
        """The move that a legal action completes; None when more actions follow."""
        code = self._code(action)
        return None if code == GOES_ON else Move(self.position.game, code)

    def play(self, action: int) -> Moment:
        """The moment after an action."""
        code = self._code(action)
        if code == GOES_ON:
            return Moment(self.position, (*self.chosen, action))
        return Moment(self.position._after(self.position.to_act[0], code))

    def _code(self, action: int) -> int:
        """The code of the move that a legal action completes; GOES_ON when more actions follow."""
        space, choices = self.space, self._choices
        if not (0 <= action <= space.done and choices.mask[action]):
            raise LudothequeError(say("refusals.action", action=action, legal=", ".join(map(str, self.legal))))
        return space.complete(self.position, self.position.to_act[0], self.chosen, choices, action)

    def observe(self, player: int) -> Bits:
        """What a player knows, in bits: see `ActionSpace.observe`."""
        return self.space._observe(self.position, player, self.begun(player))

    def begun(self, player: int | None) -> tuple[int, ...]:
        """The actions of the unfinished move, as far as this player (None: an onlooker) may know them."""
        return self.chosen if player == self.player or not self.position.game.rulebook.rules.has_secrets else ()
