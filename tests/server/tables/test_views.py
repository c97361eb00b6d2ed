"""Secrets: what reaches others does not depend on them, byte for byte, until they are shown."""

from __future__ import annotations

import itertools
import random
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ludotheque.server.http import sessions
from ludotheque.server.tables import keys
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection
from tests.server.serving import Moments, Serving

NOW = 1_800_000_000_000
TRIES = [
    "a1",
    "xd4",
    "xe5",
    "xa3",
    "+d4",
    "+a3",
    "+c3,d4",
    "a1,a2,b1,b2,c2",
    "e1,e2,f1,f2,g2",
    "a3-a4",
    "",
    "?",
    "pass",
]
"""What somebody might send to learn something from the refusal."""


class Overheard:
    """Everything that others received: the opponent, an onlooker, somebody with a table of his own."""

    def __init__(self, opponent: Connection, *onlookers: Connection) -> None:
        self.connections = [opponent, *onlookers]
        self.answers: list[object] = []

    def pry(self, table: str, owner: int) -> None:
        """Ask for everything that one may ask for, and for what one may not."""
        for connection in self.connections:
            person = connection.person
            for path in ("", "/record", "/picture.svg"):
                self.note(person.get(f"/api/tables/{table}{path}"))
            for path in ("/api/mine", "/api/open", f"/t/{table}", "/api/tables/AAAAAAAAAAAAAAAA"):
                self.note(person.get(path))
            for seat, clicks in itertools.product((owner, 1 - owner), (["a3"], ["d4"], ["e4"], ["d4", "e4"])):
                self.note(person.post(f"/api/tables/{table}/explain", {"seat": seat, "clicks": clicks}))
            self.note(person.post(f"/api/tables/{table}/preview", {"seat": 1 - owner, "candidates": TRIES[:9]}))
            self.note(person.post(f"/api/tables/{table}/join", {"name": "Eve", "key": "0" * 32}))
            self.note(person.post(f"/api/tables/{table}/return", {"key": f"{owner}.{'0' * 32}"}))
            self.pry_at_the_table(connection, owner)
        for connection in self.connections:
            connection.close()
            self.see_presence(connection, owner, here=False)
            connection.open()
            self.see_presence(connection, owner, here=True)
            connection.refused("handover", seat=owner)

    def see_presence(self, connection: Connection, owner: int, *, here: bool) -> None:
        """When the opponent leaves or comes, everybody else hears of it before the next thing happens."""
        if connection is self.connections[0]:
            for other in self.connections[1:]:
                other.until(lambda state: state["seats"][1 - owner]["present"] is here)

    def pry_at_the_table(self, connection: Connection, owner: int) -> None:
        own = connection.state["ticket"]
        for seat, move in itertools.product((0, 1), TRIES):
            for ticket in {own, connection.state["seq"], 0}:
                if seat == owner or ticket != own or move not in self.legal(connection):
                    connection.refused("move", seat=seat, ticket=ticket, move=move)
        for seat in (0, 1):
            connection.refused("offer", seat=seat, what="takeback")
            connection.refused("offer", seat=seat, what="rematch")
            connection.refused("claim", seat=seat, **{"as": "win"})
        connection.refused("handover", seat=owner)
        connection.refused("resign", seat=owner)

    @staticmethod
    def legal(connection: Connection) -> list[str]:
        """What would be played, not refused."""
        combination = connection.state["combination"]
        if combination is None:
            return [choice[0] for choice in connection.state["legal_moves"] or []]
        parts = [
            move.removeprefix(combination["prefix"]).split(",")
            for move in TRIES
            if move.startswith(combination["prefix"])
        ]
        fitting = [
            cells for cells in parts if len(cells) == combination["count"] and set(cells) <= set(combination["cells"])
        ]
        return [combination["prefix"] + ",".join(cells) for cells in fitting]

    def note(self, answer: httpx.Response) -> None:
        headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        self.answers.append((answer.status_code, headers, answer.content))

    @property
    def all(self) -> list[object]:
        return [*self.answers, *([*connection.bytes] for connection in self.connections)]


