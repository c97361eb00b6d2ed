"""Lessons and puzzles on the page."""

from __future__ import annotations

from playwright.sync_api import Locator

from ludotheque.record import Record
from tests.browser.scripts import clicks_for
from tests.browser.visitors import Visitor


def answer(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson .answer")


def try_move(anna: Visitor, record: Record, player: int, move: str) -> None:
    anna.click_path(clicks_for(record.final, player, move), record.game.id)
    confirm = anna.page.locator(".lesson .confirm")
    if confirm.count():
        anna.act_on(confirm)
