"""Addresses of the games: their data, drawings, rules, lessons, puzzles, openings, model games and endings."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from fastapi import APIRouter, Request, Response

from ludotheque.server.api.study import read
from ludotheque.server.http import static
from ludotheque.server.serialize.fixed import FIXED, JSON, Fixed, known
from ludotheque.server.serialize.message import dumps
from ludotheque.server.serialize.puzzles import puzzle_json, puzzle_picture
from ludotheque.server.serialize.training import model_json

MOST_ANSWERS, CACHED = 500, 64
"""Answers that stay in memory: those that stay the same, and those of which there are many."""

router = APIRouter(prefix="/api", tags=["games"])


@lru_cache(MOST_ANSWERS)
def _made(fixed: Fixed, *name: str) -> static.Answer:
    """Return an answer that stays the same, made once. Some have a megabyte."""
    return static.fresh_answer(fixed.body(*name), fixed.type)


def _answering(fixed: Fixed) -> Callable[..., Response]:
    """Return the function of a route whose answer stays the same."""

    def answer(request: Request) -> Response:
        response = _made(fixed, *request.path_params.values()).to(request)
        return static.as_picture(response) if fixed.picture else response

    return answer


for fixed in FIXED:
    name = fixed.path.strip("/").replace("/", "_").replace("{", "").replace("}", "")
    router.add_api_route(fixed.path, _answering(fixed), description=fixed.what, name=name, response_class=Response)


@lru_cache(CACHED)
def _long(make: Callable[..., Any], id: str, name: str) -> static.Answer:
    """Return one of many answers, each of which takes a while."""
    return static.fresh_answer(dumps(make(id, name)).encode(), JSON)


async def _read(request: Request, make: Callable[..., Any], id: str, name: str) -> Response:
    """Return such an answer. It is made like a game to study: in a thread, in turns, and charged to the address."""
    return (await read(request, partial(_long, make, id, name))).to(request)


@router.get("/games/{id}/puzzles/{name}")
async def puzzle(id: str, name: str, request: Request) -> Response:
    """Return one puzzle, with everything that can happen in it."""
    return await _read(request, puzzle_json, known(id, "puzzles"), name)


@router.get("/games/{id}/puzzles/{name}/picture.svg")
def picture_of_puzzle(id: str, name: str, request: Request) -> Response:
    """Return the position of a puzzle as a picture."""
    return static.as_picture(static.answer(puzzle_picture(known(id, "puzzles"), name).encode(), static.SVG).to(request))


@router.get("/games/{id}/models/{name}")
async def model(id: str, name: str, request: Request) -> Response:
    """Return one model game with its comments, ply by ply."""
    return await _read(request, model_json, known(id, "models"), name)
