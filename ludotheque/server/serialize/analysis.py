"""Analyses of positions and of whole games as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.annotation import TurningPoint
from ludotheque.record import PlayedMove
from ludotheque.server.messages.study import AnalysisJson, CandidateJson, PlyChances, TurningPointJson

MAX_CANDIDATES = 12


def analysis_json(analysis: Analysis) -> AnalysisJson:
    """Return the chance of the player to move, and the best moves."""
    return {
        "player": analysis.player,
        "chance": round(analysis.chance, 4),
        "proven": analysis.proven,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "candidates": [candidate_json(candidate) for candidate in analysis.candidates[:MAX_CANDIDATES]],
    }


def candidate_json(candidate: Candidate) -> CandidateJson:
    """Return a move with its click path, its chance and the line expected after it."""
    choice = candidate.move.game.rulebook.look.clickable[candidate.move.code]
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


def ply_chances_json(ply: int, chances: Sequence[float | None], *, proven: bool) -> PlyChances:
    """Return the chances of all players at a ply."""
    rounded = [None if chance is None else round(chance, 4) for chance in chances]
    return {"ply": ply, "chances": rounded, "proven": proven}


def turning_point_json(point: TurningPoint, played: PlayedMove) -> TurningPointJson:
    """Return a turning point with the move that was played and a better one."""
    return {
        "turn": point.number,
        "player": point.player,
        "move": str(played.move),
        "before": round(point.before, 4),
        "after": round(point.after, 4),
        "better": candidate_json(point.better),
    }
