"""Opinions about positions and games: every game, bounds, one search for each client, secrets kept."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.server.search import annotation
from ludotheque.teaching.endings import endings
from tests.record.test_record import GOOD
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Person
from tests.server.serving import Serving, await_that
from tests.variants import VARIANTS, name, whole_game

Json = dict[str, Any]


def line_of(record: lt.Record, ply: int) -> Json:
    return {
        "game": record.game.id,
        "options": dict(record.game.options),
        "moves": [(step.player, str(step.move)) for step in record.moves[:ply]],
    }


def annotate(person: Person, **wish: Any) -> list[Json]:
    answer = person.post("/api/study/annotate", wish)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_every_game_is_analysed(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 4)
    for ply in (0, len(record.moves) // 2):
        position = record.positions[ply]
        player = position.to_act[-1]
        wish = {**line_of(record, ply), "seconds": 0.05, "player": player, "lines": 3}
        told = reader.done("/api/study/analyse", wish)
        assert told["player"] == player
        assert 0 <= told["chance"] <= 1
        legal = {str(move) for move in position.legal_moves(player)}
        for candidate in told["candidates"]:
            assert candidate["text"] in legal
            assert 0 <= candidate["chance"] <= 1
            assert candidate["path"]
            assert candidate["kind"] in game.rulebook.look.kinds
        assert 1 <= len(told["candidates"]) <= 12


def test_a_win_is_proven(reader: Person) -> None:
    record = lt.Record.parse(GOOD)
    told = reader.done("/api/study/analyse", {**line_of(record, len(record.moves) - 1), "seconds": 1})
    assert told["candidates"][0]["text"] == "e3-e6"
    assert told["proven"]
    assert told["chance"] == 1


def test_mixtures_are_told(reader: Person) -> None:
    told = reader.done("/api/study/analyse", {"game": "massai", "seconds": 0.1})
    weights = [candidate["weight"] for candidate in told["candidates"]]
    assert all(weights)
    assert sum(weights) == pytest.approx(1, abs=0.02)


def test_an_analysis_knows_only_what_its_player_knows(reader: Person) -> None:
    """What Dark set up in secret makes no difference to Light's analysis."""
    told = []
    for huts in (SET_UPS[0], "a2,b2,c2,d3,d4"):
        wish = {"game": "massai", "moves": [[0, huts]], "player": 1, "seconds": 0.1}
        told.append(reader.done("/api/study/analyse", wish))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"record": GOOD}, "illegal"),
        ({"game": "malawi", "seconds": 6}, "message"),
        ({"game": "malawi", "seconds": 0}, "message"),
        ({"game": "malawi", "seconds": "NaN"}, "message"),
        ({"game": "malawi", "lines": 100}, "message"),
        ({"game": "malawi", "player": 1}, "illegal"),
        ({"game": "malawi", "player": 5}, "invalid"),
        ({"game": "malawi", "position": "turn=0"}, "invalid"),
    ],
)
def test_what_is_not_analysed(wish: Json, code: str, reader: Person) -> None:
    answer = reader.post("/api/study/analyse", wish)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_newer_analysis_ends_the_older_one(library: Serving) -> None:
    reader = library.person()
    reader.set_up()
    old: list[Any] = []
    begun = time.monotonic()
    other = reader.at(library.address)
    waiting = threading.Thread(
        target=lambda: old.append(other.post("/api/study/analyse", {"game": "malawi", "seconds": 5}))
    )
    waiting.start()
    while not library.app.state.analyses.running:
        time.sleep(0.01)
    reader.done("/api/study/analyse", {"game": "malawi", "seconds": 0.05})
    waiting.join()
    other.close()
    assert time.monotonic() - begun < 4
    assert (old[0].status_code, old[0].json()["code"]) == (409, "newer")
    assert not library.app.state.analyses.running


