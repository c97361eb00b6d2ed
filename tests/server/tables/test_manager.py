"""The hall: restarts, sweeps, clocks that run out, and two processes with one database."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.server.errors import StorageError
from ludotheque.server.tables import schema, store
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.update import TableUpdate
from tests.server.api.test_socket import sit_down
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection, play
from tests.server.serving import Moments, Serving, await_that

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
FIVE = {"kind": "minutes", "minutes": 5, "increment": 0}


def restarted(
    connections: list[Connection], old: Serving, serve: Serve, **settings: Any
) -> tuple[Serving, list[Connection]]:
    """The server stops and comes back; everybody opens the page again."""
    old.close()
    new = serve(old.settings.database, **settings)
    people = [connection.person.at(new.address) for connection in connections]
    new.people += people
    return new, [person.live(connection.table) for person, connection in zip(people, connections, strict=True)]


@pytest.mark.parametrize("game", ["massai", "masterplan"])
def test_a_game_goes_on_after_a_restart(game: str, database: str, serve: Serve) -> None:
    serving = serve(database)
    connections = list(sit_down(serving, game))
    dice = random.Random(7)
    connections[0].move(dice)  # in Massaï a secret, kept over the restart
    before = [connection.reach(connections[0].state["seq"]) for connection in connections]
    serving, connections = restarted(connections, serving, serve)
    for connection, state in zip(connections, before, strict=True):
        connection.until(lambda state: all(seat["present"] for seat in state["seats"]))
        assert {**state, "accepted": None} == {**connection.state, "accepted": None}
    play(connections, dice, 10)
    serving, connections = restarted(connections, serving, serve)
    play(connections, dice)
    assert connections[0].state["phase"] == "over"
    mine = connections[0].person.fetch("/api/mine")["tables"]
    assert [(table["id"], table["phase"]) for table in mine] == [(connections[0].table, "over")]


def test_clocks_survive_a_restart_and_absences_are_not_charged(database: str, serve: Serve) -> None:
    now = Moments(1_800_000_000_000)
    serving = serve(database, now=now, sweep_every=10**9)
    connections = list(sit_down(serving, time=FIVE))
    play(connections, random.Random(1), 3)
    now.pass_by(MINUTE)
    play(connections, random.Random(1), 1)
    seat = connections[0].until(lambda state: len(state["moves"]) == 4)["to_act"][0]
    now.pass_by(MINUTE)
    serving.close()
    now.pass_by(HOUR)
    new = serve(database, now=now)
    people = [connection.person.at(new.address) for connection in connections]
    new.people += people
    connections = [person.live(connections[0].table) for person in people]
    assert connections[0].state["phase"] == "playing", "nobody loses for the server's absence"
    asyncio.run_coroutine_threadsafe(new.manager.sweep(), _loop(new)).result()
    now.pass_by(MINUTE)
    play(connections, random.Random(1), 1)
    state = connections[0].until(lambda state: len(state["moves"]) == 5)
    assert state["clock"]["left"] == [3 * MINUTE, 4 * MINUTE]
    assert seat == 0


def _loop(serving: Serving) -> asyncio.AbstractEventLoop:
    loop = serving.manager.store._loop
    assert loop
    return loop


def test_time_runs_out_though_nobody_looks(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now)
    anna, ben = sit_down(serving, time=FIVE)
    play([anna, ben], random.Random(1), 2)
    for connection in (anna, ben):
        connection.close()
    now.pass_by(5 * MINUTE)
    await_that(lambda: anna.person.fetch("/api/mine")["tables"][0]["phase"] == "over")
    anna.open()
    assert (anna.state["result"]["reason"], anna.state["result"]["returns"]) == ("time", [-1, 1])


def test_the_clock_rings_for_those_who_look(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now, sweep_every=10**9)
    anna, ben = sit_down(serving, time={"kind": "minutes", "minutes": 0.25})
    play([anna, ben], random.Random(1), 2)
    now.pass_by(14_900)
    # Winding happens after events: let there be one.
    ben.ask("rename", seat=1, name="Benny")
    state = anna.until(lambda state: state["phase"] == "over")
    assert state["result"]["reason"] == "time"
    assert state["clock"]["left"][0] == 0


def test_a_decision_that_comes_too_late_is_refused_in_words(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now, sweep_every=10**9, lag_compensation=0)
    anna, ben = sit_down(serving, time=FIVE)
    play([anna, ben], random.Random(1), 2)
    anna.reach(ben.state["seq"])
    now.pass_by(HOUR)
    refused = anna.refused("move", seat=0, ticket=anna.state["ticket"], move=anna.state["legal_moves"][0][0])
    assert refused["code"] in ("late", "over")
    assert anna.until(lambda state: state["phase"] == "over")["result"]["reason"] == "time"
    assert len(anna.state["moves"]) == 2


def test_dead_tables_are_closed(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now)
    anna, ben = sit_down(serving)
    waiting, early = anna.person.set_up(), anna.person.set_up("malawi", "me", "me")
    play([anna, ben], random.Random(1), 2)
    now.pass_by(8 * DAY)

    def phases() -> dict[str, str]:
        return {table["id"]: table["phase"] for table in anna.person.fetch("/api/mine")["tables"]}

    await_that(lambda: phases()[waiting] == "over")
    assert phases()[early] == phases()[anna.table] == "playing"
    now.pass_by(53 * DAY)
    await_that(lambda: phases()[early] == phases()[anna.table] == "over")
    assert anna.until(lambda state: state["phase"] == "over")["result"]["reason"] == "abandoned"
    assert anna.person.live(early).state["result"]["reason"] == "cancelled"


def test_tables_that_nobody_looks_at_leave_the_memory(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now)
    anna, ben = sit_down(serving)
    play([anna, ben], random.Random(1), 3)
    for connection in (anna, ben):
        connection.close()
    await_that(lambda: not serving.manager.live[anna.table].viewers)
    now.pass_by(11 * MINUTE)
    await_that(lambda: anna.table not in serving.manager.live)
    anna.open()
    assert len(anna.state["moves"]) == 3


def test_computers_go_on_after_a_restart(database: str, serve: Serve) -> None:
    serving = serve(database, computer_pause=10**8)
    anna = serving.person()
    connection = anna.live(anna.set_up("malawi", "me", 1))
    connection.move(random.Random(1))
    secret = anna.live(anna.set_up("massai", 1, "me"))
    secret.move(SET_UPS[1])
    serving.close()
    new = serve(database)
    table = connection.table
    # Nobody opens a page: the sweep wakes them.
    await_that(lambda: len(new.manager.store.load(table)) == 3)
    again = anna.at(new.address)
    new.people.append(again)
    assert len(again.live(table).until(lambda state: len(state["moves"]) == 2)["moves"]) == 2
    assert again.live(secret.table).until(lambda state: len(state["moves"]) >= 2)["revealed"]


def test_a_table_that_cannot_be_read_harms_no_other(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now)
    store = serving.manager.store
    bad = TableUpdate("BADBADBADBADBADB", 0, [Event("created", 0, {"game": "chess"})], "open", True, 0, 0)
    asyncio.run_coroutine_threadsafe(store.append(bad), _loop(serving)).result()
    anna = serving.person()
    waiting = anna.set_up()
    now.pass_by(8 * DAY)
    await_that(lambda: anna.fetch("/api/mine")["tables"][0]["phase"] == "over")
    assert anna.live(waiting).state["result"]["reason"] == "cancelled"


def test_what_cannot_be_written_has_not_happened(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _ = sit_down(serving)
    before = anna.state

    async def fail(*updates: TableUpdate) -> None:
        raise StorageError.__new__(StorageError)

    with monkeypatch.context() as patch:
        patch.setattr(serving.manager.store, "append", fail)
        refused = anna.refused("move", key="tried", seat=0, ticket=anna.state["ticket"], move="a1-a3")
        assert refused["code"] in ("storage", "unexpected")
        tab = anna.person.live(anna.table)
        assert (tab.state["seq"], tab.state["moves"]) == (before["seq"], [])
    assert anna.ask("move", key="tried", seat=0, ticket=before["ticket"], move="a1-a3")["moves"] == [[0, "a1-a3"]]


def test_nobody_hears_of_what_is_not_yet_on_disk(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a move is being written, new pages, lists and records show the table as it was."""
    anna, ben = sit_down(serving)
    written, append = threading.Event(), serving.manager.store.append

    async def slow(*updates: TableUpdate) -> None:
        await asyncio.to_thread(written.wait)
        await append(*updates)

    monkeypatch.setattr(serving.manager.store, "append", slow)
    key = anna.say("move", seat=0, ticket=anna.state["ticket"], move="a1-a3")
    await_that(serving.manager.live[anna.table].lock.locked)
    try:
        assert serving.person("Olga").live(anna.table).state["moves"] == []
        assert "a1-a3" not in ben.person.get(f"/api/tables/{anna.table}/record").text
        assert not ben.person.fetch("/api/mine")["tables"][0]["your_turn"]
        tab = ben.person.live(anna.table)
        assert (tab.state["moves"], tab.state["ticket"]) == ([], None)
    finally:
        written.set()
    assert anna.answer(key)["moves"] == [[0, "a1-a3"]]
    tab.until(lambda state: state["ticket"] is not None)


