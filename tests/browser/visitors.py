"""Somebody at a browser, who sees what is on the page and clicks on it."""

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

PATIENCE = 30_000
"""How long anything may take before a test gives up, in milliseconds; it decides nothing else."""

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
    """How choices that are not cells are called."""
    return {word: known.name.to(language) for word, known in lt.load(game).rulebook.words().items()}


class Visitor:
    """A browser of somebody's own, with one page open."""

    def __init__(self, context: BrowserContext, address: str, language: str = "en", url: str | None = None) -> None:
        self.context, self.address, self.language = context, address, language
        self.frames: list[str] = []
        """Everything that sockets brought."""
        self.sent: list[str] = []
        self.faults: list[str] = []
        """What no page should do: errors, requests that fail or go elsewhere, breaches of the policy."""
        self.forgiven: str | None = None
        """A pattern for faults that a test brings about."""
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
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text}")

    def check(self) -> None:
        """Nothing went wrong on the way."""
        faults = [fault for fault in self.faults if not (self.forgiven and re.search(self.forgiven, fault))]
        assert not faults, faults

    def close(self) -> None:
        """What came to pass is printed for whoever must find out why a test failed."""
        print(self.page.url, self.faults, *(f"\n→ {text}" for text in self.sent), sep="")
        print(*(f"\n← {text[:150]} … {text[-150:]}" for text in self.frames[-5:]), sep="")
        self.context.close()

    def another_page(self) -> Visitor:
        """The same browser, with the same table open in another tab."""
        return type(self)(self.context, self.address, self.language, self.page.url)

    # Ways through the page.

    def go(self, path: str) -> None:
        self.page.goto(f"http://{self.address}{path}" if path.startswith("/") else path)
        self.settled()

    def settled(self) -> None:
        """A screen is shown."""
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

    def press(self, key: str, **values: object) -> None:
        """The button or link with these words."""
        words = self.says(key, **values)
        button = self.page.get_by_role("button", name=words, exact=True)
        self.act_on(button.or_(self.page.get_by_role("link", name=words, exact=True)).filter(visible=True))

    def set_up(self, game: str, mode: str, **options: int) -> None:
        """From the start page to the table: a box, perhaps some choices, a button."""
        self.go("/")
        title = lt.load(game).title.to(self.language)
        words = self.says(f"home.{mode}")
        self.act_on(self.page.get_by_role("link", name=f"{words} – {title}"))
        for name, place in options.items():
            self.choose(game, name, place)
        self.submit(mode)

    def choose(self, game: str, option: str, place: int) -> None:
        """An option's value, by its place."""
        words = lt.load(game).rulebook.texts.say(f"options.{option}").to(self.language)
        field = self.page.get_by_role("group", name=words)
        self.act_on(field.locator("label").nth(place))

    def submit(self, mode: str) -> None:
        self.press("setup.create" if mode == "invite" else "setup.play")
        self.seated()

    def seated(self) -> None:
        """A table is shown as the server told it."""
        expect(self.page.locator(".table[data-phase]")).to_be_visible()

    @property
    def table(self) -> str:
        """The table's id, from the address."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def state(self) -> Json:
        """What the server told last."""
        states = [frame for frame in self.frames if '"type":"state"' in frame]
        found: Json = json.loads(states[-1])
        return found

    def known(self, since: int) -> list[str]:
        """All that the browser shows now and was told since then, but for what is new at every table."""
        told = [self.page.evaluate(ELEMENTS), *(frame for frame in self.frames[since:] if '"pulse"' not in frame)]
        new = rf'{self.table}|"accepted":"\w+"|#seat=[\w.-]+|\b(link|list|line|choice)-?\d+'
        return [re.sub(new, "…", text) for text in told]

    def info(self, table: str | None = None) -> Json:
        found: Json = self.context.request.get(f"http://{self.address}/api/tables/{table or self.table}").json()
        return found

    @property
    def cookie(self) -> str:
        """What the server knows the browser by."""
        return next(str(cookie.get("value")) for cookie in self.context.cookies() if cookie.get("name") == "ludotheque")

    def make_table(self, game: str, *seats: str, **wishes: Any) -> str:
        """A new table without the page, where a test is about something else."""
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
        """The button that a decision waits for. After the end, another one stands in its place."""
        return self.page.locator(".table[data-phase=playing] .decide .primary")

    def click_path(self, tokens: Sequence[str], game: str) -> None:
        for token in tokens:
            self.act_on(self.target(token, game))
        # A click has had all its effect on the page when it returns.
        if self.confirm.count():
            self.act_on(self.confirm)

    def decide(self, step: Step, game: str) -> None:
        self.click_path(step.tokens, game)

    def decide_any(self, game: str, dice: random.Random) -> None:
        """Take some decision that the page offers, when it is one's turn."""
        expect(self.page.locator(".now.yours")).to_be_visible()
        state = self.state
        family, count = state["family"], len(state["moves"])
        if family is None:
            tokens = tokens_of(dice.choice(state["choices"])[1])
        elif family["kind"] == "set_up":
            tokens = tuple(SET_UPS[state["facing"]].split(","))
        else:
            tokens = tuple(dice.sample(family["cells"], family["count"]))
        self.click_path(tokens, game)
        self.sees_more_than(count)

    def sees_more_than(self, count: int) -> None:
        """Another move than the one with this number is the last."""
        expect(self.page.locator(".moves .count")).not_to_have_text(f"({count})" if count else "")

    def sees_moves(self, count: int) -> None:
        expect(self.page.locator(".moves .count")).to_have_text(f"({count})" if count else "")

    def play(self, script: Script, first: int = 0, last: int | None = None) -> None:
        """Decide for everybody, on one device."""
        for number, step in list(enumerate(script, 1))[first:last]:
            self.pass_curtain(step.player, script)
            self.decide(step, script.game)
            self.sees_moves(number)

    def pass_curtain(self, player: int, script: Script) -> None:
        """Where there are secrets about, say who one is."""
        if script.game != "massai" or "facing" not in self.state:
            return
        expect(self.page.locator("dialog.curtain[open], .now.yours").first).to_be_visible()
        if self.page.locator("dialog.curtain[open]").count():
            self.press("curtain.ready", side=sides(script.game, self.language, **script.options)[player])
            expect(self.page.locator("dialog.curtain[open]")).to_have_count(0)

    def sees_result(self, script: Script) -> None:
        """Who won, and why, in words."""
        expect(self.page.locator(".table")).to_have_attribute("data-phase", "over")
        words = script.outcome.sentence.to(self.language)
        result = self.page.locator(".decide")
        expect(result).to_contain_text(words[1:])
        winners = [player for player, value in enumerate(script.outcome.returns) if value > 0]
        for winner in winners:
            expect(result.locator(".headline")).to_contain_text(
                sides(script.game, self.language, **script.options)[winner]
            )


class Toucher(Visitor):
    """Somebody with a finger instead of a mouse."""

    def act_on(self, what: Locator) -> None:
        what.tap()
