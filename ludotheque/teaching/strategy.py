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
from importlib import resources
from typing import Any

from ludotheque.draw.plot import Bar, Column, draw_bars, draw_histogram
from ludotheque.library import rulebook
from ludotheque.rulebook import Rulebook
from ludotheque.teaching.guide import Figure, figure
from ludotheque.teaching.reading import Table, only, read, text
from ludotheque.texts import LANGUAGES, Text, say

PLACE = re.compile(r"\{([^{}]+)\}")
MOST = 8
"""A plot shows the best and the worst of a longer list; the table has all of it."""
TENTHS = 10


@dataclass(frozen=True)
class Plot:
    """A picture in each language, and the numbers behind it."""

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
    """What the matches say about a game; made by `ludotheque statistics`."""
    file = resources.files(rulebook(id).__module__).joinpath("statistics.json")
    told: Table = json.loads(file.read_text("utf-8"))
    return told


@cache
def strategy(id: str) -> Strategy:
    """The strategy notes of a game."""
    return compose(id, read(id, "strategy.toml"), statistics(id))


def compose(id: str, told: Table, found: Table) -> Strategy:
    """Notes with their figures filled in from these statistics."""
    only(told, {"lead", "section"}, id)
    desk = Desk(rulebook(id)({}), found)
    sections = tuple(
        Section(one["id"], text(one["title"]), tuple(desk.part(id, part) for part in one["part"]))
        for one in told["section"]
    )
    return Strategy(desk.filled(text(told["lead"])), sections, found["command"], desk.basis())


def both(word: object) -> Text:
    """What is written alike in all languages."""
    return Text(**dict.fromkeys(LANGUAGES, str(word)))


def percent(share: float) -> Text:
    return Text(fr=f"{100 * share:.0f}\u202f%", en=f"{100 * share:.0f}%")


def interval(row: Table) -> Text:
    low, high = (f"{100 * row[end]:.0f}" for end in ("low", "high"))
    return Text(fr=f"{low} à {high}\u202f%", en=f"{low} to {high}%")


def level_words(player: str) -> Text:
    """What a contender is called: `level:4` by the level's number, all else as it is written."""
    found = re.fullmatch(r"level:(\d+)(@.*)?", player)
    return say("strategy.level", number=int(found[1])) if found else both(player)


