"""The program in Pyodide: it starts without what is not there, plays every game, and says what a server says."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.browser.archive import modules
from ludotheque.server.serialize.fixed import FIXED
from tests.browser_program.in_pyodide import Site
from tests.browser_program.test_same_states import recorded

NOT_THERE = {"fastapi", "numba", "numpy", "pydantic", "pydantic_core", "sqlalchemy", "starlette", "uvicorn"}
IMPORTING = """
from importlib import import_module
async def answer():
    for name in NAMES:
        import_module(name)
    return sorted(sys.modules)
"""
SCRIPT = """
from tests.browser_program.scripts import play_script
async def answer():
    return await play_script(*json.loads(SCRIPT))
"""
FIXED_ANSWERS = """
from hashlib import sha256
from tests.browser_program.scripts import Office
async def answer():
    office = await Office().open()
    found = {path: await office.ask("GET", path) for path in PATHS}
    return {path: [status, sha256(body).hexdigest()] for path, (status, body) in found.items()}
"""
PAGE = """
import asyncio, json
from pyodide.ffi import create_proxy
heard = asyncio.Queue()
post = create_proxy(lambda message: heard.put_nowait(message.to_py()))

async def search(job):
    return boot.search(job)

async def asked(desk, id, method, path, body=""):
    desk.ask(id, method, path, body)
    parts = []
    while not parts or parts[-1]["type"] != "end":
        parts += [message for message in [await heard.get()] if message["id"] == id]
    return parts[0]["status"], json.loads(b"".join(bytes(part["data"]) for part in parts[1:-1]))

async def said(id):
    while True:
        message = await heard.get()
        if message["id"] == id and (state := json.loads(message["text"]))["type"] == "state":
            return state

async def answer():
    desk = await boot.start(kept, search, post)
    seats = [{"who": "me"}, {"who": "computer", "level": 2}]
    _, created = await asked(desk, 1, "POST", "/api/tables", json.dumps({"game": GAME, "seats": seats}))
    desk.open(2, f"/api/tables/{created['table']}/live?v=2")
    first = state = await said(2)
    lap("first state")
    for number in range(3):
        move = {"type": "move", "key": f"k{number}", "seat": 0, "ticket": state["ticket"]}
        desk.send(2, json.dumps({**move, "move": state["legal_moves"][0][0]}))
        state = await said(2)
        while state["ticket"] is None:
            state = await said(2)
    desk.tables.close()
    again = await boot.start(kept, search, post)
    again.open(3, f"/api/tables/{created['table']}/live?v=2")
    return [first["seq"], state, await said(3), await asked(again, 4, "GET", "/api/mine")]
"""


def test_all_modules_import(site: Site) -> None:
    found = site.run(f"NAMES = {sorted(modules())!r}\n{IMPORTING}")["answer"]
    assert not NOT_THERE & {name.partition(".")[0] for name in found}
    assert {"ludotheque.browser.desk", "ludotheque.engine.computer", "ludotheque.server.tables.table"} <= set(found)


@pytest.mark.parametrize("who", ["people", "computer"])
@pytest.mark.parametrize("game", lt.games())
@pytest.mark.usefixtures("named")
def test_scripts_give_the_same_bytes(game: str, who: str, site: Site, tmp_path: Path) -> None:
    table, steps, wanted = recorded(tmp_path, game, who, 60)
    assert site.run(f"SCRIPT = {json.dumps([table, steps])!r}\n{SCRIPT}")["answer"] == wanted


def test_answers_that_stay_the_same_are_the_same(site: Site) -> None:
    """All but the page's texts, which a page has as files."""
    found = [
        (fixed, path, name) for fixed in FIXED for path, name in fixed.paths() if not name or name[0] == lt.games()[0]
    ]
    wanted = {f"/api{path}": [200, sha256(fixed.body(*name)).hexdigest()] for fixed, path, name in found}
    assert len(wanted) > 15
    assert site.run(f"PATHS = {list(wanted)!r}\n{FIXED_ANSWERS}")["answer"] == wanted


def test_a_page_starts_plays_and_is_reloaded(site: Site) -> None:
    """Through the values of JavaScript, as the page's worker does it."""
    found: Any = site.run(f"GAME = {lt.games()[1]!r}\n{PAGE}")
    first, before, after, (status, mine) = found["answer"]
    assert first == 1
    assert before["seq"] == after["seq"] == 7
    assert after["pieces"] == before["pieces"]
    assert after["ticket"] == before["ticket"]
    assert status == 200
    assert [table["seq"] for table in mine["tables"]] == [7]
