"""A browser, a server, and visitors with their own browser profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitors import Toucher, Visitor
from tests.server.serving import Serving

CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium without windows: the same pages, in less time."""
WHAT_TO_DO = "Chromium is missing. As root: apt-get install chromium-headless-shell; then run the tests again."
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
BRIEF: dict[str, Any] = {
    "analysis_seconds": 0.2,
    "hint_seconds": 0.2,
    "annotation_seconds": 1.0,
    "analyses_per_second": 1e6,
    "analysis_burst": 10**6,
}
"""Settings with which the engine answers soon."""

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "kind": Toucher,
}
"""A small phone."""

Welcome = Callable[..., Visitor]


# The scope is not the session, so that a worker that goes on to other tests gets its event loop back.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert Path(CHROMIUM).exists(), WHAT_TO_DO
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server for all tests that need no other settings."""
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}", **BRIEF)
    yield serving
    serving.close()


@pytest.fixture
def welcome(browser: Browser, server: Serving) -> Iterator[Welcome]:
    """Returns a function that lets a new visitor in. An error on any of their pages fails the test."""
    visitors: list[Visitor] = []

    def come(
        address: str | None = None, language: str = "en", kind: type[Visitor] = Visitor, **options: Any
    ) -> Visitor:
        usual: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 1100, "height": 800}}
        # Only tests that are about it let the browser keep the page for times without a network.
        chosen = {"locale": language, "service_workers": "block", **usual, **options}
        visitors.append(kind(browser.new_context(**chosen), address or server.address, language))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()
