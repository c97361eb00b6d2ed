"""Games against the computer: it moves, and the game comes to a result."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import GAMES, script, sides
from tests.server.serving import Serving

MAX_MOVES = 12


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer(game: str, welcome: Welcome) -> None:
    anna = welcome()
    anna.go(f"/new/{game}?mode=computer")
    levels = anna.page.get_by_role("group", name=anna.says("setup.level"))
    levels.locator("label").first.click()
    anna.submit("computer")
    dice = random.Random(1)
    for _ in range(MAX_MOVES):
        expect(anna.page.locator(".panel.yours, .table[data-phase=over]").first).to_be_visible()
        if anna.page.locator(".table[data-phase=over]").count():
            break
        anna.play_any(game, dice)
    else:
        expect(anna.page.locator(".panel.yours, .table[data-phase=over]").first).to_be_visible()
        if anna.state["phase"] == "playing":
            anna.press("actions.resign")
            anna.page.locator("dialog .danger").click()
    expect(anna.page.locator(".headline")).not_to_be_empty()
    assert any(player == 1 for player, _ in anna.state["moves"])


@pytest.mark.parametrize(("language", "you", "computer"), [("en", "You", "Computer"), ("fr", "Vous", "Ordinateur")])
def test_players_are_named_alike(language: str, you: str, computer: str, welcome: Welcome) -> None:
    """Both bars have the player first, and the side below."""
    anna = welcome(language=language)
    anna.set_up("malawi", "computer")
    expect(anna.page.locator(".player .name")).to_have_text([computer, you])
    white, black = sides("malawi", language)
    expect(anna.page.locator(".near .role")).to_contain_text(white)
    expect(anna.page.locator(".far .role")).to_contain_text(black)


def test_the_points_of_each_player_stand_in_a_row_of_their_own(welcome: Welcome, server: Serving) -> None:
    anna, ben, played = server.person("Anna"), server.person("Ben"), script("masterplan")
    table = anna.set_up("masterplan")
    ben.join(table, anna.invitation(table))
    lines = [anna.live(table), ben.live(table)]
    for step in played:
        lines[step.player].until(lambda state: state["ticket"] is not None)
        lines[step.player].move(step.text)
    assert played.outcome.points
    eve = welcome()
    eve.go(f"/t/{table}")
    found = [text.replace("\u00a0", " ") for text in eve.page.locator(".score li").all_inner_texts()]
    names = ("Anna (White)", "Ben (Yellow)")
    assert found == [f"{name}: {count} points" for name, count in zip(names, played.outcome.points, strict=True)]
