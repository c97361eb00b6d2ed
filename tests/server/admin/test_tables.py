"""Tables as a host sees, closes and removes them, beside a running server."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.admin import tables as admin
from ludotheque.server.admin.database import opened
from ludotheque.server.settings import DAY
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.retention import Retention
from ludotheque.server.tables.store import Store, milliseconds
from ludotheque.server.tables.update import TableUpdate
from tests.server.api.test_socket import sit_down
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, play
from tests.server.tables.test_reading import damage


def test_lists_are_filtered(database: str, serve: Serve) -> None:
    serving = serve(database)
    anna = serving.person()
    waiting, running, three = anna.set_up(), anna.set_up("massai", "me", "me"), anna.set_up("assaut", "me", "me")
    anna.done(f"/api/tables/{three}/leave")
    now = milliseconds()
    with opened(database, now) as store:

        def ids(now: int = now, **chosen: object) -> set[str]:
            return {facts["id"] for facts in admin.listed(store, now, **chosen)}  # type: ignore[arg-type]

        assert ids() == {waiting, running, three}
        assert ids(phase="open") == {waiting}
        assert ids(phase="over") == {three}
        assert ids(game="massai") == {running}
        assert ids(game="massai", phase="over") == set()
        assert ids(older_than=1) == set()
        assert ids(now + 2 * DAY, older_than=1) == {waiting, running, three}
    damage(database, waiting, "json")
    with opened(database, now) as store:
        assert {facts["game"] for facts in admin.listed(store, now, phase="open")} == {None}


def test_facts_hold_no_secret(database: str, serve: Serve) -> None:
    serving = serve(database)
    anna, ben = sit_down(serving, "massai")
    anna.move(SET_UPS[0])
    with opened(database, milliseconds()) as store:
        facts = admin.shown(store, anna.table)
        written = json.dumps(facts)
        holders = [guest for seat in serving.manager.live[anna.table].table.seats for guest in seat.holders]
    assert (facts["moves"], facts["to_act"], facts["seats"][1]["name"]) == (1, [1], "Ben")
    secrets = [SET_UPS[0], *holders, anna.person.seat_key(anna.table, 0), serving.manager.store.secret]
    assert not [secret for secret in secrets if secret in written]
    ben.move(SET_UPS[1])


def test_a_server_notices_that_a_game_was_closed(database: str, serve: Serve) -> None:
    serving = serve(database)
    anna, ben = sit_down(serving)
    play([anna, ben], random.Random(1), 4)
    to_move = anna if anna.until(lambda state: len(state["moves"]) == 4)["ticket"] is not None else ben
    with opened(database, milliseconds()) as store:
        facts = admin.close(store, anna.table, milliseconds())
    assert (facts["phase"], facts["returns"], facts["reason"]) == ("over", [0, 0], "abandoned")
    with opened(database, milliseconds()) as store, pytest.raises(LudothequeError, match="already over"):
        admin.close(store, anna.table, milliseconds())
    state = to_move.state
    refused = to_move.refused("move", seat=to_move.seat, ticket=state["ticket"], move=state["legal_moves"][0][0])
    assert refused["code"] == "over"
    for connection in (anna, ben):
        assert connection.until(lambda state: state["phase"] == "over")["result"]["reason"] == "abandoned"
    kinds = [event.kind for event in serving.manager.store.load(anna.table)]
    assert kinds == ["created", "joined", *["moved"] * 4, "ended"]


def test_a_game_that_has_not_begun_is_cancelled(database: str, serve: Serve) -> None:
    table = serve(database).person().set_up()
    with opened(database, milliseconds()) as store:
        facts = admin.close(store, table, milliseconds())
    assert (facts["phase"], facts["cancelled"], facts["returns"]) == ("over", True, None)


def test_a_move_at_the_same_moment_comes_first(database: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's event is refused by the number that the move took, and is tried again after it."""
    anna, ben = sit_down(serve(database))
    play([anna, ben], random.Random(1), 2)
    append, before = Store.append, [Event("renamed", milliseconds(), {"seat": 0, "name": "Eve", "key": "k"})]

    async def late(store: Store, update: TableUpdate) -> None:
        if before:
            other = replace(update, phase="playing", events=[before.pop()])
            await append(store, other)
        await append(store, update)

    monkeypatch.setattr(Store, "append", late)
    with opened(database, milliseconds()) as store:
        facts = admin.close(store, anna.table, milliseconds())
    assert (facts["phase"], facts["seats"][0]["name"]) == ("over", "Eve")


def test_only_what_is_over_or_unreadable_is_removed(database: str, serve: Serve) -> None:
    serving = serve(database)
    anna = serving.person()
    running, bad = anna.set_up("malawi", "me", "me"), anna.set_up("malawi", "me", "me")
    damage(database, bad, "game")
    now = milliseconds()
    with opened(database, now) as store:
        with pytest.raises(LudothequeError, match="close it first"):
            admin.remove(store, running)
        admin.remove(store, bad)
        admin.close(store, running, now)
        admin.remove(store, running)
        assert admin.listed(store, now) == []
        assert store.load(running) == store.load(bad) == []
        for id in (running, "nothing", "x" * 16):
            with pytest.raises(LudothequeError, match="does not exist"):
                admin.remove(store, id)


def test_pruning_can_be_tried_first(database: str, serve: Serve) -> None:
    anna = serve(database).person()
    old = {anna.set_up() for _ in range(3)}
    now = milliseconds() + 5 * DAY
    with opened(database, now) as store:
        assert set(admin.prune_all(store, Retention(unplayed=4), now, dry_run=True)) == old
        assert len(admin.listed(store, now)) == 3
        assert set(admin.prune_all(store, Retention(unplayed=4), now)) == old
        assert admin.listed(store, now) == []
