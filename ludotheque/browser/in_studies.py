"""What a page asks about games to study: plies, records, clicks, pictures, analyses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from ludotheque.browser.errors import BrowserError
from ludotheque.browser.routes import LINES, SVG, Answer, Asked, Routes
from ludotheque.errors import LudothequeError
from ludotheque.server.api import schemas
from ludotheque.server.api.reading import checked_look, picture_of, record_of, view_in_study, written_record
from ludotheque.server.search import annotation
from ludotheque.server.search.jobs import view_to_analyse
from ludotheque.server.serialize.analysis import analysis_json
from ludotheque.server.serialize.clicks import explanation_json, previews_json
from ludotheque.server.serialize.message import dumps, error_json

routes = Routes()


@routes.on("POST", "/study/look")
async def look(asked: Asked) -> Any:
    return checked_look(asked.read(schemas.LookRequest))


@routes.on("POST", "/study/record")
async def write_record(asked: Asked) -> Any:
    return {"record": str(written_record(asked.read(schemas.RecordRequest)))}


@routes.on("POST", "/study/explain")
async def explain(asked: Asked) -> Any:
    request = asked.read(schemas.StudyExplainRequest)
    return explanation_json(view_in_study(request, request.player), request.clicks)


@routes.on("POST", "/study/preview")
async def preview(asked: Asked) -> Any:
    request = asked.read(schemas.StudyPreviewRequest)
    return {"previews": previews_json(view_in_study(request, request.player), request.candidates)}


@routes.on("POST", "/study/svg")
async def svg(asked: Asked) -> Any:
    return Answer(picture_of(asked.read(schemas.PictureRequest)).encode(), SVG)


@routes.on("POST", "/study/gif")
async def gif(asked: Asked) -> Any:
    raise BrowserError("no_gif", 501)


@routes.on("POST", "/study/analyse")
async def analyse(asked: Asked) -> Any:
    request = asked.read(schemas.AnalysisRequest)
    view = view_to_analyse(record_of(request).final, request.player)
    seconds = min(request.seconds, asked.tables.settings.analysis_seconds)
    return analysis_json(await asked.searches.analyse(view, seconds, request.lines))


@routes.on("POST", "/study/annotate")
async def annotate(asked: Asked) -> Any:
    record, seconds = record_of(asked.read(schemas.StudyRequest)), asked.tables.settings.annotation_seconds

    async def lines() -> AsyncIterator[bytes]:
        try:
            async for message in annotation.annotate(asked.searches.analyse, record, seconds):
                yield f"{dumps(message)}\n".encode()
        except LudothequeError as error:
            yield f"{dumps(error_json(error))}\n".encode()

    return Answer(lines(), LINES)
