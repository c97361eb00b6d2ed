"""Annotations of whole games: the chances at every ply, and the turning points."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.annotation import chance_for, turning_point
from ludotheque.position import View
from ludotheque.record import Record
from ludotheque.server.messages.study import Annotation
from ludotheque.server.search.jobs import view_to_analyse
from ludotheque.server.serialize.analysis import ply_chances_json, turning_point_json

MAX_SECONDS, MIN_SECONDS = 0.5, 0.02
"""The longest and the shortest search of one position."""
LINES = 3


async def annotate(
    analyse: Callable[[View, float, int], Awaitable[Analysis]], record: Record, seconds: float
) -> AsyncGenerator[Annotation, None]:
    """Yield one message for each ply with its chances, and one for each turning point."""
    share = min(MAX_SECONDS, max(MIN_SECONDS, seconds / len(record.positions)))
    before: Analysis | None = None
    for ply, position in enumerate(record.positions):
        after = None
        if position.to_act:
            player = record.moves[ply].player if ply < len(record.moves) else None
            after = await analyse(view_to_analyse(position, player), share, LINES)
        chances = [chance_for(position, player, after) for player in range(record.game.players)]
        yield ply_chances_json(ply, chances, proven=after is None or after.proven)
        if before:
            played = record.moves[ply - 1]
            if point := turning_point(ply, played.move, before, chances[played.player]):
                yield turning_point_json(point, played)
        before = after
    yield {"done": True}
