"""The endings of a game that are known exactly: `endings.toml` of its folder.

An ending is a position, and what is proven about it::

    [[ending]]
    id = "three-left"
    position = "…"
    player = 1              who forces it
    goal = "win"            or "draw": at least a draw
    moves = 3               with at most this number of own moves
    title.fr = "…"
    text.fr = "…"           what there is to see; optional

A test proves every ending with a solver that tries all moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ludotheque.position import Position
from ludotheque.teaching.reading import Table, maybe_text, only, position, read, reads, text
from ludotheque.texts import Text, say

GOALS = ("win", "draw")
_ENDING = {"id", "position", "options", "player", "goal", "moves", "title", "text"}


@dataclass(frozen=True)
class Ending:
    """A position in which a player surely reaches a goal."""

    id: str
    start: Position
    player: int
    goal: str
    moves: int
    title: Text
    text: Text | None

    @property
    def claim(self) -> Text:
        """What is proven, as a sentence."""
        names = self.start.game.rulebook.player_name
        turn, side = names(self.start.to_act[0]), names(self.player)
        return say(f"endings.{self.goal}", turn=turn, side=side, moves=self.moves)

    @property
    def gone(self) -> Text:
        """What is said after a move that gives the claim away."""
        side = self.start.game.rulebook.player_name(self.player)
        return say(f"endings.{self.goal}_gone", side=side, moves=self.moves)


@cache
@reads("endings.toml")
def endings(id: str) -> tuple[Ending, ...]:
    """The known endings of a game, short ones first."""
    table = read(id, "endings.toml")
    only(table, {"ending"}, id)
    return tuple(_ending(id, one) for one in table["ending"])


def _ending(id: str, table: Table) -> Ending:
    only(table, _ENDING, id)
    if table["goal"] not in GOALS:
        raise ValueError(f"{id}: {table['goal']}")
    return Ending(
        id=table["id"],
        start=position(id, table),
        player=table["player"],
        goal=table["goal"],
        moves=table["moves"],
        title=text(table["title"]),
        text=maybe_text(table.get("text", {})),
    )
