"""The rules pages: complete in both languages, and every number in a caption is the referee's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.server.serialize.teaching import guide_json
from ludotheque.teaching.guide import Figure, Frame, guide
from ludotheque.texts import LANGUAGES, Text

OURS = re.compile(r"\brulings?\b|\bwe take\b", re.IGNORECASE)
"""How the English rulings say that they are ours and not the sheet's."""


def figures(id: str) -> list[Figure]:
    return [figure for section in guide(id).sections for figure in section.figures]


FRAMES = [
    pytest.param(frame, id=f"{id}-{number}-{step}")
    for id in lt.games()
    for number, figure in enumerate(figures(id))
    for step, frame in enumerate(figure.frames)
]


@pytest.mark.parametrize("frame", FRAMES)
def test_what_a_figure_says_is_so(frame: Frame) -> None:
    check_frame(frame)


def check_frame(frame: Frame) -> None:
    position, expect = frame.record.final, dict(frame.expect)
    board = position.game.board
    assert set(frame.marked) <= set(board.index)
    for ruling, move in expect.pop("refused", {}).items():
        with pytest.raises(lt.IllegalMove) as refused:
            position.play(move)
        assert refused.value.ruling == ruling
    counts = expect.pop("counts", {})
    symbols = [piece.symbol for piece in position.game.rulebook.look.pieces(position.state)]
    assert {symbol: symbols.count(symbol) for symbol in counts} == counts
    legal = [str(move) for move in position.legal_moves(position.to_act[0])] if position.to_act else []
    assert set(expect.pop("includes", ())) <= set(legal)
    assert not set(expect.pop("excludes", ())) & set(legal)
    for move, points in expect.pop("instead", {}).items():
        assert score(frame.record.positions[-2].play(move)) == points
    if "gains" in expect:
        before = score(frame.record.positions[-2])
        assert [now - then for now, then in zip(score(position), before, strict=True)] == expect.pop("gains")
    for claim, certain in (("wins", True), ("open", False)):
        for player, moves in expect.pop(claim, {}).items():
            assert forces(position, int(player), moves) is certain, (claim, player, moves)
    assert {key: told(position, legal)[key] for key in expect} == expect


@cache
def solver_of(game: lt.Game) -> PlainSolver:
    return PlainSolver(game.rulebook, 1 << 16, game.rulebook.rules.usual_moves)


def forces(position: lt.Position, player: int, moves: int) -> bool | None:
    """Whether a player surely wins within this number of own moves."""
    with Limit() as limit:
        return solver_of(position.game).forces(position, player, moves, limit)


def score(position: lt.Position) -> list[int]:
    return list(position.game.rulebook.rules.points(position.state) or ())


def told(position: lt.Position, legal: list[str]) -> dict[str, Any]:
    """What the referee says of a position."""
    outcome = position.outcome
    return {
        "points": score(position),
        "cells": len(position.game.board.cells),
        "end": outcome and ":".join([outcome.reason, *(f"{value:.0f}" for value in outcome.returns)]),
        "turn": position.to_act[0] if position.to_act else None,
        "legal": len(legal),
    }


@pytest.mark.parametrize("id", lt.games())
def test_numbers_in_captions_are_expected(id: str) -> None:
    for figure in figures(id):
        check_caption(figure)


def check_caption(figure: Figure) -> None:
    known = {number for frame in figure.frames for number in numbers(frame.expect)}
    for frame in figure.frames:
        for words in filter(None, (figure.caption, frame.text)):
            for code in LANGUAGES:
                found = {int(one) for one in re.findall(r"(?<![\w-])\d+(?!\w)", words.to(code))}
                assert found <= known, words.to(code)


def numbers(expect: Any) -> Iterator[int]:
    """All numbers of an expectation, those in names of symbols (`rings-3`) and how many are listed too."""
    if isinstance(expect, dict):
        yield len(expect)
        for key, value in expect.items():
            yield from (int(digit) for digit in re.findall(r"\d+", key))
            yield from numbers(value)
    elif isinstance(expect, list):
        yield len(expect)
        for value in expect:
            yield from numbers(value)
    elif isinstance(expect, int):
        yield expect


@pytest.mark.parametrize("id", lt.games())
def test_a_guide_is_complete(id: str) -> None:
    told, book = guide(id), lt.load(id).rulebook
    ids = [section.id for section in told.sections]
    assert len(set(ids)) == len(ids)
    assert {"start", "end"} <= set(ids)
    assert bool(book.definition.options) == any(section.startswith("option") for section in ids)
    shown = {frame.record.final.outcome.reason for f in figures(id) for frame in f.frames if frame.record.final.outcome}
    assert shown >= {
        reason for reason in book.rules.reasons if reason not in {*book.rules.impossible_reasons, "quiet", "length"}
    }
    kinds = {kind_of(frame.record) for f in figures(id) for frame in f.frames if frame.record.moves}
    assert kinds == set(book.look.kinds), "each kind of move is shown"
    for options in ({o.name: value} for o in book.definition.options for value in o.values[1:]):
        assert any(options.items() <= f.frames[0].record.game.options.items() for f in figures(id)), options
    parts = [words for section in told.sections for words in (section.title, *section.parts) if isinstance(words, Text)]
    for words in (told.goal, *parts, *told.why.values(), *(figure.caption for figure in figures(id))):
        check_words(words)


def kind_of(record: lt.Record) -> str:
    """Of what kind the last move is."""
    last = record.moves[-1]
    view = record.positions[-2].view(last.player)
    return (
        view.combination.kind if view.combination else {c.text: c.kind for c in view.clickable_moves()}[str(last.move)]
    )


def check_words(words: Text) -> None:
    assert words.fr
    assert words.en
    assert words.fr != words.en
    assert "'" not in words.fr, words.fr
    assert "'" not in words.en, words.en


@pytest.mark.parametrize("id", lt.games())
def test_a_ruling_of_ours_has_its_reason(id: str) -> None:
    texts = lt.load(id).rulebook.texts
    ours = {ruling for ruling in texts.section("rulings") if OURS.search(texts.raw(f"rulings.{ruling}", "en"))}
    assert set(guide(id).why) == ours | {"ALL-4"}


@pytest.mark.parametrize("id", lt.games())
def test_the_page_gets_it_all(id: str) -> None:
    told = guide_json(id)
    assert [section["id"] for section in told["sections"]] == [section.id for section in guide(id).sections]
    assert {ruling["id"] for ruling in told["rulings"] if ruling["why"]} == set(guide(id).why)
    for section in told["sections"]:
        for part in section["parts"]:
            for frame in part.get("figure", {"frames": []})["frames"]:
                assert frame["pieces"] or not frame["moves"]
                assert frame["legal_moves"] is None
