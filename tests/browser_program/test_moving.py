"""All games of a browser as one file, and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludotheque as lt
from tests.browser_program.scripts import Clock, Office, follow
from tests.browser_program.test_desk import in_a_loop
from tests.browser_program.test_same_states import Player


async def exported(office: Office) -> str:
    status, body = await office.ask("GET", "/api/mine/export")
    assert status == 200
    return body.decode()


async def imported(office: Office, text: str) -> dict[str, int]:
    counts: dict[str, int] = await office.told("POST", "/api/mine/import", text)
    return counts


async def of_a_browser() -> str:
    """The file of a browser with a game of each kind, some of them over."""
    clock = Clock()
    office = await Office(now=clock).open()
    for number, game in enumerate(lt.games()):
        table = await office.create({"game": game, "seats": [{"who": "me"}] * lt.load(game).players})
        await follow(office.connect(table), clock, Player(number, 12))
    text = await exported(office)
    office.desk.tables.close()
    return text


@in_a_loop
async def test_games_come_back_as_they_were() -> None:
    text = await of_a_browser()
    other = await Office().open()
    counts = await imported(other, text)
    assert counts["new"] >= len(lt.games())
    assert await exported(other) == text
    assert await imported(other, text) == {"new": 0, "known": counts["new"], "unreadable": 0}
    listed = (await other.told("GET", "/api/mine"))["tables"]
    assert {table["game"] for table in listed} == set(lt.games())
    other.desk.tables.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not JSON",
        "[]",
        "7",
        '{"format": "another", "tables": []}',
        '{"format": "ludotheque-games"}',
        '{"format": "ludotheque-games", "tables": 3}',
        '{"format": "ludotheque-games", "tables": [3]}',
        '{"format": "ludotheque-games", "tables": [{"id": "x"}]}',
        "[" * 200_000,
        '{"format":' * 200_000,
    ],
)
@in_a_loop
async def test_other_files_are_refused_in_a_sentence(text: str) -> None:
    office = await Office().open()
    answer = await office.told("POST", "/api/mine/import", text, 422)
    assert answer["code"] == "import"
    office.desk.tables.close()


def damages(game: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The same game, damaged in many ways."""
    created, *rest = game["events"]
    body = json.loads(created[2])

    def with_body(**changes: Any) -> dict[str, Any]:
        return {**game, "events": [[*created[:2], json.dumps({**body, **changes})], *rest]}

    return {
        "foreign id": {**game, "id": "abcdefghijklmnop"},
        "short id": {**game, "id": "local"},
        "id of a path": {**game, "id": "local/../../../x"},
        "no text as id": {**game, "id": 7},
        "no events": {**game, "events": []},
        "events of another type": {**game, "events": 5},
        "half an event": {**game, "events": [created[:2], *rest]},
        "no JSON": {**game, "events": [[*created[:2], "{"], *rest]},
        "deep": {**game, "events": [[*created[:2], "[" * 100_000], *rest]},
        "no text": {**game, "events": [[*created[:2], body], *rest]},
        "a time of another type": {**game, "events": [[created[0], "now", created[2]], *rest]},
        "a move too early": {**game, "events": [*rest, created]},
        "an unknown kind": {**game, "events": [created, ["burned", created[1], "{}"]]},
        "an unknown game": with_body(game="chess"),
        "a name of another type": with_body(seats=[{**seat, "name": {"a": 1}} for seat in body["seats"]]),
        "no seats": with_body(seats=[]),
        "a seat of another": with_body(seats=[{**seat, "holders": ["x"]} for seat in body["seats"]]),
    }


@in_a_loop
async def test_damaged_games_are_counted_and_the_others_kept() -> None:
    games = json.loads(await of_a_browser())
    first, second = games["tables"][:2]
    for what, damaged in damages(first).items():
        office = await Office().open()
        counts = await imported(office, json.dumps({**games, "tables": [damaged, second]}))
        assert counts == {"new": 1, "known": 0, "unreadable": 1}, what
        assert len((await office.told("GET", "/api/mine"))["tables"]) == 1
        office.desk.tables.close()


@in_a_loop
async def test_a_full_browser_says_so() -> None:
    text = await of_a_browser()
    office = await Office().open()
    office.kept.full = True
    assert (await office.told("POST", "/api/mine/import", text, 503))["code"] == "storage"
    office.desk.tables.close()
