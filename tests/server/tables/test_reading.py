"""Tables that cannot be read hide themselves, and nothing else."""

from __future__ import annotations

import json
import logging
import time

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

import ludotheque as lt
from ludotheque.server.errors import RequestError
from ludotheque.server.tables.reading import RETRY_AFTER, UnreadableTables, read_table
from ludotheque.server.tables.replaying import Unreadable
from ludotheque.server.tables.schema import events, tables
from ludotheque.server.tables.store import Store
from tests.server.conftest import Serve
from tests.server.people import Connection
from tests.server.serving import Serving, await_that

DAMAGES = {
    "game": "event 0 (created): there is no game “lost”; there are: " + ", ".join(lt.games()),
    "json": "JSONDecodeError",
    "kind": "event 1 (danced): AttributeError",
    "move": "event 1 (moved): IllegalMove",
}


def damage(database: str, table: str, how: str) -> None:
    """Change the events of a table, as a fault of the disk or a plugin that is gone would."""
    engine = Store(database).engine
    with engine.begin() as connection:
        here = events.c.table_id == table
        first = json.loads(connection.execute(sa.select(events.c.body).where(here, events.c.seq == 0)).scalar_one())
        body = {"game": json.dumps({**first, "game": "lost"}), "json": "{", "kind": "{}", "move": ""}[how]
        if how in {"game", "json"}:
            connection.execute(events.update().where(here, events.c.seq == 0).values(body=body))
        elif how == "kind":
            connection.execute(events.update().where(here, events.c.seq == 1).values(kind="danced"))
        else:
            body = '{"seat": 0, "move": "a1-a6", "key": null, "left": [0, 0]}'
            connection.execute(events.update().where(here, events.c.seq == 1).values(body=body))
        # The sweep should act there, so that it meets the damage every time.
        connection.execute(tables.update().where(tables.c.id == table).values(wake_at=1, public=True))
    engine.dispose()


def two_tables(serving: Serving) -> tuple[Connection, Connection]:
    """A game to be damaged and one that stays whole, each with one move."""
    anna = serving.person()
    bad, good = (anna.live(anna.set_up("malawi", "me", "me")) for _ in range(2))
    for connection in (bad, good):
        connection.move("a1-a3")
    return bad, good


@pytest.mark.parametrize("how", DAMAGES)
def test_one_unreadable_table_harms_no_other(
    how: str, database: str, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    old = serve(database)
    bad, good = two_tables(old)
    old.close()
    damage(database, bad.table, how)
    caplog.set_level(logging.INFO, "ludotheque.server")
    serving = serve(database)
    anna = bad.person.at(serving.address)
    serving.people.append(anna)
    assert [table["id"] for table in anna.fetch("/api/mine")["tables"]] == [good.table]
    assert anna.fetch("/api/open")["tables"] == []
    for path in ("", "/record", "/picture.svg", "/replay"):
        answer = anna.get(f"/api/tables/{bad.table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (410, "unreadable")
        assert "can no longer be read" in answer.json()["message"]["en"]
    page = anna.get(f"/t/{bad.table}", Accept="text/html")
    assert (page.status_code, "plus lisible" in page.text) == (410, True)
    line = Connection(anna, bad.table, {})
    assert json.loads(line.bytes[-1])["code"] == "unreadable"
    line.close()
    time.sleep(0.3)  # several sweeps
    assert anna.live(good.table).move("a6-a4")["moves"]
    named = [record.getMessage() for record in caplog.records if bad.table in record.getMessage()]
    assert named == [f"table {bad.table} cannot be read: {DAMAGES[how]}"]


def test_a_table_that_was_repaired_comes_back() -> None:
    unreadable = UnreadableTables()
    unreadable.note("x", "why", 1000)
    with pytest.raises(Unreadable):
        unreadable.check("x", 1000 + RETRY_AFTER - 1)
    unreadable.check("x", 1000 + RETRY_AFTER)
    unreadable.check("y", 1000)


def test_no_events_are_no_table(sqlite: str) -> None:
    store = Store(sqlite)
    store.open()
    with pytest.raises(RequestError, match="does not exist"):
        read_table(store, "abcdefghijklmnop")
    store.engine.dispose()


def remove_rows(database: str, table: str, from_event: int) -> None:
    """Take events away behind the back of a running server; with event 0 the whole table."""
    engine = Store(database).engine
    with engine.begin() as connection:
        connection.execute(events.delete().where(events.c.table_id == table, events.c.seq >= from_event))
        if not from_event:
            connection.execute(tables.delete().where(tables.c.id == table))
    engine.dispose()


def test_a_removed_table_is_not_written_to(database: str, serve: Serve) -> None:
    serving = serve(database)
    bad, good = two_tables(serving)
    remove_rows(database, bad.table, 0)
    ticket = bad.state["ticket"]
    assert bad.refused("move", seat=1, ticket=ticket, move="a6-a4")["code"] == "no_table"
    assert json.loads(next(text for text in bad.bytes if '"gone"' in text))["code"] == "no_table"
    with pytest.raises(ConnectionClosed):
        bad.ask("rename", seat=1, name="Zoé")
    assert bad.socket.close_code == 4000
    assert serving.manager.store.load(bad.table) == []
    assert bad.person.get(f"/api/tables/{bad.table}").status_code == 404
    assert good.move("a6-a4")["moves"]


def test_an_older_state_leaves_no_gap(database: str, serve: Serve) -> None:
    """A backup may bring back a table with fewer events than a server holds in memory."""
    serving = serve(database)
    connection, _ = two_tables(serving)
    connection.move("a6-a4")
    remove_rows(database, connection.table, 2)
    ticket = connection.state["ticket"]
    assert connection.refused("move", seat=0, ticket=ticket, move="b1-b3")["code"] == "stale"
    assert connection.until(lambda state: len(state["moves"]) == 1)["moves"] == [[0, "a1-a3"]]
    connection.move("b6-b4")
    await_that(lambda: len(serving.manager.store.load(connection.table)) == 3)
