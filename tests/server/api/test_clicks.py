"""What a page asks while a player clicks: reasons with their rulings, previews, and no secret in either."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from tests.clicking import clickable, follows
from tests.server.people import SET_UPS, Person
from tests.server.serving import Serving
from tests.variants import VARIANTS, name, whole_game


def line_of(record: lt.Record, ply: int) -> dict[str, Any]:
    moves = [(step.player, str(step.move)) for step in record.moves[:ply]]
    return {"game": record.game.id, "options": dict(record.game.options), "moves": moves}


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_every_refused_first_click_is_explained(game: lt.Game, reader: Person) -> None:
    """In the middle of a game, for every cell that begins no move."""
    record = whole_game(game, 3)
    ply = len(record.moves) // 2
    player = record.positions[ply].to_act[0]
    view = record.positions[ply].view(player)
    refused = [click for click in clickable(view, []) if not follows(view, [click])]
    for click in refused:
        told = reader.done("/api/study/explain", {**line_of(record, ply), "player": player, "clicks": [click]})
        why = view.explain([click])
        assert (told["ruling"], told["message"]) == (why.ruling, dict(why.sentence))


def test_a_seat_asks_about_its_own_clicks(library: Serving, reader: Person) -> None:
    table = reader.set_up("malawi", "me", 1)
    ask = {"seat": 0, "clicks": ["c1", "c6"]}
    told = reader.done(f"/api/tables/{table}/explain", ask)
    assert told["ruling"] == "MAL-4"
    assert "5" in told["message"]["en"]
    stranger = library.person("Eve")
    assert stranger.post(f"/api/tables/{table}/explain", ask).status_code == 403
    assert reader.post(f"/api/tables/{table}/explain", {**ask, "seat": 1}).status_code == 403


def test_who_is_not_to_move_is_told_so(library: Serving) -> None:
    white, black = library.person("Anna"), library.person("Ben")
    table = white.set_up("malawi")
    assert black.join(table, white.invitation(table)) == 1
    told = black.done(f"/api/tables/{table}/explain", {"seat": 1, "clicks": ["a6"]})
    assert told["ruling"] == "ALL-1"
    assert "White" in told["message"]["en"]


@pytest.mark.parametrize(
    "clicks", [[], ["z9"], [""], ["c1", "c3"], ["c1"] * 41, ["c1" * 20], ["distribute"], ["c1", "\ud800"]], ids=str
)
def test_strange_clicks_get_a_sentence(clicks: list[str], reader: Person) -> None:
    table = reader.set_up("malawi", "me", 1)
    answer = reader.post(
        f"/api/tables/{table}/explain",
        {"seat": 0, "clicks": [click.encode("utf-8", "replace").decode() for click in clicks]},
    )
    assert answer.status_code in {200, 422}
    assert set(answer.json()["message"]) == {"fr", "en"}


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.rulebook.look.previews], ids=name)
def test_previews_are_those_of_the_moves(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 3)
    ply = len(record.moves) // 2
    player = record.positions[ply].to_act[0]
    moves = [str(move) for move in record.positions[ply].legal_moves(player)][:8]
    asked = {**line_of(record, ply), "player": player, "candidates": [*moves, str(record.moves[0].move)]}
    previews = reader.done("/api/study/preview", asked)["previews"]
    view = record.positions[ply].view(player)
    shown = [view.preview(game.read(move)) for move in moves]
    assert [preview["text"] for preview in previews[:-1]] == [one.text and dict(one.text) for one in shown]
    assert [len(preview["pieces"]) for preview in previews[:-1]] == [len(one.pieces) for one in shown]
    assert previews[-1] is None, "its cell is taken"
    assert reader.post("/api/study/preview", {**asked, "candidates": moves * 3}).status_code == 422


def test_an_explanation_knows_only_what_its_player_knows(library: Serving) -> None:
    """What Dark set up in secret makes no difference to what Light is told."""
    answers = []
    for huts in (SET_UPS[0], "a2,b2,c2,d3,d4"):
        dark, light = library.person("Anna"), library.person("Ben")
        table = dark.set_up("massai")
        light.join(table, dark.invitation(table))
        dark.live(table).until(lambda state: state["phase"] == "playing")
        dark.connections[-1].move(huts)
        cells = [cell["name"] for cell in light.info(table)["board"]["cells"]]
        answers.append(
            [light.post(f"/api/tables/{table}/explain", {"seat": 1, "clicks": [cell]}).json() for cell in cells]
        )
    assert answers[0] == answers[1]
