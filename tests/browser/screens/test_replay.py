"""Replays: keys, slider, autoplay, links to a ply, downloads, and the analysis of a whole game."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Locator, Route, expect

import ludotheque as lt
from tests.browser.conftest import PHONE, Welcome
from tests.browser.scripts import clicks_for, script
from tests.browser.test_all_screens import axe, faults
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor
from tests.server.people import SET_UPS, Person
from tests.server.serving import Serving

STEPS = script("malawi").steps
LAST = len(STEPS)


def sentence(anna: Visitor) -> Locator:
    return anna.page.locator(".panel .sentence")


def is_at(anna: Visitor, ply: int) -> None:
    expect(sentence(anna)).to_contain_text(STEPS[ply - 1].text if ply else anna.says("replay.start"))
    expect(anna.page.locator("input[type=range]")).to_have_value(str(ply))
    if ply:
        expect(anna.page.locator(".moves td[aria-current]")).to_have_text(STEPS[ply - 1].text)


def test_keys_lead_through_the_game(welcome: Welcome, finished: str) -> None:
    anna = welcome()
    anna.go(f"/replay/{finished}")
    is_at(anna, 0)
    keys = anna.page.keyboard
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", LAST),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        keys.press(key)
        is_at(anna, ply)
    keys.press("ArrowRight")
    anna.page.wait_for_url("**#1")
    anna.page.locator(".moves .ply").nth(2).click()
    is_at(anna, 3)
    anna.page.evaluate("location.hash = '#5'")
    is_at(anna, 5)
    anna.page.locator("body").click(position={"x": 1, "y": 1})
    keys.press("Space")
    is_at(anna, LAST)
    expect(anna.page.get_by_role("button", name=anna.says("replay.play"))).to_be_visible()
    anna.page.locator("input[type=range]").focus()
    keys.press("ArrowLeft")
    is_at(anna, LAST - 1)
    anna.press("table.flip")
    expect(anna.page.locator(".badge")).to_have_count(0)


def test_downloads(welcome: Welcome, finished: str) -> None:
    anna = welcome(accept_downloads=True)
    anna.go(f"/replay/{finished}#3")
    is_at(anna, 3)
    anna.page.locator("summary", has_text=anna.says("replay.files")).click()
    files = {}
    for key in ("record", "picture", "film"):
        with anna.page.expect_download() as download:
            anna.press(f"replay.{key}")
        files[key] = Path(download.value.path()).read_text("utf-8")
    record = lt.Record.parse(files["record"])
    assert [str(step.move) for step in record.moves] == [step.text for step in STEPS]
    assert record.positions[3].text in files["picture"].replace("&gt;", ">")
    motions = [node for node in ElementTree.fromstring(files["film"]).iter() if node.tag.endswith("animate")]
    assert len(motions) > LAST


def test_pictures_of_pixels(welcome: Welcome, finished: str) -> None:
    """The browser makes the PNG, and the server the GIF. Both look as the page does."""
    anna = welcome(accept_downloads=True, color_scheme="dark")
    anna.go(f"/replay/{finished}#3")
    is_at(anna, 3)
    anna.page.locator("summary", has_text=anna.says("replay.files")).click()
    pictures = {}
    for key in ("picture_png", "film_gif"):
        with anna.page.expect_download() as download:
            anna.press(f"replay.{key}")
        pictures[key] = Image.open(BytesIO(Path(download.value.path()).read_bytes()))
    png, gif = pictures["picture_png"], pictures["film_gif"]
    assert (png.format, gif.format) == ("PNG", "GIF")
    for picture in (png, gif):
        colour = picture.convert("RGB").crop((0, 0, 1, 1)).tobytes()
        assert max(colour) < 40, "the ground of the dark theme"
    assert len(png.convert("RGB").getcolors(1 << 20) or ()) > 1000, "the board is drawn"
    assert getattr(gif, "n_frames", 1) == LAST + 1


def test_the_analysis_of_a_whole_game(welcome: Welcome, finished: str) -> None:
    anna = welcome()
    anna.go(f"/replay/{finished}")
    anna.press("analysis.start")
    turns = anna.page.locator(".turning-points .turning-point")
    expect(turns.last).to_be_visible()
    expect(anna.page.locator(".graph svg title")).to_contain_text("%")
    assert anna.page.locator(".graph .diamond").count() == turns.count()
    turns.last.click()
    losing = STEPS[LAST - 2]
    expect(turns.last).to_contain_text(losing.text)
    is_at(anna, LAST - 1)


def test_from_the_result_and_the_start_page(welcome: Welcome, finished: str, server: Serving) -> None:
    anna = welcome()
    known: Person = next(person for person in server.people if person.name == "Anna")
    for name, value in known.http.cookies.items():
        anna.context.add_cookies([{"name": name, "value": value, "url": f"http://{server.address}"}])
    anna.go(f"/t/{finished}")
    anna.press("replay.link")
    is_at(anna, 0)
    anna.go("/")
    anna.page.locator(f'a[href="/replay/{finished}"]').click()
    is_at(anna, 0)
    anna.page.keyboard.press("End")
    is_at(anna, LAST)
    anna.press("replay.study")
    expect(anna.page.locator(".variations [aria-current]")).to_contain_text(STEPS[LAST - 1].text)


def told(ply: int, language: str) -> list[str]:
    """What happened in a ply of the finished game, in sentences."""
    game, step, before = lt.load("malawi"), STEPS[ply - 1], position_before(ply)
    after = before.play(step.text, step.player)
    played = [(step.player, game.read(step.text).code)]
    return [text.to(language) for text in game.rulebook.narration.tell(before.state, after.state, played)]


@pytest.mark.parametrize(("language", "options"), [("en", {}), ("fr", PHONE)], ids=["desktop", "phone"])
def test_a_move_has_one_number_and_sentences(
    language: str, options: dict[str, object], welcome: Welcome, finished: str
) -> None:
    """The slider, the list and the address agree, in notation and in words."""
    anna = welcome(language=language, **options)
    anna.go(f"/replay/{finished}")
    if options:
        anna.act_on(anna.page.locator(".moves summary"))
    slider = anna.page.locator("input[type=range]")
    for ply in (1, 4, LAST):
        anna.page.evaluate(f"location.hash = '#{ply}'")
        is_at(anna, ply)
        expect(sentence(anna)).to_have_text(re.compile(rf"^{ply}\b"))
        expect(anna.page.locator(".moves td[aria-current]")).to_have_attribute("data-number", str(ply))
        expect(anna.page.locator(".panel .told li")).to_have_text(told(ply, language))
        assert all(text in (slider.get_attribute("aria-valuetext") or "") for text in told(ply, language))
    anna.page.get_by_label(anna.says("moves.words")).check()
    anna.reload()
    if options:
        anna.act_on(anna.page.locator(".moves summary"))
    item = anna.page.locator(".in-words [aria-current]")
    expect(item).to_have_text(f"{LAST}.{' '.join(told(LAST, language))}")
    expect(anna.page.locator(".moves table")).to_be_hidden()
    anna.act_on(anna.page.locator(".in-words .ply").nth(3))
    expect(item).to_contain_text(told(4, language)[0])
    expect(slider).to_have_value("4")
    screen = Screen("replay in words", "", "")
    check_width(anna, screen)
    check_words(anna, screen)
    anna.page.evaluate(axe())
    found = list(faults(anna, screen))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "options",
    [{}, {**PHONE, "viewport": {"width": 360, "height": 640}}, {**PHONE, "viewport": {"width": 844, "height": 390}}],
    ids=["desktop", "phone", "on its side"],
)
def test_learning_from_a_game(options: dict[str, object], welcome: Welcome, finished: str) -> None:
    """An onlooker finds the better move at every turning point. The move of the game is not accepted."""
    anna = welcome(**options)
    answers: list[str] = []

    def pass_on(route: Route) -> None:
        # The browser does not keep the body of a stream that no cache may keep.
        answer = route.fetch(timeout=120_000)
        answers.append(answer.text())
        route.fulfill(response=answer)

    anna.page.route("**/annotate", pass_on)
    anna.go(f"/replay/{finished}")
    with anna.page.expect_response("**/annotate", timeout=120_000):
        anna.press("review.start")
    board = anna.page.locator(".review ludo-board svg.ludotheque")
    expect(board).to_be_in_viewport(ratio=1)
    lines = [json.loads(line) for line in answers[0].splitlines()]
    points = [line for line in lines if "turn" in line]
    said = anna.page.locator(".lesson .answer")
    for number, point in enumerate(points, 1):
        expect(anna.page.locator(".lesson-step[aria-current]")).to_have_text(str(number))
        expect(sentence_of_lesson(anna)).to_contain_text(point["move"])
        before = position_before(point["turn"])
        for move, kind in ((point["move"], "no"), (point["better"]["text"], "yes")):
            anna.click_path(clicks_for(before, point["player"], move), "malawi")
            confirm = anna.page.locator(".lesson .confirm")
            if confirm.count():
                anna.act_on(confirm)
            expect(said).to_have_class(re.compile(rf"\b{kind}\b"))
        expect(said).to_contain_text(point["better"]["text"])
        expect(said).to_contain_text("%")
        last = number == len(points)
        anna.act_on(
            anna.page.locator(".dock").get_by_role("button", name=anna.says(f"review.{'back' if last else 'next'}"))
        )
    expect(anna.page.get_by_role("button", name=anna.says("review.start"))).to_be_focused()
    expect(anna.page.locator("input[type=range]")).to_be_visible()


def sentence_of_lesson(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson .sentence")


def position_before(turn: int) -> lt.Position:
    """The position in which this move of the finished game was played."""
    position = lt.load("malawi").start()
    for step in STEPS[: turn - 1]:
        position = position.play(step.text, step.player)
    return position


def of_the_loser(route: Route) -> None:
    """Answer as a deep search does: all turning points are the loser's. On a busy machine a shallow one sees others."""
    lines = route.fetch(timeout=120_000).text().splitlines()
    said = [line for line in lines if "turn" not in (message := json.loads(line)) or message["player"] == 1]
    route.fulfill(content_type="application/x-ndjson", body="\n".join(said) + "\n")


