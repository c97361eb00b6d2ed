"""New tables: what a page asks for, checked against the game."""

from __future__ import annotations

import random
from typing import Any

from ludotheque.engine.levels import LEVELS
from ludotheque.library import games, load
from ludotheque.server.api.schemas import FirstGame, NewSeat, NewTable
from ludotheque.server.errors import RequestError
from ludotheque.teaching.reading import extras


def setup_of(request: NewTable, guest: str, dice: random.Random) -> dict[str, Any]:
    """Return the setup of a new table, checked against the game."""
    game = load(request.game, **request.options)
    if len(request.seats) != game.players:
        raise RequestError("seats", 422, players=game.players, count=len(request.seats))
    if all(seat.who != "me" for seat in request.seats):
        raise RequestError("nobody", 422)
    names = iter(request.names or [request.name])
    seats = []
    for seat in request.seats:
        if (seat.level is None) == (seat.who == "computer"):
            raise RequestError("level" if seat.level is None else "levels", 422)
        own = seat.who == "me"
        seats.append(
            {
                "kind": "human" if own else seat.who,
                "name": (next(names, "") or None) if own else None,
                "level": seat.level,
                "holders": [guest] if own else [],
            }
        )
    if request.shuffle:
        dice.shuffle(seats)
    return {
        "game": game.id,
        "options": dict(game.options),
        "seats": seats,
        "time": request.time.model_dump(),
        "public": request.public,
        "series": [],
    }


def first_game_setup(id: str, asked: FirstGame, guest: str, dice: random.Random) -> dict[str, Any]:
    """Return the setup of a guided table against the weakest computer, with the usual options."""
    if id not in games() or "first_game" not in extras(id):
        raise RequestError("no_page", 404)
    others = [NewSeat(who="computer", level=LEVELS[0].number)] * (load(id).players - 1)
    new = NewTable(game=id, seats=[NewSeat(who="me"), *others], name=asked.name)
    return {**setup_of(new, guest, dice), "guided": True}
