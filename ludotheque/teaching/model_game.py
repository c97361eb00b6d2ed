"""The model games of a game: `model_games.json` of its folder, made by `ludotheque model-games`.

`arena/model_games.py` has the form. A comment there is a fact with its figures. Here it becomes a sentence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.record import Record
from ludotheque.teaching.reading import folder
from ludotheque.texts import Text, say

EVEN, BETTER, CLEAR = 0.55, 0.7, 0.9
"""Up to these chances a side has even chances, better ones, or a clear advantage. Above, it has almost won."""


@dataclass(frozen=True)
class Comment:
    """A sentence about a ply, and perhaps a line that was better: the moves with their players."""

    ply: int
    kind: str
    text: Text
    line: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class ModelGame:
    """A game with comments. `chances` are those of player 0 after each move."""

    id: str
    record: Record
    chances: tuple[float, ...]
    comments: tuple[Comment, ...]

    @property
    def title(self) -> Text:
        return say(f"models.{self.id}")


@dataclass(frozen=True)
class ModelGames:
    """The model games of a game, and for how many seconds the players and the analysis thought."""

    thinking: float
    analysis: float
    games: tuple[ModelGame, ...]


@cache
def model_games(id: str) -> ModelGames:
    """The model games of a game."""
    data = json.loads(folder(id).joinpath("model_games.json").read_text("utf-8"))
    return ModelGames(data["thinking"], data["analysis"], tuple(map(_game, data["games"])))


def _game(data: dict[str, Any]) -> ModelGame:
    record = Record.parse(data["record"])
    comments = (comment(record, **fact) for fact in data["comments"])
    return ModelGame(data["id"], record, tuple(data["chances"]), tuple(comments))


def comment(record: Record, kind: str, ply: int, **facts: Any) -> Comment:
    """The sentence that says a fact, in every language."""
    book = record.game.rulebook
    if kind == "turning":
        return turning(record, ply, **facts)
    if "player" in facts:
        facts["side"] = book.player_name(facts.pop("player"))
    return Comment(ply, kind, say(f"models.{kind}", **facts))


def turning(
    record: Record,
    ply: int,
    *,
    player: int,
    before: float,
    after: float,
    proven: list[bool],
    better: str,
    line: list[str],
) -> Comment:
    """What a move cost, and which one was better."""
    text = say(
        "models.turning",
        before=standing(record, player, before, proven[0]),
        after=standing(record, player, after, proven[1]),
        better=better,
    )
    return Comment(ply, "turning", text, variation(record, ply, player, line))


def standing(record: Record, player: int, chance: float, proven: bool) -> Text:
    """Who stands better, in words and with the chance; for a player's chance."""
    if chance < 0.5:
        player, chance = 1 - player, 1 - chance
    words = "even" if chance < EVEN else "better" if chance < BETTER else "clear_chance" if chance < CLEAR else "almost"
    if proven and chance in (0.5, 1):
        words = "won" if chance == 1 else "drawn"
    # What is not certain is never said to be.
    share = min(99, round(100 * chance))
    return say(f"models.{words}", side=record.game.rulebook.player_name(player), share=share)


def variation(record: Record, ply: int, player: int, line: list[str]) -> tuple[tuple[int, str], ...]:
    """The moves of a line instead of move number `ply`, each with its player, as far as they can be played."""
    position = record.positions[ply - 1]
    moves: list[tuple[int, str]] = []
    for text in line:
        if not position.to_act:
            break
        actor = player if not moves else position.to_act[0]
        try:
            position = position.play(text, actor)
        except LudothequeError:
            break  # a line through a secret is a guess
        moves.append((actor, text))
    return tuple(moves)
