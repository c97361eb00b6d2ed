"""Addresses of the games: their data, drawings, rules, lessons, puzzles, openings, model games and endings."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

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

router = APIRouter(prefix="/api", tags=["games"])


def _known(id: str, extra: str | None = None) -> str:
    if id not in shown_games() or (extra and extra not in extras(id)):
        raise RequestError("no_page", 404)
    return id


def _json(data: Any, request: Request) -> Response:
    return static.answer(dumps(data).encode(), "application/json").to(request)


@router.get("/games")
def all_games(request: Request) -> Response:
    """Return all games, their options and the levels of the computer."""
    return _json(games_json(), request)


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
    return _json(rulings_json(_known(id)), request)


@router.get("/games/{id}/guide")
def guide(id: str, request: Request) -> Response:
    """Return the rules page of a game: sections with figures, then ruling by ruling."""
    return _json(guide_json(_known(id)), request)


@router.get("/games/{id}/lessons")
def lessons(id: str, request: Request) -> Response:
    """Return the lessons of a game, with everything that can happen in them."""
    return _json(lessons_json(_known(id, "lessons")), request)


@router.get("/games/{id}/strategy")
def strategy(id: str, request: Request) -> Response:
    """Return the strategy notes of a game, with plots and their figures."""
    return _json(strategy_json(_known(id, "strategy")), request)


@router.get("/games/{id}/origins")
def origins(id: str, request: Request) -> Response:
    """Return where a game comes from."""
    return _json(origins_json(_known(id, "origins")), request)


@router.get("/games/{id}/paper")
def paper(id: str, request: Request) -> Response:
    """Return what a game needs on paper: boards, pieces, sheets to write on."""
    return _json(paper_json(_known(id)), request)


@router.get("/games/{id}/puzzles")
def puzzles(id: str, request: Request) -> Response:
    """Return the puzzles of a game with their ratings."""
    return _json(puzzles_json(_known(id, "puzzles")), request)


@router.get("/games/{id}/puzzles/{name}")
def puzzle(id: str, name: str, request: Request) -> Response:
    """Return one puzzle, with everything that can happen in it."""
    return _json(puzzle_json(_known(id, "puzzles"), name), request)


@router.get("/games/{id}/puzzles/{name}/picture.svg")
def picture_of_puzzle(id: str, name: str, request: Request) -> Response:
    """Return the position of a puzzle as a picture."""
    return static.as_picture(
        static.answer(puzzle_picture(_known(id, "puzzles"), name).encode(), static.SVG).to(request)
    )


@router.get("/puzzles")
def puzzle_index(request: Request) -> Response:
    """Return the puzzles of all games in few words."""
    return _json(puzzle_index_json(), request)


@router.get("/games/{id}/openings")
def openings(id: str, request: Request) -> Response:
    """Return the opening table of a game."""
    return _json(openings_json(_known(id, "openings")), request)


@router.get("/games/{id}/models")
def models(id: str, request: Request) -> Response:
    """Return the list of a game's model games."""
    return _json(models_json(_known(id, "models")), request)


@router.get("/games/{id}/models/{name}")
def model(id: str, name: str, request: Request) -> Response:
    """Return one model game with its comments, ply by ply."""
    return _json(model_json(_known(id, "models"), name), request)


@router.get("/games/{id}/endings")
def endings(id: str, request: Request) -> Response:
    """Return the endings of a game that are known exactly."""
    return _json(endings_json(_known(id, "endings")), request)


@router.get("/languages")
def languages(request: Request) -> Response:
    """Return the languages of the page with their own names, and the one for a browser that asks for none of them."""
    names = [{"code": code, "name": language.name} for code, language in BY_CODE.items()]
    return _json({"languages": names, "default": DEFAULT}, request)


@router.get("/texts/{code}.json")
def page_texts(code: str, request: Request) -> Response:
    """The sentences of the page."""
    if code not in LANGUAGES:
        raise RequestError("no_page", 404)
    return _json(page_texts_json(code), request)
