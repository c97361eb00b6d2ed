"""The application: all addresses. `docs/messages.md` explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ludotheque import __version__, library
from ludotheque.errors import LudothequeError
from ludotheque.server.api import analysis, clicks, games, socket, study, tables
from ludotheque.server.api.schemas import encodable
from ludotheque.server.errors import RequestError, StorageError
from ludotheque.server.housekeeping import Housekeeping
from ludotheque.server.http import static
from ludotheque.server.http.dependencies import manager_of
from ludotheque.server.http.middleware import SecurityMiddleware
from ludotheque.server.http.rate_limits import RateLimit
from ludotheque.server.search.analyses import Analyses
from ludotheque.server.serialize.message import error_json
from ludotheque.server.settings import Settings
from ludotheque.server.tables.manager import TableManager
from ludotheque.server.tables.store import milliseconds

GONE = {404, 410}
"""The statuses of an address without anything to show."""
OLD_FIELDS = {"decisions"}
"""The fields that only pages of an older version send."""


def create_app(settings: Settings, now: Callable[[], int] = milliseconds) -> FastAPI:
    """Return the server as an ASGI application, with its database opened."""
    manager, analyses = TableManager(settings, now), Analyses()
    manager.prepare()
    housekeeping = Housekeeping(manager)
    housekeeping.prepare()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await manager.open()
        manager.spawn(housekeeping.run())
        yield
        analyses.close()
        await manager.close()

    # The pages of FastAPI would load files from other servers.
    app = FastAPI(
        title="Ludothèque",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.manager, app.state.analyses = manager, analyses
    app.state.blocked = housekeeping.blocked
    app.state.sockets = Counter()
    app.state.analysis_limit = RateLimit(settings.analyses_per_second, settings.analysis_burst)
    app.state.new_table_limit = RateLimit(settings.tables_per_address / 3600, settings.tables_per_address)
    app.add_middleware(SecurityMiddleware, settings=settings, blocked=housekeeping.blocked, now=now)
    _answer_errors(app)
    for module in (games, tables, socket, study, clicks, analysis):
        app.include_router(module.router)
    _serve_page(app)
    return app


# Errors.


def _answer_errors(app: FastAPI) -> None:
    def answer(request: Request, error: LudothequeError, status: int) -> Response:
        """Return a page to a reader who followed a link, and JSON to the page itself and to programs."""
        reader = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        return static.not_found(error, status) if status in GONE and reader else JSONResponse(error_json(error), status)

    @app.exception_handler(LudothequeError)
    async def refused(request: Request, error: LudothequeError) -> Response:
        return answer(request, error, error.status if isinstance(error, RequestError) else 422)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        where = [encodable(".".join(map(str, fault["loc"][1:]))) for fault in error.errors()]
        code = "version" if OLD_FIELDS & set(where) else "message"
        return JSONResponse({**error_json(RequestError(code)), "fields": where[:20]}, 422)

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        code = "message" if error.status_code == 400 else "no_page"
        return answer(request, RequestError(code), error.status_code)


# The page.


def _serve_page(app: FastAPI) -> None:
    @app.get("/web/{path:path}", include_in_schema=False)
    def page_file(path: str, request: Request) -> Response:
        return static.file(path).to(request)

    async def page(request: Request) -> Response:
        names = request.path_params
        if "game" in names and names["game"] not in library.games():
            raise RequestError("no_page", 404)
        if "table" in names:
            # Without a database the page can still say what is wrong.
            with suppress(StorageError):
                await manager_of(request).live_table(names["table"])
        return static.file("index.html").to(request)

    for path in static.pages():
        app.get(path, include_in_schema=False)(page)

    @app.get("/favicon.ico", include_in_schema=False)
    def icon(request: Request) -> Response:
        return static.file("favicon.svg").to(request)
