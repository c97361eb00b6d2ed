"""What a page asks about games: rules, lessons, puzzles, openings, model games, endings, texts.

Most of these answers stay the same, and a site has them as files. So a page seldom asks here.
"""

from __future__ import annotations

from typing import Any

from ludotheque.browser.routes import SVG, Answer, Asked, Routes
from ludotheque.server.api import schemas
from ludotheque.server.search.endings import EndingJob, find, played
from ludotheque.server.serialize.fixed import FIXED, Fixed, known
from ludotheque.server.serialize.puzzles import puzzle_json, puzzle_picture
from ludotheque.server.serialize.training import model_json

routes = Routes()


@routes.on("GET", "/games/{id}/puzzles/{name}")
async def puzzle(asked: Asked) -> Any:
    return puzzle_json(known(asked.names["id"], "puzzles"), asked.names["name"])


@routes.on("GET", "/games/{id}/puzzles/{name}/picture.svg")
async def drawn_puzzle(asked: Asked) -> Any:
    return Answer(puzzle_picture(known(asked.names["id"], "puzzles"), asked.names["name"]).encode(), SVG)


@routes.on("GET", "/games/{id}/models/{name}")
async def model(asked: Asked) -> Any:
    return model_json(known(asked.names["id"], "models"), asked.names["name"])


@routes.on("POST", "/games/{id}/endings/{name}")
async def check_ending(asked: Asked) -> Any:
    request = asked.read(schemas.EndingRequest)
    played(find(asked.names["id"], asked.names["name"]), request.moves)  # raises where a move is not legal
    job = EndingJob(asked.names["id"], asked.names["name"], tuple(request.moves))
    return await asked.searches.newest("ending", job)


def _add(fixed: Fixed) -> None:
    """Let an answer that stays the same have its address."""

    @routes.on("GET", fixed.path)
    async def answer(asked: Asked) -> Answer:
        return Answer(fixed.body(*asked.names.values()), fixed.type)


for fixed in FIXED:
    _add(fixed)
