"""A browser answers as a server does: the same refusals with the same codes, the same pictures and studies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.server.serialize.fixed import FIXED
from tests.browser_program.scripts import Json, Office
from tests.server.people import Person
from tests.server.serving import Serving

GAME = lt.games()[1]
ME = {"who": "me"}
MOVE = str(lt.load(GAME).start().legal_moves()[0])
LINE: Json = {"game": GAME, "moves": [[0, MOVE]]}
RECORD = str(lt.Record(lt.load(GAME).start()).play(MOVE))
CLICKS = ["a1", "a2"]
ASKED: list[tuple[str, Any]] = [
    ("/api/tables", {"game": "nothing", "seats": [ME, ME]}),
    ("/api/tables", {"game": GAME, "seats": [ME]}),
    ("/api/tables", {"game": GAME, "seats": [{"who": "computer", "level": 1}] * 2}),
    ("/api/tables", {"game": GAME, "seats": [ME, {"who": "computer"}]}),
    ("/api/tables", {"game": GAME, "seats": [{"who": "me", "level": 2}, ME]}),
    ("/api/tables", {"game": GAME, "seats": [ME, ME], "options": {"nothing": True}}),
    ("/api/tables", {"game": GAME, "seats": [ME, ME], "seed": 1}),
    ("/api/tables", {"seats": "many"}),
    ("/api/tables", []),
    ("/api/games/nothing/first-game", {}),
    ("/api/tables/abcdefghijklmnop/leave", {}),
    ("/api/tables/abcdefghijklmnop/hint", {"seat": 0}),
    ("/api/nothing", {}),
    ("/api/study/look", LINE),
    ("/api/study/look", {"record": RECORD}),
    ("/api/study/look", {"record": "[Game"}),
    ("/api/study/look", {}),
    ("/api/study/look", {"game": GAME, "moves": [[0, "nonsense"]]}),
    ("/api/study/look", {"game": GAME, "moves": [[1, "a1-a2"]]}),
    ("/api/study/look", {"game": GAME, "position": "nonsense"}),
    ("/api/study/record", {"game": GAME, "moves": [{"player": 0, "move": MOVE, "comments": ["«é»"]}]}),
    ("/api/study/record", {"game": GAME, "moves": [{"player": 0, "move": "x"}]}),
    ("/api/study/explain", {**LINE, "player": 1, "clicks": CLICKS}),
    ("/api/study/explain", {**LINE, "player": 9, "clicks": CLICKS}),
    ("/api/study/preview", {"game": GAME, "player": 0, "candidates": [MOVE, "nonsense"]}),
    ("/api/study/svg", {**LINE, "ply": 1}),
    ("/api/study/svg", {**LINE, "ply": 9}),
    ("/api/study/svg", {**LINE, "language": "fr"}),
    ("/api/study/analyse", {**LINE, "player": 0}),
    (f"/api/games/{GAME}/endings/nothing", {"moves": []}),
]
FETCHED = [
    *("/api/tables/abcdefghijklmnop", "/api/nothing", "/api/games/nothing/guide", f"/api/games/{GAME}/puzzles/nothing"),
    *(f"/api/games/{GAME}/models/nothing", "/api/texts/xx.json", f"/api/games/{GAME}/art.css", "/api/open"),
    *(f"/api{path}" for fixed in FIXED for path, name in fixed.paths() if name in {(), (GAME,), ("fr",)}),
]


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody at a server."""
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}")
    yield serving.person()
    serving.close()


def at_the_desk(method: str, path: str, body: Any = None) -> tuple[int, str]:
    async def ask() -> tuple[int, bytes]:
        office = await Office().open()
        try:
            return await office.ask(method, path, body)
        finally:
            office.desk.tables.close()

    status, answer = asyncio.run(ask())
    return status, answer.decode()


@pytest.mark.parametrize(("path", "body"), ASKED)
def test_what_is_asked(path: str, body: Any, person: Person) -> None:
    wanted = person.post(path, body)
    status, answer = at_the_desk("POST", path, json.dumps(body))
    assert status == wanted.status_code
    assert known(answer) == known(wanted.text)


@pytest.mark.parametrize("path", FETCHED)
def test_what_is_fetched(path: str, person: Person) -> None:
    wanted = person.get(path)
    assert at_the_desk("GET", path) == (wanted.status_code, wanted.text)


@pytest.mark.parametrize("text", ["", "{", "nul", "[" * 90_000, '{"game": "\\ud800"}'])
def test_what_is_no_message(text: str, person: Person) -> None:
    wanted = person.http.post("/api/study/look", content=text, headers={"Content-Type": "application/json"})
    status, answer = at_the_desk("POST", "/api/study/look", text)
    assert status == 422  # for some of them, the server says 400
    assert known(answer) == known(wanted.text)


def test_the_record_of_a_table_goes_through_a_study() -> None:
    async def write() -> tuple[Any, ...]:
        office = await Office().open()
        line, state = await office.sit_down(table := await office.create({"game": GAME, "seats": [ME, ME]}))
        await line.move(state)
        paths = [f"/api/tables/{table}{rest}" for rest in ("/record", "", "/replay", "/picture.svg")]
        found = [(await office.ask("GET", path))[1].decode() for path in paths]
        explained = await office.told("POST", f"{paths[1]}/explain", {"seat": 1, "clicks": CLICKS})
        hint = await office.told("POST", f"{paths[1]}/hint", {"seat": 1}, 409)
        left = await office.told("POST", f"{paths[1]}/leave", {})
        office.desk.tables.close()
        return *found, explained, hint, left

    text, info, replay, picture, explained, hint, left = asyncio.run(write())
    assert [played.move for played in lt.Record.parse(text)] == [played.move for played in lt.Record.parse(RECORD)]
    assert json.loads(info)["mine"] == [0, 1]
    assert json.loads(info)["links"]["invite"] is None
    assert len(json.loads(replay)["plies"]) == 2
    assert picture.startswith("<svg")
    assert explained
    assert hint["code"] == "hint"
    assert left == {"phase": "over"}


def known(answer: str) -> Any:
    """An answer without the names of wrong fields, which only programs need."""
    if not answer.startswith("{"):
        return answer
    data = json.loads(answer)
    return {key: value for key, value in data.items() if key != "fields"}
