"""Reading the teaching files of a game's folder: TOML with all languages side by side, under their codes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from ludotheque.library import definition, load
from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.rulebook import fault_of
from ludotheque.texts import LANGUAGES, Text, prepare, read_toml

Table = Mapping[str, Any]
T = TypeVar("T")
EXTRAS = {
    "lessons": "lessons.toml",
    "puzzles": "puzzles.json",
    "strategy": "strategy.toml",
    "first_game": "first_game.toml",
    "origins": "origins.toml",
    "openings": "openings.json",
    "models": "model_games.json",
    "endings": "endings.toml",
}
CODES = set(LANGUAGES)


def folder(id: str) -> Traversable:
    """Return the folder `teach/` of a game."""
    return resources.files(definition(id).package).joinpath("teach")


def read(id: str, name: str) -> Table:
    """Return the content of a teaching file, with the numbers of the game's rules filled into its texts."""
    try:
        table: Table = _prepare(tomllib.loads(folder(id).joinpath(name).read_text("utf-8")), definition(id).numbers)
    except (OSError, ValueError) as error:
        raise fault_of(id, definition(id).package, error, f"teach/{name}") from error
    return table


def reads(name: str) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Decorate what reads a teaching file of a game: whatever the file lacks is a `FolderError` that names it."""

    def decorate(reader: Callable[[str], T]) -> Callable[[str], T]:
        @wraps(reader)
        def read_or_explain(id: str) -> T:
            try:
                return reader(id)
            except (AttributeError, LookupError, OSError, TypeError, ValueError) as error:
                raise fault_of(id, definition(id).package, error, f"teach/{name}") from error

        return read_or_explain

    return decorate


def common() -> Table:
    """Return what the teaching files of all games share."""
    table: Table = _prepare(read_toml("ludotheque.teaching", "common.toml"), {})
    return table


def _prepare(data: Any, numbers: Mapping[str, int]) -> Any:
    if isinstance(data, list):
        return [_prepare(item, numbers) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        key: prepare(value, key, numbers) if key in CODES and isinstance(value, str) else _prepare(value, numbers)
        for key, value in data.items()
    }


def extras(id: str) -> list[str]:
    """Return which pages a game's folder has beyond its rules; all of them are optional."""
    return [name for name, file in EXTRAS.items() if folder(id).joinpath(file).is_file()]


def text(table: Table) -> Text:
    """Return the sentence that stands under the codes of the languages."""
    return Text(**{code: table[code] for code in LANGUAGES if code in table})


def name_or_text(found: str | Table) -> Text:
    """Return a name that is the same in every language, or a sentence."""
    return Text.same(found) if isinstance(found, str) else text(found)


def maybe_text(table: Table) -> Text | None:
    return text(table) if CODES & set(table) else None


def position(id: str, table: Table) -> Position:
    """Return the position of a figure or a lesson; without one, the start of a game."""
    game = load(id, **table.get("options", {}))
    return game.parse(table["position"]) if "position" in table else game.start()


def played(record: Record, moves: Sequence[str]) -> Record:
    for move in moves:
        record = record.play(move)
    return record


def only(table: Table, known: set[str], where: str) -> None:
    """Raise an error for an unknown key: a misspelled one would be passed over in silence."""
    if unknown := set(table) - known - CODES:
        raise ValueError(f"{where}: {', '.join(sorted(unknown))}")
