"""Before a game starts: the host's page with the link, and the page of an invited player."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.tour import Screen, check_width
from tests.browser.visitors import SIZES, Visitor, sized
from tests.server.serving import Serving

DAYS = {"kind": "days", "days": 3}


def says(visitor: Visitor, *words: str) -> None:
    for word in words:
        pattern = re.compile(re.escape(word).replace(r"\ ", r"\s"))
        expect(visitor.page.locator(".waiting")).to_contain_text(pattern)


def sees_art(visitor: Visitor) -> None:
    picture = visitor.page.locator(".waiting img")
    expect(picture).to_be_in_viewport()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


@pytest.mark.parametrize("size", SIZES)
def test_the_host_sees_the_game_and_the_link(size: str, welcome: Welcome) -> None:
    anna = welcome(language="fr", **sized(size))
    anna.go(f"/t/{anna.make_table('malawi', 'me', 'open', options={'diagonals': False}, time=DAYS)}")
    says(anna, "Votre invitation à jouer à Malawi", "Vous (Blanc)", "Place libre : Noir", "3 jours par tour")
    says(anna, "Diagonales : non", "On attend 1 joueur.")
    sees_art(anna)
    if SIZES[size][1] > 400:
        expect(anna.page.get_by_role("button", name=anna.says("sharing.copy")).first).to_be_in_viewport(ratio=1)
    check_width(anna, Screen("waiting", "", ".waiting"))


@pytest.mark.parametrize("size", SIZES)
def test_an_invited_player_sees_who_invites_to_what(size: str, welcome: Welcome, server: Serving) -> None:
    anna, host = welcome(**sized(size)), server.person("Zoe")
    table = host.set_up("assaut", "me", "open", options={"sideways": True}, time=DAYS)
    anna.go(f"/t/{table}#join={host.invitation(table)}")
    says(anna, "Zoe invites you to play Assaut", "Zoe (Soldiers)", "Open seat: Officers", "3 days per turn")
    says(anna, "Sideways steps: yes")
    expect(anna.page.locator(".waiting")).not_to_contain_text("Huffing")
    sees_art(anna)
    if SIZES[size][1] > 400:
        expect(anna.page.get_by_role("button", name=anna.says("waiting.join"))).to_be_in_viewport(ratio=1)
    check_width(anna, Screen("invited", "", ".waiting"))


def test_a_host_without_a_name_is_somebody(welcome: Welcome, server: Serving) -> None:
    anna, host = welcome(language="fr"), server.person("")
    table = host.set_up("malawi")
    anna.go(f"/t/{table}#join={host.invitation(table)}")
    says(anna, "Quelqu’un vous invite à jouer à Malawi")
