"""Several processes with one database: what one writes, the others show."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.library import games
from ludotheque.server.errors import StorageError
from ludotheque.server.tables import connecting, peers, schema
from ludotheque.server.tables.store import Store
from tests.server import postgres
from tests.server.api.test_socket import sit_down
from tests.server.conftest import Serve
from tests.server.people import Connection, Person, play
from tests.server.serving import Moments, Process, Serving, await_that

MINUTE = 60_000
CLAIM: dict[str, Any] = {"seat": 0, "as": "win"}
FIVE = {"kind": "minutes", "minutes": 5, "increment": 0}


@pytest.fixture
def shared(cluster: postgres.Cluster) -> str:
    """The address of a new database that several processes may serve."""
    return cluster.new()


def moved_to(serving: Serving, connection: Connection) -> Connection:
    """The same browser with a page at another process; the page that it had is closed."""
    connection.close()
    person = connection.person.at(serving.address)
    serving.people.append(person)
    return person.live(connection.table)


def at_two(shared: str, serve: Serve, game: str = "malawi", **wishes: object) -> tuple[Connection, Connection]:
    """Anna at one process, Ben at another."""
    here, there = serve(shared), serve(shared)
    return seated_at(here, there, game, **wishes)


def seated_at(here: Serving, there: Serving, game: str = "malawi", **wishes: object) -> tuple[Connection, Connection]:
    anna, ben = sit_down(here, game, **wishes)
    return anna, moved_to(there, ben)


@pytest.mark.parametrize("game", games())
def test_players_at_two_processes_play_a_whole_game(game: str, shared: str, serve: Serve) -> None:
    connections = at_two(shared, serve, game, time=FIVE)
    play(list(connections), random.Random(3))
    assert [connection.state["phase"] for connection in connections] == ["over", "over"]
    assert connections[0].state["moves"] == connections[1].state["moves"]


def test_a_secret_stays_one_at_every_process(shared: str, serve: Serve) -> None:
    anna, ben = at_two(shared, serve, "massai")
    seq = anna.move(random.Random(1))["seq"]
    seen = ben.reach(seq)
    assert [text for _, text in seen["moves"]] == [None]
    assert "a2,b2" not in "".join(ben.bytes)


def test_a_request_at_a_process_that_has_not_heard_the_news_is_carried_out(shared: str, serve: Serve) -> None:
    here, there = serve(shared), serve(shared)
    anna, ben = sit_down(here)
    ben = moved_to(there, ben)
    there.manager.store.peers.stop()
    state = anna.move("a1-a3")
    assert ben.state["moves"] == []
    ticket = state["seq"]
    assert ben.answer(ben.say("move", seat=1, ticket=ticket, move="a6-a4"))["moves"] == [[0, "a1-a3"], [1, "a6-a4"]]


def test_two_processes_at_once_double_nothing(shared: str, serve: Serve) -> None:
    servings = [serve(shared), serve(shared)]
    anna = servings[0].person()
    table = anna.set_up("malawi", "me", "me")
    people = [anna, anna.at(servings[1].address)]
    servings[1].people.append(people[1])
    connections = [person.live(table) for person in people]
    accepted: list[int] = [0, 0]
    start = threading.Barrier(2)

    def work(number: int) -> None:
        connection, dice = connections[number], random.Random(number)
        start.wait()
        for turn in range(12):
            state = connection.state
            move = dice.choice(state["legal_moves"])[0]
            key = connection.say(
                "move", key=f"{number} {turn}", seat=state["viewpoint"], ticket=state["ticket"], move=move
            )
            answer = connection.answer(key)
            accepted[number] += answer["type"] == "state"
            if answer["type"] == "refused":
                connection.read()

    threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = Store(shared)
    kept = [event.data["move"] for event in store.load(table) if event.kind == "moved"]
    store.engine.dispose()
    assert len(kept) == sum(accepted) >= 12


# Presence.


def present(connection: Connection) -> list[bool]:
    return [seat["present"] for seat in connection.state["seats"]]


def test_a_player_at_another_process_is_present_and_cannot_lose_by_absence(shared: str, serve: Serve) -> None:
    now = Moments()
    here, there = serve(shared, now=now), serve(shared, now=now)
    anna, ben = sit_down(here)
    anna.move("a1-a3")
    ben.close()
    anna.until(lambda _: present(anna) == [True, False])
    ben = moved_to(there, ben)
    anna.until(lambda _: present(anna) == [True, True])
    now.pass_by(10 * MINUTE)
    assert anna.code("claim", **CLAIM) == "claim"
    ben.close()
    anna.until(lambda _: present(anna) == [True, False])
    assert anna.code("claim", **CLAIM) == "claim", "not before the usual time"
    now.pass_by(4 * MINUTE)
    assert anna.ask("claim", **CLAIM)["phase"] == "over"


def test_players_of_a_dead_process_are_away(shared: str, serve: Serve, tmp_path: Path) -> None:
    here, there = serve(shared), Process(shared, tmp_path / "errors")
    anna, ben = sit_down(here)
    ben.close()
    elsewhere = Person(there.address)
    elsewhere.http.cookies.update(ben.person.http.cookies)
    elsewhere.live(anna.table)
    anna.until(lambda _: present(anna) == [True, True])
    there.kill()
    anna.until(lambda _: present(anna) == [True, False])
    elsewhere.close()


def test_presence_is_told_after_the_database_was_away(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else players who are there would lose by absence, and those who have gone could never be claimed against."""
    here, there = serve(shared), serve(shared)
    anna, ben = sit_down(here)
    ben = moved_to(there, ben)
    anna.until(lambda _: present(anna) == [True, True])
    ben.close()
    anna.until(lambda _: present(anna) == [True, False])
    store, failed = there.manager.store, threading.Event()
    put = store.put

    def fail(*_: Any) -> None:
        failed.set()
        raise sa.exc.OperationalError("", {}, Exception())

    for wanted in (True, False):
        failed.clear()
        monkeypatch.setattr(store, "put", fail)
        if wanted:
            ben = ben.person.live(ben.table)
        else:
            ben.close()
        assert failed.wait(10)
        monkeypatch.setattr(store, "put", put)
        anna.until(lambda _, wanted=wanted: present(anna) == [True, wanted])  # type: ignore[misc]


