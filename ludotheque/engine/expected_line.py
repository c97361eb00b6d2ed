"""The line of moves that a search expects after a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludotheque.arrays import word, words
from ludotheque.position import Game, Move
from ludotheque.rulebook import State
from ludotheque.status import player_to_act

if TYPE_CHECKING:
    from ludotheque.kernel import Words

LONGEST = 96
"""No line has more moves."""
Reply = Callable[["Words", int], int | None]
"""The move that a search expects of a player in a state; None where it expects none."""


def expected_line(game: Game, state: State, player: int, code: int, reply: Reply) -> tuple[Move, ...]:
    """Return a move and the replies after it, until none is expected or a position would come again.

    Counters, such as that of quiet turns, do not make a position another one.
    """
    rules = game.rulebook.rules
    walker, counters = words(state), set(rules.evaluation.counters)
    shape = [number for number in range(rules.state_size) if number not in counters]
    seen, line = {tuple(state[number] for number in shape)}, list[Move]()
    while len(line) < LONGEST:
        rules.kernels.play(walker, word(player), word(code))
        after = walker.tolist()
        position = tuple(after[number] for number in shape)
        if position in seen and line:
            break
        seen.add(position)
        line.append(Move(game, code))
        to_act = player_to_act(after[0])
        answer = None if to_act is None else reply(walker, to_act)
        if to_act is None or answer is None:
            break
        player, code = to_act, answer
    return tuple(line)
