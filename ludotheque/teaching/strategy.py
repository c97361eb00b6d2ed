"""The strategy notes of a game: `strategy.toml` of its folder, with figures from its `statistics.json`.

The notes have sections like a guide, see `guide.py`. In their paragraphs no number is written by hand: `{…}` is a place
in the statistics, where `usual` and the names of options stand for what lies below `matches`. A share is written in per
cent, a row of results as its share with the interval; `{middling}` and `{strong}` are the levels that played.

    lead.fr = "…"
    [[section]]
    id = "first"
    title.fr = "…"
      [[section.part]]                       a paragraph
      fr = "… {usual.strong.sides.0} …"
      [[section.part]]                       a plot, with its title
      plot = "first"                         see `PLOTS`
      match = "usual.middling"
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
from ludotheque.rulebook import Rulebook
from ludotheque.teaching.guide import Figure, figure
from ludotheque.teaching.reading import Table, folder, only, read, text
from ludotheque.texts import BY_CODE, LANGUAGES, Text, say

PLACE = re.compile(r"\{([^{}]+)\}")
MAX_BARS = 8
"""A plot shows the best and the worst of a longer list; the table has all of it."""
TENTHS = 10


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
def strategy(id: str) -> Strategy:
    """Return the strategy notes of a game."""
    return compose(id, read(id, "strategy.toml"), statistics(id))


def compose(id: str, table: Table, data: Table) -> Strategy:
    """Return notes with their figures filled in from these statistics."""
    only(table, {"lead", "section"}, id)
    writer = Writer(load(id).rulebook, data)
    sections = tuple(
        Section(one["id"], text(one["title"]), tuple(writer.part(id, part) for part in one["part"]))
        for one in table["section"]
    )
    return Strategy(writer.filled(text(table["lead"])), sections, data["command"], writer.basis())


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

    def __init__(self, book: Rulebook, data: Table) -> None:
        self.book = book
        self.levels = {name: level_name(match["player"]) for name, match in data["matches"]["usual"].items()}
        self.data: Table = {**data, **data["matches"], **self.levels}

    def part(self, id: str, table: Table) -> Text | Figure | Plot:
        if "plot" in table:
            only(table, {"plot", "match", "player", "by"}, id)
            return PLOTS[table["plot"]](self, table, self.filled(text(table)))
        if "position" in table or table.get("start"):
            return figure(id, table)
        only(table, set(), id)
        return self.filled(text(table))

    def at(self, place: str) -> Any:
        """Return what stands at a place of the statistics, or raise a `KeyError`."""
        here: Any = self.data
        for step in place.split("."):
            here = here[int(step)] if isinstance(here, list) else here[step]
        return here

    def filled(self, sentence: Text) -> Text:
        def fill(code: str) -> str:
            return PLACE.sub(lambda place: self.number(self.at(place[1])).to(code), sentence.to(code))

        return Text.each(fill)

    def basis(self) -> Text:
        """Who played how many games, and how many were judged."""
        matches, judged = self.data["matches"].values(), self.data["mistakes"]
        games = {f"{name}_games": sum(match[name]["games"] for match in matches) for name in self.levels}
        begun = say("strategy.begun" if self.at("usual.strong.opening") else "strategy.begun_secret", **self.levels)
        counts = {"judged": judged["games"], "moves": judged["moves"]}
        return say("strategy.basis", **self.levels, **games, **counts, begun=begun)

    def number(self, value: Any) -> Text:
        if isinstance(value, Text):
            return value
        if isinstance(value, dict) and "low" in value:
            return say("strategy.within", share=percent(value["share"]), interval=interval(value))
        if isinstance(value, dict) and "mean" in value:
            return Text.each(lambda code: BY_CODE[code].number(value["mean"], 1))
        if isinstance(value, dict):
            return percent(value["share"])
        return percent(value) if isinstance(value, float) else Text.same(value)

    # Plots.

    def sides(self, table: Table, title: Text) -> Plot:
        """A player's results in every match."""
        player = str(table.get("player", 0))
        matches = [match for pair in self.data["matches"].values() for match in pair.values()]
        return self.results(title, [(self.match_name(match), match["sides"][player]) for match in matches])

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
        return self.counts(title, [(self.book.texts.say(f"reasons.{name}"), row) for name, row in rows.items()])

    def mistakes(self, table: Table, title: Text) -> Plot:
        """Costly moves by side, by part of the game, by kind, or by kind and what would have been right."""
        words: Mapping[str, Callable[[str], Text]] = {
            "sides": lambda name: self.book.player_name(int(name)),
            "parts": lambda name: say(f"strategy.part_{name}"),
            "kinds": self.kind_name,
            "instead": self.instead_name,
        }
        rows = self.at(f"mistakes.{table['by']}")
        order = sorted(rows) if table["by"] == "parts" else list(rows)
        return self.counts(title, [(words[table["by"]](name), rows[name]) for name in order])

    def spread(self, table: Table, title: Text) -> Plot:
        """How long the games were, or by how many points they were won."""
        points = table["plot"] == "points"
        histogram = self.at(f"{table['match']}.{'points.margin' if points else 'length'}")
        starts = [histogram["first"] + place * histogram["width"] for place in range(len(histogram["counts"]))]
        width = histogram["width"]
        spans = [Text.same(start if width == 1 else f"{start}–{start + width - 1}") for start in starts]
        axis = say("strategy.margin" if points else "strategy.moves")
        return self.histogram(title, starts, spans, histogram["counts"], axis)

    def decided(self, table: Table, title: Text) -> Plot:
        starts = [TENTHS * place for place in range(TENTHS)]
        spans = [Text.same(f"{start}–{start + TENTHS} %") for start in starts]
        return self.histogram(title, starts, spans, self.at("decided.counts"), say("strategy.share_of_game"))

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

    def match_name(self, match: Table) -> Text:
        said = [self.option_name(name, value) for name, value in match["options"].items()]
        options = said[0] if said else say("strategy.usual")
        return say("strategy.match", options=options, level=level_name(match["player"]))

    def option_name(self, name: str, value: Any) -> Text:
        return say(
            "strategy.option",
            name=self.book.definition.option_label(name),
            value=self.book.definition.value_label(name, value),
        )

    def kind_name(self, name: str) -> Text:
        return self.book.texts.say(f"kinds.{name}.do")

    def instead_name(self, name: str) -> Text:
        played, _, better = name.partition(">")
        if played == better:
            return say("strategy.same_kind", played=self.kind_name(played))
        return say("strategy.instead", played=self.kind_name(played), better=self.kind_name(better))


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
    "mistakes": Writer.mistakes,
    "length": Writer.spread,
    "points": Writer.spread,
    "decided": Writer.decided,
}
"""The plots, by name."""