# Time.


@pytest.mark.parametrize("wrong", [-2 * MINUTE, 6 * MINUTE])
def test_a_process_whose_clock_is_wrong_takes_the_time_of_the_others(wrong: int, shared: str, serve: Serve) -> None:
    """The clock of a machine was set while a process goes on, or two machines have different ones."""
    now, other = Moments(), Moments()
    other.ahead = wrong
    here = serve(shared, now=now)
    anna, ben = sit_down(here, time=FIVE)
    play([anna, ben], random.Random(1), 4)
    there = serve(shared, now=other)
    anna, ben = (moved_to(there, page) for page in (anna, ben))
    assert abs(there.manager.now() - here.manager.now()) < 2000
    state = play([anna, ben], random.Random(2), 4)
    assert [connection.state["phase"] for connection in (anna, ben)] == ["playing", "playing"], state
    assert min(anna.state["clock"]["left"]) > 4 * MINUTE


def test_time_goes_on_after_a_clock_was_set_back(database: str, serve: Serve) -> None:
    """Else a computer would think until the clock says again what it said before."""
    now, later = Moments(), Moments()
    later.ahead = -60 * MINUTE
    here = serve(database, now=now, computer_pause=10**6)
    anna = here.person()
    table = anna.set_up("malawi", "me", 1)
    anna.live(table).move("a1-a3")
    here.close()
    there = serve(database, now=later)
    await_that(lambda: len([one for one in there.manager.store.load(table) if one.kind == "moved"]) == 2)


# Computers.


def test_one_process_thinks_about_a_computers_move(shared: str, serve: Serve) -> None:
    here, there = serve(shared), serve(shared)
    anna = here.person()
    table = anna.set_up("malawi", "me", 1)
    first, second = anna.live(table), moved_to(there, anna.live(table))
    for number in range(1, 6):
        connection = random.Random(number).choice([first, second])
        connection.until(lambda state: state["ticket"] is not None)
        connection.move(random.Random(number))
        first.until(lambda state, number=number: len(state["moves"]) == 2 * number)  # type: ignore[misc]
        second.until(lambda state, number=number: len(state["moves"]) == 2 * number)  # type: ignore[misc]
    for serving in (here, there):
        assert not serving.manager.live[table].searches


def test_a_computer_of_a_dead_process_is_taken_over(shared: str, serve: Serve, tmp_path: Path) -> None:
    there = Process(shared, tmp_path / "errors", computer_pause=10_000)
    anna = Person(there.address)
    table = anna.set_up("malawi", "me", 1)
    anna.live(table).move("a1-a3")
    there.kill()
    anna.close()
    here = serve(shared)
    await_that(lambda: len([one for one in here.manager.store.load(table) if one.kind == "moved"]) == 2)


# Faults.


