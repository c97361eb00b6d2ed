"""The rules page of a game: `guide.toml` of its folder.

A guide has a goal and sections. A section is a row of parts: paragraphs, and figures, which are live positions. A
figure may have steps, each with the moves that lead there. `expect` says what a caption claims, and the tests check it
against the rules::

    goal.fr = "…"
    [[section]]
    id = "move"
    title.fr = "…"
      [[section.part]]                 a paragraph
      fr = "…"
      [[section.part]]                 a figure: it has a position, or `start = true`
      position = "…"
      options = { diagonals = false }  where they differ from the default
      marked = ["a1"]                  cells to point at
      fr = "the caption"
        [[section.part.step]]
        play = ["a1-a3"]
        fr = "what happened"
        expect = { turn = 1 }
    [why.MAL-1]                        the reason for a ruling of ours
    fr = "…"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludotheque.library import definition
from ludotheque.record import Record
from ludotheque.teaching.reading import Table, common, folder, maybe_text, only, played, position, read, reads, text
from ludotheque.texts import Text

EXPECTATIONS = {
    "points",
    "gains",  # points that the last move brought
    "end",  # as in position texts: reason and returns
    "turn",
    "cells",  # of the board
    "counts",  # of symbols
    "legal",  # how many moves
    "includes",
    "excludes",
    "refused",  # by ruling
    "instead",  # the points after other moves than the last one
    "wins",  # by player: within how many own moves a win is certain
    "open",  # by player: within how many own moves no win is certain
}
_FIGURE = {"position", "start", "options", "marked", "seen_by", "expect", "step"}
_STEP = {"play", "marked", "expect"}


@dataclass(frozen=True)
class Frame:
    """One picture of a figure: a position with the moves that led to it from the figure's first one."""

    record: Record
    text: Text | None
    marked: tuple[str, ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Figure:
    caption: Text
    frames: tuple[Frame, ...]
    seen_by: int | None
    """Whose view the figure shows; None: everything, secrets too."""


@dataclass(frozen=True)
class Section:
    id: str
    title: Text
    parts: tuple[Text | Figure, ...]

    @property
    def figures(self) -> list[Figure]:
        return [part for part in self.parts if isinstance(part, Figure)]


@dataclass(frozen=True)
class Guide:
    goal: Text
    sections: tuple[Section, ...]
    why: Mapping[str, Text]
    """By ruling: the reason, where it is our ruling and not the sheet's."""


@cache
@reads("guide.toml")
def guide(id: str) -> Guide:
    """The rules page of a game; one without a guide has its goal and the reasons that all games share."""
    if not folder(id).joinpath("guide.toml").is_file():
        table: Table = {"section": (), "why": {}}
        goal = definition(id).texts.say("goal")
    else:
        table = read(id, "guide.toml")
        goal = text(table["goal"])
    only(table, {"goal", "section", "why"}, id)
    sections = tuple(
        Section(part["id"], text(part["title"]), tuple(_part(id, one) for one in part["part"]))
        for part in table["section"]
    )
    why = {**common()["why"], **table.get("why", {})}
    return Guide(goal, sections, {ruling: text(reason) for ruling, reason in why.items()})


def _part(id: str, table: Table) -> Text | Figure:
    if "position" not in table and not table.get("start"):
        only(table, set(), id)
        return text(table)
    return figure(id, table)


def figure(id: str, table: Table) -> Figure:
    """A live position, with steps where it has them."""
    only(table, _FIGURE, id)
    record = Record(position(id, table))
    frames = [Frame(record, None, tuple(table.get("marked", ())), _expect(table))]
    for step in table.get("step", ()):
        only(step, _STEP, id)
        record = played(record, step["play"])
        frames.append(Frame(record, maybe_text(step), tuple(step.get("marked", ())), _expect(step)))
    return Figure(text(table), tuple(frames), table.get("seen_by"))


def _expect(table: Table) -> Mapping[str, Any]:
    expect: Mapping[str, Any] = table.get("expect", {})
    only(expect, EXPECTATIONS, "expect")
    return expect
