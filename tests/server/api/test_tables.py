"""Setting up, sitting down, coming back, leaving: by HTTP."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

import ludotheque as lt
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Person
from tests.server.serving import Moments, Serving


def status(person: Person, path: str, data: object = None) -> tuple[int, str]:
    answer = person.post(path, data)
    return answer.status_code, answer.json()["code"]


def test_invitations(serving: Serving) -> None:
    anna, ben, eve = (serving.person(name) for name in ("Anna", "Ben", "Eve"))
    table, other = anna.set_up(), eve.set_up()
    key = anna.invitation(table)
    for wrong in (None, "", "0" * 32, eve.invitation(other), anna.seat_key(table, 0), key[:-1]):
        assert status(eve, f"/api/tables/{table}/join", {"name": "Eve", "key": wrong}) == (403, "invitation")
    assert status(anna, f"/api/tables/{table}/join", {"key": key}) == (409, "seated")
    assert eve.info(table)["links"] == {"watch": f"/t/{table}", "invite": None, "seats": {}}
    assert ben.join(table, key) == 1
    assert status(eve, f"/api/tables/{table}/join", {"key": key}) == (409, "taken")
    assert anna.info(table)["links"]["invite"] is None, "nobody is invited to a full table"
    assert list(ben.info(table)["links"]["seats"]) == ["1"]


def test_a_private_link_brings_a_seat_back(serving: Serving) -> None:
    anna, ben, phone, eve = (serving.person(name) for name in ("Anna", "Ben", "phone", "Eve"))
    table = anna.set_up()
    ben.join(table, anna.invitation(table))
    key, other = anna.seat_key(table, 0), eve.set_up()
    for wrong in ("", "0", key[:-1], key.replace("0.", "1."), eve.seat_key(other, 0), "9." + key[2:]):
        assert status(eve, f"/api/tables/{table}/return", {"key": wrong}) == (403, "key")
    assert phone.done(f"/api/tables/{table}/return", {"key": key}) == {"seat": 0}
    assert phone.done(f"/api/tables/{table}/return", {"key": key}) == {"seat": 0}
    assert phone.live(table).move("a1-a3")["mine"] == [0]
    assert [each["id"] for each in phone.fetch("/api/mine")["tables"]] == [table]
    assert anna.info(table)["mine"] == [0]
    assert eve.info(table)["mine"] == []


def test_an_old_link_does_not_open_a_seat_that_was_given_back(serving: Serving) -> None:
    anna, ben, carl = (serving.person(name) for name in ("Anna", "Ben", "Carl"))
    table = anna.set_up("moaai", "me", "open", "open", options={"players": 3})
    invitation = anna.invitation(table)
    ben.join(table, invitation, seat=1)
    old = ben.seat_key(table, 1)
    ben.done(f"/api/tables/{table}/leave")
    assert status(ben, f"/api/tables/{table}/return", {"key": old}) == (403, "key"), "nobody sits there"
    carl.join(table, invitation, seat=1)
    assert status(ben, f"/api/tables/{table}/return", {"key": old}) == (403, "key")
    assert ben.info(table)["mine"] == []
    assert ben.fetch("/api/mine")["tables"] == []
    assert carl.seat_key(table, 1) != old


def test_computers_seats_are_nobodys(serving: Serving) -> None:
    anna = serving.person()
    table = anna.set_up("malawi", "me", 1)
    key = serving.manager.keys.seat(table, 1, serving.manager.live[table].table.seats[1].since)
    assert status(anna, f"/api/tables/{table}/return", {"key": key}) == (403, "key")


def test_leaving(serving: Serving) -> None:
    anna, ben, eve = (serving.person(name) for name in ("Anna", "Ben", "Eve"))
    table = anna.set_up(public=True)
    assert status(eve, f"/api/tables/{table}/leave") == (403, "not_yours")
    assert [each["id"] for each in eve.fetch("/api/open")["tables"]] == [table]
    ben.join(table, None)
    assert eve.fetch("/api/open")["tables"] == []
    connection, other = anna.live(table), ben.live(table)
    connection.move("a1-a3")
    other.until(lambda state: state["ticket"] is not None)
    assert "abort" in other.state["actions"]
    other.move("a6-a4")
    assert status(ben, f"/api/tables/{table}/leave") == (409, "begun")
    waiting = anna.set_up(public=True)
    assert anna.done(f"/api/tables/{waiting}/leave") == {"phase": "over"}
    assert status(ben, f"/api/tables/{waiting}/join", {}) == (409, "over")
    assert eve.fetch("/api/open")["tables"] == []


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x>', "Zoé\u202e\u0000\x1b🛖", "{name}", "%s"]
)
def test_names_are_only_text(name: str, serving: Serving) -> None:
    anna = serving.person(name)
    table = anna.set_up(public=True)
    kept = "".join(sign for sign in name if sign.isprintable() and sign != "\u202e")[:24]
    assert anna.live(table).state["seats"][0]["name"] == kept
    listed = anna.get("/api/open")
    assert listed.headers["content-type"] == "application/json"
    assert listed.json()["tables"][0]["names"] == [kept, None]
    record = anna.get(f"/api/tables/{table}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert record.headers["content-disposition"].startswith("attachment")
    assert anna.get(f"/t/{table}").text == anna.get("/").text, "no page is built from names"


def test_what_a_table_is_like(serving: Serving) -> None:
    anna = serving.person()
    for game, options in (
        ("malawi", {"diagonals": False}),
        ("moaai", {"players": 3}),
        ("masterplan", {"vigilance": True}),
    ):
        seats: list[Any] = ["me", 1, 1][: 3 if game == "moaai" else 2]
        table = anna.set_up(game, *seats, options=options, time={"kind": "days", "days": 2})
        info = anna.info(table)
        assert options.items() <= info["options"].items()
        assert len(info["sides"]) == len(seats)
        assert info["time"] == {"kind": "days", "days": 2}
        assert info["board"]["cells"]
        assert all(set(text) == {"fr", "en"} for text in info["option_texts"])


def test_sides_by_lot(serve: Serve) -> None:
    serving = serve(seed="lot")
    anna = serving.person()
    sides = [anna.info(anna.set_up(shuffle=True))["mine"] for _ in range(12)]
    assert {tuple(side) for side in sides} == {(0,), (1,)}


def test_names_for_one_device(serving: Serving) -> None:
    anna = serving.person()
    connection = anna.live(anna.set_up("malawi", "me", "me", names=["Anna", "Ben"]))
    assert [seat["name"] for seat in connection.state["seats"]] == ["Anna", "Ben"]
    assert connection.state["mine"] == [0, 1]
    assert connection.state["viewpoint"] == 0
    assert connection.move("a1-a3")["viewpoint"] == 1


@pytest.mark.parametrize("id", ["AAAAAAAAAAAAAAAA", "x", "%00", "%2e%2e", "a" * 3000, "%F0%9F%9B%96", "'%20OR%201=1--"])
def test_tables_that_are_not_there(id: str, database: str, serve: Serve) -> None:
    person = serve(database).person()
    for answer in (
        person.get(f"/api/tables/{id}"),
        person.get(f"/api/tables/{id}/record"),
        person.get(f"/api/tables/{id}/picture.svg"),
        person.post(f"/api/tables/{id}/join", {}),
        person.post(f"/api/tables/{id}/return", {"key": "0.0"}),
        person.post(f"/api/tables/{id}/leave"),
    ):
        assert answer.status_code == 404, answer.text


def test_lists_hold_only_what_concerns_one(serving: Serving) -> None:
    anna, ben = serving.person("Anna"), serving.person("Ben")
    open_to_all, private = anna.set_up(public=True), anna.set_up()
    mine = {table["id"]: table for table in anna.fetch("/api/mine")["tables"]}
    assert set(mine) == {open_to_all, private}
    assert ben.fetch("/api/mine") == {"tables": []}
    found = ben.fetch("/api/open")["tables"]
    assert [table["id"] for table in found] == [open_to_all]
    assert (found[0]["mine"], found[0]["your_turn"], found[0]["phase"]) == ([], False, "open")
    assert private not in ben.get("/api/open").text


# Lists.


def only(person: Person) -> Any:
    """The only table in a person's list."""
    (found,) = person.fetch("/api/mine")["tables"]
    return found


