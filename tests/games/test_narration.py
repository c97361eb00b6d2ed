"""Laws of what a game says and marks while it is played, for every game and every option."""

from __future__ import annotations

import random as dice
import re

from hypothesis import given
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.rulebook import Narration, Refusals
from ludotheque.texts import LANGUAGES, Text
from tests.clicking import clickable, follows
from tests.variants import VARIANTS, open_positions


def check_sentence(text: Text) -> None:
    """Check that this is a whole sentence in every language, without a gap."""
    for code in LANGUAGES:
        sentence = text[code]
        assert re.fullmatch(r"[^{}]+[.!?]", sentence), sentence
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence


@given(open_positions(), st.randoms(use_true_random=False))
def test_every_move_is_told_in_words(position: lt.Position, random: dice.Random) -> None:
    book = position.game.rulebook
    for player in position.to_act:
        move = random.choice(position.legal_moves(player))
        after = position.play(move, player)
        told = book.narration.tell(position.state, after.state, [(player, move.code)])
        for text in told:
            check_sentence(text)
        if re.search("[-x>@+,]", str(move)):
            assert not any(str(move) in told[0][code] for code in LANGUAGES)


@given(open_positions(), st.data())
def test_a_click_that_leads_nowhere_gets_a_ruling_of_the_game(position: lt.Position, data: st.DataObject) -> None:
    player = data.draw(st.sampled_from(position.to_act))
    view = position.view(player)
    clicks: list[str] = []
    while len(clicks) < 8:
        click = data.draw(st.sampled_from(clickable(view, clicks)))
        if not follows(view, [*clicks, click]):
            break
        clicks.append(click)
    else:
        return
    why = view.explain([*clicks, click])
    rulings = position.game.rulebook.texts.section("rulings")
    assert any(why.ruling.startswith(ruling) or ruling.startswith(why.ruling) for ruling in rulings), why
    for code in LANGUAGES:
        assert "{" not in why.sentence[code]


@given(open_positions(), st.randoms(use_true_random=False))
def test_a_preview_shows_what_comes(position: lt.Position, random: dice.Random) -> None:
    book = position.game.rulebook
    for player in position.to_act if book.look.previews else ():
        for move in random.sample(moves := position.legal_moves(player), min(3, len(moves))):
            preview = position.view(player).preview(move)
            after = {(piece.symbol, piece.x, piece.y) for piece in book.look.pieces(position.play(move, player).state)}
            assert {(piece.symbol, piece.x, piece.y) for piece in preview.pieces} <= after


def test_every_game_tells_its_moves_and_explains_clicks() -> None:
    for game in VARIANTS:
        assert type(game.rulebook.narration).move is not Narration.move
        assert type(game.rulebook.refusals).intended is not Refusals.intended
