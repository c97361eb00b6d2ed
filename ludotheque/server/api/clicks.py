"""Addresses for what a page asks while a player clicks. The page knows no rules."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludotheque.server.api.reading import view_in_study
from ludotheque.server.api.schemas import (
    ExplainRequest,
    PreviewRequest,
    StudyExplainRequest,
    StudyPreviewRequest,
)
from ludotheque.server.api.study import json_response, limit_long, read
from ludotheque.server.http.dependencies import Guest, Live
from ludotheque.server.serialize.clicks import explanation_json, previews_json
from ludotheque.server.tables.summaries import view_of_seat

router = APIRouter(prefix="/api", tags=["clicks"])


@router.post("/tables/{id}/explain")
def explain(asked: ExplainRequest, live: Live, guest: Guest) -> Response:
    """Return why the last of these clicks leads to no legal move, from the view of this seat."""
    return json_response(explanation_json(view_of_seat(live.table, guest, asked.seat), asked.clicks))


@router.post("/tables/{id}/preview")
def preview(asked: PreviewRequest, live: Live, guest: Guest) -> Response:
    """Return what these moves would do, from the view of this seat."""
    return json_response({"previews": previews_json(view_of_seat(live.table, guest, asked.seat), asked.candidates)})


@router.post("/study/explain")
async def study_explain(asked: StudyExplainRequest, request: Request) -> Response:
    """Return why the last of these clicks leads to no legal move in the last position of a game."""
    limit_long(request, asked)
    return json_response(
        await read(request, lambda: explanation_json(view_in_study(asked, asked.player), asked.clicks))
    )


@router.post("/study/preview")
async def study_preview(asked: StudyPreviewRequest, request: Request) -> Response:
    """Return what these moves would do in the last position of a game."""
    limit_long(request, asked)
    previews = await read(request, lambda: previews_json(view_in_study(asked, asked.player), asked.candidates))
    return json_response({"previews": previews})
