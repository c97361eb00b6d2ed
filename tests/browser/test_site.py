"""The page without a server, from a plain web server that ends as soon as everything is loaded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludotheque.site.build import build_site
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import PHONE, Welcome
from tests.browser.scripts import GAMES, script
from tests.browser.site import PYODIDE, FileServer, Reader, TouchReader

MAX_MOVES = 12
MOST_BYTES = 12_000_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site below a path, as on a web space with other things."""
    folder = tmp_path_factory.mktemp("site")
    build_site(folder / "games", PYODIDE)
    return folder


@pytest.fixture
def files(site: Path) -> Iterator[FileServer]:
    server = FileServer(site)
    yield server
    server.close()


def test_it_is_small(site: Path) -> None:
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < MOST_BYTES


def loaded(welcome: Welcome, files: FileServer, language: str = "en", phone: bool = False) -> Reader:
    """A visitor who has been there once. There is no network any more."""
    options = {**PHONE, "kind": TouchReader} if phone else {"kind": Reader}
    anna = welcome(f"{files.address}/games", language=language, **options)
    assert isinstance(anna, Reader)
    anna.go("/")
    anna.is_kept()
    files.close()
    return anna


@pytest.mark.parametrize(
    ("game", "language", "phone"), list(zip(GAMES, cycle(LANGUAGES), cycle([False, True, True]), strict=False))
)
def test_a_game_against_the_computer(
    game: str, language: str, phone: bool, welcome: Welcome, files: FileServer
) -> None:
    """Against level 2, to its end, with a reload in the middle."""
    anna = loaded(welcome, files, language, phone)
    anna.set_up(game, "computer")
    dice, reloaded = random.Random(1), False
    playing, over = anna.page.locator(".panel.yours"), anna.page.locator(".table[data-phase=over]")
    while True:
        expect(playing.or_(over).first).to_be_visible()
        if over.count():
            break
        anna.play_any(game, dice)
        if not reloaded and len(anna.state["moves"]) >= 2:
            moves = anna.state["moves"]
            anna.reload()
            expect(playing.or_(over).first).to_be_visible()
            assert anna.state["moves"][: len(moves)] == moves
            reloaded = True
    expect(anna.page.locator(".headline")).not_to_be_empty()
    assert reloaded
    assert any(player == 1 for player, _ in anna.state["moves"])
