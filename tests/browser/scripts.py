"""Whole games from `games.toml`, with the clicks for each move."""

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
DATA = tomllib.loads(Path(__file__).with_name("games.toml").read_text())
ALL = list(DATA)


@dataclass(frozen=True)
class Step:
    """A move: its player, and the clicks in order."""

    player: int
    text: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """A game from its first move to its last."""

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
    """Return the tokens of a click path."""
    return tuple(token for step in path.split() for token in step.removeprefix(QUIET).split("+") if token)


def clicks_for(position: Position, player: int, text: str) -> tuple[str, ...]:
    view = position.view(player)
    if view.combination:
        return tuple(text.removeprefix(view.combination.prefix).split(","))
    return next(tokens_of(choice.path) for choice in view.clickable_moves() if choice.text == text)


@cache
def script(name: str) -> Script:
    data = DATA[name]
    game = lt.load(data.get("game", name), **data.get("options", {}))
    position, steps = game.start(), []
    for word in data["moves"].split():
        player, text = int(word[0]), word[2:]
        steps.append(Step(player, text, clicks_for(position, player, text)))
        position = position.play(text, player)
    assert position.outcome, f"{name} does not end"
    return Script(game.id, data.get("options", {}), tuple(steps), position.outcome)


def sides(game: str, language: str, **options: Any) -> Sequence[str]:
    """Return the names of the sides."""
    book = lt.load(game, **options).rulebook
    return [book.player_name(player).to(language) for player in range(book.rules.players)]
