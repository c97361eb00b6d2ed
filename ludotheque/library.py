"""Which games there are: those in the folder `games/`, in `LUDOTHEQUE_GAMES` and in installed packages."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ludotheque import games as folder
from ludotheque.errors import LudothequeError, OptionError, PositionError
from ludotheque.position import Game, Position
from ludotheque.rulebook import Definition, Rulebook, Value, list_values
from ludotheque.texts import say


@cache
def _packages() -> Mapping[str, str]:
    """The package of each game. An installed package offers a game by an entry point of this group."""
    installed = {entry.name: entry.value for entry in entry_points(group=folder.__name__)}
    ours = (module.name for module in pkgutil.iter_modules(folder.__path__) if module.ispkg)
    return {**installed, **{name: f"{folder.__name__}.{name}" for name in ours}}


def games() -> list[str]:
    """Return the ids of all games, sorted."""
    return sorted(_packages())


_loaded: dict[tuple[str, tuple[Value, ...]], Game] = {}
"""One game with one rulebook for each choice of options, so that its caches are shared."""


def load(id: str, /, **options: object) -> Game:
    """Return the game with this id; options that you do not name have their default."""
    book = Rulebook(definition(id), options)
    return _loaded.setdefault((id, tuple(book.options.values())), Game(book))


@cache
def definition(id: str) -> Definition:
    """Return the definition of a game, its options still open."""
    if id not in _packages():
        raise OptionError(say("option.game", game=id, names=list_values(games())))
    game: Definition = importlib.import_module(_packages()[id]).GAME
    return game


def parse_options(id: str, texts: Mapping[str, str]) -> dict[str, Value]:
    """Return options from their text form (`{"diagonals": "false"}`)."""
    return {name: definition(id).option(name).parse(text) for name, text in texts.items()}


def position_from_json(data: Mapping[str, Any] | str) -> Position:
    """Return the position that `Position.to_json` wrote."""
    try:
        data = json.loads(data) if isinstance(data, str) else data
        game = load(data["game"], **data["options"])
        text = data["position"]
        if not isinstance(text, str):
            raise TypeError("position")
    except LudothequeError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise PositionError(say("position.json", why=error)) from error
    return game.parse(text)
