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

import numpy as np
import numpy.typing as npt

from ludotheque.bits import U
from ludotheque.errors import LudothequeError
from ludotheque.kernel import LetterKernel, Words, count, inline, kernel, nothing, words
from ludotheque.kernel_loading import entry
from ludotheque.kernel_pointers import letter_at, pointer, pointer_to
from ludotheque.position import Game, Move, Position, View
from ludotheque.spelling import LAST, NUMBER, TOKEN
from ludotheque.texts import say

Bits = npt.NDArray[np.uint8]

NOTHING, FURTHER = U(2**64 - 1), U(2**64 - 2)
"""What an action may lead to instead of a move: it is not legal, or more actions follow. No code is this high."""
DONE = "done"


@inline
def action_of(letter: U, cells: int) -> U:
    """The action that stands for a letter."""
    number = letter & NUMBER
    return number + U(cells) if letter & TOKEN else number


@kernel(nothing(words, count, words, count, count, pointer, words))
def branch(
    codes: Words, found: int, chosen: Words, place: int, cells: int, letters: LetterKernel, after: Words
) -> None:
    """Where each action leads when so many are chosen: to NOTHING, FURTHER, or one of the moves in the list."""
    letter = letter_at(letters)
    after[:] = NOTHING
    for number in range(found):
        code, at, last = codes[number], 0, False
        while at < place and not last:
            sign = letter(code, U(at))
            if action_of(sign, cells) != chosen[at]:
                break
            last = sign & LAST != U(0)
            at += 1
        if at < place:
            continue
        if last:
            after[len(after) - 1] = code
            continue
        sign = letter(code, U(place))
        action = action_of(sign, cells)
        after[action] = code if sign & LAST and after[action] == NOTHING else FURTHER


_branch = entry(branch)


class ActionSpace:
    """The actions of a game with its options, and the shape of what a player observes."""

    def __init__(self, game: Game) -> None:
        book = game.rulebook
        self.game = game
        self.cells = len(book.board.cells)
        tokens = [name for name, token in book.look.tokens().items() if not token.symbol]
        self.names = (*(cell.name for cell in book.board.cells), *tokens, DONE)
        """What each action is called."""
        self.number = {name: action for action, name in enumerate(self.names)}
        self.done = len(self.names) - 1
        self.max_letters = book.rules.max_letters
        """The most actions of one move, without `done`."""
        self.max_actions = book.rules.max_plies * (self.max_letters + 1)
        """No game takes more actions than this."""
        self.letters = pointer_to(book.rules.kernels.letter)
        self.observed = game.players + 64 * book.rules.state_size + self.max_letters * len(self.names)
        """The length of an observation."""

    def __len__(self) -> int:
        return len(self.names)

    def spell(self, move: Move) -> tuple[int, ...]:
        """The actions that make a move, without `done`; one more than `max_letters` where the spelling has no end."""
        actions: list[int] = []
        while len(actions) <= self.max_letters:
            sign = int(self.game.rulebook.rules.kernels.letter(U(move.code), U(len(actions))))
            actions.append((sign & int(NUMBER)) + (self.cells if sign & int(TOKEN) else 0))
            if sign & int(LAST):
                break
        return tuple(actions)

    def branch(self, codes: Words, chosen: Sequence[int]) -> Words:
        """Where each action leads, see the kernel of this name."""
        after = np.empty(len(self), np.uint64)
        _branch(codes, len(codes), np.array(chosen, np.uint64), len(chosen), self.cells, self.letters, after)
        return after

    def observe(self, view: View, chosen: Sequence[int]) -> Bits:
        """What a player knows as a row of bits.

        Whose view it is, a bit for each player; the words of the view's state, the lowest bit first; the actions chosen
        so far for a move that is not complete, as far as they may know them, a bit for each action, place by place.
        """
        seats = self.game.players
        bits = np.zeros(self.observed, np.uint8)
        bits[:seats][view.player] = 1
        state = view._words.astype("<u8", copy=False).view(np.uint8)
        begun = seats + 8 * len(state)
        bits[seats:begun] = np.unpackbits(state, bitorder="little")
        for place, action in enumerate(chosen):
            bits[begun + place * len(self.names) + action] = 1
        return bits


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
    def _after(self) -> Words:
        if self.player is None:
            return np.full(len(self.space), NOTHING)
        return self.space.branch(self.position._codes(self.player), self.chosen)

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action, 0 for the others."""
        legal: npt.NDArray[np.int8] = (self._after != NOTHING).view(np.int8)
        return legal

    @property
    def legal(self) -> list[int]:
        """The legal actions in ascending order."""
        found: list[int] = (self._after != NOTHING).nonzero()[0].tolist()
        return found

    def completes(self, action: int) -> Move | None:
        """The move that a legal action completes; None when more actions follow."""
        after = self._after[action] if 0 <= action < len(self.space) else NOTHING
        if after == NOTHING:
            raise LudothequeError(say("refusals.action", action=action, legal=", ".join(map(str, self.legal))))
        return None if after == FURTHER else Move(self.position.game, int(after))

    def play(self, action: int) -> Moment:
        """The moment after an action."""
        move = self.completes(action)
        if move is None:
            return Moment(self.position, (*self.chosen, action))
        return Moment(self.position._after(self.position.to_act[0], move.code))

    def observe(self, player: int) -> Bits:
        """What a player knows, in bits: see `ActionSpace.observe`."""
        return self.space.observe(self.position.view(player), self.begun(player))

    def begun(self, player: int | None) -> tuple[int, ...]:
        """The actions of the unfinished move, as far as this player (None: an onlooker) may know them."""
        return self.chosen if player == self.player or not self.position.game.rulebook.rules.has_secrets else ()
