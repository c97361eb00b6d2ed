"""What a search thinks of positions and of whole games, told to a page."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.study import TURNING
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.position import Position, View
from ludotheque.record import Record
from ludotheque.server.analysts import Analysts, Search
from ludotheque.server.refusal import Refusal
from ludotheque.server.sight import MOST_CHOICES
from ludotheque.texts import say

MOST_CANDIDATES = 12
PER_PLY = 0.5
"""The longest time for one position of a whole game, in seconds."""
LEAST = 0.02


def view_of(position: Position, player: int | None) -> View:
    """The position through the eyes of a player who owes a decision: what he may not know plays no part."""
    if not position.to_act:
        raise IllegalMove("ALL-5", say("refusals.over"))
    actor = position.to_act[0] if player is None else player
    view = position.view(actor)
    if actor not in position.to_act:
        raise LudothequeError(say("refusals.which", players="+".join(map(str, position.to_act))))
    if not view.family and view.mobility(actor) > MOST_CHOICES:
        raise Refusal("crowded", 422, most=MOST_CHOICES)
    return view


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    return {
        "player": analysis.player,
        "chance": round(analysis.chance, 4),
        "proven": analysis.proven,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "candidates": [candidate_json(candidate) for candidate in analysis.candidates[:MOST_CANDIDATES]],
    }


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    choice = candidate.move.game.rulebook.choice[candidate.move.code]
    return {
        "text": choice.text,
        "path": choice.path,
        "kind": choice.kind,
        "chance": round(candidate.chance, 4),
        "weight": None if candidate.weight is None else round(candidate.weight, 4),
        "proven": candidate.proven,
        "distance": candidate.distance,
        "line": [str(move) for move in candidate.line],
    }


async def annotation(
    analysts: Analysts, search: Search, record: Record, seconds: float
) -> AsyncGenerator[dict[str, Any], None]:
    """What is to be expected at every ply, and the decisions that changed it, one message after the other."""
    share = min(PER_PLY, max(LEAST, seconds / len(record.positions)))
    before: Analysis | None = None
    for ply, position in enumerate(record.positions):
        after = None
        if position.to_act:
            player = record.decisions[ply].player if ply < len(record.decisions) else None
            after = await analysts.analyse(search, view_of(position, player), share, 3)
        yield {"ply": ply, "chances": chances(position, after), "proven": after is None or after.proven}
        if before and (point := turning_point(record, ply, before, after)):
            yield point
        before = after
    yield {"done": True}


def chances(position: Position, analysis: Analysis | None) -> list[float | None]:
    """What each player may expect; of three, only the one who is to act can be told."""
    if analysis is None:
        return [(value + 1) / 2 for value in position.returns or ()]
    found: list[float | None] = [None] * position.game.players
    found[analysis.player] = round(analysis.chance, 4)
    if len(found) == 2:
        found[1 - analysis.player] = round(1 - analysis.chance, 4)
    return found


def turning_point(record: Record, ply: int, before: Analysis, after: Analysis | None) -> dict[str, Any] | None:
    """The decision that led to this ply, when it cost much of what its player could expect."""
    decision = record.decisions[ply - 1]
    listed = {candidate.move: candidate for candidate in before.candidates}
    known = listed.get(decision.move)
    if decision.move == before.best.move or (known and known.weight):
        return None  # one of the decisions of a mixture is as good as another
    rest = chances(record.positions[ply], after)[decision.player]
    if rest is None and known:
        rest = known.chance
    if rest is None or before.chance - rest < TURNING:
        return None
    return {
        "turn": ply,
        "player": decision.player,
        "move": str(decision.move),
        "before": round(before.chance, 4),
        "after": round(rest, 4),
        "better": candidate_json(before.best),
    }