def test_a_list_tells_whose_turn_it_is_and_since_when(serve: Serve) -> None:
    moments = Moments(fixed=1_800_000_000_000)
    serving = serve(now=moments)
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up()
    assert (only(anna)["to_act"], only(anna)["waiting_since"]) == ([], None), "nobody waits before the start"
    ben.join(table, anna.invitation(table))
    begun = only(anna)["waiting_since"]
    assert (only(anna)["to_act"], only(anna)["your_turn"], only(ben)["your_turn"]) == ([0], True, False)
    moments.pass_by(7_200_000)
    assert only(anna)["waiting_since"] == begun, "time passes, but the turn began when it began"
    anna.live(table).move("a1-a3")
    found = only(ben)
    assert (found["to_act"], found["your_turn"]) == ([1], True)
    passed = datetime.fromisoformat(found["waiting_since"]) - datetime.fromisoformat(begun)
    assert passed == timedelta(hours=2)


def test_a_list_tells_who_won_and_how(serving: Serving) -> None:
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up()
    ben.join(table, anna.invitation(table))
    assert (only(anna)["result"], only(anna)["reason"]) == (None, None)
    anna.live(table).ask("resign", seat=0)
    assert "Ben" in only(anna)["result"]["en"]
    assert only(anna)["reason"]["en"] == lt.texts.say("reasons.resigned").to("en")


