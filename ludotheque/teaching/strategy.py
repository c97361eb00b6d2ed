"""The strategy notes of a game: `strategy.toml` of its folder, with figures from its `statistics.json`.

The notes have sections like a guide, see `guide.py`. In their paragraphs no number is written by hand: `{…}` is a place
in the statistics, below `experiments`. A share is written in per cent, with its interval. A paragraph that compares
says in `claims` what its figures must bear, see `claims.py`, or names the `rules` from which it follows.

    lead.fr = "…"
    [[experiment]]                           games of equal players, see `arena/self_play.py`
    id = "middle"
    games = 400
    begin = ["Rr@c3"]                        the moves with which every game begins
    opening = 1                              the random moves that follow
    options = { terrain = "hex37" }          where they differ from the default
    name.fr = "…"
    [[section]]
    id = "first"
    title.fr = "…"
      [[section.part]]                       a paragraph
      fr = "… {middle.sides.0} …"
      claims = ["middle.sides.0 > edge.sides.0"]
      [[section.part]]                       a plot, with its title
      plot = "first"                         see `PLOTS`
      match = "usual"
      player = 1
      fr = "…"
      [[section.part]]                       a figure, as in a guide
      position = "…"
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.draw.plot import Bar, Column, draw_bars, draw_histogram
from ludotheque.library import load
from ludotheque.rulebook import Rulebook, Value
from ludotheque.teaching.claims import Claim
from ludotheque.teaching.guide import Figure, figure
from ludotheque.teaching.reading import Table, folder, only, read, reads, text
from ludotheque.texts import BY_CODE, LANGUAGES, Text, say

PLACE = re.compile(r"\{([^{}]+)\}")
MAX_BARS = 8
"""A plot shows the best and the worst of a longer list; the table has all of it."""


@dataclass(frozen=True)
class Experiment:
    """Games of equal players that the notes speak of."""

    id: str
    name: Text
    games: int
    opening: int
    begin: tuple[str, ...]
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Plot:
    """A picture in each language, and the figures of it."""

    title: Text
    svg: Mapping[str, str]
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True)
class Section:
    id: str
    title: Text
    parts: tuple[Text | Figure | Plot, ...]


@dataclass(frozen=True)
class Strategy:
    lead: Text
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]
    """What the figures must bear."""
    command: str
    """How the statistics were made."""
    basis: Text
    """Who played how many games for them."""


@cache
def statistics(id: str) -> Table:
    """Return what the matches say about a game; `ludotheque statistics` makes it."""
    data: Table = json.loads(folder(id).joinpath("statistics.json").read_text("utf-8"))
    return data


@cache
@reads("strategy.toml")
def strategy(id: str) -> Strategy:
    """Return the strategy notes of a game."""
    return compose(id, read(id, "strategy.toml"), statistics(id))


@cache
def experiments(id: str) -> tuple[Experiment, ...]:
    """Return the experiments of a game's notes, in order; the first is its usual game."""
    return tuple(map(_experiment, read(id, "strategy.toml")["experiment"]))


def _experiment(table: Table) -> Experiment:
    only(table, {"id", "name", "games", "opening", "begin", "options"}, "experiment")
    return Experiment(
        id=table["id"],
        name=text(table["name"]),
        games=table["games"],
        opening=table["opening"],
        begin=tuple(table.get("begin", ())),
        options=table.get("options", {}),
    )


def compose(id: str, table: Table, data: Table) -> Strategy:
    """Return notes with their figures filled in from these statistics."""
    only(table, {"lead", "claims", "rules", "experiment", "section"}, id)
    writer = Writer(load(id).rulebook, tuple(map(_experiment, table["experiment"])), data)
    sections = tuple(
        Section(one["id"], text(one["title"]), tuple(writer.part(id, part) for part in one["part"]))
        for one in table["section"]
    )
    lead = writer.filled(text(table["lead"]))
    return Strategy(lead, sections, claims_in(table), data["command"], writer.basis())


