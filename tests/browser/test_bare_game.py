"""A game with nothing that is optional: every screen bears it, and no link leads nowhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.folders import ROOT, bare_game

MISSING = re.compile(r"^/(learn|puzzles|strategy|origins|openings|models|endings|themes)/bare")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server that has the game beside the others."""
    bare_game(tmp_path / "games")
    environment = {**os.environ, "LUDOTHEQUE_GAMES": str(tmp_path / "games"), "LUDOTHEQUE_LANG": "en"}
    words = ["-m", "ludotheque", "serve", "--port", "0", "--set", f"database=sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen(
        [sys.executable, "-u", *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found
        yield found[1]
        server.kill()


def test_every_screen_bears_a_bare_game(address: str, welcome: Welcome) -> None:
    anna = welcome(address)
    screens = {"/": ".games", "/new/bare": "form", "/rules/bare": ".rulings", "/study/bare": "ludo-board .hit"}
    for path, element in {**screens, "/print/bare": ".paper-page", "/puzzles": "main"}.items():
        anna.go(path)
        expect(anna.page.locator(element).first).to_be_visible()
        links = anna.page.locator("a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        assert not [link for link in links if link and MISSING.match(link)], path
    anna.go("/new/bare?mode=table")
    anna.submit("table")
    expect(anna.page.locator("a[href^='/learn/bare']")).to_have_count(0)
    expect(anna.page.locator("a[href^='/rules/bare']").first).to_be_attached()
