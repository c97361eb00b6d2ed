"""Addresses of pictures for study: one ply as SVG, and a whole game as SVG or GIF."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response

from ludotheque.draw.raster import can_draw
from ludotheque.server.api.analysis import client_of, search_of
from ludotheque.server.api.reading import picture_of, record_of, sheet_of
from ludotheque.server.api.schemas import FilmRequest, PictureRequest
from ludotheque.server.api.study import limit_long, read
from ludotheque.server.errors import RequestError
from ludotheque.server.http import static
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import Guest, analyses_of
from ludotheque.server.search.jobs import GifJob

MAX_GIF_MOVES = 300
"""A longer game would keep a worker for a minute."""

router = APIRouter(prefix="/api", tags=["study"])


@router.post("/study/svg")
async def svg(asked: PictureRequest, request: Request) -> Response:
    """Return one ply as a picture, or the whole game as an animated one."""
    limit_long(request, asked)
    drawn = await read(request, partial(picture_of, asked))
    return static.as_picture(Response(drawn, media_type=static.SVG))


@router.post("/study/gif")
async def gif(asked: FilmRequest, request: Request, guest: Guest) -> Response:
    """Return the whole game as an animated GIF. It counts as an analysis, and a worker draws it."""
    if not can_draw():
        raise RequestError("no_gif", 501)
    client, address = client_of(request, guest), address_of(request.scope)
    analyses_of(request).pool.turns.check(address)  # a refusal should cost next to nothing
    record = await read(request, lambda: record_of(asked))
    if len(record.moves) > MAX_GIF_MOVES:
        raise RequestError("long_gif", 422, most=MAX_GIF_MOVES)
    async with search_of(request, client) as search:
        job = GifJob(str(record), asked.language, sheet_of(asked))
        drawn = await analyses_of(request).pool.run(search, address, job)
    if drawn is None:
        raise RequestError("newer")
    if isinstance(drawn, Exception):
        raise drawn
    return Response(drawn, media_type="image/gif")
