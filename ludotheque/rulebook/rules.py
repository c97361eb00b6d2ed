"""The rules of a game as a whole: players, bounds, start, end, and the compiled kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ludotheque import status
from ludotheque.arrays import WORD, array
from ludotheque.board import Board, Symmetry
from ludotheque.kernel_loading import entry, load_kernels
from ludotheque.rulebook.fault import folder_error
from ludotheque.rulebook.modules import has_module, load_module
from ludotheque.rulebook.part import Part, State
from ludotheque.texts import say

if TYPE_CHECKING:
    from ludotheque.kernel import (
        EvaluateKernel,
        HideKernel,
        LetterKernel,
        MovesKernel,
        PickKernel,
        PlayKernel,
        Words,
    )


class Kernels(NamedTuple):
    """The compiled rules of a game; see `kernel.py`."""

    moves: MovesKernel
    pick: PickKernel
    play: PlayKernel
    letter: LetterKernel
    hide: HideKernel | None
    """None in games without secrets."""


class Entries(NamedTuple):
    """Kernels for quick calls from Python (see `kernel_loading.entry`), and the room for a list of moves."""

    moves: Callable[[Words, int, Words], int]
    play: Callable[[Words, int, int], None]
    usual_moves: int
    max_moves: int


class Evaluation(NamedTuple):
    """What a game's `evaluate.py` gives a search."""

    evaluate: EvaluateKernel
    """The value of a state for a player, between -10,000 and 10,000; 0 is even."""
    scale: float
    """The value that wins three games out of four."""
    counters: tuple[int, ...]
    """The words of a state that count quiet turns: positions that differ only there are searched as one."""


class Ending(NamedTuple):
    """How a game ended: the returns by player, and the reason as a word of the rules page."""

    returns: tuple[float, ...]
    reason: str


class Rules(Part, ABC):
    """The rules of a game. A subclass gives most of this as constants."""

    reasons: ClassVar[tuple[str, ...]]
    """The words for the endings, in the order of the numbers that the kernels use (ALL-2)."""
    impossible_reasons: ClassVar[tuple[str, ...]] = ()
    """Endings that the rules foresee and no game can reach; the rules page says why."""
    simultaneous: ClassVar[bool] = False
    """Whether several players may be to move at once."""
    state_size: ClassVar[int]
    """How many words a state has."""
    first_to_act: ClassVar[tuple[int, ...]] = (0,)
    """The players to move at the start."""
    engine: ClassVar[str] = "alphabeta"
    """The way of searching that fits the game: a package of `engine/`."""
    engine_settings: ClassVar[Mapping[str, float]] = {}
    """Numbers that the engine takes from the game instead of its own; see the engine's class."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board for the chosen options."""

    @property
    @abstractmethod
    def initial_words(self) -> Sequence[int]:
        """The words after the status word at the start."""

    @property
    @abstractmethod
    def max_moves(self) -> int:
        """No player ever has more legal moves than this; the subclass says why."""

    @property
    @abstractmethod
    def max_plies(self) -> int:
        """No game takes more moves than this; the subclass says why."""

    @property
    def usual_moves(self) -> int:
        """A list of this length holds all legal moves of all but freak positions.

        Where it is less than `max_moves`, the kernel `moves` stops at the end of its list. A full list may then be
        incomplete: ask again with more room.
        """
        return self.max_moves

    @property
    def pick_room(self) -> int:
        """The kernel `pick` needs no more words of scratch space than this. A GPU has little for each of its games."""
        return self.max_moves

    @property
    def max_letters(self) -> int:
        """No move is spelled with more letters than this: as a rule from where and to where, or what and where."""
        return 2

    @property
    def players(self) -> int:
        return 2

    @property
    def solvable(self) -> int:
        """From a position with at most two to this power games ahead, it is worth trying to solve it exactly."""
        return 0

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries that keep the rules, without the identity."""
        return ()

    def hide(self, state: State, player: int | None) -> State:
        """Return the state as this player (or an onlooker: None) may know it, secrets blanked."""
        return state

    @cached_property
    def has_secrets(self) -> bool:
        """Whether there are moments when a player may not know everything."""
        return type(self).hide is not Rules.hide

    def points(self, state: State) -> tuple[int, ...] | None:
        """Return the score, in games that have one."""
        return None

    # What every game has.

    def start(self) -> State:
        """Return the state at the start."""
        return (status.status_word(self.first_to_act, self.book.option_indices), *self.initial_words)

    def ending(self, state: State) -> Ending | None:
        """Return how the game ended, or None while it goes on."""
        end = status.ending(state[0], self.players)
        if end and end.reason >= len(self.reasons):
            first, last = self.reasons[0], len(self.reasons) - 1
            raise folder_error(self.book.id, say("folder.reason", number=end.reason, first=first, last=last))
        return end and Ending(end.returns, self.reasons[end.reason])

    @property
    def possible_reasons(self) -> list[str]:
        """The reasons for which a game can end."""
        return [reason for reason in self.reasons if reason not in self.impossible_reasons]

    def forfeit(self, player: int) -> tuple[float, ...]:
        """Return the returns when a player gives up: they lose, the player before them wins, a third gets neither."""
        returns = [0.0] * self.players
        returns[player], returns[player - 1] = -1.0, 1.0
        return tuple(returns)

    @cached_property
    def compiled(self) -> ModuleType:
        """The compiled `rules.py` of the game's folder. The first use on a machine compiles it, which takes seconds."""
        return load_module(self.book, "rules", say("compile.rules", game=self.book.title))

    @cached_property
    def kernels(self) -> Kernels:
        """The kernels that every game has."""
        rules = self.compiled
        return Kernels(rules.moves, rules.pick, rules.play, rules.letter, getattr(rules, "hide", None))

    @cached_property
    def entries(self) -> Entries:
        """The kernels that Python calls once for every move."""
        return Entries(entry(self.kernels.moves), entry(self.kernels.play), self.usual_moves, self.max_moves)

    def after(self, state: State, player: int, move: int) -> State:
        """Return the state after a legal move."""
        after = array(state, WORD)
        self.entries.play(after, player, move)
        return tuple(after.tolist())

    @cached_property
    def has_evaluation(self) -> bool:
        """Whether the game's folder says what a position is worth."""
        return has_module(self.book, "evaluate")

    @cached_property
    def evaluation(self) -> Evaluation:
        """The compiled evaluation of the game's folder; without one, every position is even."""
        title = say("compile.evaluation", game=self.book.title)
        if self.has_evaluation:
            module = load_module(self.book, "evaluate", title, ("evaluate", "SCALE", "COUNTERS"))
        else:
            module = load_kernels("ludotheque.rulebook.even", title)
        return Evaluation(module.evaluate, module.SCALE, module.COUNTERS)