def test_a_clock_that_was_set_ahead_closes_no_game(database: str, serve: Serve) -> None:
    """Nor does a long absence of the server: players could not play."""
    now = Moments()
    serving = serve(database, now=now)
    connections = list(sit_down(serving))
    play(connections, random.Random(1), 2)
    serving.close()
    now.pass_by(90 * DAY)
    serving = serve(database, now=now)
    anna = connections[0].person.at(serving.address)
    serving.people.append(anna)
    await_that(lambda: _wake_at(serving, connections[0].table) > now())
    assert anna.live(connections[0].table).state["phase"] == "playing"
    now.pass_by(61 * DAY)
    await_that(lambda: anna.fetch("/api/mine")["tables"][0]["phase"] == "over")


def test_tables_where_nothing_can_be_done_do_not_keep_others_waiting(
    database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep takes so many tables at a time. Games of a plugin that is gone must not take all places for ever."""
    monkeypatch.setattr(store, "MAX_LEASED", 1)
    now = Moments()
    serving = serve(database, now=now)
    first, second = (list(sit_down(serving, time=FIVE)) for _ in range(2))
    for connections in (first, second):
        play(connections, random.Random(1), 3)
    serving.close()
    engine = sa.create_engine(serving.manager.store.engine.url)
    with engine.begin() as connection:
        here = schema.tables.c.id == first[0].table
        connection.execute(schema.tables.update().where(here).values(wake_at=1))
        connection.execute(schema.events.update().where(schema.events.c.table_id == first[0].table).values(body="{"))
    engine.dispose()
    serving = serve(database, now=now)
    now.pass_by(10 * MINUTE)
    await_that(lambda: _phase(serving, second[0].table) == "over")
    assert _phase(serving, first[0].table) == "playing"


def _row(serving: Serving, table: str) -> Any:
    with serving.manager.store.engine.connect() as connection:
        return connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).one()


def _wake_at(serving: Serving, table: str) -> int:
    return int(_row(serving, table).wake_at)


def _phase(serving: Serving, table: str) -> str:
    return str(_row(serving, table).phase)
