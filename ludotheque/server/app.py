"""The application: what is served where. `docs/messages.md` explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ludotheque import __version__
from ludotheque.errors import LudothequeError
from ludotheque.server import game_routes, static, study_routes, table_routes
from ludotheque.server.analysts import Analysts
from ludotheque.server.gate import Gate
from ludotheque.server.hall import Hall
from ludotheque.server.limits import Buckets
from ludotheque.server.messages import encodable
from ludotheque.server.refusal import Refusal, to_json
from ludotheque.server.settings import Settings
from ludotheque.server.storage import milliseconds

PAGES = (
    "/",
    "/new/{game}",
    "/t/{id}",
    "/rules/{game}",
    "/learn/{game}",
    "/strategy/{game}",
    "/puzzles/{game}",
    "/replay/{id}",
    "/study/{game}",
)
"""Addresses at which the page itself decides what to show."""


def create_app(settings: Settings, now: Callable[[], int] = milliseconds) -> FastAPI:
    """The server as an ASGI application, with its database opened."""
    hall = Hall(settings, now)
    hall.prepare()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        yield
        app.state.analysts.close()
        await hall.close()

    # No pages of FastAPI's own: they load from elsewhere.
    app = FastAPI(
        title="Ludothèque",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.hall = hall
    app.state.sockets = Counter()
    app.state.analysts = Analysts()
    app.state.studies = Buckets(settings.studies_per_second, settings.study_burst)
    app.state.new_tables = Buckets(settings.tables_per_address / 3600, settings.tables_per_address)
    app.add_middleware(Gate, settings=settings)
    _answer_errors(app)
    app.include_router(game_routes.router)
    app.include_router(table_routes.router)
    app.include_router(study_routes.router)
    _serve_page(app)
    return app


# Errors, in words.


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(LudothequeError)
    async def refused(_: Request, error: LudothequeError) -> Response:
        status = error.status if isinstance(error, Refusal) else 422
        return JSONResponse(to_json(error), status)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        where = [encodable(".".join(map(str, fault["loc"][1:]))) for fault in error.errors()]
        return JSONResponse({**to_json(Refusal("message")), "fields": where[:20]}, 422)

    @app.exception_handler(HTTPException)
    async def missing(_: Request, error: HTTPException) -> Response:
        code = "message" if error.status_code == 400 else "no_page"
        return JSONResponse(to_json(Refusal(code)), error.status_code)


# The page.


def _serve_page(app: FastAPI) -> None:
    @app.get("/web/{name}", include_in_schema=False)
    def page_file(name: str, request: Request) -> Response:
        return static.file(name).to(request)

    def page(request: Request) -> Response:
        return static.file("index.html").to(request)

    for path in PAGES:
        app.get(path, include_in_schema=False)(page)

    @app.get("/favicon.ico", include_in_schema=False)
    def icon(request: Request) -> Response:
        return static.file("favicon.svg").to(request)
