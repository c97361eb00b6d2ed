"""All games as games of OpenSpiel. Importing this module registers them: `ludotheque_<id>`, options as parameters.

An action is a cell, a choice word or `done`, and several of them in a row make a decision: see `actions.py`. Decisions
that players take at once, in secret, are taken one after the other; whoever comes second has the same information
state whatever the first one chose. The parameter `position` starts from any position, told by `Position.text`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt
import pyspiel

from ludotheque.adapters.actions import Moment
from ludotheque.library import games, load, rulebook
from ludotheque.position import Move

PREFIX = "ludotheque_"
POSITION = "position"
"""The parameter that tells where to start; quoted like a part of a web address, for commas mean something there."""
WORD_BITS = 64


@dataclass(frozen=True)
class Story:
    """A moment of a game, with the decisions that led to it."""

    moment: Moment
    decisions: tuple[tuple[int, Move], ...] = ()
    """Who decided what."""
    shown: int = 0
    """So many decisions are known to everybody; the others wait for their reveal."""

    def __deepcopy__(self, memo: object) -> Story:
        return self

    def play(self, action: int) -> Story:
        """The story with one more action."""
        move, player, after = self.moment.completes(action), self.moment.player, self.moment.play(action)
        if move is None or player is None:
            return Story(after, self.decisions, self.shown)
        decisions = (*self.decisions, (player, move))
        return Story(after, decisions, self.shown if after.position.keeps_secret else len(decisions))

    def known_to(self, player: int) -> list[tuple[int, Move | None]]:
        """Who decided what, as far as this player may know it now."""
        return [
            (decider, move if place < self.shown or decider == player else None)
            for place, (decider, move) in enumerate(self.decisions)
        ]


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, and where it starts; a subclass for each game of the shelf."""

    id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        told = unquote(params[POSITION])
        self.rules = load(self.id, **{name: value for name, value in params.items() if name != POSITION})
        self.start = self.rules.parse(told) if told else self.rules.start()
        space = Moment(self.start).space
        info = pyspiel.GameInfo(
            num_distinct_actions=len(space),
            max_chance_outcomes=0,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=space.most_actions,
        )
        super().__init__(game_type(self.id), info, {**params, POSITION: quote(told, safe="")})

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
        self.story = Story(Moment(game.start))

    def current_player(self) -> int:
        player = self.story.moment.player
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        return self.story.moment.player is None

    def returns(self) -> list[float]:
        position = self.story.moment.position
        return list(position.returns or (0.0,) * position.game.players)

    def _legal_actions(self, player: int) -> list[int]:
        return self.story.moment.legal

    def _apply_action(self, action: int) -> None:
        self.story = self.story.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.story.moment.space.names[action]

    def __str__(self) -> str:
        moment = self.story.moment
        return tell(moment.position.text, moment, moment.chosen)


def tell(text: str, moment: Moment, begun: tuple[int, ...]) -> str:
    """A position or view, and what is begun of the next decision."""
    return " ".join([text, *(moment.space.names[action] for action in begun)])


class Observer:
    """What one player knows: now, or with `perfect_recall` of the whole game. Everything is made from views.

    The tensor has the bits of `ActionSpace.observe`; then, with `perfect_recall`, for each decision so far: a bit for
    who took it, a bit that says whether the player knows it, the bits of its code.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        self.start, self.recall, self.public = game.start, kind.perfect_recall, kind.public_info
        self.alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        book, space = game.rules.rulebook, Moment(game.start).space
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.tensor: npt.NDArray[np.float32] | None = None
        recorded = (book.most_decisions if self.recall else 0, book.players + 1 + WORD_BITS)
        if self.public and self.alone and (book.secretive or not self.recall):
            self.tensor = np.zeros(space.observed + recorded[0] * recorded[1], np.float32)
            self.dict["observation"] = self.tensor[: space.observed]
            if self.recall:
                self.dict["decisions"] = self.tensor[space.observed :].reshape(recorded)

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            return
        self.dict["observation"][:] = state.story.moment.observe(player)
        if self.recall:
            table = self.dict["decisions"]
            table[:] = 0
            seats = state.story.moment.position.game.players
            for row, (decider, move) in zip(table, state.story.known_to(player), strict=False):
                row[decider] = 1
                if move is not None:
                    row[seats] = 1
                    row[seats + 1 :] = np.unpackbits(np.array([move.code], "<u8").view(np.uint8), bitorder="little")

    def string_from(self, state: State, player: int) -> str:
        moment = state.story.moment
        seen, open_ = (tell(moment.position.view(p).text, moment, moment.begun(p)) for p in (player, None))
        if not self.alone:
            return open_ if self.public else ""
        if not self.public:
            return seen if seen != open_ else ""
        if not self.recall:
            return f"{player}: {seen}"
        known = " ".join(f"{decider}:{move or '?'}" for decider, move in state.story.known_to(player))
        return f"{player}: {self.start.view(player).text} | {known} | {tell('', moment, moment.begun(player))}"


def game_type(id: str) -> Any:
    """A game with all its options, as OpenSpiel knows it."""
    book = rulebook(id)({})
    kinds = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + id,
        long_name=str(book.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=kinds.IMPERFECT_INFORMATION if book.secretive else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=book.player_counts[0],
        max_num_players=book.player_counts[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=book.secretive,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**book.options, POSITION: ""},
    )


for _id in games():
    # A class: OpenSpiel lets go of what it is given only when Python is gone, and then nothing may be left to free.
    pyspiel.register_game(game_type(_id), type(PREFIX + _id, (Game,), {"id": _id}))
