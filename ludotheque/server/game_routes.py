"""Addresses of the games: what pages need to know of them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from ludotheque.library import games
from ludotheque.server import lectern, riddles, shelf, static
from ludotheque.server.refusal import Refusal
from ludotheque.server.sight import dumps
from ludotheque.teaching.reading import extras
from ludotheque.texts import LANGUAGES

router = APIRouter(prefix="/api", tags=["games"])


def _known(id: str, extra: str | None = None) -> str:
    if id not in games() or (extra and extra not in extras(id)):
        raise Refusal("no_page", 404)
    return id


def _json(data: Any, request: Request) -> Response:
    return static.answer(dumps(data).encode(), "application/json").to(request)


@router.get("/games")
def all_games(request: Request) -> Response:
    """All games, their options and the levels of the computer."""
    return _json(shelf.games_json(), request)


@router.get("/games/{id}/portrait.svg")
def portrait(id: str, request: Request) -> Response:
    """What a game looks like in the middle of it."""
    answer = static.answer(shelf.portrait(_known(id)).encode(), "image/svg+xml").to(request)
    # A picture of its own: the page's policy against styles inside documents does not fit it.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return answer


@router.get("/games/{id}/art.svg")
def symbols(id: str, request: Request) -> Response:
    """The symbols of a game's drawings."""
    return static.answer(shelf.art(_known(id))[0].encode(), "image/svg+xml").to(request)


@router.get("/games/{id}/art.css")
def style(id: str, request: Request) -> Response:
    """The style of a game's drawings."""
    return static.answer(shelf.art(_known(id))[1].encode(), "text/css").to(request)


@router.get("/games/{id}/rulings")
def rulings(id: str, request: Request) -> Response:
    """The rules of a game, ruling by ruling."""
    return _json(shelf.rulings_json(_known(id)), request)


@router.get("/games/{id}/guide")
def guide(id: str, request: Request) -> Response:
    """The rules of a game to be read and looked at: sections with figures, then ruling by ruling."""
    return _json(lectern.guide_json(_known(id)), request)


@router.get("/games/{id}/lessons")
def lessons(id: str, request: Request) -> Response:
    """The lessons of a game, with everything that can happen in them."""
    return _json(lectern.lessons_json(_known(id)), request)


@router.get("/games/{id}/strategy")
def strategy(id: str, request: Request) -> Response:
    """How to play a game well: notes with figures, plots and the numbers behind them."""
    return _json(lectern.strategy_json(_known(id, "strategy")), request)


@router.get("/games/{id}/puzzles")
def puzzles(id: str, request: Request) -> Response:
    """The puzzles of a game with their ratings."""
    return _json(riddles.puzzles_json(_known(id, "puzzles")), request)


@router.get("/games/{id}/puzzles/{name}")
def puzzle(id: str, name: str, request: Request) -> Response:
    """One puzzle, with everything that can happen in it."""
    return static.answer(dumps(riddles.puzzle_json(_known(id, "puzzles"), name)).encode(), "application/json").to(
        request
    )


@router.get("/texts/{code}.json")
def page_texts(code: str, request: Request) -> Response:
    """The sentences of the page."""
    if code not in LANGUAGES:
        raise Refusal("no_page", 404)
    return _json(shelf.page_texts(code), request)