def test_a_player_learns_from_their_own_moves(welcome: Welcome, finished: str, server: Serving) -> None:
    """The loser is asked about all turning points, the winner about none."""
    loser = lt.load("malawi").rulebook.player_name(1)
    for name, own in (("Anna", False), ("Ben", True)):
        visitor = welcome()
        visitor.page.route("**/api/study/annotate", of_the_loser)
        known: Person = next(person for person in server.people if person.name == name)
        for cookie, value in known.http.cookies.items():
            visitor.context.add_cookies([{"name": cookie, "value": value, "url": f"http://{server.address}"}])
        visitor.go(f"/replay/{finished}")
        visitor.press("review.start")
        steps = visitor.page.locator(".lesson-step")
        if not own:
            expect(visitor.page.locator(".analysis [role=status]")).to_have_text(visitor.says("review.none"))
            expect(steps).to_have_count(0)
            continue
        expect(steps.first).to_be_visible()
        for step in steps.all():
            expect(step).to_have_accessible_name(re.compile(loser.to(visitor.language)))


def test_a_running_game_keeps_its_secret(welcome: Welcome, server: Serving) -> None:
    """Ben has placed his huts, Carl has not. Anna watches."""
    ben, carl, anna = server.person("Ben"), server.person("Carl"), welcome()
    table = ben.set_up("massai")
    carl.join(table, ben.invitation(table))
    ben.live(table).move(SET_UPS[0])
    with anna.page.expect_response("**/replay") as answer:
        anna.go(f"/replay/{table}")
    assert SET_UPS[0] not in answer.value.text()
    assert len(answer.value.json()["plies"]) == 1
    expect(sentence(anna)).to_contain_text(anna.says("replay.start"))
    expect(anna.page.get_by_role("button", name=anna.says("analysis.start"))).to_have_count(0)
    expect(anna.page.locator(".replay").get_by_role("link", name=anna.says("replay.study"))).to_have_count(0)
