"""All games as games of OpenSpiel. Importing this module registers them: `ludotheque_<id>`, options as parameters.

An action is a cell, a token or `done`, and several of them in a row make a move: see `actions.py`. Moves that players
make at once, in secret, are made one after the other. The second player has the same information state whatever the
first one chose. The parameter `position` starts from any position, as `Position.text` writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import prod
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from ludotheque.adapters.actions import Moment
from ludotheque.extras import extra
from ludotheque.library import games, load
from ludotheque.position import Move

with extra("open-spiel"):
    import pyspiel

PREFIX = "ludotheque_"
POSITION = "position"
"""The parameter that tells where to start; quoted like a part of a web address, for commas mean something there."""
WORD_BITS = 64


@dataclass(frozen=True)
class History:
    """A moment of a game, with the moves that led to it."""

    moment: Moment
    moves: tuple[tuple[int, Move], ...] = ()
    """The players with their moves."""
    known: int = 0
    """How many moves everybody knows; the others wait for their reveal."""

    def __deepcopy__(self, memo: object) -> History:
        return self

    def play(self, action: int) -> History:
        """Return the history with one more action."""
        move, player, after = self.moment.completes(action), self.moment.player, self.moment.play(action)
        if move is None or player is None:
            return History(after, self.moves, self.known)
        moves = (*self.moves, (player, move))
        return History(after, moves, self.known if after.position.has_secret else len(moves))

    @cached_property
    def digest(self) -> int:
        """A number that differs, for all practical purposes, where other moves led here."""
        told = np.array([(player, move.code) for player, move in self.moves], "<u8").tobytes()
        return int.from_bytes(blake2b(told, digest_size=WORD_BITS // 8).digest(), "little")

    def known_to(self, player: int) -> list[tuple[int, Move | None]]:
        """Return the players with their moves, as far as this player may know them now."""
        return [
            (mover, move if place < self.known or mover == player else None)
            for place, (mover, move) in enumerate(self.moves)
        ]


def word_bits(word: int) -> npt.NDArray[np.uint8]:
    """Return the bits of a word, the lowest first."""
    return np.unpackbits(np.array([word], "<u8").view(np.uint8), bitorder="little")


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, and where it starts; a subclass for each game."""

    id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        text = unquote(params[POSITION])
        self.rules = load(self.id, **{name: value for name, value in params.items() if name != POSITION})
        self.start = self.rules.parse(text) if text else self.rules.start()
        space = Moment(self.start).space
        info = pyspiel.GameInfo(
            num_distinct_actions=len(space),
            max_chance_outcomes=0,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=space.max_actions,
        )
        super().__init__(game_type(self.id), info, {**params, POSITION: quote(text, safe="")})

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, state: None = None) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, in OpenSpiel's words."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.played = History(Moment(game.start))

    def current_player(self) -> int:
        player = self.played.moment.player
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        return self.played.moment.player is None

    def returns(self) -> list[float]:
        position = self.played.moment.position
        return list(position.returns or (0.0,) * position.game.players)

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.moment.legal

    def _apply_action(self, action: int) -> None:
        self.played = self.played.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.played.moment.space.names[action]

    def __str__(self) -> str:
        moment = self.played.moment
        return tell(moment.position.text, moment, moment.chosen)


def tell(text: str, moment: Moment, begun: tuple[int, ...]) -> str:
    """A position or view, and what is begun of the next move."""
    return " ".join([text, *(moment.space.names[action] for action in begun)])


class Observer:
    """What one player knows: now, or with `perfect_recall` of the whole game. Everything is made from views.

    The tensor has the bits of `ActionSpace.observe`. With `perfect_recall` more follows. In games with secrets it has a
    row for each move so far: a bit for who took it, a bit that says whether the player knows it, the bits of its code.
    In the others the position says all that matters, so 64 bits of a digest tell apart how it was reached.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        self.start, self.recall, self.public = game.start, kind.perfect_recall, kind.public_info
        self.alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        rules, space = game.rules.rulebook.rules, Moment(game.start).space
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.tensor: npt.NDArray[np.float32] | None = None
        if self.public and self.alone:
            parts: dict[str, tuple[int, ...]] = {"observation": (space.observed,)}
            if self.recall and rules.has_secrets:
                parts["moves"] = (rules.max_plies, rules.players + 1 + WORD_BITS)
            elif self.recall:
                parts["digest"] = (WORD_BITS,)
            sizes = [prod(shape) for shape in parts.values()]
            self.tensor = np.zeros(sum(sizes), np.float32)
            pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
            self.dict = {name: piece.reshape(parts[name]) for name, piece in zip(parts, pieces, strict=True)}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            return
        self.dict["observation"][:] = state.played.moment.observe(player)
        if "moves" in self.dict:
            table = self.dict["moves"]
            table[:] = 0
            seats = state.played.moment.position.game.players
            for row, (mover, move) in zip(table, state.played.known_to(player), strict=False):
                row[mover] = 1
                if move is not None:
                    row[seats] = 1
                    row[seats + 1 :] = word_bits(move.code)
        if "digest" in self.dict:
            self.dict["digest"][:] = word_bits(state.played.digest)

    def string_from(self, state: State, player: int) -> str:
        moment = state.played.moment
        seen, open_ = (tell(moment.position.view(p).text, moment, moment.begun(p)) for p in (player, None))
        if not self.alone:
            return open_ if self.public else ""
        if not self.public:
            return seen if seen != open_ else ""
        if not self.recall:
            return f"{player}: {seen}"
        known = " ".join(f"{mover}:{move or '?'}" for mover, move in state.played.known_to(player))
        return f"{player}: {self.start.view(player).text} | {known} | {tell('', moment, moment.begun(player))}"


def game_type(id: str) -> Any:
    """A game with all its options, as OpenSpiel knows it."""
    book = load(id).rulebook
    kinds = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + id,
        long_name=str(book.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=kinds.IMPERFECT_INFORMATION if book.rules.has_secrets else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=book.definition.player_counts[0],
        max_num_players=book.definition.player_counts[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**book.options, POSITION: ""},
    )


for _id in games():
    # A class: OpenSpiel lets go of what it is given only when Python is gone, and then nothing may be left to free.
    pyspiel.register_game(game_type(_id), type(PREFIX + _id, (Game,), {"id": _id}))
