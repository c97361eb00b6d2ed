"""A game as its folder describes it, and the same game with its options chosen."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from ludotheque.board import Board
from ludotheque.errors import OptionError
from ludotheque.rulebook.look import CACHED, Look
from ludotheque.rulebook.narration import Narration
from ludotheque.rulebook.notation import Notation, Positions, Refusals
from ludotheque.rulebook.options import Option, Value, list_values
from ludotheque.rulebook.rules import Rules
from ludotheque.texts import Catalogue, Text, say


@dataclass(frozen=True)
class Definition:
    """A game, its options still open. A game's folder defines one and names it `GAME`."""

    id: str
    rules: type[Rules]
    notation: type[Notation]
    positions: type[Positions]
    refusals: type[Refusals]
    look: type[Look]
    minutes: int
    """How long a game takes people."""
    narration: type[Narration] = Narration
    options: tuple[Option, ...] = ()
    version: int = 1
    """Grows when a rule changes, so that old records can be told from new ones."""

    def __reduce__(self) -> tuple[Callable[[str], Definition], tuple[str]]:
        return _restore, (self.package,)

    @property
    def package(self) -> str:
        """The name of the game's package: its `__init__.py` holds the rules' class."""
        return self.rules.__module__

    @cached_property
    def texts(self) -> Catalogue:
        """The game's catalogue, with the numbers of the rules filled in."""
        return Catalogue(self.package, self.numbers)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The numbers of the rules that texts name: `NUMBERS` of the game's `layout.py`, where it has some."""
        if not importlib.util.find_spec(f"{self.package}.layout"):
            return {}
        numbers: Mapping[str, int] = getattr(importlib.import_module(f"{self.package}.layout"), "NUMBERS", {})
        return numbers

    @property
    def title(self) -> Text:
        return self.texts.say("title")

    def option(self, name: str) -> Option:
        """Return the option with this name, or raise an `OptionError`."""
        for option in self.options:
            if option.name == name:
                return option
        names = list_values(option.name for option in self.options) or "–"
        raise OptionError(say("option.unknown", game=self.title, option=name, names=names))

    def option_label(self, option: str) -> Text:
        """Return what an option is called where there is no room for its sentence."""
        return self.texts.say(f"labels.{option}")

    def value_label(self, option: str, value: Value) -> Text:
        """Return what an option's value is called on a form."""
        if isinstance(value, bool):
            return say(f"values.{'true' if value else 'false'}")
        return self.texts.say(f"values.{option}.{value}")

    @property
    def player_counts(self) -> list[int]:
        """With how many players the game can be played, over all its options."""
        books = [Rulebook(self, {option.name: value}) for option in self.options for value in option.values]
        return sorted({book.rules.players for book in (Rulebook(self), *books)})


def _restore(package: str) -> Definition:
    definition: Definition = importlib.import_module(package).GAME
    return definition


class Rulebook:
    """A game with its options chosen: its rules, notation, positions, refusals, look and narration."""

    def __init__(self, definition: Definition, chosen: Mapping[str, object] = MappingProxyType({})) -> None:
        given = {name: definition.option(name).check(value) for name, value in chosen.items()}
        defaults = {option.name: option.default for option in definition.options}
        self.definition = definition
        self.options: Mapping[str, Value] = MappingProxyType({**defaults, **given})
        self.rules = definition.rules(self)
        self.notation = definition.notation(self)
        self.positions = definition.positions(self)
        self.refusals = definition.refusals(self)
        self.look = definition.look(self)
        self.narration = definition.narration(self)

    def __reduce__(self) -> tuple[type[Rulebook], tuple[Definition, dict[str, Value]]]:
        return type(self), (self.definition, dict(self.options))

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def package(self) -> str:
        return self.definition.package

    @property
    def texts(self) -> Catalogue:
        return self.definition.texts

    @property
    def title(self) -> Text:
        return self.definition.title

    @cached_property
    def board(self) -> Board:
        return self.rules.board

    @property
    def option_indices(self) -> list[int]:
        """The index of the chosen value of each option, for the status word."""
        return [option.values.index(self.options[option.name]) for option in self.definition.options]

    @cached_property
    def say(self) -> Callable[..., Text]:
        """`texts.say` with a cache, for sentences that are said again and again."""
        return lru_cache(CACHED)(self.texts.say)

    def player_name(self, player: int) -> Text:
        """Return what a side is called: White, the officers, …"""
        return self.say(f"players.{player}")
