"""Themes: every puzzle has one, every theme has puzzles, and a condition asks what it says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque.library import load
from ludotheque.teaching.puzzle import puzzles
from ludotheque.teaching.reading import extras
from ludotheque.teaching.themes import Theme, Traits, theme_of, themes, traits
from ludotheque.texts import LANGUAGES, Text

WITH_PUZZLES = [id for id in lt.games() if "puzzles" in extras(id)]
every_game = pytest.mark.parametrize("id", WITH_PUZZLES)

PLAIN = Traits("win", 0, 2, ("a",), "x", 1, 0, False, False, {"men": 3})


@every_game
def test_every_puzzle_has_a_theme_and_every_theme_has_puzzles(id: str) -> None:
    known = themes(id)
    assert len({theme.id for theme in known}) == len(known)
    counts = Counter(theme.id for puzzle in puzzles(id) if (theme := theme_of(puzzle)))
    assert counts.total() == len(puzzles(id))
    named = [theme for theme in known if counts[theme.id]]
    assert len(named) >= 5
    empty = [theme.id for theme in known if not counts[theme.id] and theme.conditions]
    assert not empty, "only a theme without conditions may be empty"
    assert max(counts.values()) <= len(puzzles(id)) / 2, "one theme has most of the puzzles"


@every_game
def test_themes_are_said_in_every_language_and_end_with_one_for_all(id: str) -> None:
    for theme in themes(id):
        for text in (theme.name, theme.about):
            assert set(text) == set(LANGUAGES)
        assert len({theme.about.to(code) for code in LANGUAGES}) == len(LANGUAGES)
    for goal in {theme.goal for theme in themes(id)}:
        conditions = [theme.conditions for theme in themes(id) if theme.goal == goal]
        assert [not one for one in conditions] == [False] * (len(conditions) - 1) + [True], "the others come before"


@every_game
def test_conditions_name_what_the_game_has(id: str) -> None:
    """A misspelled kind, reason or field would never fit."""
    book = load(id).rulebook
    fields = {name for puzzle in puzzles(id) for name in traits(puzzle).phase}
    for theme in themes(id):
        kinds = {*theme.conditions.get("kind", ()), *theme.conditions.get("later", ())}
        assert kinds <= set(book.look.kinds)
        assert set(theme.conditions.get("reason", ())) <= set(book.texts.section("reasons"))
        assert set(theme.conditions.get("phase", ())) <= fields


@every_game
def test_traits_are_those_of_the_main_line(id: str) -> None:
    for puzzle in puzzles(id):
        found = traits(puzzle)
        assert found.moves == puzzle.asked
        assert len(found.kinds) == len(puzzle.stages)
        assert (found.reason is not None) or puzzle.goal != "win", "a win is shown to its end"
        assert not (found.again and found.ends)


CONDITIONS: list[tuple[dict[str, object], Traits, Traits]] = [
    ({"side": 0}, PLAIN, replace(PLAIN, side=1)),
    ({"within": {"max": 2}}, PLAIN, replace(PLAIN, within=None)),
    ({"kind": ["a", "b"]}, PLAIN, replace(PLAIN, kinds=("c", "a"))),
    ({"later": ["b"]}, replace(PLAIN, kinds=("a", "b")), replace(PLAIN, kinds=("b", "a"))),
    ({"reason": ["x"]}, PLAIN, replace(PLAIN, reason=None)),
    ({"moves": 1}, PLAIN, replace(PLAIN, moves=2)),
    ({"moves": {"min": 2}}, replace(PLAIN, moves=2), PLAIN),
    ({"gain": {"max": 0}}, PLAIN, replace(PLAIN, gain=1)),
    ({"again": True}, replace(PLAIN, again=True), PLAIN),
    ({"ends": False}, PLAIN, replace(PLAIN, ends=True)),
    ({"phase": {"men": {"min": 3, "max": 4}}}, PLAIN, replace(PLAIN, phase={"men": 5})),
]


@pytest.mark.parametrize(("conditions", "fitting", "other"), CONDITIONS)
def test_a_condition_fits_and_does_not_fit(conditions: dict[str, object], fitting: Traits, other: Traits) -> None:
    theme = Theme("t", "win", Text.same("t"), Text.same("t"), conditions)
    assert theme.fits(fitting)
    assert not theme.fits(other)
    assert not theme.fits(replace(fitting, goal="hold"))
