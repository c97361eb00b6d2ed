"""A site without a server: how long a visitor waits for the first move, on the first visit and on later ones."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from ludotheque.site.build import build_site
from tests.browser.conftest import CHROMIUM, SWITCHES
from tests.browser.scripts import script
from tests.browser.site import PYODIDE, FileServer, Reader

GAME = "malawi"
ROUNDS = 5


def run() -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        size = build_site(Path(place) / "site", PYODIDE)
        files = FileServer(Path(place) / "site")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        rounds = [visits(browser, files.address) for _ in range(ROUNDS)]
        browser.close()
        files.close()
    for name, number in (("fresh", 0), ("later", 1)):
        shown, played = (median(one[number][what] for one in rounds) for what in (0, 1))
        print(f"site visit={name} game={GAME} games_shown_s={shown:.2f} first_move_s={played:.2f}", flush=True)
    print(f"site megabytes={size / 1e6:.1f}", flush=True)


def visits(browser: Browser, address: str) -> list[tuple[float, float]]:
    """A first visit and a later one: seconds until the games are shown, and until the first move is played."""
    anna = Reader(browser.new_context(locale="en", reduced_motion="reduce"), address)
    times = []
    for _ in range(2):
        begun = time.perf_counter()
        anna.go("/")
        shown = time.perf_counter() - begun
        anna.set_up(GAME, "table")
        anna.play_move(script(GAME).steps[0], GAME)
        anna.sees_moves(1)
        times.append((shown, time.perf_counter() - begun))
        anna.is_kept()
    anna.context.close()
    return times
