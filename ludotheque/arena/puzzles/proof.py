"""Proofs: what each move of a player certainly brings, by the plain solver.

A bounded proof counts moves: "wins within 2 further moves of the player". Where few games are left to play, an exact
proof follows them all to their end. A player does not know what the opponent holds in secret. Then a win is certain
only if it comes in every position that is possible for all that the player knows; a move loses if it loses in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludotheque.engine.limit import Limit
from ludotheque.engine.solver import Solver
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.position import Game, Move, Position
from ludotheque.record import Record

ALL = 254
"""More moves than any game lasts: an exact proof."""
REACH = 24
"""With fewer games left than two to this power, a position is solved exactly; a game may say otherwise."""


class OutOfNodes(Exception):
    """A proof took more nodes than it may."""


@dataclass(frozen=True)
class Situation:
    """A position with all that its player holds possible: the record, and others that look the same."""

    record: Record
    player: int
    worlds: Sequence[Record]

    @classmethod
    def of(cls, record: Record) -> Situation:
        player = record.final.to_act[0]
        return cls(record, player, possible(record, player) if hides(record, player) else [record])

    @property
    def legal(self) -> Sequence[Move]:
        return self.record.final.legal_moves(self.player)

    @property
    def is_secret(self) -> bool:
        return len(self.worlds) > 1


class Prover:
    """Proves moves of one game with its options, with a budget of nodes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solver = PlainSolver(game.rulebook)
        self.estimate = Solver(game.rulebook, entries=4, reach=1)
        self.reach = game.rulebook.rules.solvable or REACH
        self.limit = Limit()

    def allow(self, nodes: int) -> None:
        """Let the proofs from now on take this number of nodes together."""
        self.limit.allow(nodes)

    def exact(self, position: Position) -> bool:
        """Whether a position is near enough to the end of the game to be solved."""
        if self.game.rulebook.rules.max_plies > ALL:
            return False
        return self.estimate.bits(np.array(position.state, np.uint64)) <= self.reach

    # What a game so far brings.

    def forces(self, record: Record, player: int, moves: int, target: str = "win") -> bool:
        """Whether a player gets at least the target with this number of own moves, whatever the others do or hide."""
        if moves < 0:
            return False
        if hides(record, player):
            situation = Situation.of(record)
            return moves > 0 and any(self.wins(situation, move, moves - 1, target) for move in situation.legal)
        answer = self.solver.forces(record.final, player, moves, self.limit, target)
        if answer is None:
            raise OutOfNodes
        return answer

    def loses(self, record: Record, player: int, moves: int) -> bool:
        """Whether the others force this player's loss, with this number of moves of the next opponent."""
        if self.game.players == 2:
            return self.forces(record, 1 - player, moves)
        return not self.forces(record, player, ALL, "draw")

    def distance(self, record: Record, player: int, moves: int) -> int | None:
        """The least number of own moves with which a player forces a win, up to `moves`."""
        # The first searches with fewer moves make the last one faster; an exact search has no such first ones.
        if moves == ALL and not self.forces(record, player, ALL):
            return None
        return next((count for count in range(moves + 1) if self.forces(record, player, count)), None)

    # What a move brings.

    def wins(self, situation: Situation, move: Move, moves: int, target: str = "win") -> bool:
        """Whether a move wins with this number of further own moves, whatever is secret."""
        player = situation.player
        return all(self.forces(world.play(move, player), player, moves, target) for world in situation.worlds)

    def lost_world(self, situation: Situation, move: Move, moves: int) -> Record | None:
        """A world in which a move loses within this number of the opponent's moves."""
        player = situation.player
        return next((one for one in situation.worlds if self.loses(one.play(move, player), player, moves)), None)

    def open_world(self, situation: Situation, move: Move, moves: int) -> Record | None:
        """A world in which a move does not win with this number of further own moves."""
        player = situation.player
        worlds = situation.worlds
        return next((one for one in worlds if not self.forces(one.play(move, player), player, moves)), None)


def hides(record: Record, player: int) -> bool:
    """Whether a player is to move and does not know all of the position."""
    position = record.final
    return position.to_act[:1] == (player,) and position.view(player).state != position.state


def possible(record: Record, player: int) -> list[Record]:
    """Every game that is possible for all that this player knows of the opponent's last move."""
    seen, last = record.final.view(player), record.moves[-1]
    before = replay(record, len(record.moves) - 1)
    others = (before.play(move, last.player) for move in before.final.legal_moves(last.player))
    return [other for other in others if other.final.view(player) == seen]


def replay(record: Record, plies: int, since: int = 0) -> Record:
    """The game as it was after this number of moves, as a record that begins after `since` of them."""
    replayed = Record(record.positions[since])
    for played in record.moves[since:plies]:
        replayed = replayed.play(played.move, played.player)
    return replayed
