"""Which games there are: those in the folder `games/`, in `LUDOTHEQUE_GAMES` and in installed packages."""

from __future__ import annotations

import json
import logging
import pkgutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ludotheque import games as folder
from ludotheque.errors import FolderError, LudothequeError, OptionError, PositionError
from ludotheque.position import Game, Position
from ludotheque.rulebook import Definition, Rulebook, Value, list_values, read_definition
from ludotheque.texts import Text, say

log = logging.getLogger("ludotheque")
"""Says which folders are left out. Without a handler, Python prints warnings on the error stream."""


@cache
def _packages() -> Mapping[str, str]:
    """The package of each folder. An installed package offers a game by an entry point of this group."""
    installed = {entry.name: entry.value for entry in entry_points(group=folder.__name__)}
    ours = [module.name for module in pkgutil.iter_modules(folder.__path__) if module.ispkg]
    ours += [found.name for place in folder.__path__ for found in _begun(Path(place))]
    return {**installed, **{name: f"{folder.__name__}.{name}" for name in ours}}


def _begun(place: Path) -> Iterator[Path]:
    """Yield the folders with Python files that lack `__init__.py`: games that are not finished."""
    for found in place.iterdir() if place.is_dir() else ():
        named = found.name.isidentifier() and not found.name.startswith("_")
        if named and any(found.glob("*.py")) and not (found / "__init__.py").is_file():
            yield found


def games() -> list[str]:
    """Return the ids of all games, sorted. A folder that is not complete is left out, and the log says why."""
    return list(_complete())


@cache
def _complete() -> Sequence[str]:
    for warning in (*_misplaced(), *_hidden()):
        warn_once(warning)
    return [id for id in sorted(_packages()) if _is_complete(id)]


def _is_complete(id: str) -> bool:
    try:
        definition(id)
    except FolderError as error:
        warn_once(error)
        return False
    return True


def places() -> list[str]:
    """Return the folders outside this package in which games are looked for."""
    return list(folder.PLACES)


def add_place(place: str) -> None:
    """Look for games in this folder too, before all others."""
    folder.PLACES.insert(0, place)
    folder.__path__.insert(0, place)
    _packages.cache_clear()
    _complete.cache_clear()


_warnings: set[str] = set()
_warning = threading.Lock()


def warn_once(warning: object) -> None:
    """Log a warning, unless it was logged before."""
    with _warning:
        if str(warning) not in _warnings:
            _warnings.add(str(warning))
            log.warning("%s", warning)


def _misplaced() -> Iterator[Text]:
    """Yield what is wrong with the places that `LUDOTHEQUE_GAMES` names."""
    for name in folder.PLACES:
        place = Path(name)
        if not place.is_dir():
            yield say("folder.place", place=name)
        elif (place / "__init__.py").is_file():
            yield say("folder.too_deep", place=name, parent=place.absolute().parent)
        elif not any(module.ispkg for module in pkgutil.iter_modules([name])) and not any(_begun(place)):
            yield say("folder.no_games", place=name)


def _hidden() -> Iterator[Text]:
    """Yield the folders that have the name of a game that is found before them."""
    found: set[str] = set()
    for place in dict.fromkeys(Path(name).absolute() for name in folder.__path__):
        for id in sorted(module.name for module in pkgutil.iter_modules([str(place)]) if module.ispkg):
            if id in found:
                yield say("folder.taken", game=id, folder=place / id)
            found.add(id)


_loaded: dict[tuple[str, tuple[Value, ...]], Game] = {}
"""One game with one rulebook for each choice of options, so that its caches are shared."""


def load(id: str, /, **options: object) -> Game:
    """Return the game with this id; options that you do not name have their default."""
    book = Rulebook(definition(id), options)
    return _loaded.setdefault((id, tuple(book.options.values())), Game(book))


@cache
def definition(id: str) -> Definition:
    """Return the definition of a game, its options still open; a `FolderError` where its folder is not complete."""
    if id not in _packages():
        raise OptionError(say("option.game", game=id, names=list_values(games())))
    return read_definition(id, _packages()[id])


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