def test_lost_news_are_read_later(shared: str, serve: Serve) -> None:
    anna, ben = at_two(shared, serve)
    engine = Store(shared).engine
    with engine.connect() as connection:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        connection.execute(sa.text(f"{cut} AND datname = current_database()"))
    engine.dispose()
    connection_lost = ben.state["seq"]
    anna.move("a1-a3")
    assert ben.reach(connection_lost + 1)["moves"] == [[0, "a1-a3"]]


def test_a_connection_that_brings_no_news_is_replaced(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It need not be broken: a machine between may have forgotten it, or a pool of connections passes no news on."""
    monkeypatch.setattr(peers, "SILENCE", 1.0)
    here, there = serve(shared), serve(shared)
    anna, ben = seated_at(here, there)
    found = there.manager.store.peers
    assert isinstance(found, peers.Peers)
    deaf = found._listening.info.backend_pid
    os.kill(deaf, signal.SIGSTOP)
    try:
        seq = anna.move("a1-a3")["seq"]
        assert ben.reach(seq)["moves"] == [[0, "a1-a3"]]
    finally:
        os.kill(deaf, signal.SIGCONT)


def test_who_is_stopped_in_a_transaction_stops_no_others(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database ends such a transaction. Otherwise its locks would stay as long as the process stands still."""
    monkeypatch.setitem(connecting._SESSION, "idle_in_transaction_session_timeout", 500)
    anna, ben = at_two(shared, serve)
    stopped = Store(shared)
    with stopped.engine.connect() as connection:
        connection.execute(schema.tables.update().values(lease=7))
        seq = anna.move("a1-a3")["seq"]
        assert ben.reach(seq)["moves"] == [[0, "a1-a3"]]
        with pytest.raises(sa.exc.DBAPIError):
            connection.execute(sa.select(1))
        connection.invalidate()
    stopped.engine.dispose()


def test_a_second_server_is_refused_by_sqlite(sqlite: str, serve: Serve) -> None:
    first = serve(sqlite)
    with pytest.raises(StorageError, match="PostgreSQL"):
        serve(sqlite)
    assert first.person().set_up()
    first.close()
    serve(sqlite)


def test_a_table_that_changes_while_it_is_read_is_read_again(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = serve(shared), serve(shared)
    anna, ben = sit_down(here)
    read, begun, moved = there.manager._read, threading.Event(), threading.Event()

    async def slowly(id: str) -> Any:
        table = await read(id)
        begun.set()
        await asyncio.to_thread(moved.wait)
        return table

    monkeypatch.setattr(there.manager, "_read", slowly)
    watching = ben.person.at(there.address)
    there.people.append(watching)
    opened: list[Connection] = []
    opening = threading.Thread(target=lambda: opened.append(watching.live(ben.table)))
    opening.start()
    assert begun.wait(10)
    seq = anna.move("a1-a3")["seq"]
    moved.set()
    opening.join()
    assert opened[0].reach(seq)["moves"] == [[0, "a1-a3"]]


def test_a_process_reads_what_it_did_not_follow_when_a_page_is_opened(shared: str, serve: Serve) -> None:
    here, there = serve(shared), serve(shared)
    anna, ben = sit_down(here)
    away = moved_to(there, ben)
    away.close()
    live = there.manager.live[anna.table]
    await_that(lambda: not live.viewers)
    seq = anna.move("a1-a3")["seq"]
    await_that(lambda: live.behind)
    assert live.table.seq < seq
    again = away.person.live(anna.table)
    assert again.reach(seq)["moves"] == [[0, "a1-a3"]]


def test_events_too_long_for_a_message_are_read_in_the_database(
    shared: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = at_two(shared, serve)
    monkeypatch.setattr(peers, "MAX_PAYLOAD", 80)
    seq = anna.move("a1-a3")["seq"]
    assert ben.reach(seq)["moves"] == [[0, "a1-a3"]]


def test_after_a_fault_a_few_queries_read_all_tables(shared: str, serve: Serve) -> None:
    """With one for each table, two thousand games would keep every move waiting for seconds."""
    here, there = serve(shared), serve(shared)
    anna, ben = sit_down(here)
    people = [here.person(f"P{number}") for number in range(30)]
    pages = [person.live(person.set_up("malawi", "me", "me")) for person in people]
    moved_to(there, ben)
    anna.until(lambda _: present(anna) == [True, True])
    store, asked = here.manager.store, Counter[str]()

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.update(name for name in ("events", "presence") if f"SELECT {name}." in statement)

    sa.event.listen(store.engine, "before_cursor_execute", count)
    assert store._loop
    store._loop.call_soon_threadsafe(here.manager._hear, None)
    await_that(lambda: asked["events"] and asked["presence"])
    for page in pages:
        page.move(random.Random(1), seat=0)
    assert asked.total() < 10
    assert present(anna) == [True, True]
