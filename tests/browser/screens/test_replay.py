"""Replays: keys, slider, autoplay, links to a ply, downloads, and the analysis of a whole game."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Locator, expect

import ludotheque as lt
from tests.browser.conftest import Welcome
from tests.browser.scripts import script
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
