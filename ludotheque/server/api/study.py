"""Addresses for replay and study. Those for study are stateless, and take any position or record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response

from ludotheque.server.api.reading import checked_look, written_record
from ludotheque.server.api.schemas import LookRequest, RecordRequest, StudyRequest
from ludotheque.server.errors import RequestError
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import Guest, Live, analyses_of
from ludotheque.server.messages.study import RecordText
from ludotheque.server.serialize.message import dumps
from ludotheque.server.tables.summaries import replay_of_table

LONG_RECORD, LONG_GAME = 8_000, 500
"""Almost all records have fewer characters, and almost all games fewer moves."""

T = TypeVar("T")
router = APIRouter(prefix="/api", tags=["study"])


def take_token(request: Request) -> None:
    """Raise a `RequestError` when a client asks for work too often."""
    if not request.app.state.analysis_limit.take(address_of(request.scope)):
        raise RequestError("fast", 429)


async def read(request: Request, work: Callable[[], T]) -> T:
    """Return the result of `work`, which reads a game. The address that asks is charged for it."""
    address = address_of(request.scope)
    if not request.app.state.study_limit.take(address):
        raise RequestError("fast", 429)
    return await analyses_of(request).read(address, work)


def limit_long(request: Request, asked: StudyRequest) -> None:
    """Count a long game as an analysis. To read a game of the usual length costs much less."""
    if len(asked.record or "") > LONG_RECORD or len(asked.moves) > LONG_GAME:
        take_token(request)


def json_response(data: Any) -> Response:
    """Return an answer as it is."""
    # FastAPI would check the data first, which takes long.
    return Response(dumps(data), media_type="application/json")


@router.get("/tables/{id}/replay")
async def table_replay(live: Live, guest: Guest, request: Request) -> Response:
    """Return a game ply by ply, as far as this browser may know it; all of it once the game is over."""
    return json_response(await read(request, replay_of_table(live.table, guest)))


@router.post("/study/look")
async def look(asked: LookRequest, request: Request) -> Response:
    """Return the states of all plies, and the moves that may follow the last one."""
    limit_long(request, asked)
    return json_response(await read(request, lambda: checked_look(asked)))


@router.post("/study/record")
async def write_record(asked: RecordRequest, request: Request) -> RecordText:
    """Return a game with its variations, comments and glyphs as text."""
    if int(request.headers.get("content-length", 0)) > LONG_RECORD:
        take_token(request)
    return {"record": await read(request, lambda: str(written_record(asked)))}