@pytest.mark.parametrize("bound", ["analyses_waiting", "analyses_per_address"])
def test_searches_that_wait_are_bounded(bound: str, serve: Serve) -> None:
    answer = serve(**{bound: 0}).person().post("/api/study/analyse", {"game": "malawi", "seconds": 0.05})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_made_up_cookies_do_not_fill_the_queue(serve: Serve) -> None:
    """Searches wait by network address. Another address still gets its turn."""
    serving = serve(analyses_per_address=2, analysis_workers=1)
    patient = [serving.person(f"Reader {number}") for number in range(2)]
    for person in patient:
        person.set_up()
    threads = [
        threading.Thread(target=person.post, args=("/api/study/analyse", {"game": "malawi", "seconds": 1}))
        for person in patient
    ]
    for thread in threads:
        thread.start()
    await_that(lambda: serving.app.state.analyses.running == 2)
    third, elsewhere = serving.person("Reader 3"), serving.person("Olga")
    third.set_up()
    elsewhere.http = httpx.Client(
        base_url=f"http://{serving.address}", transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=60
    )
    asked = {"game": "malawi", "seconds": 0.05}
    answer = third.post("/api/study/analyse", asked)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert elsewhere.post("/api/study/analyse", asked).status_code == 200
    for thread in threads:
        thread.join()


def test_a_search_ends_when_its_reader_goes(library: Serving) -> None:
    begun = time.monotonic()
    reader = library.person()
    with pytest.raises(httpx.ReadTimeout):
        reader.http.post("/api/study/analyse", json={"game": "malawi", "seconds": 5}, timeout=0.3)
    await_that(lambda: not library.app.state.analyses.running)
    assert time.monotonic() - begun < 4


def test_the_process_of_the_server_does_not_search(library: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Limit) -> None:
        raise AssertionError("a search in the process of the server")

    monkeypatch.setattr(Limit, "__enter__", refuse)
    reader = library.person()
    assert reader.done("/api/study/analyse", {"game": "malawi", "seconds": 0.05})["candidates"]
    assert annotate(reader, record=GOOD)[-1] == {"done": True}
    table = reader.live(reader.set_up("malawi", 1, "me"))
    assert table.until(lambda state: len(state["moves"]) == 1)


