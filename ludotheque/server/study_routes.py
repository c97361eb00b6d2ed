"""Addresses for replaying and studying: stateless, and for whatever position or record somebody brings along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from ludotheque.errors import LudothequeError
from ludotheque.position import View
from ludotheque.record import Record
from ludotheque.server import studying
from ludotheque.server.analysts import Analysts
from ludotheque.server.asking import Guest, TheHall, TheRoom
from ludotheque.server.gate import address_of
from ludotheque.server.messages import AnalysisWish, HintWish, LineWish, LookWish, PictureWish
from ludotheque.server.opinions import analysis_json, annotation, view_of
from ludotheque.server.refusal import Refusal, to_json
from ludotheque.server.sight import dumps, record_text, result_json

LONG_RECORD, LONG_LINE = 8_000, 500
"""Characters and decisions beyond which a game is longer than almost all."""

router = APIRouter(prefix="/api", tags=["study"])


def answer(data: Any) -> Response:
    """JSON without a detour: it is long."""
    return Response(dumps(data), media_type="application/json")


def analysts_of(request: Request) -> Analysts:
    analysts: Analysts = request.app.state.analysts
    return analysts


def take(request: Request) -> None:
    """Nobody asks for work too often."""
    if not request.app.state.studies.take(address_of(request.scope)):
        raise Refusal("fast", 429)


def spare(request: Request, wish: LineWish) -> None:
    """Reading a game of the usual length costs next to nothing; longer ones count as work."""
    if len(wish.record or "") > LONG_RECORD or len(wish.decisions) > LONG_LINE:
        take(request)


@router.get("/tables/{id}/replay")
async def replay(room: TheRoom, guest: Guest, request: Request) -> Response:
    """A game from its first decision on, as far as this browser may know it; whole once it is over."""
    table = room.table
    # Read from the very text that this browser would get: what is not in it cannot leave.
    told = record_text(table, guest)
    found = await analysts_of(request).read(lambda: studying.replay_json(Record.parse(told)))
    seats = [{"kind": seat.kind, "name": seat.name, "level": seat.level, "here": True} for seat in table.seats]
    return answer({**found, "table": table.id, "phase": table.phase, "seats": seats, "result": result_json(table)})


@router.post("/study/look")
async def look(wish: LookWish, request: Request) -> Response:
    """The states of all plies, and what may be decided after the last one."""
    spare(request, wish)
    return answer(await analysts_of(request).read(lambda: studying.look_json(studying.record_of(wish), wish.since)))


@router.post("/study/svg")
async def svg(wish: PictureWish, request: Request) -> Response:
    """One ply as a picture, or the whole game as an animated one."""
    spare(request, wish)

    def draw() -> str:
        record = studying.record_of(wish)
        if wish.ply is None:
            return record.film(flip=wish.flip, language=wish.language)
        return studying.picture(record, wish.ply, wish.flip)

    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(await analysts_of(request).read(draw), media_type="image/svg+xml", headers=headers)


# Searches.


def analysts_for(request: Request, guest: str | None) -> tuple[Analysts, str]:
    """The searchers, and under which name this client asks."""
    take(request)
    return analysts_of(request), f"{address_of(request.scope)} {guest or ''}"


async def opinion(request: Request, guest: str | None, view: View, seconds: float, lines: int) -> dict[str, Any]:
    analysts, client = analysts_for(request, guest)
    search = analysts.begin(client)
    try:
        return analysis_json(await analysts.analyse(search, view, seconds, lines))
    finally:
        analysts.end(client, search)


@router.post("/study/analyse")
async def analyse(wish: AnalysisWish, hall: TheHall, request: Request, guest: Guest) -> dict[str, Any]:
    """The best decisions of a player who owes one; a newer request of the same client ends this one."""

    def read() -> View:
        return view_of(studying.record_of(wish).final, wish.player)

    seconds = min(wish.seconds, hall.settings.study_seconds)
    return await opinion(request, guest, await analysts_of(request).read(read), seconds, wish.lines)


@router.post("/tables/{id}/hint")
async def hint(wish: HintWish, room: TheRoom, hall: TheHall, request: Request, guest: Guest) -> dict[str, Any]:
    """What the engine would decide in a game against computers, from what this seat may know."""
    table = room.table
    if wish.seat not in table.seats_of(guest):
        raise Refusal("not_yours", 403)
    others = {seat.kind for number, seat in enumerate(table.seats) if number != wish.seat}
    if wish.seat not in table.to_act or others != {"computer"}:
        raise Refusal("hint")
    return await opinion(request, guest, table.position.view(wish.seat), hall.settings.hint_seconds, 1)


@router.post("/study/annotate")
async def annotate(wish: LineWish, hall: TheHall, request: Request, guest: Guest) -> Response:
    """The chances over a whole game, ply by ply, and its turning points: one JSON object a line."""
    analysts, client = analysts_for(request, guest)
    record = await analysts.read(lambda: studying.record_of(wish))

    async def told() -> AsyncIterator[str]:
        search = analysts.begin(client)
        try:
            async with aclosing(annotation(analysts, search, record, hall.settings.annotation_seconds)) as found:
                async for message in found:
                    yield f"{dumps(message)}\n"
        except LudothequeError as error:
            yield f"{dumps(to_json(error))}\n"
        finally:
            analysts.end(client, search)

    return StreamingResponse(told(), media_type="application/x-ndjson")
