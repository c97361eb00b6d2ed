"""The socket: whole states, tickets, keys, presence, and what happens to those who misuse it."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import ludotheque as lt
from ludotheque.engine.levels import LEVELS
from tests.server.conftest import Serve
from tests.server.people import PATIENCE, SET_UPS, Connection, Person, play
from tests.server.serving import Moments, Serving

MINUTE = 60_000


def sit_down(serving: Serving, game: str = "malawi", **wishes: Any) -> tuple[Connection, Connection]:
    """Anna and Ben at a table."""
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up(game, **wishes)
    first = anna.live(table)
    ben.join(table, anna.invitation(table))
    second = ben.live(table)
    first.until(lambda state: all(seat["present"] for seat in state["seats"]))
    return first, second


def without(state: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in names}


# Playing.


@pytest.mark.parametrize("id", lt.games())
def test_a_whole_game(id: str, serving: Serving) -> None:
    connections = list(sit_down(serving, id))
    assert play(connections, random.Random(1)) > 2
    for connection in connections:
        state = connection.until(lambda state: state["phase"] == "over")
        assert state["result"]["headline"]["fr"]
        assert sum(state["result"]["returns"]) == 0
        assert state["actions"] == ["rematch"]
        assert state["ticket"] is state["legal_moves"] is state["task"] is None
    record = lt.Record.parse(connections[0].person.get(f"/api/tables/{connections[0].table}/record").text)
    assert record.final.outcome
    assert [str(step.move) for step in record.moves] == [move for _, move in connections[1].state["moves"]]


def test_three_players(serving: Serving) -> None:
    anna, ben, carl = (serving.person(name) for name in ("Anna", "Ben", "Carl"))
    table = anna.set_up("moaai", "open", "me", "open", options={"players": 3})
    key = anna.invitation(table)
    assert carl.join(table, key, seat=2) == 2
    assert ben.join(table, key) == 0
    connections = [person.live(table) for person in (ben, anna, carl)]
    assert play(connections, random.Random(3)) > 6
    assert len(connections[0].state["result"]["returns"]) == 3


def test_a_page_that_comes_back_sees_everything(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    dice = random.Random(2)
    play([anna, ben], dice, 4)
    anna.reach(ben.state["seq"])
    ben.close()
    anna.until(lambda state: not state["seats"][1]["present"])
    ben.open()
    anna.until(lambda state: state["seats"][1]["present"])
    names = ("viewpoint", "mine", "ticket", "task", "legal_moves", "actions", "accepted")
    assert without(ben.state, *names) == without(anna.state, *names)
    play([anna, ben], dice, 4)


def test_sent_again_after_a_reconnect_it_is_played_once(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    ticket = anna.state["ticket"]
    anna.say("move", key="once", seat=0, ticket=ticket, move="a1-a3")
    anna.close()
    anna.open()
    for _ in range(3):
        assert anna.ask("move", key="once", seat=0, ticket=ticket, move="a1-a3")["moves"] == [[0, "a1-a3"]]
    ben.until(lambda state: bool(state["moves"]))
    ben.move("a6-a4")
    assert len(anna.ask("move", key="once", seat=0, ticket=ticket, move="a1-a3")["moves"]) == 2
    assert anna.ask("resign", key="up", seat=0)["phase"] == "over"
    assert anna.ask("resign", key="up", seat=0)["phase"] == "over"


def test_two_tabs_agree(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    tab = anna.person.live(anna.table)
    tickets = [(connection, connection.state["ticket"], move) for connection, move in ((anna, "a1-a3"), (tab, "b1-b3"))]
    keys = [connection.say("move", seat=0, ticket=ticket, move=move) for connection, ticket, move in tickets]
    answers = [connection.answer(key) for (connection, _, _), key in zip(tickets, keys, strict=True)]
    assert sorted(answer["type"] for answer in answers) == ["refused", "state"]
    for connection in (anna, tab, ben):
        connection.until(lambda state: len(state["moves"]) == 1)
    assert anna.state["moves"] == tab.state["moves"] == ben.state["moves"]


def test_a_stale_page_is_told_why_and_how_things_stand(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    ticket = anna.state["ticket"]
    anna.move("a1-a3")
    refused = anna.refused("move", seat=0, ticket=ticket, move="b1-b3")
    assert refused["code"] == "stale"
    assert refused["message"]["fr"] != refused["message"]["en"]
    state = anna.read()
    assert state["type"] == "state"
    assert len(state["moves"]) == 1
    ben.until(lambda state: bool(state["moves"]))
    refused = ben.refused("move", seat=1, ticket=ben.state["ticket"], move="a6-a1")
    assert (refused["code"], refused["ruling"][:3]) == ("illegal", "MAL")
    assert ben.code("move", seat=1, ticket=ben.state["ticket"], move="nonsense") == "notation"


def test_two_secret_choices_at_the_same_moment(serving: Serving) -> None:
    connections = sit_down(serving, "massai")
    keys = [
        connection.say("move", seat=seat, ticket=connection.state["ticket"], move=SET_UPS[seat])
        for seat, connection in enumerate(connections)
    ]
    for connection, key in zip(connections, keys, strict=True):
        assert connection.answer(key)["type"] == "state"
    for connection in connections:
        assert len(connection.until(lambda state: len(state["moves"]) == 2)["revealed"]) == 2


def test_offers_takeback_draw_and_rematch(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    anna.move("a1-a3")
    anna.ask("offer", seat=0, what="takeback")
    ben.until(lambda state: state["offers"]["takeback"] == [0])
    assert ben.ask("decline", seat=1, what="takeback")["offers"]["takeback"] == []
    anna.ask("offer", seat=0, what="takeback")
    assert ben.ask("offer", seat=1, what="takeback")["moves"] == []
    anna.until(lambda state: state["ticket"] is not None)
    anna.ask("offer", seat=0, what="draw")
    assert ben.ask("offer", seat=1, what="draw")["result"]["reason"] == "agreed"
    ben.ask("offer", seat=1, what="rematch")
    following = anna.ask("offer", seat=0, what="rematch")["next"]
    assert ben.until(lambda state: state["next"])["next"] == following
    second = anna.person.live(following)
    assert second.state["mine"] == [1]
    assert second.state["series"] == [{"table": anna.table, "returns": [0, 0]}]
    assert ben.person.live(following).state["ticket"] is not None


def test_a_rematch_against_the_computer_begins_by_itself(serving: Serving) -> None:
    anna = serving.person()
    connection = anna.live(anna.set_up("malawi", "me", 1))
    connection.ask("resign", seat=0)
    second = anna.live(connection.ask("offer", seat=0, what="rematch")["next"])
    second.until(lambda state: len(state["moves"]) == 1)
    assert second.state["mine"] == [1]


# Others.


def test_here_and_away(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    tab = ben.person.live(ben.table)
    ben.close()
    tab.ask("rename", seat=1, name="Benny")
    assert anna.until(lambda state: state["seats"][1]["name"] == "Benny")["seats"][1]["present"], "another tab is open"
    tab.close()
    anna.until(lambda state: not state["seats"][1]["present"])
    assert anna.state["claim_in"] is None, "it is Anna's own turn"


def test_an_absent_player_is_claimed_against_on_his_turn_and_after_a_while(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now, claim_after=3 * MINUTE)
    anna, ben = sit_down(serving)
    claim = {"seat": 0, "as": "win"}
    now.pass_by(10 * MINUTE)
    assert anna.code("claim", **claim) == "claim", "he is here"
    ben.close()
    anna.until(lambda state: not state["seats"][1]["present"])
    now.pass_by(10 * MINUTE)
    assert anna.code("claim", **claim) == "claim", "it is not his turn"
    anna.move("a1-a3")
    assert 170 < anna.state["claim_in"] <= 180
    assert "claim" not in anna.state["actions"]
    assert anna.code("claim", **claim) == "claim", "not yet: his turn has just begun"
    now.pass_by(3 * MINUTE)
    ben.open()
    assert anna.code("claim", **claim) == "claim", "he is back"
    assert ben.code("claim", seat=1, **{"as": "win"}) == "claim"
    ben.close()
    anna.until(lambda state: not state["seats"][1]["present"])
    now.pass_by(3 * MINUTE)
    onlooker = serving.person("Olga").live(anna.table)
    assert onlooker.state["actions"] == []
    assert onlooker.code("claim", **claim) == "not_yours"
    state = anna.ask("claim", key="mine", **claim)
    assert (state["result"]["returns"], state["result"]["reason"]) == ([1, -1], "abandoned")
    assert anna.ask("claim", key="mine", **claim)["phase"] == "over", "sent again"


def test_nobody_decides_or_looks_for_another(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    olga = serving.person("Olga").live(anna.table)
    stranger = serving.person("Eve")
    stranger.set_up()
    eve = stranger.live(anna.table)
    ticket = anna.state["ticket"]
    for connection in (ben, olga, eve):
        assert connection.code("move", seat=0, ticket=ticket, move="a1-a3") == "not_yours"
        for type, rest in (
            ("resign", {}),
            ("offer", {"what": "draw"}),
            ("decline", {"what": "draw"}),
            ("claim", {"as": "draw"}),
            ("rename", {"name": "Fool"}),
            ("handover", {}),
        ):
            assert connection.code(type, seat=0, **rest) == "not_yours"
            assert connection.code(type, seat=7, **rest) == "not_yours"
    assert olga.state["mine"] == eve.state["mine"] == []
    assert olga.state["viewpoint"] is olga.state["ticket"] is olga.state["legal_moves"] is None
    assert anna.move("a1-a3")["moves"] == [[0, "a1-a3"]]


def test_someone_who_never_reads_keeps_nobody_waiting(serving: Serving) -> None:
    anna, ben = sit_down(serving)
    deaf = serving.person("Otto").live(anna.table)
    play([anna, ben], random.Random(1))
    deaf.until(lambda state: state["phase"] == "over")


# Computers.


@pytest.mark.parametrize("id", lt.games())
def test_computers_of_every_level_answer(id: str, serving: Serving) -> None:
    anna = serving.person()
    dice = random.Random(5)
    connections = [anna.live(anna.set_up(id, "me", level.number)) for level in LEVELS]
    for connection in connections:
        connection.until(lambda state: state["ticket"] is not None)
        connection.move(dice)
    for connection in connections:
        state = connection.until(lambda state: any(seat == 1 for seat, _ in state["moves"]))
        assert state["seats"][1] == {
            "kind": "computer",
            "name": None,
            "level": connection.state["seats"][1]["level"],
            "present": True,
        }
        connection.until(lambda state: state["ticket"] is not None or state["phase"] == "over")


def test_nobody_keeps_the_computer_from_deciding(serving: Serving) -> None:
    anna = serving.person()
    connection = anna.live(anna.set_up("malawi", "me", 1))
    for ticket in range(12):
        connection.ask("rename", key=f"computer 1 {ticket}", seat=0, name=f"Anna {ticket}")
    connection.move("a1-a3")
    connection.until(lambda state: len(state["moves"]) == 2)


def test_three_computers_less_one(serving: Serving) -> None:
    anna = serving.person()
    connection = anna.live(anna.set_up("moaai", 1, "me", 2, options={"players": 3}))
    dice = random.Random(1)
    for _ in range(3):
        connection.until(lambda state: state["ticket"] is not None)
        connection.move(dice)


# Misuse.


ODD: list[str | bytes] = [
    "",
    "null",
    "[]",
    '"move"',
    "{",
    "[" * 4000,
    '{"a":' * 800,
    b"\x00\x01",
    b'{"type":"resign","key":"k","seat":0}',
    '{"type":"shout","key":"odd"}',
    '{"type":["move"],"key":"odd"}',
    '{"type":"resign","key":"odd"}',
    '{"type":"resign","key":"odd","seat":0,"more":1}',
    '{"type":"resign","key":"","seat":0}',
    '{"type":"resign","key":"\\ud800","seat":0}',
    '{"type":"resign","key":"' + "k" * 41 + '","seat":0}',
    '{"type":"resign","key":{"a":1},"seat":0}',
    '{"type":"resign","key":"odd","seat":-1}',
    '{"type":"resign","key":"odd","seat":1e400}',
    '{"type":"resign","key":"odd","seat":"zero"}',
    '{"type":"resign","key":"odd","seat":99999999999999999999999}',
    '{"type":"move","key":"odd","seat":0,"ticket":{},"move":"a1-a3"}',
    '{"type":"move","key":"odd","seat":0,"ticket":NaN,"move":"a1-a3"}',
    '{"type":"move","key":"odd","seat":0,"ticket":1,"move":7}',
    '{"type":"move","key":"odd","seat":0,"ticket":1,"move":"' + "a1," * 300 + '"}',
    '{"type":"move","key":"odd","seat":0,"ticket":1,"move":"\\ud800"}',
    '{"type":"rename","key":"odd","seat":0,"name":"' + "n" * 300 + '"}',
    '{"type":"offer","key":"odd","seat":0,"what":"everything"}',
    '{"type":"claim","key":"odd","seat":0}',
    '{"type":"ping","id":"x"}',
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:30])
def test_whatever_is_sent_the_line_holds(odd: str | bytes, hub: Connection) -> None:
    hub.socket.send(odd)
    while (refused := hub.read())["type"] == "state":
        pass
    assert refused["type"] == "refused"
    assert refused["code"] == "message"
    assert isinstance(refused["key"], str)
    assert hub.code("move", seat=0, ticket=-5, move="a1-a3") == "not_begun"


OLD = [
    '{"type":"decide","key":"old","seat":0,"due":1,"move":"a1-a3"}',
    '{"type":"face","key":"old","seat":0}',
    '{"type":"pulse","key":"old","id":1}',
]


@pytest.mark.parametrize("old", OLD)
def test_a_message_of_version_1_is_refused_with_the_reason(old: str, hub: Connection) -> None:
    hub.socket.send(old)
    while (refused := hub.read())["type"] == "state":
        pass
    assert (refused["type"], refused["code"], refused["key"]) == ("refused", "version", "old")
    assert refused["message"]["en"] == "this page is out of date; reload it"
    assert refused["message"]["fr"].startswith("cette page n’est plus à jour")


@pytest.mark.parametrize("query", ["", "?v=1", "?v=3", "?v=two", "?v="])
def test_a_page_of_another_version_is_told_to_reload(query: str, hub: Connection) -> None:
    with connect(f"ws://{hub.person.address}/api/tables/{hub.table}/live{query}", proxy=None) as socket:
        gone = json.loads(socket.recv(timeout=10))
        assert (gone["v"], gone["type"], gone["code"]) == (2, "gone", "version")
        assert set(gone["message"]) == {"fr", "en"}
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_every_message_has_the_version(hub: Connection) -> None:
    hub.code("move", seat=0, ticket=0, move="a1-a3")
    assert {json.loads(text)["v"] for text in hub.bytes} == {2}


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Any:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('hub') / 'tables.sqlite'}")
    anna = serving.person()
    yield anna.live(anna.set_up())
    serving.close()


def test_numbers_nobody_counts_to_are_only_stale(hub: Connection) -> None:
    for ticket in (10**30, -(10**30), None):
        assert hub.code("move", seat=0, ticket=ticket, move="a1-a3") == "not_begun"
    hub.socket.send('{"type":"ping","id":99999999999999999999}')
    assert hub.code("handover", seat=5) == "not_yours"


def test_messages_are_short(hub: Connection) -> None:
    connection = hub.person.live(hub.table)
    connection.socket.send("x" * 5000)
    with pytest.raises(ConnectionClosed):
        connection.until(lambda state: False)
    assert connection.socket.close_code == 1009


def test_who_sends_too_much_is_told_then_cut_off(serve: Serve) -> None:
    serving = serve(messages_per_second=0.001, message_burst=5)
    anna = serving.person()
    connection = anna.live(anna.set_up())
    codes = [connection.code("resign", seat=0) for _ in range(8)]
    assert codes[:4] == ["not_begun"] * 4
    assert codes[-1] == "fast"
    with pytest.raises(ConnectionClosed):
        assert [connection.code("resign", seat=0) for _ in range(100)] == []
    assert anna.live(connection.table).state["phase"] == "open", "and may come back"


def test_too_many_pages(serve: Serve) -> None:
    serving = serve(sockets_per_address=3)
    anna = serving.person()
    table = anna.set_up()
    connections = [anna.live(table) for _ in range(3)]
    gone = _gone(anna, table)
    assert gone["code"] == "many_sockets"
    connections[0].close()
    connections[1].ask("rename", seat=0, name="Zoé")
    assert anna.live(table).state["type"] == "state"


def _gone(person: Person, table: str, **headers: str) -> dict[str, Any]:
    """What somebody is told who is turned away."""
    connection = person.live(table, **headers)
    assert not connection.state
    with pytest.raises(ConnectionClosed):
        connection.read()
    gone: dict[str, Any] = json.loads(connection.bytes[-1])
    assert gone["type"] == "gone"
    return gone


@pytest.mark.parametrize("table", ["AAAAAAAAAAAAAAAA", "x", "%00", "a" * 3000])
def test_tables_that_are_not_there(table: str, hub: Connection) -> None:
    assert _gone(hub.person, table)["code"] == "no_table"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "https://127.0.0.1", "file://", ""])
def test_pages_of_others_get_no_line(origin: str, hub: Connection) -> None:
    assert _gone(hub.person, hub.table, Origin=origin)["code"] == "origin"


def test_our_own_page_gets_a_line(hub: Connection) -> None:
    connection = hub.person.live(hub.table, Origin=f"http://{hub.person.address}")
    assert connection.state["mine"] == [0]
    connection.close()


def test_many_at_once(serving: Serving) -> None:
    """Twelve tables played at the same time: nobody gets another's state, nothing is lost."""
    faults: list[BaseException] = []

    def work(number: int) -> None:
        try:
            anna = serving.person(f"Anna{number}")
            connection = anna.live(anna.set_up("malawi", "me", "me"))
            dice = random.Random(number)
            played: list[list[Any]] = []
            while connection.state["phase"] != "over" and len(played) < 15:
                before = connection.state["to_act"][0]
                state = connection.move(dice)
                played.append([before, state["moves"][-1][1]])
                assert state["moves"] == played
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not faults


def test_a_database_that_is_away_lets_pages_try_again(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = serving.person()
    table = anna.set_up()
    serving.manager.forget(table)

    def fail(*_: object) -> None:
        raise sa.exc.OperationalError("", {}, Exception())

    monkeypatch.setattr("ludotheque.server.tables.manager.read_events", fail)
    assert anna.get(f"/api/tables/{table}").status_code == 503
    with pytest.raises(InvalidStatus) as refused:
        anna.live(table)
    assert refused.value.response.status_code == 503, "no last word to the page"
    monkeypatch.undo()
    assert anna.live(table).state["phase"] == "open"
