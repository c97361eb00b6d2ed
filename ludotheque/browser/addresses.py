"""What the addresses below `/api` answer in a browser: the same as those of a server.

What only servers have (open tables, invitations, GIFs) is refused in a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from ludotheque.browser import moving
from ludotheque.browser.errors import BrowserError
from ludotheque.browser.searches import Searches
from ludotheque.browser.tables import GUEST, BrowserTables
from ludotheque.errors import LudothequeError
from ludotheque.server.api import schemas
from ludotheque.server.api.new_tables import first_game_setup, setup_of
from ludotheque.server.api.reading import checked_look, picture_of, record_of, view_in_study, written_record
from ludotheque.server.errors import RequestError
from ludotheque.server.search import annotation
from ludotheque.server.search.endings import EndingJob, find, played
from ludotheque.server.search.jobs import view_to_analyse
from ludotheque.server.serialize.analysis import analysis_json
from ludotheque.server.serialize.clicks import explanation_json, previews_json
from ludotheque.server.serialize.fixed import FIXED, JSON, SVG
from ludotheque.server.serialize.games import shown_games
from ludotheque.server.serialize.message import dumps, error_json
from ludotheque.server.serialize.puzzles import puzzle_json, puzzle_picture
from ludotheque.server.serialize.training import model_json
from ludotheque.server.tables import requests
from ludotheque.server.tables.summaries import info_json, replay_of_table, summary_json, view_for_hint, view_of_seat
from ludotheque.server.tables.views import picture, record_text
from ludotheque.teaching.reading import extras

TEXT, LINES = "text/plain", "application/x-ndjson"
MAX_LISTED, MAX_RECENT = 50, 20
"""How many unfinished games the list of this browser's games has, and how many others."""


@dataclass(frozen=True)
class Answer:
    """An answer: a body, or parts of one that come one after the other."""

    body: bytes | AsyncIterator[bytes]
    type: str = JSON
    status: int = 200


@dataclass(frozen=True)
class Asked:
    """What a page asks: the names in the address, and the message."""

    names: dict[str, str]
    body: str

    def read(self, schema: type[Any]) -> Any:
        """Return the message."""
        return schema.model_validate(json.loads(self.body))


