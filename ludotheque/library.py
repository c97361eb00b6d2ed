"""The shelf: which games there are, found by looking into the folder `games/` and at what is installed."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from ludotheque import games as shelf
from ludotheque.errors import LudothequeError, OptionError, PositionError
from ludotheque.position import Game, Position
from ludotheque.rulebook import Rulebook, Value, spell
from ludotheque.texts import say


@cache
def _packages() -> Mapping[str, str]:
    """Where each game is imported from. An installed package offers one by an entry point of this group."""
    offered = {entry.name: entry.value for entry in entry_points(group=shelf.__name__)}
    found = (module.name for module in pkgutil.iter_modules(shelf.__path__) if module.ispkg)
    return {**offered, **{name: f"{shelf.__name__}.{name}" for name in found}}


def games() -> list[str]:
    """The ids of all games, sorted."""
    return sorted(_packages())


_loaded: dict[tuple[str, tuple[Value, ...]], Game] = {}
"""One game with one rulebook for each choice of options, so that what it remembers is remembered once."""


def load(id: str, /, **options: object) -> Game:
    """The game with this id; options that are not named have their default."""
    book = rulebook(id)(options)
    return _loaded.setdefault((id, tuple(book.options.values())), Game(book))


@cache
def rulebook(id: str) -> type[Rulebook]:
    """The rulebook of a game, its options still open."""
    if id not in _packages():
        raise OptionError(say("option.game", game=id, names=spell(games())))
    found: type[Rulebook] = importlib.import_module(_packages()[id]).RULEBOOK
    return found


def parse_options(id: str, written: Mapping[str, str]) -> dict[str, Value]:
    """Options from their written form (`{"diagonals": "false"}`)."""
    book = rulebook(id)({})
    return {name: book.offer(name).parse(text) for name, text in written.items()}


def position_from_json(data: Mapping[str, Any] | str) -> Position:
    """The position that `Position.to_json` told."""
    try:
        told = json.loads(data) if isinstance(data, str) else data
        game = load(told["game"], **told["options"])
        text = told["position"]
        if not isinstance(text, str):
            raise TypeError("position")
    except LudothequeError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise PositionError(say("position.json", why=error)) from error
    return game.parse(text)
