"""The served page without a network, and searches that the visitor's browser takes off the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from ludotheque.site.runtime import write_runtime
from tests.browser.conftest import BRIEF, Welcome
from tests.browser.scripts import script
from tests.browser.site import OFFLINE, PYODIDE, Reader
from tests.browser.visitors import Visitor
from tests.server.serving import Process

ROOT = "/ludo"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "program"
    write_runtime(PYODIDE, folder)
    return folder


@pytest.fixture
def serving(program: Path, tmp_path: Path) -> Iterator[Process]:
    """A server below a path, with the program for browsers."""
    database, errors = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "errors"
    server = Process(database, errors, root_path=ROOT, program=str(program), **BRIEF)
    yield server
    server.kill()


class Guest(Reader):
    """A visitor of a server. Tables have an address of their own there."""

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/t/")[2]


def kept(anna: Visitor) -> None:
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")


def test_without_a_network_everything_goes_on_but_online_games(serving: Process, welcome: Welcome) -> None:
    anna = welcome(serving.address + ROOT, kind=Guest, **OFFLINE)
    anna.forgiven = "ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)"
    anna.go("/")
    kept(anna)
    online = anna.make_table("malawi", "me", "me")
    serving.kill()
    anna.go("/rules/moaai")
    expect(anna.page.locator(".rulings")).to_be_visible()
    anna.set_up("malawi", "table")
    assert anna.table.startswith("local")
    anna.play(script("malawi"), 0, 2)
    anna.reload()
    anna.play(script("malawi"), 2)
    anna.sees_result(script("malawi"))
    anna.go("/study/malawi")
    expect(anna.page.locator('.evaluation[aria-busy="false"] .best li').first).to_be_visible(timeout=90_000)
    anna.go(f"/t/{online}")
    expect(anna.page.locator(".failure")).to_contain_text("The server does not answer")
    serving.start()
    anna.go("/")
    expect(anna.page.locator(".table-row.over")).to_have_count(1)
    expect(anna.page.locator(".table-row:not(.over)")).to_have_count(1)


def test_the_browser_searches_as_soon_as_it_can(serving: Process, welcome: Welcome) -> None:
    anna = welcome(serving.address + ROOT, kind=Guest)
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/study/analyse" in request.url or request.url.endswith("/hint"):
            asked.append(request.url)

    anna.context.on("request", note)
    evaluated = anna.page.locator('.evaluation[aria-busy="false"] .best li').first
    anna.go("/study/malawi")
    expect(evaluated).to_be_visible()
    assert len(asked) == 1, "the server, while the program is loaded"
    anna.page.wait_for_function(READY)
    anna.click_path(("c1", "c3"), "malawi")
    expect(anna.page.locator(".variations [aria-current]")).to_contain_text("c1-c3")
    expect(evaluated).to_be_visible()
    anna.page.get_by_role("link", name="Ludothèque").first.click()
    anna.act_on(anna.page.get_by_role("link", name="Play the computer – Malawi"))
    anna.submit("computer")
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    anna.press("hint.ask")
    expect(anna.page.locator(".engine-hint")).to_contain_text("%")
    assert len(asked) == 1, asked


READY = "performance.getEntriesByName('ludotheque ready').length > 0"