Handler = Callable[["Addresses", Asked], Awaitable[Any]]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Return what lets a function answer an address."""

    def add(handler: Handler) -> Handler:
        ROUTES.append((method, re.compile("/api" + re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)), handler))
        return handler

    return add


class Addresses:
    """Answers requests with the tables and searches of this browser."""

    def __init__(self, tables: BrowserTables, searches: Searches, root: str) -> None:
        self.tables, self.searches, self.root = tables, searches, root

    async def answer(self, method: str, path: str, body: str) -> Answer:
        """Return the answer to a request; raise an error with a sentence where there is none."""
        address = path.partition("?")[0]
        for known, pattern, handler in ROUTES:
            if known == method and (found := pattern.fullmatch(address)):
                made = await handler(self, Asked(found.groupdict(), body))
                return made if isinstance(made, Answer) else Answer(dumps(made).encode())
        raise RequestError("no_page", 404)

    # Games.

    @route("GET", "/games/{id}/puzzles/{name}")
    async def puzzle(self, asked: Asked) -> Any:
        return puzzle_json(_known(asked.names["id"], "puzzles"), asked.names["name"])

    @route("GET", "/games/{id}/puzzles/{name}/picture.svg")
    async def puzzle_picture(self, asked: Asked) -> Any:
        return Answer(puzzle_picture(_known(asked.names["id"], "puzzles"), asked.names["name"]).encode(), SVG)

    @route("GET", "/games/{id}/models/{name}")
    async def model(self, asked: Asked) -> Any:
        return model_json(_known(asked.names["id"], "models"), asked.names["name"])

    @route("POST", "/games/{id}/endings/{name}")
    async def check_ending(self, asked: Asked) -> Any:
        request = asked.read(schemas.EndingRequest)
        played(find(asked.names["id"], asked.names["name"]), request.moves)  # raises where a move is not legal
        job = EndingJob(asked.names["id"], asked.names["name"], tuple(request.moves))
        return await self.searches.newest("ending", job)

    # Tables.

    @route("POST", "/tables")
    async def create(self, asked: Asked) -> Any:
        return await self._create(setup_of(asked.read(schemas.NewTable), GUEST, self.tables.random))

    @route("POST", "/games/{id}/first-game")
    async def first_game(self, asked: Asked) -> Any:
        new = asked.read(schemas.FirstGame)
        return await self._create(first_game_setup(asked.names["id"], new, GUEST, self.tables.random))

    async def _create(self, setup: dict[str, Any]) -> Answer:
        table = await self.tables.create(setup)
        return Answer(dumps({"table": table.id}).encode(), status=201)

    @route("GET", "/mine")
    async def mine(self, asked: Asked) -> Any:
        rows = await self.tables.store.rows()
        unfinished = [row["id"] for row in rows if row["phase"] != "over"][:MAX_LISTED]
        over = [row["id"] for row in rows if row["phase"] == "over"][:MAX_RECENT]
        listed = []
        for id in [*unfinished, *over]:
            try:
                listed.append(summary_json(await self.tables.table(id), GUEST))
            except LudothequeError:  # one that cannot be read hides itself and not the list
                continue
        return {"tables": listed}

    @route("GET", "/open")
    async def open_tables(self, asked: Asked) -> Any:
        return {"tables": []}

    @route("GET", "/mine/export")
    async def export(self, asked: Asked) -> Any:
        return Answer((await moving.exported(self.tables)).encode(), TEXT)

    @route("POST", "/mine/import")
    async def bring(self, asked: Asked) -> Any:
        return await moving.imported(self.tables, asked.body)

    @route("GET", "/tables/{id}")
    async def info(self, asked: Asked) -> Any:
        table = await self.tables.table(asked.names["id"])
        return info_json(table, GUEST, {"watch": f"{self.root}/t/{table.id}", "invite": None, "seats": {}})

    @route("POST", "/tables/{id}/leave")
    async def leave(self, asked: Asked) -> Any:
        live = await self.tables.live_table(asked.names["id"])
        await self.tables.act(live, lambda table, now: requests.leave(table, now, seat=table.seats_of(GUEST)[0]))
        return {"phase": live.table.phase}

    @route("GET", "/tables/{id}/record")
    async def record(self, asked: Asked) -> Any:
        return Answer(record_text(await self.tables.table(asked.names["id"]), GUEST).encode(), TEXT)

    @route("GET", "/tables/{id}/picture.svg")
    async def picture(self, asked: Asked) -> Any:
        return Answer(picture(await self.tables.table(asked.names["id"]), GUEST).encode(), SVG)

    @route("GET", "/tables/{id}/replay")
    async def replay(self, asked: Asked) -> Any:
        return replay_of_table(await self.tables.table(asked.names["id"]), GUEST)()

    @route("POST", "/tables/{id}/explain")
    async def explain(self, asked: Asked) -> Any:
        request, table = asked.read(schemas.ExplainRequest), await self.tables.table(asked.names["id"])
        return explanation_json(view_of_seat(table, GUEST, request.seat), request.clicks)

    @route("POST", "/tables/{id}/preview")
    async def preview(self, asked: Asked) -> Any:
        request, table = asked.read(schemas.PreviewRequest), await self.tables.table(asked.names["id"])
        return {"previews": previews_json(view_of_seat(table, GUEST, request.seat), request.candidates)}

    @route("POST", "/tables/{id}/hint")
    async def hint(self, asked: Asked) -> Any:
        request, table = asked.read(schemas.HintRequest), await self.tables.table(asked.names["id"])
        view = view_for_hint(table, GUEST, request.seat)
        return analysis_json(await self.searches.analyse(view, self.tables.settings.hint_seconds, 1))

    # Studies.

    @route("POST", "/study/look")
    async def look(self, asked: Asked) -> Any:
        return checked_look(asked.read(schemas.LookRequest))

    @route("POST", "/study/record")
    async def write_record(self, asked: Asked) -> Any:
        return {"record": str(written_record(asked.read(schemas.RecordRequest)))}

    @route("POST", "/study/explain")
    async def study_explain(self, asked: Asked) -> Any:
        request = asked.read(schemas.StudyExplainRequest)
        return explanation_json(view_in_study(request, request.player), request.clicks)

    @route("POST", "/study/preview")
    async def study_preview(self, asked: Asked) -> Any:
        request = asked.read(schemas.StudyPreviewRequest)
        return {"previews": previews_json(view_in_study(request, request.player), request.candidates)}

    @route("POST", "/study/svg")
    async def svg(self, asked: Asked) -> Any:
        return Answer(picture_of(asked.read(schemas.PictureRequest)).encode(), SVG)

    @route("POST", "/study/gif")
    async def gif(self, asked: Asked) -> Any:
        raise BrowserError("no_gif", 501)

    @route("POST", "/study/analyse")
    async def analyse(self, asked: Asked) -> Any:
        request = asked.read(schemas.AnalysisRequest)
        view = view_to_analyse(record_of(request).final, request.player)
        seconds = min(request.seconds, self.tables.settings.analysis_seconds)
        return analysis_json(await self.searches.analyse(view, seconds, request.lines))

    @route("POST", "/study/annotate")
    async def annotate(self, asked: Asked) -> Any:
        record, seconds = record_of(asked.read(schemas.StudyRequest)), self.tables.settings.annotation_seconds

        async def lines() -> AsyncIterator[bytes]:
            try:
                async for message in annotation.annotate(self.searches.analyse, record, seconds):
                    yield f"{dumps(message)}\n".encode()
            except LudothequeError as error:
                yield f"{dumps(error_json(error))}\n".encode()

        return Answer(lines(), LINES)


def _known(id: str, extra: str) -> str:
    if id not in shown_games() or extra not in extras(id):
        raise RequestError("no_page", 404)
    return id


def _add_fixed() -> None:
    """Let the answers that stay the same have their addresses."""
    for fixed in FIXED:

        async def answer(_: Addresses, asked: Asked, fixed: Any = fixed) -> Answer:
            return Answer(fixed.body(*asked.names.values()), fixed.type)

        route("GET", fixed.path)(answer)


_add_fixed()
