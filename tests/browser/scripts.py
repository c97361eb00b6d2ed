"""Whole games to be clicked through: `games.toml`, with the clicks that each decision takes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.clicks import QUIET
from ludotheque.position import Outcome, Position

GAMES = sorted(lt.games())
TOLD = tomllib.loads(Path(__file__).with_name("games.toml").read_text())
ALL = list(TOLD)


@dataclass(frozen=True)
class Step:
    """One decision: whose it is, and what is clicked for it, in order."""

    player: int
    text: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """A game from its first decision to its last."""

    game: str
    options: dict[str, Any]
    steps: tuple[Step, ...]
    outcome: Outcome

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return self.game


def tokens_of(path: str) -> tuple[str, ...]:
    """What a click path asks to be clicked."""
    return tuple(token for step in path.split() for token in step.removeprefix(QUIET).split("+") if token)


def clicks_for(position: Position, player: int, text: str) -> tuple[str, ...]:
    view = position.view(player)
    if view.family:
        return tuple(text.removeprefix(view.family.before).split(","))
    return next(tokens_of(choice.path) for choice in view.choices() if choice.text == text)


@cache
def script(name: str) -> Script:
    told = TOLD[name]
    game = lt.load(told.get("game", name), **told.get("options", {}))
    position, steps = game.start(), []
    for word in told["decisions"].split():
        player, text = int(word[0]), word[2:]
        steps.append(Step(player, text, clicks_for(position, player, text)))
        position = position.play(text, player)
    assert position.outcome, f"{name} does not end"
    return Script(game.id, told.get("options", {}), tuple(steps), position.outcome)


def sides(game: str, language: str, **options: Any) -> Sequence[str]:
    """What the players are called."""
    book = lt.load(game, **options).rulebook
    return [book.player_name(player).to(language) for player in range(book.players)]
