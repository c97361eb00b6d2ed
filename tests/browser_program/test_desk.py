"""The desk: what a page may ask, and what becomes of games when pages, storage and workers fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.browser.tables import PREFIX
from ludotheque.server.settings import HOUR
from tests.browser_program.scripts import CLOCK, Clock, Office, follow
from tests.browser_program.test_same_states import Player

GAME = lt.games()[1]
ALONE = {"game": GAME, "seats": [{"who": "me"}, {"who": "me"}], "names": ["Anna", "Bruno"]}
COMPUTER = {"game": GAME, "seats": [{"who": "me"}, {"who": "computer", "level": 2}], "name": "Anna"}
START = {"game": GAME, "moves": []}


async def within(work: Awaitable[None]) -> None:
    async with asyncio.timeout(60):
        await work


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in an event loop."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(within(test(*arguments, **named)))

    return run


@in_a_loop
async def test_games_survive_a_reload() -> None:
    office = await Office().open()
    line, state = await office.sit_down(table := await office.create(ALONE))
    after = await line.move(state)
    office.desk.tables.close()
    again = await Office(office.kept).open()
    _, found = await again.sit_down(table)
    assert {**found, "accepted": 0} == {**after, "accepted": 0}
    assert [game["id"] for game in (await again.told("GET", "/api/mine"))["tables"]] == [table]
    again.desk.tables.close()


@in_a_loop
async def test_the_time_without_a_page_is_charged_to_nobody() -> None:
    clock = Clock()
    office = await Office(now=clock).open()
    line, state = await office.sit_down(table := await office.create({**ALONE, "time": CLOCK}))
    for _ in range(2):  # no clock runs before everybody has moved
        state = await line.move(state)
    assert state["clock"]["running"]
    office.desk.tables.close()
    clock.time += 5 * HOUR
    again = await Office(office.kept, clock).open()
    line, found = await again.sit_down(table)
    assert found["clock"]["left"] == state["clock"]["left"]
    clock.time += 5 * HOUR  # the machine slept, with the page open
    assert (await line.move(found))["phase"] == "playing"
    again.desk.tables.close()


@in_a_loop
async def test_pages_that_wake_up_together_count_an_absence_once() -> None:
    clock = Clock()
    offices = [await Office(now=clock).open()]
    offices.append(await Office(offices[0].kept, clock).open())
    clock.time += HOUR
    for office in offices:
        await office.desk.tables.sweep()
    for office in offices:
        assert office.desk.tables.store.elapsed(clock.time - HOUR - 100, clock.time) == 100
        office.desk.tables.close()


@in_a_loop
async def test_time_runs_out() -> None:
    clock = Clock()
    office = await Office(now=clock).open()
    time = {"kind": "minutes", "minutes": 0.25, "increment": 0}
    line, state = await office.sit_down(await office.create({**ALONE, "time": time}))
    for _ in range(2):  # no clock runs before everybody has moved
        state = await line.move(state)
    for _ in range(3):
        clock.time += 6_000
        await office.desk.tables.sweep()
    late = await line.move(state)
    assert (late["type"], late["code"]) == ("refused", "late")
    office.desk.tables.close()


@in_a_loop
async def test_full_storage_is_said_and_loses_nothing() -> None:
    office = await Office().open()
    line, state = await office.sit_down(await office.create(ALONE))
    office.kept.full = True
    refused = await line.move(state)
    assert refused["code"] == "storage"
    assert "storage is full" in refused["message"]["en"]
    answer = await office.told("POST", "/api/tables", ALONE, 503)
    assert answer == {"code": "storage", "ruling": None, "message": refused["message"]}
    await office.told("GET", "/api/mine", status=503)
    office.kept.full = False
    assert (await line.move(state))["seq"] == state["seq"] + 1
    office.desk.tables.close()


@in_a_loop
async def test_a_browser_that_keeps_nothing_still_starts() -> None:
    office = Office()
    office.kept.full = True
    await office.open()
    assert (await office.told("POST", "/api/study/look", START))["plies"][0]["ply"] == 0
    office.desk.tables.close()


@in_a_loop
async def test_two_pages_show_the_same_table() -> None:
    first = await Office().open()
    second = await Office(first.kept).open()
    here, state = await first.sit_down(table := await first.create(ALONE))
    there, same = await second.sit_down(table)
    moved = await here.move(state)
    second.desk.news(table)
    assert (await there.read())["moves"] == moved["moves"]
    moved = await here.move(moved)  # the other page does not hear of it
    stale = await there.move(same)
    assert stale["code"] == "stale"
    assert (await there.until(lambda message: message["type"] == "state"))["moves"] == moved["moves"]
    await here.move(moved)
    renamed = await there.say("rename", seat=0, name="Zoé")  # is tried again after the news
    assert renamed["seats"][0]["name"] == "Zoé"
    assert len(renamed["moves"]) == 3
    for office in (first, second):
        office.desk.tables.close()


@in_a_loop
async def test_a_browser_whose_data_were_cleared_says_so() -> None:
    office = await Office().open()
    line, state = await office.sit_down(await office.create(ALONE))
    state = await line.move(state)
    office.kept.events.clear()
    refused = asyncio.ensure_future(line.move(state))
    assert (await line.read())["type"] == "gone"
    assert (await refused)["code"] == "no_table"
    office.desk.tables.close()


@in_a_loop
async def test_a_worker_that_fails_is_asked_again() -> None:
    office = await Office().open()
    searches = office.desk.addresses.searches
    working, searches._run = searches._run, broken
    line, state = await office.sit_down(await office.create(COMPUTER))
    await line.move(state)
    assert (await office.told("POST", "/api/study/analyse", START, 500))["code"] == "unexpected"
    searches._run = working
    await office.desk.tables.sweep()
    assert len((await line.until(lambda state: state["ticket"] is not None))["moves"]) == 2
    office.desk.tables.close()


async def broken(_: bytes) -> bytes:
    raise OSError("the worker has ended")


@in_a_loop
async def test_a_newer_analysis_takes_the_place_of_an_older_one() -> None:
    office = await Office().open()
    old = asyncio.ensure_future(office.ask("POST", "/api/study/analyse", {**START, "seconds": 0.01}))
    await asyncio.sleep(0)
    status, _ = await office.ask("POST", "/api/study/analyse", {**START, "seconds": 0.01})
    assert status == 200
    assert json.loads((await old)[1])["code"] == "newer"
    office.desk.tables.close()


@in_a_loop
async def test_nobody_hears_of_an_aborted_request() -> None:
    office = await Office().open()
    office.desk.ask(77, "POST", "/api/study/analyse", json.dumps(START))
    await asyncio.sleep(0)
    office.desk.abort(77)
    office.desk.abort(78)
    await office.told("GET", "/api/mine")
    assert 77 not in office.heads
    office.desk.tables.close()


@in_a_loop
async def test_a_whole_game_is_annotated_line_by_line() -> None:
    office = await Office().open(annotation_seconds=0.1)
    moves = [[0, str(lt.load(GAME).start().legal_moves()[0])]]
    _, body = await office.ask("POST", "/api/study/annotate", {"game": GAME, "moves": moves})
    assert [json.loads(line).get("ply") for line in body.splitlines()] == [0, 1, None]
    office.desk.tables.close()


@in_a_loop
async def test_what_only_a_server_has_is_refused_in_a_sentence() -> None:
    office = await Office().open()
    table = await office.create(ALONE)
    open_seat = {**ALONE, "seats": [{"who": "me"}, {"who": "open"}]}
    asked: list[tuple[str, Any, int, str]] = [
        ("/api/tables", open_seat, 409, "no_others"),
        (f"/api/tables/{table}/join", {"name": "Zoé"}, 409, "no_others"),
        (f"/api/tables/{table}/return", {"key": "abc"}, 409, "no_others"),
        ("/api/study/gif", START, 501, "no_gif"),
    ]
    for path, body, status, code in asked:
        answer = await office.told("POST", path, body, status)
        assert answer["code"] == code
        assert "server" in answer["message"]["en"]
        assert "serveur" in answer["message"]["fr"]
    assert await office.told("GET", "/api/open") == {"tables": []}
    office.desk.tables.close()


@in_a_loop
async def test_the_connection_to_a_table_says_why_it_ends() -> None:
    office = await Office().open()
    line = office.connect("nowhere")
    assert (await line.read())["code"] == "no_table"
    office.desk.open(999, "/api/tables/nowhere/live?v=1")
    office.desk.close(5)
    office.desk.send(5, "{}")
    office.desk.news("nowhere")
    office.desk.tables.close()


@in_a_loop
async def test_idle_tables_leave_the_memory() -> None:
    clock = Clock()
    office = await Office(now=clock).open()
    line, state = await office.sit_down(table := await office.create(ALONE))
    await line.move(state)
    office.desk.close(line.id)
    await asyncio.sleep(0.01)
    for _ in range(60):
        clock.time += 14_000
        await office.desk.tables.sweep()
    assert not office.desk.tables.live
    assert (await office.sit_down(table))[1]["seq"] == state["seq"] + 1
    assert table.startswith(PREFIX)
    office.desk.tables.close()


@pytest.mark.parametrize("game", [id for id in lt.games() if lt.load(id).rulebook.rules.has_secrets])
@in_a_loop
async def test_people_at_one_device_do_not_see_each_others_secrets(game: str) -> None:
    clock = Clock()
    office = await Office(now=clock).open()
    table = await office.create({"game": game, "seats": [{"who": "me"}] * lt.load(game).players})
    states = [json.loads(text) for text in await follow(office.connect(table), clock, Player(1, 60))]
    hidden = [state for state in states if state.get("committed")]
    assert hidden
    for state in hidden:
        waiting = state["moves"][-len(state["committed"]) :]
        assert {seat for seat, text in waiting if text is not None} <= {state["viewpoint"]}
    assert any(state["viewpoint"] is None for state in hidden)
    office.desk.tables.close()
