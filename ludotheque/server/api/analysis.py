"""Addresses of searches: the analysis of a position, hints, known endings, and the annotation of a whole game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from ludotheque.errors import LudothequeError
from ludotheque.position import View
from ludotheque.server.api.reading import record_of
from ludotheque.server.api.schemas import AnalysisRequest, EndingRequest, HintRequest, StudyRequest
from ludotheque.server.api.study import read, take_token
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import AllAnalyses, Guest, Live, Manager, analyses_of
from ludotheque.server.messages.study import AnalysisJson
from ludotheque.server.messages.training import EndingCheck
from ludotheque.server.search import annotation
from ludotheque.server.search.endings import EndingJob, find, played
from ludotheque.server.search.jobs import view_to_analyse
from ludotheque.server.search.search import Search
from ludotheque.server.serialize.analysis import analysis_json
from ludotheque.server.serialize.message import dumps, error_json
from ludotheque.server.tables.summaries import view_for_hint

router = APIRouter(prefix="/api", tags=["study"])


def client_of(request: Request, guest: str | None) -> str:
    """Return the name of the client that asks, and charge it for a search. A client has one search at a time."""
    take_token(request)
    return f"{address_of(request.scope)} {guest or ''}"


@asynccontextmanager
async def search_of(request: Request, client: str) -> AsyncIterator[Search]:
    """Begin a search of a client. It ends when its reader closes the connection, or begins another one."""
    analyses = analyses_of(request)
    search = analyses.begin(client)
    watching = asyncio.create_task(_stop_when_gone(request, search))
    try:
        yield search
    finally:
        watching.cancel()
        analyses.end(client, search)


async def _analyse(request: Request, client: str, view: View, seconds: float, lines: int) -> AnalysisJson:
    async with search_of(request, client) as search:
        analysis = await analyses_of(request).analyse(search, address_of(request.scope), view, seconds, lines)
        return analysis_json(analysis)


async def _stop_when_gone(request: Request, search: Search) -> None:
    """Stop a search when its reader closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    search.stop()


@router.post("/study/analyse")
async def analyse(asked: AnalysisRequest, manager: Manager, request: Request, guest: Guest) -> AnalysisJson:
    """Return the best moves of a player to move. A newer request of the same client ends this one."""
    client = client_of(request, guest)
    analyses_of(request).pool.turns.check(address_of(request.scope))  # a refusal should cost next to nothing
    view = await read(request, lambda: view_to_analyse(record_of(asked).final, asked.player))
    seconds = min(asked.seconds, manager.settings.analysis_seconds)
    return await _analyse(request, client, view, seconds, asked.lines)


@router.post("/tables/{id}/hint")
async def hint(asked: HintRequest, live: Live, manager: Manager, request: Request, guest: Guest) -> AnalysisJson:
    """Return the engine's move in a game against computers, from the view of this seat."""
    view = view_for_hint(live.table, guest, asked.seat)
    return await _analyse(request, client_of(request, guest), view, manager.settings.hint_seconds, 1)


@router.post("/games/{id}/endings/{name}")
async def check_ending(id: str, name: str, asked: EndingRequest, request: Request, guest: Guest) -> EndingCheck:
    """Return what is proven after some moves of a known ending. A client may analyse at the same time."""
    client, address = f"{client_of(request, guest)} ending", address_of(request.scope)
    analyses = analyses_of(request)
    analyses.pool.turns.check(address)  # a refusal should cost next to nothing
    ending = find(id, name)
    await read(request, lambda: played(ending, asked.moves))  # raises where a move is not legal
    async with search_of(request, client) as search:
        return await analyses.run(search, address, EndingJob(id, name, tuple(asked.moves)))


@router.post("/study/annotate")
async def annotate(
    asked: StudyRequest, manager: Manager, analyses: AllAnalyses, request: Request, guest: Guest
) -> Response:
    """Return the chances at every ply and the turning points of a game: one JSON object a line."""
    client, address = client_of(request, guest), address_of(request.scope)
    record = await read(request, lambda: record_of(asked))

    async def lines() -> AsyncIterator[str]:
        search = analyses.begin(client)
        try:
            seconds = manager.settings.annotation_seconds
            async with aclosing(
                annotation.annotate(partial(analyses.analyse, search, address), record, seconds)
            ) as messages:
                async for message in messages:
                    yield f"{dumps(message)}\n"
        except LudothequeError as error:
            yield f"{dumps(error_json(error))}\n"
        finally:
            analyses.end(client, search)

    return StreamingResponse(lines(), media_type="application/x-ndjson")
