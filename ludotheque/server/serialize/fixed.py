"""Answers that stay the same while a program runs, by their address below `/api`.

The server's routes, the program in a browser and the files of a static site are made from this one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ludotheque.server.errors import RequestError
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
from ludotheque.server.serialize.puzzles import puzzle_index_json, puzzles_json
from ludotheque.server.serialize.teaching import guide_json, lessons_json, origins_json, strategy_json
from ludotheque.server.serialize.training import endings_json, models_json, openings_json
from ludotheque.teaching.reading import extras
from ludotheque.texts import BY_CODE, DEFAULT, LANGUAGES

JSON, SVG, CSS = "application/json", "image/svg+xml", "text/css"


def languages_json() -> dict[str, Any]:
    """Return the languages of the page with their own names, and the one for a browser that asks for none of them."""
    names = [{"code": code, "name": language.name} for code, language in BY_CODE.items()]
    return {"languages": names, "default": DEFAULT}


def known(id: str, extra: str) -> str:
    """Return the name of a game that has this part; raise a `RequestError` for all others."""
    if id not in shown_games() or extra not in extras(id):
        raise RequestError("no_page", 404)
    return id


@dataclass(frozen=True)
class Fixed:
    """An answer that stays the same. Its address may have one name in braces, of a game or of a language."""

    path: str
    what: str
    """What it is, for the description of the addresses."""
    make: Callable[..., Any]
    type: str = JSON
    extra: str | None = None
    """The part of a game's folder without which there is no answer."""
    picture: bool = False
    """Whether pages show it as an image, which has its styles inside."""

    def names(self) -> tuple[str, ...]:
        """Return the names for which there is an answer; none where the address has no place for one."""
        if "{code}" in self.path:
            return LANGUAGES
        if "{id}" in self.path:
            return tuple(id for id in shown_games() if self.extra is None or self.extra in extras(id))
        return ()

    def body(self, *name: str) -> bytes:
        """Return the answer; raise a `RequestError` for a name that has none."""
        if name and name[0] not in self.names():
            raise RequestError("no_page", 404)
        made = self.make(*name)
        return (dumps(made) if self.type == JSON else made).encode()

    def paths(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield every address, with its name."""
        if "{" not in self.path:
            yield self.path, ()
        for name in self.names():
            yield self.path.replace("{id}", name).replace("{code}", name), (name,)


FIXED = (
    Fixed("/games", "All games, their options and the levels of the computer.", games_json),
    Fixed("/languages", "The languages of the page.", languages_json),
    Fixed("/texts/{code}.json", "The sentences of the page.", page_texts_json),
    Fixed("/puzzles", "The puzzles of all games in few words.", puzzle_index_json),
    Fixed("/games/{id}/portrait.svg", "A picture of a game in progress.", portrait, SVG, picture=True),
    Fixed("/games/{id}/art.svg", "The symbols of a game's drawings.", lambda game: art(game)[0], SVG),
    Fixed("/games/{id}/art.css", "The style of a game's drawings.", lambda game: art(game)[1], CSS),
    Fixed("/games/{id}/rulings", "The rules of a game, ruling by ruling.", rulings_json),
    Fixed("/games/{id}/guide", "The rules page of a game: sections with figures, then ruling by ruling.", guide_json),
    Fixed(
        "/games/{id}/lessons",
        "The lessons of a game, with everything that can happen in them.",
        lessons_json,
        extra="lessons",
    ),
    Fixed(
        "/games/{id}/strategy",
        "The strategy notes of a game, with plots and their figures.",
        strategy_json,
        extra="strategy",
    ),
    Fixed("/games/{id}/origins", "Where a game comes from.", origins_json, extra="origins"),
    Fixed("/games/{id}/paper", "What a game needs on paper: boards, pieces, sheets to write on.", paper_json),
    Fixed("/games/{id}/puzzles", "The puzzles of a game with their ratings.", puzzles_json, extra="puzzles"),
    Fixed("/games/{id}/openings", "The opening table of a game.", openings_json, extra="openings"),
    Fixed("/games/{id}/models", "The list of a game's model games.", models_json, extra="models"),
    Fixed("/games/{id}/endings", "The endings of a game that are known exactly.", endings_json, extra="endings"),
)
"""All of them."""
