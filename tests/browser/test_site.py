"""The page without a server, from a plain web server that ends as soon as everything is loaded."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludotheque.record import Record
from ludotheque.server.http import static
from ludotheque.site.build import build_site
from ludotheque.teaching.lesson import lessons
from ludotheque.teaching.puzzle import puzzles
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, fail, open_lesson, solve, try_move
from tests.browser.scripts import GAMES, script, tokens_of
from tests.browser.site import OFFLINE, PYODIDE, FileServer, Reader, TouchReader
from tests.browser.tour import Screen, check_words

ROOT = Path(__file__).parents[2]
MOST_BYTES = 12_000_000
ANALYSIS = 90_000
"""Milliseconds for which the page waits for an answer."""
SCREENS = [path for path in static.pages() if "{table}" not in path]


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
    options = {**OFFLINE, **PHONE, "kind": TouchReader} if phone else {**OFFLINE, "kind": Reader}
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


@pytest.mark.parametrize(("language", "phone"), [("fr", True), ("en", False)])
def test_learning_and_studying(language: str, phone: bool, welcome: Welcome, files: FileServer) -> None:
    """A lesson, a puzzle with a wrong try, an analysis, and the page loaded again at each of them."""
    anna = loaded(welcome, files, language, phone)
    lesson = lessons("moaai")[0]
    anna.go("/learn/moaai")
    open_lesson(anna, 0)
    record = Record(lesson.start)
    for stage in lesson.stages:
        expect(anna.page.locator(".lesson .sentence")).to_have_text(stage.task.to(language))
        move = stage.accepted(record.final, lesson.player)[0]
        try_move(anna, record, lesson.player, move)
        *_, record = lesson.after(record, stage, move)
    expect(answer(anna)).to_contain_text(lesson.done.to(language))
    puzzle = puzzles("malawi")[0]
    anna.go(f"/puzzles/malawi?p={puzzle.id}")
    fail(anna, puzzle)
    anna.press("puzzles.retry")
    solve(anna, puzzle)
    anna.go("/study/masterplan")
    expect(anna.page.locator('.evaluation[aria-busy="false"] .best li').first).to_be_visible(timeout=ANALYSIS)
    anna.act_on(anna.page.locator(".best .ply").first)
    expect(anna.page.locator(".variations [aria-current]")).to_have_count(1)


def test_every_screen(welcome: Welcome, files: FileServer) -> None:
    """Every address that is known in advance has a file, and shows its screen."""
    anna = loaded(welcome, files)
    for path in SCREENS:
        anna.go(path.replace("{game}", "massai" if "themes" in path else "moaai"))
        expect(anna.page.locator(".failure")).to_have_count(0)
        check_words(anna, Screen(path, path, ""))
    expect(anna.page.get_by_role("link", name=anna.says("home.invite"))).to_have_count(0)


def test_two_people_at_one_device(welcome: Welcome, files: FileServer) -> None:
    """A game with secrets, its replay, and its record as a file."""
    anna, played = loaded(welcome, files), script("massai")
    anna.set_up("massai", "table")
    anna.play(played, 0, 2)
    anna.reload()
    anna.play(played, 2)
    anna.sees_result(played)
    anna.act_on(anna.page.locator("details.about summary"))
    with anna.page.expect_download() as downloading:
        anna.press("table.record")
    record = Record.parse(Path(downloading.value.path()).read_text("utf-8"))
    assert [played.text for played in script("massai")] == [str(one.move) for one in record.moves]
    anna.go(f"/replay/?{anna.table}")
    expect(anna.page.locator("ludo-board .hit").first).to_be_visible()
    anna.go("/")
    expect(anna.page.locator(".table-row.over img")).to_have_js_property("complete", True)
    assert anna.page.locator(".table-row.over img").evaluate("(image) => image.naturalWidth") > 0


def test_games_move_to_another_browser(welcome: Welcome, site: Path) -> None:
    server = FileServer(site)
    anna, ben = (welcome(f"{server.address}/games", kind=Reader, **OFFLINE) for _ in range(2))
    anna.go("/")
    anna.set_up("malawi", "table")
    anna.play(script("malawi"), 0, 3)
    anna.go("/")
    with anna.page.expect_download() as downloading:
        anna.press("home.export")
    file = Path(downloading.value.path())
    ben.go("/")
    for sentence in ("imported", "imported_known"):
        ben.page.locator("input[type=file]").set_input_files(file)
        expect(ben.page.locator(".moving [role=status]")).to_contain_text(
            ben.says(f"home.{sentence}").partition("|")[0].replace("{count:", "1 ")
        )
    ben.act_on(ben.page.locator(".table-row"))
    ben.seated()
    ben.sees_moves(3)
    ben.play(script("malawi"), 3)
    ben.sees_result(script("malawi"))
    ben.page.go_back()
    ben.page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "text/plain", "buffer": b"[[1]]"}
    )
    expect(ben.page.locator(".moving [role=status]")).to_contain_text("Ludothèque")
    server.close()


def test_a_new_version_is_offered_and_waits(welcome: Welcome, tmp_path: Path, site: Path) -> None:
    """Nothing changes until the reader says so, and a game goes on after that."""
    shutil.copytree(site / "games", tmp_path / "games")
    server = FileServer(tmp_path)
    anna = welcome(f"{server.address}/games", kind=Reader, **OFFLINE)
    assert isinstance(anna, Reader)
    anna.go("/")
    anna.is_kept()
    anna.set_up("malawi", "table")
    anna.play(script("malawi"), 0, 1)
    for name in ("sw.js", "api/texts/en.json"):
        file = tmp_path / "games" / name
        file.write_text(
            file.read_text("utf-8").replace("All games", "Every game").replace('"version": "', '"version": "x')
        )
    anna.page.evaluate(
        "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => undefined)"
    )
    expect(anna.page.locator(".update")).to_be_visible()
    anna.play(script("malawi"), 1, 2)
    anna.press("site.update_now")
    expect(anna.page.locator(".update")).to_have_count(0)
    anna.sees_moves(2)
    server.close()


def test_a_file_that_is_missing_is_told(welcome: Welcome, tmp_path: Path, site: Path) -> None:
    """The page says so, and works when the file is there again."""
    shutil.copytree(site / "games", tmp_path / "games")
    modules = tmp_path / "games" / "program" / "modules.packed"
    modules.rename(tmp_path / "away")
    server = FileServer(tmp_path)
    anna = welcome(f"{server.address}/games", kind=Reader, **OFFLINE)
    anna.forgiven = "404|modules"
    anna.go("/new/malawi")
    expect(anna.page.locator(".loading")).to_contain_text(anna.says("site.not_loaded"))
    (tmp_path / "away").rename(modules)
    anna.submit("table")
    expect(anna.page.locator(".loading")).to_have_count(0)
    server.close()


def test_a_game_from_elsewhere_is_played(welcome: Welcome, tmp_path: Path) -> None:
    """A folder is enough, on a site too. The command writes it."""
    words = [sys.executable, "-m", "ludotheque", "site", "--output", str(tmp_path / "games"), "--pyodide", str(PYODIDE)]
    subprocess.run(words, env={**os.environ, "LUDOTHEQUE_GAMES": str(ROOT / "examples" / "games")}, check=True)
    server = FileServer(tmp_path)
    anna = welcome(f"{server.address}/games", kind=Reader, **OFFLINE)
    anna.go("/new/breakthrough")
    anna.submit("computer")
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    for cell in tokens_of(anna.state["legal_moves"][0][1]):
        anna.act_on(anna.page.locator(f'.hit[aria-label="{cell}"], .hit[aria-label^="{cell},"]'))
    anna.sees_moves(2)
    server.close()
