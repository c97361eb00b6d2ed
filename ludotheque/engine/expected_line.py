"""The line of moves that a search expects after a move."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludotheque.kernel import Words
from ludotheque.position import Game, Move
from ludotheque.rulebook import State
from ludotheque.status_kernels import player_to_act

LONGEST = 96
"""No line has more moves."""
Reply = Callable[[Words, int], int | None]
"""The move that a search expects of a player in a state; None where it expects none."""


def expected_line(game: Game, state: State, player: int, code: int, reply: Reply) -> tuple[Move, ...]:
    """Return a move and the replies after it, until none is expected or a position would come again.

    Counters, such as that of quiet turns, do not make a position another one.
    """
    rules = game.rulebook.rules
    walker, shape = np.array(state, np.uint64), np.ones(rules.state_size, np.bool_)
    shape[list(rules.evaluation.counters)] = False
    seen, line = {walker[shape].tobytes()}, list[Move]()
    while len(line) < LONGEST:
        rules.kernels.play(walker, np.uint64(player), np.uint64(code))
        position = walker[shape].tobytes()
        if position in seen and line:
            break
        seen.add(position)
        line.append(Move(game, code))
        to_act = player_to_act(walker)
        answer = None if to_act is None else reply(walker, to_act)
        if to_act is None or answer is None:
            break
        player, code = to_act, answer
    return tuple(line)
