"""Getting good: the opening table, a model game, an ending played out, and a mistake asked as a puzzle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.teaching import openings
from ludotheque.teaching.endings import Ending, endings
from ludotheque.teaching.model_game import model_games
from ludotheque.teaching.reading import extras
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, try_move
from tests.browser.scripts import GAMES
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor, sized

PAGES = {page: next(game for game in GAMES if page in extras(game)) for page in ("openings", "models", "endings")}


@pytest.fixture(params=LANGUAGES)
def anna(welcome: Welcome, request: pytest.FixtureRequest) -> Visitor:
    return welcome(language=request.param, **sized("laptop"))


def test_the_opening_table_goes_on_and_back(anna: Visitor) -> None:
    game = PAGES["openings"]
    table = openings.read(game)
    assert table
    first = table["positions"][0]
    move = next(one for one in first["moves"] if one["next"] is not None)
    after = table["positions"][move["next"]]
    anna.go(f"/openings/{game}")
    expect(anna.page.locator(".about")).to_contain_text(str(table["games"]))
    rows = anna.page.locator(".opening-table tbody tr")
    expect(rows).to_have_count(len(first["moves"]) + bool(sum(first["other"])))
    anna.act_on(anna.page.get_by_role("button", name=move["move"], exact=True))
    expect(anna.page.locator(".sentence")).to_contain_text(str(after["games"]))
    expect(anna.page.locator(".opening-line")).to_contain_text(move["move"])
    expect(rows).to_have_count(len(after["moves"]) + bool(sum(after["other"])))
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.page.locator(".sentence")).to_contain_text(str(first["games"]))
    check_words(anna, Screen("opening table", "", ""))
    anna.act_on(anna.page.get_by_role("link", name=anna.says("replay.study"), exact=True))
    expect(anna.page.locator(".study ludo-board")).to_be_visible()


def test_the_browser_goes_back_from_position_to_position(anna: Visitor) -> None:
    game = PAGES["openings"]
    table = openings.read(game)
    assert table
    first = table["positions"][0]
    move = next(
        one
        for one in first["moves"]
        if one["next"] is not None and any(two["next"] is not None for two in table["positions"][one["next"]]["moves"])
    )
    after = table["positions"][move["next"]]
    second = next(one for one in after["moves"] if one["next"] is not None)
    sentence, line = anna.page.locator(".sentence"), anna.page.locator(".opening-line")
    anna.go(f"/rules/{game}")
    anna.go(f"/openings/{game}")
    for one in (move, second):
        anna.act_on(anna.page.get_by_role("button", name=one["move"], exact=True))
        expect(line).to_contain_text(one["move"])
    anna.page.go_back()
    expect(sentence).to_contain_text(str(after["games"]))
    expect(line).not_to_contain_text(second["move"])
    anna.page.go_forward()
    expect(line).to_contain_text(second["move"])
    # The address leads to the same position.
    anna.page.reload()
    expect(line).to_contain_text(second["move"])
    anna.page.go_back()
    anna.page.go_back()
    expect(sentence).to_contain_text(str(first["games"]))
    anna.page.go_back()
    expect(anna.page).to_have_url(re.compile(f"/rules/{game}$"))


@pytest.mark.parametrize("kind", ["turning", "plan"])
def test_a_model_game_by_keyboard_with_a_line_aside(anna: Visitor, kind: str) -> None:
    game, model = next(
        (game, one)
        for game in GAMES
        if "models" in extras(game)
        for one in model_games(game).games
        if any(comment.kind == kind for comment in one.comments)
    )
    comment = next(one for one in model.comments if one.kind == kind)
    last = len(model.record.moves)
    anna.go(f"/models/{game}?g={model.id}")
    sentence = anna.page.locator(".sentence")
    expect(anna.page.locator(".comment-list li")).to_have_count(len(model.comments))
    for number in range(1, 3):
        anna.page.keyboard.press("ArrowRight")
        expect(sentence).to_have_text(at_ply(anna, number, last))
    anna.act_on(anna.page.locator(".comment-list button").nth(model.comments.index(comment)))
    expect(sentence).to_have_text(at_ply(anna, comment.ply, last))
    shown = anna.page.locator(f".comment.{comment.kind}")
    expect(shown).to_have_text(comment.text[anna.language])
    check_words(anna, Screen("model game", "", ""))
    anna.act_on(anna.page.locator(".comments .button"))
    expect(anna.page.locator(".told li")).to_have_count(1 + len(comment.line))
    anna.press("models.back")
    expect(shown).to_be_visible()
    anna.page.keyboard.press("End")
    expect(anna.page.locator(".told")).to_contain_text(model.record.headline[anna.language])


def at_ply(anna: Visitor, number: int, last: int) -> re.Pattern[str]:
    """What a sentence about this ply begins with."""
    return re.compile(f"^{re.escape(anna.says('replay.at', number=number, last=last, what=''))}")


def winning_move(ending: Ending) -> str:
    """A first move after which the claim still holds."""
    return first_move(ending, holds=True)


def losing_move(ending: Ending) -> str:
    """A first move after which the claim does not hold."""
    return first_move(ending, holds=False)


def first_move(ending: Ending, *, holds: bool) -> str:
    solver = PlainSolver(ending.start.game.rulebook, entries=1 << 20)
    with Limit(60) as limit:
        for move in ending.start.legal_moves(ending.player):
            after = ending.start.play(move, ending.player)
            kept = solver.forces(after, ending.player, ending.moves - 1, limit, ending.goal)
            if not after.has_secret and kept is holds:
                return str(move)
    raise AssertionError(ending.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ending_is_played_against_the_engine(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language, **PHONE)
    game = PAGES["endings"]
    ending = next(one for one in endings(game) if one.start.to_act[0] == one.player)
    anna.go(f"/endings/{game}?e={ending.id}")
    expect(anna.page.locator(".claim")).to_contain_text(ending.claim[language])
    try_move(anna, lt.Record(ending.start), ending.player, winning_move(ending))
    # The engine has answered when it is the reader's turn again, or the game is over.
    expect(anna.page.locator(".told li").first).to_be_visible()
    expect(anna.page.locator(".sentence")).not_to_have_text(anna.says("study.thinks"))
    anna.act_on(anna.page.get_by_role("button", name=anna.says("endings.again"), exact=True).first)
    expect(anna.page.locator(".told li")).to_have_count(0)
    screen = Screen("ending", "", "")
    check_width(anna, screen)
    check_words(anna, screen)


@pytest.mark.parametrize("game", [game for game in GAMES if "endings" in extras(game)])
def test_an_ending_says_when_the_win_is_given_away(game: str, anna: Visitor) -> None:
    ending = next(one for one in endings(game) if one.start.to_act[0] == one.player and one.moves <= 5)
    anna.go(f"/endings/{game}?e={ending.id}")
    lost = losing_move(ending)
    try_move(anna, lt.Record(ending.start), ending.player, lost)
    told = anna.page.locator(".ending-proof .gone")
    expect(told).to_contain_text(ending.gone.to(anna.language))
    expect(told).to_contain_text(anna.says("endings.slip", move=lost))
    check_words(anna, Screen("ending given away", "", ""))
    anna.press("endings.take_back")
    expect(told).to_have_count(0)
    expect(anna.page.locator(".told li")).to_have_count(0)
    with anna.page.expect_response(re.compile(f"/endings/{ending.id}$")) as answered:
        try_move(anna, lt.Record(ending.start), ending.player, winning_move(ending))
    assert answered.value.json()["holds"] is True
    expect(anna.page.locator(".told li").first).to_be_visible()
    expect(told).to_have_count(0)


PLAYED = ["c1-e3", "c6-c4"]
MISTAKE = """([point, moves, start, language]) => {
  const played = { table: 'AAAAAAAAAAAAAAAA', game: 'malawi', options: { diagonals: true }, start, moves };
  const mistake = { ...played, point, solved: false };
  localStorage.setItem('ludotheque', JSON.stringify({ language, mistakes: [mistake] }));
}"""


def test_a_mistake_is_asked_until_a_good_move_is_found(anna: Visitor) -> None:
    record = lt.Record.of(lt.load("malawi"), PLAYED)
    best = lt.analyse(record.final, 0.5).best
    better = {"text": str(best.move), "path": "", "kind": "", "chance": 0.0, "weight": None}
    better |= {"proven": False, "distance": None, "line": [str(best.move)]}
    played = next(str(move) for move in record.final.legal_moves(0) if move != best.move)
    point = {"turn": 3, "player": 0, "move": played, "before": 0.6, "after": 0.1, "better": better}
    moves = [[step.player, str(step.move)] for step in record.moves]
    anna.go("/mistakes")
    expect(anna.page.locator(".mistakes .hint")).to_have_text(anna.says("mistakes.none"))
    anna.page.evaluate(MISTAKE, [point, moves, record.start.text, anna.language])
    anna.page.reload()
    expect(anna.page.locator(".lesson ludo-board .hit").first).to_be_visible()
    try_move(anna, record, 0, played)
    expect(answer(anna)).to_have_class(re.compile(r"\bno\b"))
    # With a chance of 0 to reach, the analysis accepts any other move, also one that it did not rank.
    other = [str(move) for move in record.final.legal_moves(0) if str(move) not in (played, str(best.move))][-1]
    try_move(anna, record, 0, other)
    expect(answer(anna)).to_have_class(re.compile(r"\byes\b"))
    expect(anna.page.locator(".lesson-step.done")).to_have_count(1)
    anna.page.reload()
    expect(anna.page.locator(".lesson-step.done")).to_have_count(1)
    anna.press("mistakes.forget")
    expect(anna.page.locator(".lesson-step")).to_have_count(0)
