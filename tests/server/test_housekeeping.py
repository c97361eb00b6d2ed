"""Housekeeping of a running server: blocked addresses, and old tables."""

from __future__ import annotations

import json
import random
import threading
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.server import housekeeping
from ludotheque.server.settings import DAY
from ludotheque.server.tables.blocked import block, parse_network, unblock
from tests.server.api.test_socket import sit_down
from tests.server.conftest import Serve
from tests.server.people import PATIENCE, Connection, play
from tests.server.serving import Moments, await_that

HERE = parse_network("127.0.0.0/8")


def test_a_blocked_address_is_refused_within_seconds(database: str, serve: Serve) -> None:
    serving = serve(database)
    anna, _ = sit_down(serving)
    engine = serving.manager.store.engine
    block(engine, HERE, 0)
    await_that(lambda: anna.person.get("/api/games").status_code == 403)
    refused = anna.person.get("/").json()
    assert (refused["code"], "does not serve" in refused["message"]["en"]) == ("blocked", True)
    anna.say("rename", seat=0, name="Eve")
    with suppress(ConnectionClosed):
        await_that(lambda: anna.read() is None)
    assert json.loads(anna.bytes[-1])["code"] == "blocked", "an open page is closed as well"
    page = Connection(anna.person, anna.table, {})
    assert json.loads(page.bytes[-1])["code"] == "blocked"
    page.close()
    unblock(engine, HERE)
    await_that(lambda: anna.person.get("/api/games").status_code == 200)
    anna.open()
    assert anna.state["seats"][0]["name"] == "Anna"


def test_a_new_server_knows_what_is_blocked(sqlite: str, serve: Serve) -> None:
    first = serve(sqlite, sweep_every=10**9)
    block(first.manager.store.engine, HERE, 0)
    first.close()
    assert serve(sqlite, sweep_every=10**9).person().get("/api/mine").status_code == 403


def test_a_blocked_page_that_says_nothing_is_closed_too(serve: Serve) -> None:
    serving = serve(ping_every=50)
    anna, _ = sit_down(serving)
    with connect(f"ws://{serving.address}/api/tables/{anna.table}/live?v=2") as silent:
        block(serving.manager.store.engine, HERE, 0)
        said = [silent.recv()]
        with suppress(ConnectionClosed):
            while True:
                said.append(silent.recv(PATIENCE))
    assert json.loads(said[-1])["code"] == "blocked"


def test_a_blocked_network_of_ipv6_opens_no_sockets(serve: Serve) -> None:
    serving = serve(proxies="127.0.0.1", sweep_every=10**9)  # a sweep would read the list of the database
    person = serving.person()
    table = person.set_up()
    serving.app.state.blocked.replace([parse_network("2001:db8::/32")])
    page = person.live(table, **{"X-Forwarded-For": "2001:db8::7"})
    assert json.loads(page.bytes[0])["code"] == "blocked"
    page.close()


def test_old_games_go_by_themselves(database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "HOUR", 0)
    now = Moments()
    serving = serve(database, now=now, keep_finished_days=30, keep_unplayed_days=10, cancel_after=90 * DAY)
    anna, ben = sit_down(serving)
    play([anna, ben], random.Random(1), 2)
    anna.ask("resign", seat=0)
    waiting, cancelled = anna.person.set_up(), anna.person.set_up()
    anna.person.done(f"/api/tables/{cancelled}/leave")
    running = anna.person.set_up("malawi", "me", "me")
    now.pass_by(6 * DAY)

    def listed() -> set[str]:
        return {table["id"] for table in anna.person.fetch("/api/mine")["tables"]}

    assert listed() == {anna.table, waiting, cancelled, running}
    now.pass_by(5 * DAY)
    await_that(lambda: listed() == {anna.table, running})
    # The row goes first, then the memory.
    await_that(lambda: anna.person.get(f"/api/tables/{cancelled}").status_code == 404)
    now.pass_by(20 * DAY)
    await_that(lambda: listed() == {running})
    await_that(lambda: anna.read()["type"] == "gone")


def test_a_failure_ends_nothing(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()

    def fail(_: object) -> None:
        failed.set()
        raise OSError

    serving = serve()
    with monkeypatch.context() as patch:
        patch.setattr(housekeeping, "blocked_networks", fail)
        assert failed.wait(10)
    block(serving.manager.store.engine, HERE, 0)
    await_that(lambda: serving.person().get("/api/games").status_code == 403)
