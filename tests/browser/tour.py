"""A tour of every screen with content, and the checks that hold for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.scripts import GAMES, script
from tests.browser.visitors import Visitor, sentences
from tests.server.people import Person
from tests.server.serving import Serving

PRACTICE = tuple((page, "moaai") for page in ("openings", "models", "endings"))
TEACHING = (("learn", "massai"), ("puzzles", "massai"), ("study", "malawi"), *PRACTICE)
CUT = """[...document.querySelectorAll('.player .name')].filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""
MODES = ("computer", "table", "invite")


@dataclass(frozen=True)
class Screen:
    """An address, an element that shows that the screen is there, and what to click first."""

    name: str
    path: str
    element: str
    clicks: tuple[str, ...] = ()


class Tour:
    """All screens as Anna sees them. She has a table of every kind."""

    def __init__(self, server: Serving) -> None:
        self.anna, self.ben = server.person("Anna"), server.person("Ben")
        tables = {game: self.in_play(game) for game in GAMES}
        over = self.over()
        waiting = self.anna.set_up("malawi", "me", "open", public=True)
        handover = self.anna.set_up("massai", "me", "me", names=["Anna", "Zoé"])
        elsewhere = self.ben.set_up("moaai", "me", "open", time={"kind": "days", "days": 3})
        first = self.anna.post("/api/games/moaai/first-game", {}).json()["table"]
        self.screens = [
            Screen("start", "/", ".games"),
            *(
                Screen(f"set-up, {mode}", f"/new/assaut?mode={mode}", "form")
                for mode in ("computer", "table", "invite")
            ),
            Screen("set-up for three", "/new/moaai?mode=invite", "form", ("label:has-text('3')",)),
            *(self.table_screen(game, tables[game]) for game in GAMES),
            Screen("first game", f"/t/{first}", ".note"),
            Screen("waiting", f"/t/{waiting}", ".waiting", ("summary",)),
            Screen("invited", f"/t/{elsewhere}#join={self.ben.invitation(elsewhere)}", ".waiting form"),
            Screen("handover", f"/t/{handover}", "dialog[open]"),
            Screen("result", f"/t/{over}", ".headline"),
            Screen("rules", "/rules/masterplan", ".rulings"),
            Screen("origins", "/origins/assaut", ".origin"),
            Screen("print", "/print/massai", ".paper-page"),
            *(Screen(f"{kind} of {game}", f"/{kind}/{game}", "ludo-board .hit") for kind, game in TEACHING),
            Screen("practice", "/puzzles", ".practice"),
            Screen("themes", "/themes/massai", ".theme"),
            Screen("run", "/run?game=moaai", ".run", (".run .primary",)),
            *(Screen(f"strategy of {game}", f"/strategy/{game}", ".plot-figure", ("summary",)) for game in GAMES),
            Screen("replay", f"/replay/{over}", "ludo-board .hit"),
            Screen("nothing", "/rules/nothing", ".failure"),
        ]

    def pair(self, game: str, **wishes: object) -> str:
        table = self.anna.set_up(game, "me", "open", **wishes)
        self.ben.join(table, self.anna.invitation(table))
        return table

    def in_play(self, game: str) -> str:
        """In the middle of a game, with a clock and an offer. It is Anna's turn."""
        table = self.pair(game, time={"kind": "minutes", "minutes": 10, "increment": 5})
        people: list[Person] = [self.anna, self.ben]
        lines = [person.live(table) for person in people]
        steps = script(game).steps
        last = max(number for number, step in enumerate(steps[: len(steps) // 2 + 1]) if step.player == 0)
        for step in steps[:last]:
            line = lines[step.player]
            line.until(lambda state: state["ticket"] is not None)
            line.move(step.text)
        lines[1].ask("offer", seat=1, what="draw")
        lines[0].close()
        return table

    def table_screen(self, game: str, table: str) -> Screen:
        """With the first cell of a move chosen."""
        steps = script(game).steps
        last = max(number for number, step in enumerate(steps[: len(steps) // 2 + 1]) if step.player == 0)
        return Screen(f"table of {game}", f"/t/{table}", ".panel.yours", (steps[last].tokens[0],))

    def over(self) -> str:
        """The second game of a series."""
        first = self.pair("masterplan")
        lines = [self.anna.live(first), self.ben.live(first)]
        lines[0].ask("resign", seat=0)
        lines[0].say("offer", seat=0, what="rematch")
        lines[1].until(lambda state: state["offers"]["rematch"])
        lines[1].say("offer", seat=1, what="rematch")
        table = str(lines[0].until(lambda state: state["next"])["next"])
        for step in script("masterplan"):
            line = (self.ben if step.player == 0 else self.anna).live(table)
            line.move(step.text)
            line.close()
        return table

    def visit(self, anna: Visitor) -> Iterator[Screen]:
        """Go to every screen in this browser."""
        anna.forgiven = "404"
        cookies = [{"name": name, "value": value} for name, value in self.anna.http.cookies.items()]
        for cookie in cookies:
            anna.context.add_cookies([{**cookie, "url": f"http://{anna.address}"}])  # type: ignore[typeddict-item]
        for screen in self.screens:
            anna.go("/rules/moaai") if "#" in screen.path else None
            anna.go(screen.path)
            expect(anna.page.locator(screen.element).first).to_be_visible()
            for click in screen.clicks:
                game = screen.name.removeprefix("table of ")
                anna.act_on(anna.target(click, game) if game in GAMES else anna.page.locator(click).first)
            yield screen


SECTIONS = "|".join({key.partition(".")[0] for key in sentences("en")})
RAW = re.compile(rf"\b({SECTIONS})\.[a-z]+(_[a-z]+)*\b(?!\.)|\{{\w*[:}}]|\bundefined\b|\bNaN\b|\[object|\bnull\b")
WORDS = """() => [document.title, document.body.innerText, ...[...document.querySelectorAll('*')].flatMap((element) =>
  ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''))].join('\\n')"""


def check_words(anna: Visitor, screen: Screen) -> None:
    """No key of a text, no value that was not filled in."""
    assert anna.page.locator("html").get_attribute("lang") == anna.language
    words = anna.page.evaluate(WORDS)
    found = RAW.search(words)
    assert not found, (screen.name, found)


def check_width(anna: Visitor, screen: Screen) -> None:
    """Nothing lies beyond the right edge, and no short name is cut off."""
    width, room = anna.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width <= room, (screen.name, width, room)
    assert anna.page.evaluate(CUT) == [], screen.name