def borne_claims(id: str, data: Table) -> Mapping[str, bool]:
    """Return each claim of a game's notes, and whether these statistics bear it: those of another seed, say."""
    writer = Writer(load(id).rulebook, experiments(id), data)

    return {str(claim): claim.holds(writer.at) for claim in claims_in(read(id, "strategy.toml"))}


def claims_in(table: Table) -> tuple[Claim, ...]:
    """Return what the notes claim, in the order of their parts."""
    parts = [table, *table["section"], *(part for one in table["section"] for part in one["part"])]
    return tuple(Claim.parse(claim) for part in parts for claim in part.get("claims", ()))


def percent(share: float) -> Text:
    return Text.each(lambda code: BY_CODE[code].percent.format(number=f"{100 * share:.0f}"))


def interval(row: Table) -> Text:
    low, high = (f"{100 * row[end]:.0f}" for end in ("low", "high"))

    def write(code: str) -> str:
        return BY_CODE[code].percent.format(number=BY_CODE[code].range.format(low=low, high=high))

    return Text.each(write)


def level_name(player: str) -> Text:
    """Return what a player is called: `level:4` by the level's number, others as they are written."""
    level = re.fullmatch(r"level:(\d+)(@.*)?", player)
    return say("strategy.level", number=int(level[1])) if level else Text.same(player)


