"""Laws that hold for every game and every option. `ludotheque check` asks the same; `ludotheque/laws/` has them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import ludotheque as lt
from ludotheque.laws import clicks, endings, letters, moves, narration, planes, positions, symmetry
from ludotheque.laws.breach import Breach, GameLaw, PositionLaw
from ludotheque.laws.check import SAFETY_LAWS
from ludotheque.laws.computer import an_evaluation_stays_within_its_bounds
from tests.variants import VARIANTS, name, whole_game
from tests.variants import positions as any_positions

POSITION_LAWS = (
    *moves.LAWS,
    *positions.LAWS,
    *symmetry.LAWS,
    *clicks.LAWS,
    *letters.LAWS,
    *planes.LAWS,
    *narration.LAWS,
    an_evaluation_stays_within_its_bounds,
)
GAME_LAWS = (*endings.GAME_LAWS, *moves.GAME_LAWS)


def sentence(law: str, breach: Breach | None) -> str:
    return breach.sentence(law).en if breach else ""


@pytest.mark.parametrize("law", POSITION_LAWS)
@settings(max_examples=120)
@given(position=any_positions())
def test_law_of_positions(law: PositionLaw, position: lt.Position) -> None:
    assert not sentence(law.__name__, next(law(position), None))


@pytest.mark.parametrize("law", GAME_LAWS)
@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_law_of_games(law: GameLaw, game: lt.Game) -> None:
    for seed in range(8):
        assert not sentence(law.__name__, next(law(whole_game(game, seed)), None))


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_bounds_and_reasons_hold(game: lt.Game) -> None:
    for law in SAFETY_LAWS:
        assert not sentence(law.__name__, next(law(game), None))
