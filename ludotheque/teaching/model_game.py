"""The model games of a game: `model_games.json` of its folder, made by `ludotheque model-games`.

`arena/model_games.py` has the form. A comment there is a fact with its figures. Here it becomes a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.record import Record
from ludotheque.teaching.reading import folder, reads
from ludotheque.texts import Text, join, say

EVEN, BETTER, CLEAR = 0.55, 0.7, 0.9
"""Up to these chances a side has even chances, better ones, or a clear advantage. Above, it has almost won."""


@dataclass(frozen=True)
class Comment:
    """A sentence about a ply, and perhaps a line to look at: the moves with their players.

    The line begins after `since` moves of the game.
    """

    ply: int
    kind: str
    text: Text
    line: tuple[tuple[int, str], ...] = ()
    since: int = 0


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
@reads("model_games.json")
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
    if kind in FROM_ANALYSIS:
        return FROM_ANALYSIS[kind](record, ply, **facts)
    line: tuple[tuple[int, str], ...] = ()
    if "line" in facts:
        line = variation(record, ply + 1, record.moves[ply].player, facts.pop("line"))
    if "player" in facts:
        facts["side"] = record.game.rulebook.player_name(facts.pop("player"))
    return Comment(ply, kind, say(f"models.{kind}", **facts), line, ply)


def change(
    record: Record,
    ply: int,
    *,
    player: int,
    before: float,
    after: float,
    proven: list[bool],
    better: str = "",
    line: Sequence[str] = (),
) -> Comment:
    """How a move changed the chances; after a mistake, which move was better."""
    kind = "turning" if better else "swing"
    text = say(
        f"models.{kind}",
        before=standing(record, player, before, proven[0]),
        after=standing(record, player, after, proven[1]),
        better=better,
    )
    return Comment(ply, kind, text, variation(record, ply, player, line), ply - 1)


def alternative(
    record: Record, ply: int, *, player: int, before: float, after: float, better: str, line: Sequence[str]
) -> Comment:
    """Which other move was about as good."""
    side = record.game.rulebook.player_name(player)
    text = say("models.alternative", side=side, before=percent(before), after=percent(after), better=better)
    return Comment(ply, "alternative", text, variation(record, ply, player, line), ply - 1)


def plan(
    record: Record, ply: int, *, player: int, chance: float, proven: bool, line: Sequence[str], followed: int
) -> Comment:
    """What the search expects from here, and whether the game goes that way."""
    moves = variation(record, ply + 1, player, line)
    course = "whole" if followed == len(line) else "followed" if followed else "other"
    text = say(
        "models.plan",
        turn=record.game.rulebook.player_name(player),
        standing=standing(record, player, chance, proven),
        moves=join([move for actor, move in moves if actor == player]),
        course=say(f"models.course_{course}", followed=followed, played=str(record.moves[ply].move)),
    )
    return Comment(ply, "plan", text, moves, ply)


FROM_ANALYSIS: dict[str, Callable[..., Comment]] = {
    "turning": change,
    "swing": change,
    "alternative": alternative,
    "plan": plan,
}


def standing(record: Record, player: int, chance: float, proven: bool) -> Text:
    """Who stands better, in words and with the chance; for a player's chance."""
    if chance < 0.5:
        player, chance = 1 - player, 1 - chance
    words = "even" if chance < EVEN else "better" if chance < BETTER else "clear_chance" if chance < CLEAR else "almost"
    if proven and chance in (0.5, 1):
        words = "won" if chance == 1 else "drawn"
    return say(f"models.{words}", side=record.game.rulebook.player_name(player), share=percent(chance))


def percent(chance: float) -> int:
    """A chance in percent. What is not certain is never said to be."""
    return max(1, min(99, round(100 * chance)))


def variation(record: Record, ply: int, player: int, line: Sequence[str]) -> tuple[tuple[int, str], ...]:
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
