"""The application: all addresses. `docs/messages.md` explains them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from ludotheque import __version__, library
from ludotheque.errors import LudothequeError
from ludotheque.server import logs
from ludotheque.server.api import analysis, clicks, games, pictures, service, socket, study, tables
from ludotheque.server.api.schemas import encodable
from ludotheque.server.errors import RequestError, StorageError, status_of
from ludotheque.server.housekeeping import Housekeeping
from ludotheque.server.http import static
from ludotheque.server.http.access import AccessMiddleware
from ludotheque.server.http.dependencies import manager_of
from ludotheque.server.http.middleware import SecurityMiddleware
from ludotheque.server.http.offline import service_worker_of_server
from ludotheque.server.http.rate_limits import RateLimit
from ludotheque.server.http.root_path import RootPathMiddleware, path_below
from ludotheque.server.metrics import Metrics
from ludotheque.server.search.analyses import Analyses
from ludotheque.server.serialize.message import error_json
from ludotheque.server.settings import Settings
from ludotheque.server.tables.manager import TableManager
from ludotheque.server.tables.store import milliseconds

THREADS = 4
"""Requests that threads answer at a time. With more, all threads wait for Python's lock, and so does the event loop."""
GONE = {404, 410}
"""The statuses of an address without anything to show."""
OLD_FIELDS = {"decisions"}
"""The fields that only pages of an older version send."""


def create_app(settings: Settings, now: Callable[[], int] = milliseconds) -> FastAPI:
    """Return the server as an ASGI application, with its database opened."""
    metrics = Metrics()
    manager, analyses = TableManager(settings, now, metrics), Analyses(settings)
    manager.prepare()
    housekeeping = Housekeeping(manager)
    housekeeping.prepare()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(logs.loop_failed)
        current_default_thread_limiter().total_tokens = THREADS
        await manager.open()
        manager.spawn(housekeeping.run())
        yield
        await analyses.close()
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
    app.state.sockets, app.state.metrics = Counter(), metrics
    _watch(app)
    limit = partial(RateLimit.divided, processes=settings.processes)
    app.state.message_limit = limit(settings.messages_per_address, 3 * settings.messages_per_address)
    app.state.analysis_limit = limit(settings.analyses_per_second, settings.analysis_burst)
    app.state.study_limit = limit(settings.studies_per_second, settings.study_burst)
    app.state.new_table_limit = limit(settings.tables_per_address / 3600, settings.tables_per_address)
    app.add_middleware(SecurityMiddleware, settings=settings, metrics=metrics, blocked=housekeeping.blocked, now=now)
    if settings.access_log:
        app.add_middleware(AccessMiddleware)
    app.add_middleware(RootPathMiddleware, root=settings.root_path)
    _answer_errors(app)
    for module in (games, tables, socket, study, pictures, clicks, analysis, service):
        app.include_router(module.router)
    _serve_page(app, settings.program)
    return app


def _watch(app: FastAPI) -> None:
    """Let the metrics read what the server holds."""
    manager, analyses = app.state.manager, app.state.analyses
    computers, readers = manager.computers.pool, analyses.pool
    app.state.metrics.watch(
        tables=lambda: len(manager.live),
        sockets=app.state.sockets.total,
        writes_waiting=lambda: manager.store.waiting,
        messages_waiting=manager.messages_waiting,
        computer_searches_running=lambda: computers.running,
        computer_searches_waiting=lambda: computers.waiting,
        analysis_searches_running=lambda: readers.running,
        analysis_searches_waiting=lambda: readers.waiting,
    )


# Errors.


def _answer_errors(app: FastAPI) -> None:
    def answer(request: Request, error: LudothequeError, status: int) -> Response:
        """Return a page to a reader who followed a link, and JSON to the page itself and to programs."""
        reader = "text/html" in request.headers.get("accept", "") and not path_below(request.scope).startswith("/api/")
        if status in GONE and reader:
            return static.not_found(error, request.scope.get("root_path", ""), status)
        return JSONResponse(error_json(error), status)

    @app.exception_handler(LudothequeError)
    async def refused(request: Request, error: LudothequeError) -> Response:
        return answer(request, error, status_of(error))

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


def _serve_page(app: FastAPI, program: str) -> None:
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
        return static.page(request.scope.get("root_path", ""), bool(program)).to(request)

    for path in static.pages():
        app.get(path, include_in_schema=False)(page)

    @app.get("/sw.js", include_in_schema=False)
    def service_worker(request: Request) -> Response:
        script = service_worker_of_server(request.scope.get("root_path", ""), program)
        return static.answer(script, static.TYPES[".js"]).to(request)

    if program:
        app.mount("/program", StaticFiles(directory=program))

    @app.get("/favicon.ico", include_in_schema=False)
    def icon(request: Request) -> Response:
        return static.file("favicon.svg").to(request)
