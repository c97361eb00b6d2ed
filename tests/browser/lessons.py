"""Lessons and puzzles on the page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from ludotheque.record import Record
from ludotheque.teaching.puzzle import Puzzle
from ludotheque.teaching.reading import played
from tests.browser.scripts import clicks_for
from tests.browser.visitors import Visitor


def answer(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson .answer")


def open_lesson(anna: Visitor, at: int) -> None:
    """Open the lesson with this number, from 0. Its idea may be folded."""
    step = anna.page.locator(".lesson-step").nth(at)
    if not step.is_visible():
        anna.act_on(step.locator("xpath=ancestor::details").locator("summary"))
    anna.act_on(step)


def try_move(anna: Visitor, record: Record, player: int, move: str) -> None:
    anna.click_path(clicks_for(record.final, player, move), record.game.id)
    confirm = anna.page.locator(".lesson .confirm")
    if confirm.count():
        anna.act_on(confirm)


def fail(anna: Visitor, puzzle: Puzzle) -> None:
    """Try a wrong move."""
    try_move(anna, puzzle.record, puzzle.player, puzzle.stages[0].wrong[0].play[0])
    expect(answer(anna)).to_have_class(re.compile(r"\bno\b"))


def solve(anna: Visitor, puzzle: Puzzle) -> None:
    record = puzzle.record
    for stage in puzzle.stages:
        # A hint is offered when it is the solver's turn again.
        expect(anna.page.get_by_role("button", name=anna.says("learn.hint"), exact=True)).to_be_visible()
        try_move(anna, record, puzzle.player, stage.right)
        record = played(record.play(stage.right, puzzle.player), stage.reply)
    expect(anna.page.locator(".lesson.over")).to_be_visible()
