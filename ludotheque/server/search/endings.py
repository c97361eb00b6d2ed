"""Known endings while they are played: whether the claim still holds, and which move gave it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.position import Game
from ludotheque.record import Record
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.training import EndingCheck
from ludotheque.server.serialize.games import shown_games
from ludotheque.teaching.endings import Ending, endings
from ludotheque.teaching.reading import extras

ENTRIES = 1 << 20
"""Of the solver's table: 24 megabytes."""
SECONDS = 10.0
"""Most answers come at once; the longest endings take some seconds."""
OPEN: EndingCheck = {"holds": None, "ply": None, "better": None}


@dataclass(frozen=True)
class EndingJob:
    """What is proven after some moves of a known ending."""

    game: str
    ending: str
    moves: tuple[tuple[int, str], ...]

    def run(self, limit: Limit) -> EndingCheck:
        ending = find(self.game, self.ending)
        record = played(ending, self.moves)
        with limit.lasting(SECONDS):
            return Proof(ending, record, limit).check()


def find(game: str, name: str) -> Ending:
    """Return an ending; raise a `RequestError` if there is none of that name."""
    known = endings(game) if game in shown_games() and "endings" in extras(game) else ()
    ending = next((one for one in known if one.id == name), None)
    if not ending:
        raise RequestError("no_page", 404)
    return ending


def played(ending: Ending, moves: Sequence[tuple[int, str]]) -> Record:
    """Return the game that these moves make of an ending; raise a `RuledError` if they are not legal."""
    record = Record(ending.start)
    for player, text in moves:
        record = record.play(text, player)
    return record


class Proof:
    """An ending and the moves made since, with the solver of its game."""

    def __init__(self, ending: Ending, record: Record, limit: Limit) -> None:
        self.ending, self.record, self.limit = ending, record, limit
        self.solver = _solver(record.game)

    def check(self) -> EndingCheck:
        if self.record.final.has_secret:
            return OPEN  # the answer would tell what was chosen
        holds = self.holds(self.record)
        if holds is not False:
            return {**OPEN, "holds": holds}
        ply = self.slip()
        return {"holds": False, "ply": ply, "better": self.better(ply) if ply else None}

    def holds(self, record: Record) -> bool | None:
        """Whether the player still reaches the goal with as many moves as the claim leaves."""
        ending = self.ending
        left = ending.moves - sum(step.player == ending.player for step in record.moves)
        return left >= 0 and self.solver.forces(record.final, ending.player, left, self.limit, ending.goal)

    def slip(self) -> int | None:
        """Return the number of the player's last move that gave the claim away; None if that took too long."""
        moves, player = self.record.moves, self.ending.player
        for ply in range(len(moves) - 1, -1, -1):
            here = self.after(ply)
            if here.final.has_secret:
                continue
            holds = self.holds(here)
            if holds:
                own = (number for number, step in enumerate(moves[ply:], ply + 1) if step.player == player)
                return next(own, None)
            if holds is None:
                return None
        return None

    def better(self, ply: int) -> str | None:
        """Return a move that would have kept the claim, in the place of this one."""
        before, player = self.after(ply - 1), self.ending.player
        for move in before.final.legal_moves(player):
            tried = before.play(move, player)
            if not tried.final.has_secret and self.holds(tried):
                return str(move)
        return None

    def after(self, ply: int) -> Record:
        return played(self.ending, [(step.player, str(step.move)) for step in self.record.moves[:ply]])


@lru_cache(1)
def _solver(game: Game) -> PlainSolver:
    # With room for every freak position, the lists of some games would not fit into a worker.
    return PlainSolver(game.rulebook, ENTRIES, game.rulebook.rules.usual_moves)
