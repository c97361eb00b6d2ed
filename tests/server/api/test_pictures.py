"""Pictures for study: those of the package, charged like other studies; a worker draws GIFs."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

import ludotheque as lt
from ludotheque.picture import Sheet
from ludotheque.server.api import pictures
from tests.server.conftest import Serve
from tests.server.people import Person
from tests.variants import VARIANTS, name, whole_game

LINE = {"game": "malawi", "moves": [(0, "c1-e3"), (1, "e6-c4")]}


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_pictures_are_those_of_the_record(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 2)
    wish = {"record": str(record)}
    last = record.last_revealed
    drawn = reader.post("/api/study/svg", {**wish, "ply": len(record.moves)}).text
    assert drawn == record.final.svg(last=[step.move for step in last])
    film = ElementTree.fromstring(reader.post("/api/study/svg", {**wish, "language": "en", "flip": True}).text)
    motions = [node for node in film.iter() if node.tag.endswith("animate")]
    assert len(motions) >= len(record.moves)
    assert {node.get("attributeName") for node in motions} == {"display"}
    for node in motions:
        times = [float(time) for time in str(node.get("keyTimes")).split(";")]
        assert times == sorted(set(times))
        assert times[0] == 0
        assert times[-1] < 1
        assert len(times) == len(str(node.get("values")).split(";"))
    captions = [node.text or "" for node in film.iter() if node.get("class") == "caption"]
    assert len(captions) == len(record.positions)
    assert str(record.moves[0].move) in captions[1]
    looks: Sheet = {"theme": "dark", "coordinates": False, "flip": True}
    assert reader.post("/api/study/svg", {**wish, **looks, "ply": 0}).text == record.svg(0, **looks)
    refused = reader.post("/api/study/svg", {**wish, "ply": len(record.positions)})
    assert (refused.status_code, refused.json()["code"]) == (422, "ply")


def test_a_gif_is_the_record_as_a_film(reader: Person) -> None:
    answer = reader.post("/api/study/gif", {**LINE, "theme": "dark", "flip": True, "language": "fr"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/gif")
    assert getattr(Image.open(BytesIO(answer.content)), "n_frames", 1) == 3
    record = lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4"])
    assert answer.content == record.gif(theme="dark", flip=True, language="fr")


def test_a_gif_of_a_long_game_is_refused(reader: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_GIF_MOVES", 1)
    answer = reader.post("/api/study/gif", LINE)
    assert (answer.status_code, answer.json()["code"]) == (422, "long_gif")


def test_without_the_extra_a_sentence_says_so(reader: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "can_draw", lambda: False)
    answer = reader.post("/api/study/gif", LINE)
    assert (answer.status_code, answer.json()["code"]) == (501, "no_gif")
    assert answer.json()["message"]["fr"] != answer.json()["message"]["en"]


def test_a_gif_counts_as_an_analysis(serve: Serve) -> None:
    """A cookie of one's own does not help."""
    serving = serve(analyses_per_second=0.001, analysis_burst=1)
    answers = [serving.person(name).post("/api/study/gif", LINE) for name in ("Anna", "Ben")]
    assert [answer.status_code for answer in answers] == [200, 429]


def test_gifs_that_wait_are_bounded(serve: Serve) -> None:
    answer = serve(analyses_waiting=0).person().post("/api/study/gif", LINE)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