def test_a_cancelled_game_has_one_sentence(serving: Serving) -> None:
    anna = serving.person("Anna")
    anna.done(f"/api/tables/{anna.set_up()}/leave")
    assert only(anna)["result"]
    assert only(anna)["reason"] is None


def test_lists_and_tables_name_the_options_that_are_not_usual(serving: Serving) -> None:
    anna = serving.person()
    usual, other = anna.set_up("malawi"), anna.set_up("malawi", options={"diagonals": False})
    found = {table["id"]: table["changed_options"] for table in anna.fetch("/api/mine")["tables"]}
    assert found == {usual: [], other: [{"fr": "Diagonales\u00a0: non", "en": "Diagonals: no"}]}
    assert anna.info(usual)["changed_options"] == []
    assert anna.info(other)["changed_options"] == found[other]


# Pictures.


def picture(person: Person, table: str) -> str:
    answer = person.get(f"/api/tables/{table}/picture.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.headers["cache-control"].startswith("private")
    assert "style-src" in answer.headers["content-security-policy"]
    return answer.text


def test_a_picture_shows_the_position(serving: Serving) -> None:
    anna, ben, eve = (serving.person(name) for name in ("Anna", "Ben", "Eve"))
    table = anna.set_up()
    ben.join(table, anna.invitation(table))
    before = picture(anna, table)
    position = lt.load("malawi").start().play("a1-a3")
    anna.live(table).move("a1-a3")
    assert picture(anna, table) != before
    upright = position.svg(last=position.game.read("a1-a3"), coordinates=False)
    assert picture(anna, table) == picture(eve, table) == upright
    assert picture(ben, table) == position.svg(last=position.game.read("a1-a3"), coordinates=False, flip=True)


def test_a_picture_is_sent_again_only_after_a_change(serving: Serving) -> None:
    anna = serving.person()
    table = anna.set_up("malawi", "me", "me")
    path = f"/api/tables/{table}/picture.svg"
    mark = anna.get(path).headers["etag"]
    assert anna.get(path, **{"If-None-Match": mark}).status_code == 304
    anna.live(table).move("a1-a3")
    assert anna.get(path, **{"If-None-Match": mark}).status_code == 200


def test_a_picture_keeps_secrets(serving: Serving) -> None:
    """Only the player who has set up in secret sees it. Two players on one device see the board of an onlooker."""
    anna, ben, eve, zoe = (serving.person(name) for name in ("Anna", "Ben", "Eve", "Zoe"))
    table, shared = anna.set_up("massai"), zoe.set_up("massai", "me", "me")
    ben.join(table, anna.invitation(table))
    others = [(ben, table), (eve, table), (zoe, shared), (eve, shared)]
    before = [picture(*one) for one in others]
    own = picture(anna, table)
    anna.live(table).move(SET_UPS[0])
    line = zoe.live(shared)
    line.socket.send('{"type":"handover","seat":0}')
    line.until(lambda state: state["viewpoint"] == 0)
    line.move(SET_UPS[0])
    assert picture(anna, table) != own
    for one, empty in zip(others, before, strict=True):
        assert re.sub("<title>.*</title>", "", picture(*one)) == re.sub("<title>.*</title>", "", empty)
        assert not re.search("a3,a4", picture(*one))