class Desk:
    """Writes numbers into sentences and draws plots, for one game."""

    def __init__(self, book: Rulebook, found: Table) -> None:
        self.book = book
        self.levels = {name: level_words(match["player"]) for name, match in found["matches"]["usual"].items()}
        self.found: Table = {**found, **found["matches"], **self.levels}

    def part(self, id: str, told: Table) -> Text | Figure | Plot:
        if "plot" in told:
            only(told, {"plot", "match", "player", "by", "fr", "en"}, id)
            return PLOTS[told["plot"]](self, told, self.filled(text(told)))
        if "position" in told or told.get("start"):
            return figure(id, told)
        only(told, {"fr", "en"}, id)
        return self.filled(text(told))

    def at(self, place: str) -> Any:
        """What stands at a place of the statistics; KeyError when nothing does."""
        here: Any = self.found
        for step in place.split("."):
            here = here[int(step)] if isinstance(here, list) else here[step]
        return here

    def filled(self, sentence: Text) -> Text:
        def written(code: str) -> str:
            return PLACE.sub(lambda place: self.number(self.at(place[1])).to(code), sentence.to(code))

        return Text(**{code: written(code) for code in LANGUAGES})

    def basis(self) -> Text:
        """Who played how many games, and how many were judged."""
        matches, judged = self.found["matches"].values(), self.found["mistakes"]
        games = {f"{name}_games": sum(match[name]["games"] for match in matches) for name in self.levels}
        begun = say("strategy.begun" if self.at("usual.strong.opening") else "strategy.begun_secret", **self.levels)
        counts = {"judged": judged["games"], "decisions": judged["decisions"]}
        return say("strategy.basis", **self.levels, **games, **counts, begun=begun)

    def number(self, value: Any) -> Text:
        if isinstance(value, Text):
            return value
        if isinstance(value, dict) and "low" in value:
            return say("strategy.within", share=percent(value["share"]), interval=interval(value))
        if isinstance(value, dict) and "mean" in value:
            return Text(fr=f"{value['mean']:.1f}".replace(".", ","), en=f"{value['mean']:.1f}")
        if isinstance(value, dict):
            return percent(value["share"])
        return percent(value) if isinstance(value, float) else both(value)

    # Plots.

    def sides(self, told: Table, title: Text) -> Plot:
        """A player's results in every match."""
        player = str(told.get("player", 0))
        matches = [match for pair in self.found["matches"].values() for match in pair.values()]
        return self.results(title, [(self.match_words(match), match["sides"][player]) for match in matches])

    def firsts(self, told: Table, title: Text) -> Plot:
        """Results by first decision: whole, by the cells it names, or by its kind."""
        rows = self.at(f"{told['match']}.{told['plot']}.{told.get('player', 0)}.rows")
        naming: Mapping[str, Callable[[str], Text]] = {
            "kinds": self.kind_words,
            "rings": lambda name: say(f"strategy.ring_{name}"),
        }
        words = naming.get(told["plot"], both)
        return self.results(title, [(words(name), row) for name, row in rows.items()])

    def reasons(self, told: Table, title: Text) -> Plot:
        """How games ended: all of them, or those that a player won."""
        rows = self.at(f"{told['match']}.{'won.' + str(told['player']) if 'player' in told else 'reasons'}")
        return self.counts(title, [(self.book.texts.say(f"reasons.{name}"), row) for name, row in rows.items()])

    def mistakes(self, told: Table, title: Text) -> Plot:
        """Costly decisions by side, by part of the game, by kind, or by kind and what would have been right."""
        words: Mapping[str, Callable[[str], Text]] = {
            "sides": lambda name: self.book.player_name(int(name)),
            "parts": lambda name: say(f"strategy.part_{name}"),
            "kinds": self.kind_words,
            "instead": self.instead_words,
        }
        rows = self.at(f"mistakes.{told['by']}")
        order = sorted(rows) if told["by"] == "parts" else list(rows)
        return self.counts(title, [(words[told["by"]](name), rows[name]) for name in order])

    def spread(self, told: Table, title: Text) -> Plot:
        """How long the games were, or by how many points they were won."""
        points = told["plot"] == "points"
        found = self.at(f"{told['match']}.{'points.margin' if points else 'length'}")
        starts = [found["first"] + place * found["width"] for place in range(len(found["counts"]))]
        spans = [both(start if found["width"] == 1 else f"{start}–{start + found['width'] - 1}") for start in starts]
        axis = say("strategy.margin" if points else "strategy.decisions")
        return self.histogram(title, starts, spans, found["counts"], axis)

    def decided(self, told: Table, title: Text) -> Plot:
        starts = [TENTHS * place for place in range(TENTHS)]
        spans = [both(f"{start}–{start + TENTHS} %") for start in starts]
        return self.histogram(title, starts, spans, self.at("decided.counts"), say("strategy.share_of_game"))

    def results(self, title: Text, rows: Sequence[tuple[Text, Table]]) -> Plot:
        shown = rows if len(rows) <= MOST else [*rows[: MOST // 2], *rows[-MOST // 2 :]]

        def drawn(code: str) -> str:
            bars = [
                Bar(name.to(code), row["share"], self.number(row).to(code), row["low"], row["high"])
                for name, row in shown
            ]
            ends = percent(0).to(code), percent(1).to(code)
            about = say("strategy.about_results").to(code)
            return draw_bars(bars, title=title.to(code), about=about, middle=percent(0.5).to(code), ends=ends)

        columns = ("name", "games", "wins", "draws", "losses", "points", "interval")
        table = [
            (name, *(both(row[key]) for key in columns[1:5]), percent(row["share"]), interval(row))
            for name, row in rows
        ]
        return _plot(title, drawn, columns, table)

    def counts(self, title: Text, rows: Sequence[tuple[Text, Table]]) -> Plot:
        def drawn(code: str) -> str:
            bars = [
                Bar(name.to(code), row["share"], f"{row['count']} · {percent(row['share']).to(code)}")
                for name, row in rows[:MOST]
            ]
            ends = percent(0).to(code), percent(1).to(code)
            return draw_bars(bars, title=title.to(code), about=say("strategy.about_counts").to(code), ends=ends)

        table = [(name, both(row["count"]), percent(row["share"])) for name, row in rows]
        return _plot(title, drawn, ("name", "count", "share"), table)

    def histogram(
        self, title: Text, starts: Sequence[int], spans: Sequence[Text], counts: Sequence[int], axis: Text
    ) -> Plot:
        def drawn(code: str) -> str:
            columns = [Column(str(start), count) for start, count in zip(starts, counts, strict=True)]
            about = say("strategy.about_histogram").to(code)
            return draw_histogram(columns, title=title.to(code), about=about, axis=axis.to(code))

        return _plot(title, drawn, ("span", "games"), list(zip(spans, map(both, counts), strict=True)))

    # Names of rows.

    def match_words(self, match: Table) -> Text:
        said = [self.option_words(name, value) for name, value in match["options"].items()]
        options = said[0] if said else say("strategy.usual")
        return say("strategy.match", options=options, level=level_words(match["player"]))

    def option_words(self, name: str, value: Any) -> Text:
        return say("strategy.option", name=self.book.option_label(name), value=self.book.value_label(name, value))

    def kind_words(self, name: str) -> Text:
        return self.book.texts.say(f"kinds.{name}.do")

    def instead_words(self, name: str) -> Text:
        played, _, better = name.partition(">")
        if played == better:
            return say("strategy.same_kind", played=self.kind_words(played))
        return say("strategy.instead", played=self.kind_words(played), better=self.kind_words(better))


def _plot(title: Text, drawn: Callable[[str], str], columns: Sequence[str], rows: Sequence[tuple[Text, ...]]) -> Plot:
    heads = tuple(say(f"strategy.column_{name}") for name in columns)
    return Plot(title, {code: drawn(code) for code in LANGUAGES}, heads, tuple(rows))


PLOTS: Mapping[str, Callable[[Desk, Table, Text], Plot]] = {
    "sides": Desk.sides,
    "first": Desk.firsts,
    "cells": Desk.firsts,
    "rings": Desk.firsts,
    "kinds": Desk.firsts,
    "reasons": Desk.reasons,
    "mistakes": Desk.mistakes,
    "length": Desk.spread,
    "points": Desk.spread,
    "decided": Desk.decided,
}
"""What can be drawn, by name."""
