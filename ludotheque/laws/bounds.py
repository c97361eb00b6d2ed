"""Laws about the bounds of a game. They come first, because kernels write beyond arrays that are too small."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from ludotheque import status
from ludotheque.laws.breach import Breach, texts
from ludotheque.position import Game, Position

ROOM = 1 << 18
"""Here a list has so much room beyond `max_moves`."""
GAMES = 8


def no_list_of_moves_is_too_long(game: Game) -> Iterator[Breach]:
    """A player to move has a legal move, and never more than `max_moves`."""
    for seed in range(GAMES):
        for position, found in random_walk(game, seed):
            most = game.rulebook.rules.max_moves
            if not all(1 <= number <= most for number in found):
                yield Breach(texts.say("expected.between", low=1, high=most), ", ".join(map(str, found)), position)


def games_end_in_time(game: Game) -> Iterator[Breach]:
    """No game takes more than `max_plies` moves."""
    most = game.rulebook.rules.max_plies
    for seed in range(GAMES):
        *_, (position, _) = random_walk(game, seed)
        if position.to_act:
            yield Breach(texts.say("expected.plies", most=most), texts.say("found.going_on"), position)


def every_ending_has_a_reason(game: Game) -> Iterator[Breach]:
    """The number of the reason is one of `reasons`."""
    reasons = game.rulebook.rules.reasons
    for seed in range(GAMES):
        *_, (position, _) = random_walk(game, seed)
        end = status.ending(position.state[0], game.players)
        if end and end.reason >= len(reasons):
            found = texts.say("found.reason", number=end.reason)
            yield Breach(texts.say("expected.reason", reasons=", ".join(reasons), last=len(reasons) - 1), found)


def random_walk(game: Game, seed: int) -> Iterator[tuple[Position, list[int]]]:
    """Yield the positions of a random game, and how many moves each player to move has, with room for many more.

    It ends after `max_plies` moves, and where a player to move has none.
    """
    rules = game.rulebook.rules
    dice, state = random.Random(seed), np.array(rules.start(), np.uint64)
    room = np.empty(rules.max_moves + ROOM, np.uint64)
    for _ in range(rules.max_plies + 1):
        players = status.players_to_act(int(state[0]))
        found = [int(rules.kernels.moves(state, np.uint64(player), room)) for player in players]
        yield Position(game, tuple(state.tolist())), found
        if not found or not all(found):
            return
        rules.kernels.play(state, np.uint64(players[-1]), room[dice.randrange(found[-1])])
