"""The page tells what happens: refused clicks, events, dangers, reveals and the end of a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import ludotheque as lt
from ludotheque.record import Record
from tests.browser.conftest import Welcome
from tests.browser.pair import Pair
from tests.browser.scripts import ALL, GAMES, Script, clicks_for, script
from tests.browser.visitors import SIZES, Toucher, Visitor, sized
from tests.clicking import clickable, follows
from tests.server.serving import Serving

LANGUAGES = ("fr", "en")
OFTEN = 8
"""After every so many moves the page is looked at in all sizes."""
WATCH = """() => {
  window.seen = [];
  const note = () => {
    const text = (part) => (document.querySelector(part)?.innerText ?? '').replace(/\\s+/g, ' ').trim();
    const box = document.querySelector('.panel .sentence').getBoundingClientRect();
    const inSight = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    const pegs = document.querySelectorAll('.piece:not([display]) > use[href$="target"]').length;
    const row = [text('.panel .sentence'), text('.panel .told'), text('.move-buttons'), inSight, pegs];
    if (row.join() !== window.seen.at(-1)?.join()) window.seen.push(row);
  };
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(note).observe(document.querySelector('.panel'), everything);
  note();
}"""
"""Keeps all that the panel ever says: the sentence, what happened, the buttons; whether the sentence is in sight,
and how many pegs of an attack are on the board."""


def panel(visitor: Visitor, part: str) -> Locator:
    return visitor.page.locator(f".table .panel {part}")


def records(played: Script) -> list[Record]:
    """The game after each of its moves."""
    found = [Record.of(lt.load(played.game, **played.options))]
    for step in played:
        found.append(found[-1].play(step.text, step.player))
    return found


def story(record: Record, language: str) -> list[str]:
    """What is told of the moves that were revealed last."""
    revealed = record.last_revealed
    before = record.positions[len(record.moves) - len(revealed)].state
    moves = [(played.player, played.move.code) for played in revealed]
    told = record.game.rulebook.narration.tell(before, record.final.state, moves)
    return [text.to(language) for text in told]


@pytest.mark.parametrize("name", ALL)
def test_every_move_is_told_in_words(name: str, welcome: Welcome) -> None:
    """A whole game on one device: in the panel and to screen readers, in one language for each game.

    One game of each kind is played with pieces that move.
    """
    played = script(name)
    language = LANGUAGES[ALL.index(name) % 2]
    visitor = welcome(language=language, reduced_motion="no-preference" if name in GAMES else "reduce")
    visitor.set_up(played.game, "table", **({"players": 1} if played.options else {}))
    spoken = visitor.page.locator("[role=status][aria-live]")
    for number, record in enumerate(records(played)[1:]):
        visitor.play(played, number, number + 1)
        if record.final.has_secret or record.final.outcome:
            continue
        sentences = story(record, language)
        expect(panel(visitor, ".told li")).to_have_text(sentences)
        if number % OFTEN == 0:
            visitor.sees_at_every_size(panel(visitor, ".told li").last, panel(visitor, ".sentence"))
        for sentence in sentences:
            expect(spoken.locator("p", has_text=sentence).first).to_be_attached()
    visitor.sees_result(played)


@pytest.mark.parametrize("name", ["assaut", "malawi", "massai", "masterplan", "moaai"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refused_click_says_why(name: str, language: str, welcome: Welcome) -> None:
    """Every cell that begins no move, after a few moves, with a link to its ruling."""
    played = script(name)
    visitor = welcome(language=language)
    visitor.go(f"/t/{visitor.make_table(name, 'me', 'me')}")
    visitor.seated()
    count = min(3, len(played) - 1)
    visitor.play(played, 0, count)
    record = records(played)[count]
    player = record.final.to_act[0]
    visitor.pass_handover(player, played)
    view = record.final.view(player)
    refused = [click for click in clickable(view, []) if not follows(view, [click])]
    assert refused
    for click in refused[:: max(1, len(refused) // 6)]:
        why = view.explain([click])
        visitor.target(click, name).click(force=True)
        alert = panel(visitor, ".alert")
        expect(alert).to_contain_text(why.sentence.to(language)[1:])
        expect(alert.get_by_role("link")).to_have_attribute("href", f"/rules/{name}#{why.ruling}")
    visitor.sees_at_every_size(alert, panel(visitor, ".sentence"))


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_is_in_sight(size: str, welcome: Welcome, server: Serving) -> None:
    """The reason for a refused click, and what the opponent did, without scrolling; by touch on phones."""
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True, "kind": Toucher} if "phone" in size else {}
    pair = Pair(welcome(**sized(size), **phone), server)
    pair.anna.act_on(pair.anna.target("c1", "malawi"))
    refused = pair.anna.target("c6", "malawi")
    if phone:
        refused.tap(force=True)
    else:
        refused.click(force=True)
    alert = panel(pair.anna, ".alert")
    expect(alert).to_contain_text("MAL-4")
    expect(alert).to_be_in_viewport(ratio=0.99)
    pair.anna.press("table.undo")
    pair.play(2)
    expect(panel(pair.anna, ".told li")).to_have_count(2)
    expect(panel(pair.anna, ".told")).to_be_in_viewport(ratio=0.99)
    expect(panel(pair.anna, ".sentence")).to_be_in_viewport(ratio=0.99)


def test_who_is_not_to_move_is_told_so(pair: Pair) -> None:
    pair.play(1)
    pair.anna.target("a1", "malawi").click(force=True)
    expect(panel(pair.anna, ".alert")).to_contain_text("Black")


def test_a_reveal_is_a_moment(welcome: Welcome, server: Serving) -> None:
    """Attack, guards and outcome come one after the other, in sight in every window of the attacker.

    Nothing else is said meanwhile, there is no button, and the peg of the attack is there once.
    """
    played = script("massai_with_parries")
    attack = next(number for number, step in enumerate(played) if step.text.startswith("x") and step.player == 0)
    pair = Pair(welcome(reduced_motion="no-preference"), server, "massai")
    pair.play_steps(played.steps[: attack + 1])
    windows = [pair.anna.another_page() for _ in SIZES]
    for window, size in zip(windows, SIZES, strict=True):
        window.page.set_viewport_size(sized(size)["viewport"])
        window.sees_moves(attack + 1)
        window.page.evaluate(WATCH)
    pair.play_steps(played.steps[attack + 1 : attack + 2], attack + 1)
    attack_told, guards_told, *outcome = story(records(played)[attack + 2], "en")
    for window, size in zip(windows, SIZES, strict=True):
        expect(panel(window, ".told li")).to_have_text([attack_told, guards_told, *outcome])
        seen = window.page.evaluate("window.seen")
        steps = [row for row in seen if row[0] in {attack_told, guards_told}]
        assert [row[0] for row in steps] == [attack_told, guards_told], size
        assert all(row[1:] == ["", "", True, 1] for row in steps), (size, steps)


def test_a_declined_offer_is_told(pair: Pair) -> None:
    pair.play(2)
    pair.anna.press("actions.draw")
    pair.await_offer("draw")
    pair.line.ask("decline", seat=1, what="draw")
    answer = panel(pair.anna, ".offers").first
    expect(answer).to_have_text(pair.anna.says("offers.draw_declined", name="Ben"))
    pair.anna.sees_at_every_size(answer)


def test_the_end_is_a_moment(welcome: Welcome) -> None:
    """First the board comes to rest and lights up, then the sentence and the buttons come."""
    played = script("malawi")
    visitor = welcome(reduced_motion="no-preference")
    visitor.go(f"/t/{visitor.make_table('malawi', 'me', 'me')}")
    visitor.seated()
    visitor.play(played, 0, len(played) - 1)
    visitor.page.evaluate(
        """() => new MutationObserver(() => {
          const order = (window.order ??= []);
          const note = (what, there) => there && !order.includes(what) && order.push(what);
          note('lit', document.querySelector('ludo-board .mark.decided'));
          note('told', document.querySelector('.headline'));
        }).observe(document.body, { subtree: true, childList: true })"""
    )
    visitor.play_move(played.steps[-1], "malawi")
    visitor.sees_result(played)
    assert visitor.page.evaluate("window.order") == ["lit", "told"]
    expect(visitor.page.locator("ludo-board .mark.decided")).to_have_count(1)
    for key in ("actions.rematch", "replay.link", "replay.learn"):
        label = visitor.says(key)
        expect(panel(visitor, ".move-buttons").get_by_text(label, exact=True)).to_be_visible()
    visitor.sees_at_every_size(panel(visitor, ".headline"), visitor.page.locator("ludo-board .mark.decided"))


def test_a_danger_is_marked_and_told(welcome: Welcome) -> None:
    """A pawn that must be struck at once."""
    moves = ["c1>d1,e1", "c6-c4", "b1-b3", "b6-b4", "e1>b3,c1,f1", "b4-d2", "b3-b6"]
    visitor = welcome()
    visitor.go(f"/t/{visitor.make_table('malawi', 'me', 'me')}")
    visitor.seated()
    position = lt.load("malawi").start()
    for number, move in enumerate(moves):
        expect(panel(visitor, ".dangers li")).to_have_count(0)
        visitor.click_path(clicks_for(position, number % 2, move), "malawi")
        visitor.sees_moves(number + 1)
        position = position.play(move)
    (danger,) = position.view(1).dangers
    expect(panel(visitor, ".dangers li")).to_have_text(danger.text.en)
    expect(visitor.page.locator("ludo-board .mark.danger")).to_have_count(1)
    visitor.sees_at_every_size(panel(visitor, ".dangers li"), visitor.page.locator("ludo-board .mark.danger"))
    expect(visitor.target("b6", "malawi")).to_have_attribute("aria-label", re.compile(visitor.says("board.danger")))


def test_another_pawn_is_a_new_start_not_a_receiver(welcome: Welcome) -> None:
    visitor = welcome()
    visitor.go(f"/t/{visitor.make_table('malawi', 'me', 'me')}")
    visitor.seated()
    chosen = visitor.page.locator('.hit[aria-pressed="true"]')
    visitor.act_on(visitor.target("c1", "malawi"))
    visitor.act_on(visitor.target("d1", "malawi"))
    expect(chosen).to_have_count(1)
    expect(visitor.target("d1", "malawi")).to_have_attribute("aria-pressed", "true")
    visitor.act_on(visitor.target("distribute", "malawi"))
    receivers = visitor.page.locator("ludo-board .mark.member")
    expect(receivers).to_have_count(5)
    visitor.sees_at_every_size(*receivers.all(), panel(visitor, ".sentence"))


def test_a_house_is_previewed_before_it_is_built(welcome: Welcome) -> None:
    """Each place shows its ghost, and says what it would bring."""
    played = script("masterplan")
    count = len(played) - 4
    visitor = welcome()
    visitor.go(f"/t/{visitor.make_table('masterplan', 'me', 'me')}")
    visitor.seated()
    visitor.play(played, 0, count)
    record = records(played)[count]
    view = record.final.view(record.final.to_act[0])
    move = next(move for move in view.clickable_moves() if (view.preview(record.game.read(move.text)).text))
    cell, place = move.path.split()
    visitor.act_on(visitor.target(cell, "masterplan"))
    visitor.target(place, "masterplan").hover()
    preview = view.preview(record.game.read(move.text))
    assert preview.text
    expect(panel(visitor, ".sentence")).to_have_text(preview.text.en)
    visitor.sees_at_every_size(panel(visitor, ".sentence"))
    expect(visitor.page.locator("ludo-board .ghosts .piece")).to_have_count(len(preview.pieces))
    expect(visitor.target(place, "masterplan")).to_have_attribute("aria-label", re.compile(re.escape(preview.text.en)))