class Writer:
    """Writes figures into sentences and draws plots, for one game."""

    def __init__(self, book: Rulebook, experiments: Sequence[Experiment], data: Table) -> None:
        self.book = book
        self.names = {experiment.id: experiment.name for experiment in experiments}
        self.level = level_name(data["player"])
        self.data: Table = data["experiments"]

    def part(self, id: str, table: Table) -> Text | Figure | Plot:
        if "plot" in table:
            only(table, {"plot", "match", "player"}, id)
            return PLOTS[table["plot"]](self, table, self.filled(text(table)))
        if "position" in table or table.get("start"):
            return figure(id, table)
        only(table, {"claims", "rules"}, id)
        return self.filled(text(table))

    def at(self, place: str) -> Any:
        """Return what stands at a place of the statistics, or raise a `KeyError`."""
        if place == "level":
            return self.level
        here: Any = self.data
        for step in place.split("."):
            here = here[int(step)] if isinstance(here, list) else here[step]
        return here

    def filled(self, sentence: Text) -> Text:
        def fill(code: str) -> str:
            return PLACE.sub(lambda place: self.number(self.at(place[1])).to(code), sentence.to(code))

        return Text.each(fill)

    def basis(self) -> Text:
        """Return who played how many games, and how they begin."""
        games = sum(match["games"] for match in self.data.values())
        drawn = all(match["opening"] for match in self.data.values())
        opening = say("strategy.opening_random" if drawn else "strategy.opening_own")
        return say("strategy.basis", level=self.level, games=games, experiments=len(self.data), opening=opening)

    def number(self, value: Any) -> Text:
        if isinstance(value, Text):
            return value
        if isinstance(value, dict):
            return say("strategy.within", share=percent(value["share"]), interval=interval(value))
        return percent(value) if isinstance(value, float) else Text.same(value)

    # Plots.

    def sides(self, table: Table, title: Text) -> Plot:
        """A player's results in every experiment."""
        player = str(table.get("player", 0))
        return self.results(title, [(self.names[id], match["sides"][player]) for id, match in self.data.items()])

    def firsts(self, table: Table, title: Text) -> Plot:
        """Results by first move: whole, by the cells it names, or by its kind."""
        rows = self.at(f"{table['match']}.{table['plot']}.{table.get('player', 0)}.rows")
        naming: Mapping[str, Callable[[str], Text]] = {
            "kinds": self.kind_name,
            "rings": lambda name: say(f"strategy.ring_{name}"),
        }
        words = naming.get(table["plot"], Text.same)
        return self.results(title, [(words(name), row) for name, row in rows.items()])

    def reasons(self, table: Table, title: Text) -> Plot:
        """How games ended: all of them, or those that a player won."""
        rows = self.at(f"{table['match']}.{'won.' + str(table['player']) if 'player' in table else 'reasons'}")
        met = ((name, row) for name, row in rows.items() if row["count"])
        return self.counts(title, [(self.book.texts.say(f"reasons.{name}"), row) for name, row in met])

    def spread(self, table: Table, title: Text) -> Plot:
        """How long the games were, or by how many points they were won."""
        points = table["plot"] == "points"
        histogram = self.at(f"{table['match']}.{'points.margin' if points else 'length'}")
        starts = [histogram["first"] + place * histogram["width"] for place in range(len(histogram["counts"]))]
        width = histogram["width"]
        spans = [Text.same(start if width == 1 else f"{start}–{start + width - 1}") for start in starts]
        axis = say("strategy.margin" if points else "strategy.moves")
        return self.histogram(title, starts, spans, histogram["counts"], axis)

    def results(self, title: Text, rows: Sequence[tuple[Text, Table]]) -> Plot:
        shown = rows if len(rows) <= MAX_BARS else [*rows[: MAX_BARS // 2], *rows[-MAX_BARS // 2 :]]

        def drawn(code: str) -> str:
            bars = [
                Bar(name.to(code), row["share"], self.number(row).to(code), row["low"], row["high"])
                for name, row in shown
            ]
            ends = percent(0).to(code), percent(1).to(code)
            about = say("strategy.about_results").to(code)
            return draw_bars(bars, title=title.to(code), about=about, middle=percent(0.5).to(code), ends=ends)

        columns = ("name", "games", "wins", "draws", "losses", "points", "interval")
        lines = [
            (name, *(Text.same(row[key]) for key in columns[1:5]), percent(row["share"]), interval(row))
            for name, row in rows
        ]
        return _plot(title, drawn, columns, lines)

    def counts(self, title: Text, rows: Sequence[tuple[Text, Table]]) -> Plot:
        def drawn(code: str) -> str:
            bars = [
                Bar(name.to(code), row["share"], f"{row['count']} · {percent(row['share']).to(code)}")
                for name, row in rows[:MAX_BARS]
            ]
            ends = percent(0).to(code), percent(1).to(code)
            return draw_bars(bars, title=title.to(code), about=say("strategy.about_counts").to(code), ends=ends)

        lines = [(name, Text.same(row["count"]), percent(row["share"])) for name, row in rows]
        return _plot(title, drawn, ("name", "count", "share"), lines)

    def histogram(
        self, title: Text, starts: Sequence[int], spans: Sequence[Text], counts: Sequence[int], axis: Text
    ) -> Plot:
        def drawn(code: str) -> str:
            columns = [Column(str(start), count) for start, count in zip(starts, counts, strict=True)]
            about = say("strategy.about_histogram").to(code)
            return draw_histogram(columns, title=title.to(code), about=about, axis=axis.to(code))

        return _plot(title, drawn, ("span", "games"), list(zip(spans, map(Text.same, counts), strict=True)))

    # Names of rows.

    def kind_name(self, name: str) -> Text:
        return self.book.texts.say(f"kinds.{name}.do")


def _plot(title: Text, drawn: Callable[[str], str], columns: Sequence[str], rows: Sequence[tuple[Text, ...]]) -> Plot:
    heads = tuple(say(f"strategy.column_{name}") for name in columns)
    return Plot(title, {code: drawn(code) for code in LANGUAGES}, heads, tuple(rows))


PLOTS: Mapping[str, Callable[[Writer, Table, Text], Plot]] = {
    "sides": Writer.sides,
    "first": Writer.firsts,
    "cells": Writer.firsts,
    "rings": Writer.firsts,
    "kinds": Writer.firsts,
    "reasons": Writer.reasons,
    "length": Writer.spread,
    "points": Writer.spread,
}
"""The plots, by name."""