def test_nobody_asks_too_often(serve: Serve) -> None:
    person = serve(analyses_per_second=0.001, analysis_burst=2).person()
    codes = [person.post("/api/study/analyse", {"game": "moaai", "seconds": 0.01}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


# Whole games.


def test_the_losing_mistake_is_the_turning_point(serve: Serve) -> None:
    told = annotate(serve().person(), record=GOOD)
    record = lt.Record.parse(GOOD)
    assert told[-1] == {"done": True}
    plies = [message for message in told if "ply" in message]
    assert [message["ply"] for message in plies] == list(range(len(record.positions)))
    assert all(sum(message["chances"]) == pytest.approx(1, abs=0.001) for message in plies)
    assert plies[-1] == {"ply": 5, "chances": [1.0, 0.0], "proven": True}
    turns = [message for message in told if "turn" in message]
    assert turns[-1]["turn"] == 4
    assert turns[-1]["player"] == 1
    assert turns[-1]["after"] == 0
    assert turns[-1]["better"]["text"] != "d6>b6,c4"


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_every_game_is_annotated_in_time(game: lt.Game, reader: Person) -> None:
    record = min((whole_game(game, seed) for seed in range(8)), key=lambda record: len(record.moves))
    begun = time.monotonic()
    told = annotate(reader, record=str(record))
    # It promises far less than the page waits, which is long enough for a busy machine.
    assert time.monotonic() - begun < 90
    assert told[-1] == {"done": True}
    assert sum("ply" in message for message in told) == len(record.positions)
    for turn in (message for message in told if "turn" in message):
        position = record.positions[turn["turn"] - 1]
        assert turn["better"]["text"] in {str(move) for move in position.legal_moves(turn["player"])}
        assert turn["move"] != turn["better"]["text"]


def test_a_broken_record_is_refused_before_anything_is_told(reader: Person) -> None:
    answer = reader.post("/api/study/annotate", {"record": GOOD.replace("e3-e6", "e3-e5")})
    assert answer.status_code == 422
    assert answer.json()["line"]


def test_who_goes_away_ends_the_work(library: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    # So long for each position that the work cannot be done before he goes.
    monkeypatch.setattr(annotation, "MIN_SECONDS", annotation.MAX_SECONDS)
    reader = library.person()
    record = str(whole_game(lt.load("massai"), 3))
    with reader.http.stream("POST", "/api/study/annotate", json={"record": record}) as answer:
        lines = answer.iter_lines()  # kept: who forgets it has gone away already
        next(lines)
        assert library.app.state.analyses.running
    deadline = time.monotonic() + 10
    while library.app.state.analyses.running:
        assert time.monotonic() < deadline, "the search goes on for nobody"
        time.sleep(0.02)


# Hints.


def test_a_hint_against_the_computer(library: Serving) -> None:
    anna, eve = library.person("Anna"), library.person("Eve")
    table = anna.set_up("malawi", "me", 1)
    told = anna.done(f"/api/tables/{table}/hint", {"seat": 0})
    legal = {str(move) for move in lt.load("malawi").start().legal_moves()}
    assert told["player"] == 0
    assert told["candidates"][0]["text"] in legal
    for person, seat, code in ((eve, 0, "not_yours"), (anna, 1, "not_yours"), (anna, 5, "not_yours")):
        answer = person.post(f"/api/tables/{table}/hint", {"seat": seat})
        assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_no_hints_among_people_nor_out_of_turn(library: Serving) -> None:
    anna, ben = library.person("Anna"), library.person("Ben")
    table = anna.set_up("malawi")
    ben.join(table, anna.invitation(table))
    both = anna.set_up("malawi", "me", "me")
    three = anna.set_up("moaai", "me", 1, "me", options={"players": 3})
    over = anna.set_up("malawi", "me", 1)
    anna.live(over).ask("resign", seat=0)
    for id in (table, both, three, over):
        answer = anna.post(f"/api/tables/{id}/hint", {"seat": 0})
        assert (answer.status_code, answer.json()["code"]) == (409, "hint")


def test_a_hint_knows_no_secret(library: Serving) -> None:
    """The computer has set up its huts in secret; whatever they are, the hint is the same."""
    told = []
    for seed in range(2):
        anna = library.person(f"Anna {seed}")
        table = anna.set_up("massai", "me", 1)
        anna.live(table).until(lambda state: 1 in state["committed"])
        told.append(anna.done(f"/api/tables/{table}/hint", {"seat": 0}))
    assert told[0] == told[1]
    view = lt.load("massai").start().view(0)
    assert told[0]["candidates"][0]["text"] in {str(move) for move in view.legal_moves()}


def test_positions_with_too_many_decisions_are_not_analysed(reader: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.serialize.position.MAX_MOVES", 50)
    answer = reader.post("/api/study/analyse", {"game": "malawi", "seconds": 0.05})
    assert (answer.status_code, answer.json()["code"]) == (422, "crowded")


# Known endings.


def test_an_ending_is_proven_again_after_every_move(reader: Person) -> None:
    ending = next(one for one in endings("malawi") if one.start.to_act == (one.player,))
    path = f"/api/games/malawi/endings/{ending.id}"
    assert reader.done(path, {"moves": []}) == {"holds": True, "ply": None, "better": None}
    told = [reader.done(path, {"moves": [[ending.player, str(move)]]}) for move in ending.start.legal_moves()]
    assert {True, False} == {one["holds"] for one in told}
    assert {one["ply"] for one in told if not one["holds"]} == {1}
    better = {one["better"] for one in told if not one["holds"]}
    assert all(reader.done(path, {"moves": [[ending.player, move]]})["holds"] for move in better)
    illegal = reader.post(path, {"moves": [[ending.player, "a1-a2"], [ending.player, "a1-a2"]]})
    assert illegal.status_code == 422, illegal.text
    assert reader.post("/api/games/malawi/endings/nothing", {"moves": []}).status_code == 404
