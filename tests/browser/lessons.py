"""Lessons and puzzles on the page."""

from __future__ import annotations

from playwright.sync_api import Locator

from ludotheque.record import Record
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
