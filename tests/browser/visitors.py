"""Visitors with a browser: they see what is on the page and click on it."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, WebSocket, expect

import ludotheque as lt
from ludotheque.texts import typeset
from tests.browser.scripts import Script, Step, sides, tokens_of
from tests.server.people import SET_UPS

BLOCKED = "Service Worker registration blocked by Playwright"
"""What the browser says where a test does not let it keep the page."""
PATIENCE = 30_000
"""Milliseconds before a test gives up. Nothing else depends on it."""

expect.set_options(timeout=PATIENCE)

Json = dict[str, Any]
ELEMENTS = """() => [...document.querySelectorAll('*')].map((element) => [
  element.localName,
  ...[...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
  ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
].join(' ')).join('\\n')"""
WEB = Path(__file__).parents[2] / "ludotheque" / "web"


@cache
def sentences(language: str) -> dict[str, str]:
    """The page's texts by their keys."""
    sections = tomllib.loads((WEB / f"{language}.toml").read_text("utf-8"))
    clean = typeset if language == "fr" else str
    return {f"{section}.{key}": clean(text) for section, texts in sections.items() for key, text in texts.items()}


@cache
def word_names(game: str, language: str) -> dict[str, str]:
    """The names of targets that are not cells."""
    return {word: known.label.to(language) for word, known in lt.load(game).rulebook.look.tokens().items()}


SIZES = {
    "small phone": (360, 640),
    "phone": (390, 664),
    "phone on its side": (844, 390),
    "laptop": (1366, 768),
    "large screen": (1920, 1080),
}
"""The windows for which the page is made."""


def sized(name: str) -> dict[str, Any]:
    """Return the options of a browser with a window of this size."""
    width, height = SIZES[name]
    return {"viewport": {"width": width, "height": height}}


def box_of(what: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom in the window."""
    box = what.bounding_box()
    assert box, what
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


class Visitor:
    """A browser profile with one page open."""

    def __init__(self, context: BrowserContext, address: str, language: str = "en", url: str | None = None) -> None:
        self.context, self.address, self.language = context, address, language
        self.frames: list[str] = []
        """All messages from sockets."""
        self.sent: list[str] = []
        self.faults: list[str] = []
        """Errors, requests that fail or go to other sites, and breaches of the content security policy."""
        self.forgiven: str | None = None
        """A pattern for faults that a test expects."""
        context.set_default_timeout(PATIENCE)
        context.on("request", self._asked)
        context.on("response", self._answered)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.faults.append(f"{error.error}"))
        self.page: Page = context.new_page()
        self.page.on("websocket", self._connected)
        if url:
            self.go(url)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"http://{self.address}/", "data:", "blob:")):
            self.faults.append(f"asks {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != BLOCKED:
            self.faults.append(f"{message.type}: {message.text}")

    def check(self) -> None:
        """Check that there were no faults."""
        faults = [fault for fault in self.faults if not (self.forgiven and re.search(self.forgiven, fault))]
        assert not faults, faults

    def close(self) -> None:
        """Close the browser and print what happened, for the report of a failed test."""
        print(self.page.url, self.faults, *(f"\n→ {text}" for text in self.sent), sep="")
        print(*(f"\n← {text[:150]} … {text[-150:]}" for text in self.frames[-5:]), sep="")
        self.context.close()

    def another_page(self) -> Visitor:
        """The same browser, with the same table open in another tab."""
        return type(self)(self.context, self.address, self.language, self.page.url)

    # On every screen.

    def go(self, path: str) -> None:
        self.page.goto(f"http://{self.address}{path}" if path.startswith("/") else path)
        self.settled()

    def settled(self) -> None:
        """Wait until a screen is shown."""
        expect(self.page.locator("main:not([aria-busy]) > *")).to_be_visible()

    def reload(self) -> None:
        self.page.reload()
        self.settled()

    def says(self, key: str, **values: object) -> str:
        """A sentence of the page."""
        sentence = sentences(self.language)[key]
        for name, value in values.items():
            sentence = sentence.replace(f"{{{name}}}", str(value))
        return sentence

    def act_on(self, what: Locator) -> None:
        """Click, tap or press."""
        what.click()

    def sees_at_every_size(self, *parts: Locator) -> None:
        """Check that these parts are in sight as a whole in every window, without scrolling."""
        usual = self.page.viewport_size
        assert usual
        for size in SIZES:
            self.page.set_viewport_size(sized(size)["viewport"])
            for part in parts:
                try:
                    expect(part).to_be_in_viewport(ratio=0.99)
                except AssertionError as error:
                    raise AssertionError(f"{size}: {error}") from None
        self.page.set_viewport_size(usual)

    def press(self, key: str, **values: object) -> None:
        """Click the button or link with this text."""
        words = self.says(key, **values)
        button = self.page.get_by_role("button", name=words, exact=True)
        self.act_on(button.or_(self.page.get_by_role("link", name=words, exact=True)).filter(visible=True))

    def set_up(self, game: str, mode: str, **options: int) -> None:
        """Go from the start page to a new table: a game, options, a button."""
        self.go("/")
        title = lt.load(game).title.to(self.language)
        words = self.says(f"home.{mode}")
        self.act_on(self.page.get_by_role("link", name=f"{words} – {title}"))
        for name, place in options.items():
            self.choose(game, name, place)
        self.submit(mode)

    def choose(self, game: str, option: str, place: int) -> None:
        """Choose a value of an option by its place."""
        words = lt.load(game).rulebook.texts.say(f"options.{option}").to(self.language)
        field = self.page.get_by_role("group", name=words)
        self.act_on(field.locator("label").nth(place))

    def submit(self, mode: str) -> None:
        self.press("setup.create" if mode == "invite" else "setup.play")
        self.seated()

    def seated(self) -> None:
        """Wait until a table is shown."""
        expect(self.page.locator(".table[data-phase]")).to_be_visible()

    @property
    def table(self) -> str:
        """The table's id, from the address."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def state(self) -> Json:
        """The last state from the server."""
        states = [frame for frame in self.frames if '"type":"state"' in frame]
        found: Json = json.loads(states[-1])
        return found

    def known(self, since: int) -> list[str]:
        """Everything that the browser shows now and received since then, without what is new at every table."""
        texts = [self.page.evaluate(ELEMENTS), *(frame for frame in self.frames[since:] if '"ping"' not in frame)]
        # This style sheet comes only when the puzzle of the day was in sight on the start page.
        styles = r"link href=/web/ui/daily\.css rel=stylesheet\n"
        new = rf'{self.table}|"accepted":"\w+"|#seat=[\w.-]+|\b(link|list|line|choice)-?\d+'
        return [re.sub(new, "…", re.sub(styles, "", text)) for text in texts]

    def info(self, table: str | None = None) -> Json:
        found: Json = self.context.request.get(f"http://{self.address}/api/tables/{table or self.table}").json()
        return found

    @property
    def cookie(self) -> str:
        """The session cookie."""
        return next(str(cookie.get("value")) for cookie in self.context.cookies() if cookie.get("name") == "ludotheque")

    def make_table(self, game: str, *seats: str, **wishes: Any) -> str:
        """Make a table without the page, where a test is about something else."""
        wish = {"game": game, "seats": [{"who": seat} for seat in seats], **wishes}
        answer = self.context.request.post(f"http://{self.address}/api/tables", data=wish)
        assert answer.ok, answer.text()
        return str(answer.json()["table"])

    # At the table.

    def target(self, token: str, game: str) -> Locator:
        """A cell, a piece or a spot beside a cell, by the name that screen readers say."""
        name = word_names(game, self.language).get(token, token)
        return self.page.locator(f'.hit[aria-label="{name}"], .hit[aria-label^="{name},"]')

    @property
    def confirm(self) -> Locator:
        """The button that a move waits for. After the end of a game another button has its place."""
        return self.page.locator(".game-screen[data-phase=playing] .move-buttons .primary")

    def click_path(self, tokens: Sequence[str], game: str) -> None:
        for token in tokens:
            self.act_on(self.target(token, game))
        # The page has handled a click when it returns.
        if self.confirm.count():
            self.act_on(self.confirm)

    def play_move(self, step: Step, game: str) -> None:
        self.click_path(step.tokens, game)

    def play_any(self, game: str, dice: random.Random) -> None:
        """Play a random move when it is your turn."""
        expect(self.page.locator(".panel.yours")).to_be_visible()
        state = self.state
        combination, count = state["combination"], len(state["moves"])
        if combination is None:
            tokens = tokens_of(dice.choice(state["legal_moves"])[1])
        elif combination["kind"] == "set_up":
            tokens = tuple(SET_UPS[state["viewpoint"]].split(","))
        else:
            tokens = tuple(dice.sample(combination["cells"], combination["count"]))
        self.click_path(tokens, game)
        self.sees_more_than(count)
        while self.state["ticket"] == state["ticket"]:  # where two act at once, the other's move may come first
            self.page.wait_for_timeout(20)

    def sees_more_than(self, count: int) -> None:
        """Wait for another move after this number of them."""
        expect(self.page.locator(".moves .count")).not_to_have_text(f"({count})" if count else "")

    def sees_moves(self, count: int) -> None:
        expect(self.page.locator(".moves .count")).to_have_text(f"({count})" if count else "")

    def play(self, script: Script, first: int = 0, last: int | None = None) -> None:
        """Play for all players on one device."""
        for number, step in list(enumerate(script, 1))[first:last]:
            self.pass_handover(step.player, script)
            self.play_move(step, script.game)
            self.sees_moves(number)

    def pass_handover(self, player: int, script: Script) -> None:
        """Take the device over as this player, where the game has secrets."""
        if script.game != "massai" or "viewpoint" not in self.state:
            return
        expect(self.page.locator("dialog.handover[open], .panel.yours").first).to_be_visible()
        if self.page.locator("dialog.handover[open]").count():
            self.press("handover.ready", side=sides(script.game, self.language, **script.options)[player])
            expect(self.page.locator("dialog.handover[open]")).to_have_count(0)

    def sees_result(self, script: Script) -> None:
        """Check that the page says who won, and why."""
        expect(self.page.locator(".table")).to_have_attribute("data-phase", "over")
        words = script.outcome.sentence.to(self.language)
        result = self.page.locator(".move-buttons")
        expect(result).to_contain_text(words[1:])
        winners = [player for player, value in enumerate(script.outcome.returns) if value > 0]
        for winner in winners:
            expect(result.locator(".headline")).to_contain_text(
                sides(script.game, self.language, **script.options)[winner]
            )


class Toucher(Visitor):
    """A visitor with a touch screen."""

    def act_on(self, what: Locator) -> None:
        what.tap()
