"""A browser, a server, and people who come with browsers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitors import Toucher, Visitor
from tests.server.serving import Serving

CHROMIUM = "/usr/bin/chromium"
WHAT_TO_DO = "Chromium is missing. As root: apt-get install chromium; then run the tests again."
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "kind": Toucher,
}
"""A small telephone in somebody's hand."""

Welcome = Callable[..., Visitor]


# Not for the whole session: a worker that goes on to other tests gets its event loop back.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert Path(CHROMIUM).exists(), WHAT_TO_DO
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests share which need no settings of their own."""
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.sqlite'}")
    yield serving
    serving.close()


@pytest.fixture
def welcome(browser: Browser, house: Serving) -> Iterator[Welcome]:
    """Lets somebody in who was never here; whatever goes wrong on any page fails the test."""
    guests: list[Visitor] = []

    def come(
        address: str | None = None, language: str = "en", kind: type[Visitor] = Visitor, **options: Any
    ) -> Visitor:
        chosen = {"locale": language, "reduced_motion": "reduce", "viewport": {"width": 1100, "height": 800}, **options}
        guests.append(kind(browser.new_context(**chosen), address or house.address, language))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()
    for guest in guests:
        guest.check()
