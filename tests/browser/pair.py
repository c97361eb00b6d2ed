"""Two players at one table: Anna at a page, and Ben without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.scripts import Step, script
from tests.browser.visitors import Visitor
from tests.server.people import Connection, Person
from tests.server.serving import Serving


class Pair:
    """Anna sees the page. Ben talks to the server directly."""

    def __init__(self, anna: Visitor, server: Serving, game: str = "malawi", **wishes: Any) -> None:
        self.anna, self.game, self.serving = anna, game, server
        self.ben: Person = server.person("Ben")
        self.id = anna.make_table(game, "me", "open", name="Anna", **wishes)
        self.ben.join(self.id, anna.info(self.id)["links"]["invite"].partition("#join=")[2])
        self.line: Connection = self.ben.live(self.id)
        anna.go(f"/t/{self.id}")
        expect(anna.page.locator(".table")).to_have_attribute("data-phase", "playing")

    def play(self, count: int) -> None:
        """Play the first moves of a known game."""
        self.play_steps(script(self.game).steps[:count])

    def play_steps(self, steps: Sequence[Step], played: int = 0) -> None:
        """Play these moves after the first `played` ones."""
        for number, step in enumerate(steps, played + 1):
            if step.player == 0:
                self.anna.play_move(step, self.game)
            else:
                self.line.until(lambda state: state["ticket"] is not None)
                self.line.move(step.text)
            self.anna.sees_moves(number)
        self.line.until(lambda state: len(state["moves"]) == played + len(steps))

    def offer(self, what: str) -> None:
        self.line.ask("offer", seat=1, what=what)

    def await_offer(self, what: str) -> None:
        self.line.until(lambda state: 0 in state["offers"][what])
