"""Takes the pictures of the page for the documents: `make screenshots`, then look at them.

`LUDOTHEQUE_GAMES` names the folder of the sixth game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from ludotheque.texts import LANGUAGES
from tests.browser.conftest import BRIEF, CHROMIUM, PHONE, SWITCHES
from tests.browser.visitors import Visitor
from tests.server.people import Person
from tests.server.serving import Serving

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
QUALITY = 72
DESK: dict[str, Any] = {"viewport": {"width": 1100, "height": 700}}
SMALL: dict[str, Any] = {name: value for name, value in PHONE.items() if name != "kind"}


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the address, what must be there, its languages, and the window."""

    name: str
    path: str
    element: str
    languages: tuple[str, ...] = tuple(LANGUAGES)
    window: dict[str, Any] = field(default_factory=lambda: DESK)


def shots(anna: Person, ben: Person) -> Iterator[Shot]:
    """Yield all pictures, each after the game in it was played."""
    yield Shot("invitation", f"/t/{anna.set_up('malawi', 'me', 'open')}", ".waiting")
    table = played(anna, ben, "malawi", "c1-e3", "e6-c4", "a1>e3,f1", "d6>b6,c4")
    yield Shot("phone", f"/t/{table}", "ludo-board .hit", window=SMALL)
    yield Shot("lesson", "/learn/malawi", "ludo-board .hit")
    table = played(anna, ben, "tictactoe", "b2", "a1", "c3", "a3")
    yield Shot("sixth-game", f"/t/{table}", "ludo-board .hit", ("en",))


def played(anna: Person, ben: Person, game: str, *moves: str) -> str:
    """Return a table of Anna and Ben after these moves."""
    table = anna.set_up(game, "me", "open")
    ben.join(table, anna.invitation(table))
    lines = [anna.live(table), ben.live(table)]
    for number, move in enumerate(moves):
        lines[number % 2].until(lambda state: state["ticket"] is not None)
        lines[number % 2].move(move)
    return table


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Serving(f"sqlite:///{folder}/tables.sqlite", **BRIEF)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        anna, ben = server.person("Anna"), server.person("Ben")
        for shot in list(shots(anna, ben)):
            for language in shot.languages:
                context = browser.new_context(locale=language, reduced_motion="reduce", **shot.window)
                visitor = Visitor(context, server.address, language)
                for name, value in anna.http.cookies.items():
                    context.add_cookies([{"name": name, "value": value, "url": f"http://{server.address}"}])
                visitor.go(shot.path)
                visitor.page.locator(shot.element).first.wait_for()
                file = IMAGES / f"{shot.name}.{language}.jpg"
                visitor.page.screenshot(path=file, type="jpeg", quality=QUALITY)
                print(file.relative_to(ROOT), file.stat().st_size)
                context.close()
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
