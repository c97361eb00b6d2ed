"""All laws of a game: first those about its folder, then random games with every option, until the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from ludotheque.laws import (
    cases,
    clicks,
    computer,
    endings,
    letters,
    moves,
    names,
    narration,
    plain,
    planes,
    positions,
    symmetry,
    teaching,
)
from ludotheque.laws.bounds import every_ending_has_a_reason, games_end_in_time, no_list_of_moves_is_too_long
from ludotheque.laws.breach import Breach, FolderLaw, GameLaw, PositionLaw, failure, sample
from ludotheque.laws.variants import random_game, variants
from ludotheque.library import definition
from ludotheque.position import Game, Position
from ludotheque.rulebook.modules import letter_kernels
from ludotheque.texts import Text

FOLDER_LAWS: tuple[FolderLaw, ...] = (
    *names.FOLDER_LAWS,
    *cases.FOLDER_LAWS,
    *teaching.FOLDER_LAWS,
    *computer.FOLDER_LAWS,
)
POSITION_LAWS: tuple[PositionLaw, ...] = (
    *moves.LAWS,
    *positions.LAWS,
    *symmetry.LAWS,
    *clicks.LAWS,
    *letters.LAWS,
    *planes.LAWS,
    *narration.LAWS,
    *computer.LAWS,
)
GAME_LAWS: tuple[GameLaw, ...] = (*endings.GAME_LAWS, *moves.GAME_LAWS)
LATE_LAWS: tuple[GameLaw, ...] = (*plain.GAME_LAWS, *computer.GAME_LAWS)
"""Asked where nothing else is broken, of one game for each choice of options."""
SAFETY_LAWS: tuple[Callable[[Game], Iterator[Breach]], ...] = (
    no_list_of_moves_is_too_long,
    games_end_in_time,
    every_ending_has_a_reason,
)
"""Where one of them is broken, nothing else can be asked."""

SECONDS = 40.0
SEEDS = 8
POSITIONS = 30
"""Of each game at most this number of positions is looked at."""
T = TypeVar("T")


def nobody(found: Findings, law: str, about: object) -> None:
    """Look on as nobody does."""


@dataclass
class Findings:
    """Which laws a game breaks, and how much was looked at."""

    package: str
    deadline: float
    broken: dict[str, Text] = field(default_factory=dict)
    """The first breach of each law, as a sentence."""
    laws: set[str] = field(default_factory=set)
    games: int = 0
    positions: int = 0
    watch: Callable[[Findings, str, object], None] = nobody
    """Called before each question, with the name of the law and what it is about."""

    def ask(self, law: Callable[[T], Iterator[Breach]], about: T) -> None:
        """Note the first breach of a law, unless one is known."""
        self.laws.add(law.__name__)
        if law.__name__ in self.broken:
            return
        self.watch(self, law.__name__, about)
        try:
            breach = next(law(about), None)
        except Exception as error:  # the folder is a program: it can fail anywhere
            breach = failure(self.package, error, about if isinstance(about, Position) else None)
        if breach:
            self.broken[law.__name__] = breach.sentence(law.__name__)

    @property
    def in_time(self) -> bool:
        return time.monotonic() < self.deadline


def check(id: str, seconds: float = SECONDS, watch: Callable[[Findings, str, object], None] = nobody) -> Findings:
    """Return which laws a game breaks. Raise a `FolderError` when it cannot be loaded."""
    found, games = Findings(definition(id).package, 0.0, watch=watch), variants(id)
    for game in games:
        # Compiled here, which is not the time of the laws.
        assert game.rulebook.rules.kernels
        assert letter_kernels(game.rulebook)
    found.deadline = time.monotonic() + seconds
    for safety, game in product(SAFETY_LAWS, games):
        found.ask(safety, game)
    if found.broken:
        return found
    for law in FOLDER_LAWS:
        found.ask(law, id)
    for seed, game in product(range(SEEDS), games):
        if found.in_time:
            _check_game(game, seed, found)
    # A search trusts that all else is in order. Else it may write beyond its arrays.
    for late, game in product(() if found.broken else LATE_LAWS, games):
        found.ask(late, random_game(game, 0))
    return found


def _check_game(game: Game, seed: int, found: Findings) -> None:
    """Ask all laws about one random game and its positions."""
    found.ask(a_game_can_be_played, (game, seed))
    if a_game_can_be_played.__name__ in found.broken:
        return
    record = random_game(game, seed)
    found.games += 1
    for game_law in GAME_LAWS:
        found.ask(game_law, record)
    for position in [record.start, *sample(record.positions[1:], POSITIONS)]:
        if found.in_time:
            found.positions += 1
            for law in POSITION_LAWS:
                found.ask(law, position)


def a_game_can_be_played(chosen: tuple[Game, int]) -> Iterator[Breach]:
    """Random moves lead on without an error."""
    random_game(*chosen)
    yield from ()
