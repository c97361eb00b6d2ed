"""Analysis for people: one position, or the turning points of a whole game."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import thinker_for
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.position import Position, View
from ludotheque.record import Record
from ludotheque.texts import say

TURNING = 0.2
"""A decision that costs so much of the winning chance is a turning point."""


@dataclass(frozen=True)
class TurningPoint:
    """A decision that changed the game: what was expected before it and after it, and what was better."""

    number: int
    player: int
    before: float
    after: float
    better: Candidate


def analyse(
    position: Position | View, seconds: float = 1.0, *, lines: int = 5, player: int | None = None, seed: int = 0
) -> Analysis:
    """Ranked decisions of the player who is to act, with chances, expected lines, and whether they are proven.

    A position is looked at through the eyes of that player: what they may not know plays no part.
    """
    if isinstance(position, Position):
        position = position.view(_actor(position, player))
    if not position.to_act:
        raise IllegalMove("ALL-5", say("refusals.over"))
    if position.player not in position.to_act:
        raise LudothequeError(say("refusals.which", players="+".join(map(str, position.to_act))))
    thinker = thinker_for(position.game.rulebook)  # may compile first, which is not the search's time
    with Limit(seconds) as limit:
        return thinker.think(position, limit, lines=lines, seed=seed)


def _actor(position: Position, player: int | None) -> int | None:
    return position.to_act[0] if player is None and position.to_act else player


def annotate(record: Record, seconds: float = 0.5) -> list[TurningPoint]:
    """The turning points of a game, each with the better decision."""
    thinker = thinker_for(record.game.rulebook)
    found: list[TurningPoint] = []
    for number, decision in enumerate(record.decisions):
        before = record.positions[number].view(decision.player)
        with Limit(seconds) as limit:
            wanted = thinker.think(before, limit, lines=1)
        if decision.move in {candidate.move for candidate in wanted.candidates if candidate.weight is not None}:
            continue  # one of the decisions of a mixture is as good as another
        after = chance_after(record.positions[number + 1], decision.player, seconds)
        if after is not None and wanted.chance - after >= TURNING and wanted.best.move != decision.move:
            found.append(TurningPoint(number + 1, decision.player, wanted.chance, after, wanted.best))
    return found


def chance_after(position: Position, player: int, seconds: float) -> float | None:
    """What a player may expect of a position, whoever is to act; None where several players share the other chances."""
    if position.returns is not None:
        return (position.returns[player] + 1) / 2
    actor = position.to_act[0]
    thinker = thinker_for(position.game.rulebook)
    with Limit(seconds) as limit:
        chance = thinker.think(position.view(actor), limit).chance
    if actor == player:
        return chance
    return 1 - chance if position.game.players == 2 else None
