"""A server that has just come to a new machine compiles the rules first. The page waits, and says what it waits for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Welcome
from tests.folders import ROOT

COMPILING = 600_000
"""Milliseconds that compiling may take on a busy machine."""
IMPATIENT = """(() => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (span) => timeout(span > 15_000 ? span : span / 10);
})()"""
"""A quiet machine compiles in less than 15 seconds. With this, a limit of 15 seconds is too short on every machine."""
EVALUATED = '.evaluation[aria-busy="false"] .best li'


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[str]:
    """A server without compiled code."""
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path / "cache"), "LUDOTHEQUE_LANG": "en"}
    words = ["-m", "ludotheque", "serve", "--port", "0", "--set", f"database=sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen(
        [sys.executable, "-u", *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found
        yield found[1]
        server.kill()


def test_the_page_waits_until_the_rules_are_compiled(cold: str, welcome: Welcome) -> None:
    anna = welcome(cold)
    anna.context.add_init_script(IMPATIENT)
    anna.page.goto(f"http://{cold}/study/malawi")
    evaluated, refused = anna.page.locator(EVALUATED).first, anna.page.get_by_text("The server does not answer")
    expect(evaluated.or_(refused)).to_be_visible(timeout=COMPILING)
    expect(refused).to_have_count(0)


def test_who_waits_is_told_why(welcome: Welcome) -> None:
    """An answer that is held back stands for the time that compiling takes."""
    anna = welcome()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.page.route("**/api/study/*", hold)
    anna.page.goto(f"http://{anna.address}/study/malawi")
    expect(anna.page.locator("main[aria-busy]")).to_have_text(anna.says("site.slow"))
    held.pop().continue_()
    anna.settled()
    expect(anna.page.locator(".evaluation")).to_contain_text(anna.says("site.slow"))
    held.pop().continue_()
    expect(anna.page.locator(EVALUATED).first).to_be_visible()
    expect(anna.page.get_by_text(anna.says("site.slow"))).to_have_count(0)