class Game:
    """A game of Massaï in which nothing is left to chance, with its witnesses."""

    def __init__(self, serve: Serve, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
        numbers = itertools.count()
        monkeypatch.setattr(keys, "new_table_id", lambda: f"table{next(numbers):011d}")
        monkeypatch.setattr(sessions, "new_token", lambda: f"token{next(numbers):038d}")
        monkeypatch.setattr(secrets, "token_hex", lambda size: "5e" * size)
        self.serving = serve(database, now=Moments(NOW), seed="fixed", ping_every=10**9, sweep_every=10**9)
        self.people = [self.serving.person(name) for name in ("Anna", "Ben", "Olga", "Otto")]
        anna, ben, _, otto = self.people
        otto.set_up("malawi", "me", "me")
        time = {"kind": "minutes", "minutes": 5, "increment": 0}
        self.table = anna.set_up("massai", public=True, time=time)
        ben.join(self.table, None)
        self.connections = [person.live(self.table) for person in self.people]
        self.settle()

    def settle(self) -> None:
        """Wait until everybody has read everything: an answer comes after all that was sent before."""
        for connection in self.connections:
            connection.refused("move", seat=0, ticket=-1, move="")

    def move(self, seat: int, move: str) -> None:
        connection = self.connections[seat]
        connection.move(move)
        self.settle()

    def advance_to_an_attack(self) -> tuple[int, list[str]]:
        """Play the same moves every time, until a player may attack several cells."""
        dice = random.Random(5)
        while True:
            seat = next(number for number in (0, 1) if self.connections[number].state["ticket"] is not None)
            choices = self.connections[seat].state["legal_moves"]
            attacks = [text for text, _, kind in choices if "attack" in kind]
            if len(attacks) > 1:
                return seat, attacks
            self.move(seat, dice.choice([text for text, _, kind in choices if "attack" not in kind]))

    def others(self, owner: int) -> Overheard:
        return Overheard(self.connections[1 - owner], *self.connections[2:])


Told = tuple[list[object], list[str], list[object]]
"""What others heard until the reveal, what the owner heard, what others heard in the end."""


def tell(game: Game, owner: int, secret: str) -> Told:
    overheard = game.others(owner)
    game.move(owner, secret)
    overheard.pry(game.table, owner)
    game.settle()
    until = overheard.all
    own = list(game.connections[owner].bytes)
    opponent = game.connections[1 - owner]
    combination = opponent.state["combination"]
    answer = (
        SET_UPS[1 - owner]
        if combination["kind"] == "set_up"
        else f"+{','.join(combination['cells'][: combination['count']])}"
    )
    game.move(1 - owner, answer)
    return until, own, overheard.all


def check(one: Told, other: Told, logs: str, *words: str) -> None:
    assert len(one[0]) == len(other[0])
    for first, second in zip(one[0], other[0], strict=True):
        assert first == second
    assert one[1] != other[1], "the owner sees what he chose"
    assert one[2] != other[2], "in the end it is shown"
    assert not any(word in logs for word in words), "logs keep secrets too"


@pytest.fixture
def game(serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Callable[[], Game]:
    databases = (f"sqlite:///{tmp_path / f'{number}.sqlite'}" for number in itertools.count())
    return lambda: Game(serve, monkeypatch, next(databases))


@pytest.mark.parametrize("owner", [0, 1])
def test_a_set_up_is_nobody_elses_business(
    owner: int, game: Callable[[], Game], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    chosen = [("a3,a4,b3,c2,c3", "e3,e4,f3,f4,g4")[owner], ("a1,a2,b1,b2,c2", "e1,e2,f1,f2,g2")[owner]]
    one, other = (tell(game(), owner, secret) for secret in chosen)
    out, err = capfd.readouterr()
    check(one, other, caplog.text + out + err, *chosen)


def test_an_attack_is_nobody_elses_business(
    game: Callable[[], Game], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    told = []
    for number in (0, -1):
        played = game()
        for seat in (0, 1):
            played.move(seat, SET_UPS[seat])
        owner, attacks = played.advance_to_an_attack()
        assert attacks[0] != attacks[-1]
        told.append(tell(played, owner, attacks[number]))
    out, err = capfd.readouterr()
    check(told[0], told[1], caplog.text + out + err, attacks[0], attacks[-1])


def test_the_others_see_that_somebody_has_chosen(game: Callable[[], Game]) -> None:
    played = game()
    anna, ben, olga, _ = played.connections
    played.move(0, SET_UPS[0])
    for connection in (ben, olga):
        assert connection.state["committed"] == [0]
        assert connection.state["moves"] == [[0, None]]
        assert connection.state["to_act"] == [1]
        assert connection.state["actions"] == ([] if connection is olga else ["abort", "resign", "draw"])
    assert anna.state["moves"] == [[0, SET_UPS[0]]]
    assert anna.state["ticket"] is None
    assert olga.state["viewpoint"] is None
    played.move(1, SET_UPS[1])
    for connection in (anna, ben, olga):
        assert connection.state["committed"] == []
        assert connection.state["moves"] == [[0, SET_UPS[0]], [1, SET_UPS[1]]]
        assert connection.state["revealed"] == connection.state["moves"]


def test_the_record_tells_no_more_than_one_knows(game: Callable[[], Game]) -> None:
    played = game()
    played.move(0, SET_UPS[0])
    records = [person.get(f"/api/tables/{played.table}/record").text for person in played.people]
    assert SET_UPS[0] in records[0]
    assert records[1] == records[2] == records[3]
    assert SET_UPS[0] not in records[1]
    played.connections[1].ask("resign", seat=1)
    after = [person.get(f"/api/tables/{played.table}/record").text for person in played.people]
    assert 'Reason "resigned"' in after[0]
    assert after[1] == after[2]


def test_on_one_device_secrets_wait_behind_a_curtain(serving: Serving) -> None:
    """Whoever hands the device over does not show his choice, whatever is asked for in between."""
    anna = serving.person()
    told = []
    for huts in ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c2"):
        connection = anna.live(anna.set_up("massai", "me", "me"))
        assert connection.state["viewpoint"] is None, "both owe a secret: first somebody must take the device"
        assert connection.state["legal_moves"] is connection.state["combination"] is connection.state["ticket"] is None
        connection.socket.send('{"type":"handover","seat":0}')
        connection.until(lambda state: state["viewpoint"] == 0)
        connection.bytes.clear()
        connection.ask("move", key="first", seat=0, ticket=connection.state["ticket"], move=huts)
        assert connection.state["viewpoint"] is None, "the move ends the handover"
        connection.socket.send('{"type":"handover","seat":0}')
        connection.read()
        assert connection.state["viewpoint"] is None, "nobody looks again once his choice is made"
        connection.socket.send('{"type":"handover","seat":1}')
        connection.until(lambda state: state["viewpoint"] == 1)
        connection.refused("offer", key="second", seat=1, what="takeback")
        connection.close()
        connection.open()
        told.append([*connection.bytes, anna.get(f"/api/tables/{connection.table}/record").text])
        connection.socket.send('{"type":"handover","seat":1}')
        connection.until(lambda state: state["viewpoint"] == 1)
        connection.move(SET_UPS[1])
        assert connection.state["moves"] == [[0, huts], [1, SET_UPS[1]]]
    assert told[0] == told[1]
    assert not any("a3,a4" in text for text in told[0])
