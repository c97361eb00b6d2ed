"""Opening tables, model games and endings as JSON. They never change while a server runs."""

from __future__ import annotations

from functools import cache, lru_cache

from ludotheque.library import load
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.training import EndingList, ModelList, ModelReplay, OpeningTable
from ludotheque.server.serialize.games import card_json, game_json
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.replay import replay_json
from ludotheque.teaching import openings
from ludotheque.teaching.endings import endings
from ludotheque.teaching.model_game import model_games

CACHED = 16
"""How many model games stay in memory."""


@cache
def openings_json(id: str) -> OpeningTable:
    """Return the opening table of a game."""
    table = openings.read(id) or {}
    return {
        "id": id,
        "title": card_json(id)["title"],
        "board": game_json(load(id)),
        "seconds": table["seconds"],
        "varied": table["varied"],
        "random": table["random"],
        "games": table["games"],
        "command": table["command"],
        "positions": table["positions"],
    }


@cache
def models_json(id: str) -> ModelList:
    """Return the list of a game's model games."""
    models = model_games(id)
    return {
        "id": id,
        "title": card_json(id)["title"],
        "thinking": models.thinking,
        "analysis": models.analysis,
        "games": [
            {
                "id": one.id,
                "title": text_json(one.title),
                "moves": len(one.record.moves),
                "result": text_json(one.record.headline),
            }
            for one in models.games
        ],
    }


@lru_cache(CACHED)
def model_json(id: str, name: str) -> ModelReplay:
    """Return one model game, ply by ply, with its comments."""
    model = next((one for one in model_games(id).games if one.id == name), None)
    if not model:
        raise RequestError("no_page", 404)
    return {
        **replay_json(model.record),
        "comments": [
            {"ply": one.ply, "kind": one.kind, "text": text_json(one.text), "line": one.line, "since": one.since}
            for one in model.comments
        ],
        "chances": model.chances,
    }


@cache
def endings_json(id: str) -> EndingList:
    """Return the known endings of a game."""
    return {
        "id": id,
        "title": card_json(id)["title"],
        "endings": [
            {
                "id": one.id,
                "title": text_json(one.title),
                "text": text_json(one.text),
                "claim": text_json(one.claim),
                "gone": text_json(one.gone),
                "player": one.player,
                "turn": one.start.to_act[0],
                "position": one.start.text,
                "options": dict(one.start.game.options),
            }
            for one in endings(id)
        ],
    }
