"""A walk through the program in one language: `python -m tests.texts.walkthrough CODE`.

It prints the sentences that it meets, one a line. `test_new_language.py` runs it in a copy of the program that has a
made-up language.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ludotheque as lt
from ludotheque.cli.terminal import Leave, Table, rules
from tests.server.serving import Serving

GAME = "malawi"


def terminal() -> Iterator[str]:
    """Return what a player reads in the terminal: help, a refusal, the legal moves."""
    answers, printed = iter(["a1-a2", "? a1", "a1-a3", "q"]), []

    def ask(prompt: str) -> str:
        printed.append(prompt)
        return next(answers)

    try:
        Table(lt.Record.of(lt.load(GAME)), ask=ask, tell=printed.append).play()
    except Leave:
        yield from printed
    yield rules(lt.load(GAME))


def refusals(code: str) -> Iterator[str]:
    """Return what errors say: of a game, of a position, of a record."""
    game = lt.load(GAME)
    attempts: list[Callable[[], object]] = [
        lambda: game.start().play("a1-a2"),
        lambda: game.parse("turn=0"),
        lambda: lt.Record.parse("[Game]"),
        lambda: lt.load(GAME, wrong=1),
    ]
    for attempt in attempts:
        try:
            attempt()
        except lt.LudothequeError as error:
            yield error.message.to(code)


def texts_in(data: Any, code: str) -> Iterator[str]:
    """Return every sentence of a JSON answer in a language."""
    if isinstance(data, list):
        for item in data:
            yield from texts_in(item, code)
    elif isinstance(data, dict):
        if isinstance(data.get(code), str):
            yield data[code]
        else:
            for item in data.values():
                yield from texts_in(item, code)


def page(code: str, folder: Path) -> Iterator[str]:
    """Return what a page shows: its languages and texts, the rules page, a table with a move and a refusal."""
    serving = Serving(f"sqlite:///{folder / 'tables.sqlite'}")
    try:
        anna = serving.person("Anna")
        yield from (one["name"] for one in anna.fetch("/api/languages")["languages"] if one["code"] == code)
        yield from anna.fetch(f"/api/texts/{code}.json").values()
        for path in (f"/api/games/{GAME}/guide", f"/api/games/{GAME}/lessons", "/api/games"):
            yield from texts_in(anna.fetch(path), code)
        connection = anna.live(anna.set_up(GAME, "me", "me"))
        yield from texts_in(connection.state, code)
    finally:
        serving.close()


def main(code: str) -> None:
    lt.set_language(code)
    with TemporaryDirectory() as folder:
        for part in (terminal(), refusals(code), page(code, Path(folder))):
            for text in part:
                print(text.replace("\n", " "))


if __name__ == "__main__":
    main(sys.argv[1])
