"""The strategy notes: every number is counted, and every plot has its table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.arena.score import Score
from ludotheque.arena.statistics import ENOUGH
from ludotheque.library import definition
from ludotheque.rulebook import value_text
from ludotheque.server.serialize.teaching import strategy_json
from ludotheque.teaching.claims import FEWEST, Claim
from ludotheque.teaching.guide import Figure
from ludotheque.teaching.reading import read
from ludotheque.teaching.strategy import PLACE, PLOTS, Plot, Strategy, Writer, experiments, statistics, strategy
from ludotheque.texts import LANGUAGES, Text, read_toml
from tests.teaching.test_guide import check_caption, check_frame, check_words

SVG = "{http://www.w3.org/2000/svg}"
each_game = pytest.mark.parametrize("id", lt.games())


def parts(id: str, kind: type[Any]) -> list[Any]:
    return [part for section in strategy(id).sections for part in section.parts if isinstance(part, kind)]


def matches(id: str) -> list[Any]:
    return list(statistics(id)["experiments"].values())


def writer_of(id: str) -> Writer:
    return Writer(lt.load(id).rulebook, experiments(id), statistics(id))


# The notes.


@each_game
def test_no_number_is_written_by_hand(id: str) -> None:
    """In the file itself: a digit stands in a place of the statistics, in a cell's name or in an option's value."""
    told, book = read_toml(definition(id).package, "teach/strategy.toml") or {}, lt.load(id).rulebook
    cells = {cell for option in options(id) for cell in lt.load(id, **option).rulebook.board.index}
    names = cells | {value_text(value) for option in book.definition.options for value in option.values}
    for words in (told["lead"], *(part for section in told["section"] for part in section["part"] if is_prose(part))):
        places = [set(PLACE.findall(words[code])) for code in LANGUAGES]
        assert places[0] == places[1], words
        for code in LANGUAGES:
            left = re.findall(r"[\w]*\d\w*", PLACE.sub("", words[code]))
            assert set(left) <= names, words[code]


def is_prose(part: dict[str, Any]) -> bool:
    return "position" not in part and "start" not in part


def options(id: str) -> list[dict[str, Any]]:
    return [{}, *({option.name: value} for option in definition(id).options for value in option.values[1:])]


@each_game
def test_notes_are_complete(id: str) -> None:
    told = strategy(id)
    assert 4 <= len(told.sections) <= 7
    ids = [section.id for section in told.sections]
    assert len(set(ids)) == len(ids)
    for words in sentences(told):
        check_words(words)
        assert not re.search(r"[{}]", words.fr + words.en)
    shown = {
        part["plot"] for section in read(id, "strategy.toml")["section"] for part in section["part"] if "plot" in part
    }
    assert {"sides"} <= shown <= set(PLOTS)
    assert shown & {"length", "points"}
    assert parts(id, Figure)


def sentences(told: Strategy) -> Iterator[Text]:
    yield told.lead
    for section in told.sections:
        yield section.title
        for part in section.parts:
            yield part if isinstance(part, Text) else part.title if isinstance(part, Plot) else part.caption


@each_game
def test_figures_say_what_is_so(id: str) -> None:
    for figure in parts(id, Figure):
        check_caption(figure)
        for frame in figure.frames:
            check_frame(frame)


JUDGED = re.compile(r"erreur|mieux|suffit", re.IGNORECASE)
"""Words of captions that call a move right or wrong, or a game decided."""


@each_game
def test_a_figure_that_judges_is_proven(id: str) -> None:
    """Every figure about a mistake, or about something better, says who surely wins, or does not."""
    for figure in parts(id, Figure):
        if JUDGED.search(figure.caption.fr):
            claims = {claim for frame in figure.frames for claim in frame.expect}
            assert claims & {"wins", "open"}, figure.caption.fr


# The plots.


@each_game
def test_every_number_of_a_plot_is_in_its_table(id: str) -> None:
    for plot in parts(id, Plot):
        for code, drawn in plot.svg.items():
            table = {word for row in plot.rows for cell in row for word in numbers(cell.to(code))}
            root = ElementTree.fromstring(drawn)
            assert root.findtext(f"{SVG}title") == plot.title.to(code)
            assert root.findtext(f"{SVG}desc")
            values = [text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == "value"]
            assert values
            assert {word for value in values for word in numbers(value)} <= table
            assert all(len(row) == len(plot.columns) for row in plot.rows)


def numbers(words: str) -> list[str]:
    return re.findall(r"\d+", words)


@each_game
def test_plots_stay_in_their_frame(id: str) -> None:
    for plot in parts(id, Plot):
        for drawn in plot.svg.values():
            root = ElementTree.fromstring(drawn)
            _, _, width, height = map(float, (root.get("viewBox") or "").split())
            for shape in (*root.iter(f"{SVG}rect"), *root.iter(f"{SVG}line"), *root.iter(f"{SVG}text")):
                at = {name: float(shape.get(name, 0)) for name in ("x", "y", "width", "height", "x1", "x2", "y1", "y2")}
                across = (at["x"], at["x"] + at["width"], at["x1"], at["x2"])
                down = (at["y"], at["y"] + at["height"], at["y1"], at["y2"])
                assert at["width"] >= 0
                assert at["height"] >= 0
                assert min(across) >= 0
                assert max(across) <= width
                assert min(down) >= 0
                assert max(down) <= height
            assert "style" not in drawn, "the page's policy forbids styles inside documents"


# The claims.

COMPARING = {
    "fr": r"mieux|meilleure?s?|pires?|plus|moins|surtout|souvent|rarement|rares?|presque|toujours|jamais|la plupart|"
    r"avantage|équilibré|préfér\w+|seulement|risqué\w*",
    "en": r"better|best|worse|worst|more|most|mostly|less|least|fewer|often|seldom|rarely|rare|usually|nearly|almost|"
    r"always|never|advantage|balanced|prefer\w*|only|risk\w*|strongest|weakest",
}
"""Words that compare. Where a paragraph has one, figures must bear it, or it must follow from the rules."""


@each_game
def test_figures_bear_every_claim(id: str) -> None:
    at = writer_of(id).at
    assert strategy(id).claims
    for claim in strategy(id).claims:
        assert claim.holds(at), (str(claim), claim.difference(at))
        assert claim.games(at) >= FEWEST, str(claim)


@each_game
def test_who_compares_has_a_claim_or_a_rule(id: str) -> None:
    told = read_toml(definition(id).package, "teach/strategy.toml") or {}
    parts = [told["lead"] | {key: told[key] for key in ("claims", "rules") if key in told}]
    parts += [part for section in told["section"] for part in section["part"] if is_prose(part) and "plot" not in part]
    for part in parts:
        if part.get("claims") or part.get("rules"):
            continue
        for code in LANGUAGES:
            assert not re.search(rf"\b({COMPARING[code]})\b", PLACE.sub("", part[code]), re.IGNORECASE), part[code]


def test_claims_need_figures_that_tell_apart() -> None:
    def row(share: float, half: float) -> dict[str, float]:
        return {"share": share, "low": share - half, "high": share + half, "games": 500}

    table = {"a": row(0.6, 0.04), "b": row(0.5, 0.04), "c": row(0.57, 0.04), "d": row(0.5, 0.2)}
    holds = {
        text: Claim.parse(text).holds(table.__getitem__) for text in ("a > b", "b < a", "a > c", "a > 55", "a > 58")
    }
    assert holds == {"a > b": True, "b < a": True, "a > c": False, "a > 55": True, "a > 58": False}
    assert Claim.parse("b ~ 50").holds(table.__getitem__)
    assert Claim.parse("c ~ 55").holds(table.__getitem__), "a small difference may be there"
    assert not Claim.parse("c ~ 50").holds(table.__getitem__), "one of ten points is not excluded"
    assert not Claim.parse("d ~ 50").holds(table.__getitem__), "too few games to say so"
    with pytest.raises(ValueError, match="a >"):
        Claim.parse("a >")


def test_shares_of_the_same_games_depend_on_each_other() -> None:
    def counted(count: int, whole: int) -> dict[str, float]:
        score = Score(count, 0, whole - count)
        return {"count": count, "share": score.share, "low": score.interval[0], "high": score.interval[1]}

    two, three = {"a": counted(55, 100), "b": counted(45, 100)}, {"a": counted(40, 100), "b": counted(25, 100)}
    table = {f"{game}.reasons.{name}": row for game in ("x", "y") for name, row in two.items()}
    table |= {f"z.reasons.{name}": row for name, row in three.items()}
    table |= {"x.sides.0": two["a"], "x.sides.1": two["b"]}
    low, high = Claim.parse("x.reasons.a > x.reasons.b").difference(table.__getitem__)
    share = two["a"]
    assert (low, high) == pytest.approx((2 * share["low"] - 1, 2 * share["high"] - 1)), "b is the rest of a"
    assert Claim.parse("x.sides.0 > x.sides.1").difference(table.__getitem__) == pytest.approx((low, high))
    apart = Claim.parse("x.reasons.a > y.reasons.b").difference(table.__getitem__)
    assert low < apart[0] < apart[1] < high, "different games"
    # Three ways to end: less than the rest, more than independent.
    some = Claim.parse("z.reasons.a > z.reasons.b").difference(table.__getitem__)
    assert some == pytest.approx((-0.013, 0.303), abs=0.02)


# The numbers behind.


@each_game
def test_statistics_are_those_of_the_experiments_by_the_rules_of_today(id: str) -> None:
    found = statistics(id)
    assert found["rules"] == definition(id).version
    assert found["command"] == f"ludotheque statistics {id} --seed {found['seed']}"
    assert list(found["experiments"]) == [experiment.id for experiment in experiments(id)]
    for experiment, match in zip(experiments(id), matches(id), strict=True):
        assert (match["begin"], match["options"]) == (list(experiment.begin), dict(experiment.options))
        assert FEWEST <= match["games"] <= experiment.games


@each_game
def test_results_add_up(id: str) -> None:
    for match in matches(id):
        games = match["games"]
        assert sum(match["length"]["counts"]) == games
        assert sum(row["count"] for row in match["reasons"].values()) == games
        assert set(match["reasons"]) <= set(lt.load(id).rulebook.rules.reasons)
        for player, won in match["won"].items():
            assert sum(row["count"] for row in won.values()) == match["sides"][player]["wins"]
        assert all(row["games"] == games for row in match["sides"].values())
        for key in ("wins", "losses"):
            assert sum(row[key] for row in match["sides"].values()) <= games
        assert sum(row["wins"] - row["losses"] for row in match["sides"].values()) == 0
        for name in ("first", "kinds"):
            for told in match[name].values():
                assert sum(row["games"] for row in (*told["rows"].values(), told["other"])) == games


@each_game
def test_shares_follow_from_the_counts(id: str) -> None:
    for row in rows(statistics(id)):
        if "count" in row:
            continue
        score = Score(row["wins"], row["draws"], row["losses"])
        assert row["games"] == score.games
        assert (row["share"], row["low"], row["high"]) == tuple(round(x, 3) for x in (score.share, *score.interval))


def rows(here: Any) -> Iterator[dict[str, Any]]:
    """All rows of results."""
    if isinstance(here, dict) and "low" in here:
        yield here
    elif isinstance(here, dict):
        for below in here.values():
            yield from rows(below)


@each_game
def test_what_is_ranked_came_up_often_enough(id: str) -> None:
    for match in matches(id):
        for name in ("first", "cells", "kinds"):
            for told in match[name].values():
                assert all(row["games"] >= ENOUGH for row in told["rows"].values())
                shares = [row["share"] for row in told["rows"].values()]
                assert shares == sorted(shares, reverse=True)


@each_game
def test_the_page_gets_it_all(id: str) -> None:
    told = strategy_json(id)
    assert json.loads(json.dumps(told)) == json.loads(json.dumps(strategy_json(id)))
    kinds = [next(iter(part)) for section in told["sections"] for part in section["parts"]]
    assert kinds.count("plot") == len(parts(id, Plot))
    assert kinds.count("figure") == len(parts(id, Figure))
    assert told["command"] == statistics(id)["command"]


@each_game
def test_the_basis_speaks_of_chance_only_where_there_was_some(id: str) -> None:
    drawn = all(match["opening"] for match in statistics(id)["experiments"].values())
    assert ("random" in strategy(id).basis.to("en")) == drawn
    assert ("hasard" in strategy(id).basis.to("fr")) == drawn
