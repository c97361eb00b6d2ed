"""What the game folders tell a page that knows no rule: click paths, kinds, tasks, names."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

import ludotheque as lt
from ludotheque.clicks import QUIET, Choice
from ludotheque.library import rulebook
from ludotheque.texts import LANGUAGES
from tests.variants import open_positions

Step = frozenset[str] | str


def sequence(path: str) -> tuple[Step, ...]:
    """A path as clicks: what stands in a set may be clicked in any order."""
    return tuple(frozenset(step.strip(QUIET).split("+")) if set(step) & {"+", QUIET} else step for step in path.split())


def all_choices(view: lt.View) -> list[Choice]:
    """The decisions of a player one by one, where the page is told a family too."""
    assert view.player is not None
    book, moves = view.game.rulebook, view.legal_moves()
    clicks = book.all_clicks(view.words, view.player, [move.code for move in moves])
    return [Choice(str(move), how.path, how.kind) for move, how in zip(moves, clicks, strict=True)]


@given(open_positions())
def test_every_decision_is_clicked_in_its_own_way(position: lt.Position) -> None:
    book = position.game.rulebook
    known = set(book.board.index) | set(book.words())
    for player in position.to_act:
        choices = all_choices(position.view(player))
        clicked = [sequence(choice.path) for choice in choices]
        assert len(set(clicked)) == len(clicked)
        for steps in clicked:
            for step in steps:
                assert (step if isinstance(step, frozenset) else {step}) - {""} <= known
        assert {choice.kind for choice in choices} <= set(book.kinds)


@given(open_positions())
def test_a_family_holds_every_decision(position: lt.Position) -> None:
    for player in range(position.game.players):
        view = position.view(player)
        family = view.family
        if family is None:
            assert view.choices() == (all_choices(view) if view.owes else [])
            continue
        assert view.choices() == []
        assert list(family.cells) == sorted(family.cells)
        legal = {str(move) for move in view.legal_moves()}
        if len(family.cells) < 24:
            texts = {family.before + ",".join(cells) for cells in combinations(family.cells, family.count)}
            assert legal == texts
        for text in legal:
            cells = text.removeprefix(family.before).split(",")
            assert text == family.before + ",".join(sorted(cells))
            assert len(cells) == family.count
            assert set(cells) <= set(family.cells)
        assert {choice.kind for choice in all_choices(view)} == {family.kind}


@given(open_positions())
def test_who_owes_a_decision_has_a_task(position: lt.Position) -> None:
    for player in (None, *range(position.game.players)):
        view = position.view(player)
        task = view.task
        assert (task is not None) == view.owes == (player in position.to_act)
        if task:
            for code in LANGUAGES:
                assert task.to(code).endswith(".")
                assert "{" not in task.to(code)


@pytest.mark.parametrize("id", lt.games())
def test_every_kind_has_its_words(id: str) -> None:
    book = rulebook(id)({})
    assert book.texts.section("kinds") == {f"{kind}.{part}" for kind in book.kinds for part in ("then", "do")}
    for kind in book.kinds:
        for code in LANGUAGES:
            then, do = (book.pattern(f"kinds.{kind}.{part}").to(code) for part in ("then", "do"))
            assert then[0].islower()
            assert not then.endswith(".")
            assert do[0].isupper()
