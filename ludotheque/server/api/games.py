"""Addresses of the games: their data, drawings, rules, lessons, puzzles, openings, model games and endings."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from fastapi import APIRouter, Request, Response

from ludotheque.server.api.study import read
from ludotheque.server.errors import RequestError
from ludotheque.server.http import static
from ludotheque.server.serialize.games import (
    art,
    games_json,
    page_texts_json,
    portrait,
    rulings_json,
    shown_games,
)
from ludotheque.server.serialize.message import dumps
from ludotheque.server.serialize.paper import paper_json
from ludotheque.server.serialize.puzzles import puzzle_index_json, puzzle_json, puzzle_picture, puzzles_json
from ludotheque.server.serialize.teaching import guide_json, lessons_json, origins_json, strategy_json
from ludotheque.server.serialize.training import endings_json, model_json, models_json, openings_json
from ludotheque.teaching.reading import extras
from ludotheque.texts import BY_CODE, DEFAULT, LANGUAGES

MOST_ANSWERS, CACHED = 500, 64
"""Answers that stay in memory: those that stay the same, and those of which there are many."""
JSON = "application/json"

router = APIRouter(prefix="/api", tags=["games"])


def _known(id: str, extra: str | None = None) -> str:
    if id not in shown_games() or (extra and extra not in extras(id)):
        raise RequestError("no_page", 404)
    return id


@lru_cache(MOST_ANSWERS)
def _made(make: Callable[..., Any], *names: str) -> static.Answer:
    """Return an answer that stays the same, made once. Some have a megabyte."""
    return static.fresh_answer(dumps(make(*names)).encode(), JSON)


def _json(request: Request, make: Callable[..., Any], *names: str) -> Response:
    return _made(make, *names).to(request)


@lru_cache(CACHED)
def _long(make: Callable[..., Any], id: str, name: str) -> static.Answer:
    """Return one of many answers, each of which takes a while."""
    return static.fresh_answer(dumps(make(id, name)).encode(), JSON)


async def _read(request: Request, make: Callable[..., Any], id: str, name: str) -> Response:
    """Return such an answer. It is made like a game to study: in a thread, in turns, and charged to the address."""
    return (await read(request, partial(_long, make, id, name))).to(request)


@router.get("/games")
def all_games(request: Request) -> Response:
    """Return all games, their options and the levels of the computer."""
    return _json(request, games_json)


@router.get("/games/{id}/portrait.svg")
def portrait_svg(id: str, request: Request) -> Response:
    """Return a picture of a game in progress."""
    return static.as_picture(static.answer(portrait(_known(id)).encode(), static.SVG).to(request))


@router.get("/games/{id}/art.svg")
def art_svg(id: str, request: Request) -> Response:
    """Return the symbols of a game's drawings."""
    return static.answer(art(_known(id))[0].encode(), "image/svg+xml").to(request)


@router.get("/games/{id}/art.css")
def art_css(id: str, request: Request) -> Response:
    """Return the style of a game's drawings."""
    return static.answer(art(_known(id))[1].encode(), "text/css").to(request)


@router.get("/games/{id}/rulings")
def rulings(id: str, request: Request) -> Response:
    """Return the rules of a game, ruling by ruling."""
    return _json(request, rulings_json, _known(id))


@router.get("/games/{id}/guide")
def guide(id: str, request: Request) -> Response:
    """Return the rules page of a game: sections with figures, then ruling by ruling."""
    return _json(request, guide_json, _known(id))


@router.get("/games/{id}/lessons")
def lessons(id: str, request: Request) -> Response:
    """Return the lessons of a game, with everything that can happen in them."""
    return _json(request, lessons_json, _known(id, "lessons"))


@router.get("/games/{id}/strategy")
def strategy(id: str, request: Request) -> Response:
    """Return the strategy notes of a game, with plots and their figures."""
    return _json(request, strategy_json, _known(id, "strategy"))


@router.get("/games/{id}/origins")
def origins(id: str, request: Request) -> Response:
    """Return where a game comes from."""
    return _json(request, origins_json, _known(id, "origins"))


@router.get("/games/{id}/paper")
def paper(id: str, request: Request) -> Response:
    """Return what a game needs on paper: boards, pieces, sheets to write on."""
    return _json(request, paper_json, _known(id))


@router.get("/games/{id}/puzzles")
def puzzles(id: str, request: Request) -> Response:
    """Return the puzzles of a game with their ratings."""
    return _json(request, puzzles_json, _known(id, "puzzles"))


@router.get("/games/{id}/puzzles/{name}")
async def puzzle(id: str, name: str, request: Request) -> Response:
    """Return one puzzle, with everything that can happen in it."""
    return await _read(request, puzzle_json, _known(id, "puzzles"), name)


@router.get("/games/{id}/puzzles/{name}/picture.svg")
def picture_of_puzzle(id: str, name: str, request: Request) -> Response:
    """Return the position of a puzzle as a picture."""
    return static.as_picture(
        static.answer(puzzle_picture(_known(id, "puzzles"), name).encode(), static.SVG).to(request)
    )


@router.get("/puzzles")
def puzzle_index(request: Request) -> Response:
    """Return the puzzles of all games in few words."""
    return _json(request, puzzle_index_json)


@router.get("/games/{id}/openings")
def openings(id: str, request: Request) -> Response:
    """Return the opening table of a game."""
    return _json(request, openings_json, _known(id, "openings"))


@router.get("/games/{id}/models")
def models(id: str, request: Request) -> Response:
    """Return the list of a game's model games."""
    return _json(request, models_json, _known(id, "models"))


@router.get("/games/{id}/models/{name}")
async def model(id: str, name: str, request: Request) -> Response:
    """Return one model game with its comments, ply by ply."""
    return await _read(request, model_json, _known(id, "models"), name)


@router.get("/games/{id}/endings")
def endings(id: str, request: Request) -> Response:
    """Return the endings of a game that are known exactly."""
    return _json(request, endings_json, _known(id, "endings"))


@router.get("/languages")
def languages(request: Request) -> Response:
    """Return the languages of the page with their own names, and the one for a browser that asks for none of them."""
    return _json(request, languages_json)


def languages_json() -> dict[str, Any]:
    """Return the languages of the page."""
    names = [{"code": code, "name": language.name} for code, language in BY_CODE.items()]
    return {"languages": names, "default": DEFAULT}


@router.get("/texts/{code}.json")
def page_texts(code: str, request: Request) -> Response:
    """The sentences of the page."""
    if code not in LANGUAGES:
        raise RequestError("no_page", 404)
    return _json(request, page_texts_json, code)
