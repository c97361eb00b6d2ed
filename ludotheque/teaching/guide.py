"""The rules page of a game: `guide.toml` of its folder.

A guide has a goal and sections. A section is a row of parts: paragraphs, and figures, which are live positions. A
figure may have steps, each with the decisions that lead there. `expect` says what a caption claims; the tests ask
the referee::

    goal.fr = "…"
    [[section]]
    id = "move"
    title.fr = "…"
      [[section.part]]                 a paragraph
      fr = "…"
      [[section.part]]                 a figure: it has a position, or `start = true`
      position = "…"
      options = { diagonals = false }  where they are not the usual ones
      marked = ["a1"]                  cells to point at
      fr = "the caption"
        [[section.part.step]]
        play = ["a1-a3"]
        fr = "what happened"
        expect = { turn = 1 }
    [why.MAL-1]                        why we decided so, where the rule sheet does not
    fr = "…"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from ludotheque.record import Record
from ludotheque.teaching.reading import Table, maybe_text, only, played, position, read, text
from ludotheque.texts import Text

EXPECTATIONS = {
    "points",
    "gains",  # points that the last decision brought
    "end",  # as in position texts: reason and returns
    "turn",
    "cells",  # of the board
    "counts",  # of symbols
    "legal",  # how many decisions
    "includes",
    "excludes",
    "refused",  # by ruling
    "instead",  # the points after other decisions than the last one
}
_FIGURE = {"fr", "en", "position", "start", "options", "marked", "seen_by", "expect", "step"}
_STEP = {"fr", "en", "play", "marked", "expect"}


@dataclass(frozen=True)
class Frame:
    """One picture of a figure: a position with the decisions that led to it from the figure's first one."""

    record: Record
    words: Text | None
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
def guide(id: str) -> Guide:
    """The rules page of a game."""
    told = read(id, "guide.toml")
    only(told, {"goal", "section", "why"}, id)
    sections = tuple(
        Section(part["id"], text(part["title"]), tuple(_part(id, one) for one in part["part"]))
        for part in told["section"]
    )
    why = {**_common()["why"], **told["why"]}
    return Guide(text(told["goal"]), sections, {ruling: text(words) for ruling, words in why.items()})


def _common() -> Table:
    """What all games share: the reasons for our rulings in the rules that hold everywhere."""
    return tomllib.loads(resources.files(__package__).joinpath("common.toml").read_text("utf-8"))


def _part(id: str, told: Table) -> Text | Figure:
    if "position" not in told and not told.get("start"):
        only(told, {"fr", "en"}, id)
        return text(told)
    return figure(id, told)


def figure(id: str, told: Table) -> Figure:
    """A live position, with steps where it has them."""
    only(told, _FIGURE, id)
    record = Record(position(id, told))
    frames = [Frame(record, None, tuple(told.get("marked", ())), _expect(told))]
    for step in told.get("step", ()):
        only(step, _STEP, id)
        record = played(record, step["play"])
        frames.append(Frame(record, maybe_text(step), tuple(step.get("marked", ())), _expect(step)))
    return Figure(text(told), tuple(frames), told.get("seen_by"))


def _expect(told: Table) -> Mapping[str, Any]:
    expect: Mapping[str, Any] = told.get("expect", {})
    only(expect, EXPECTATIONS, "expect")
    return expect
