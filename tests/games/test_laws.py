"""Laws that hold for every game and every option. `ludotheque check` asks the same; `ludotheque/laws/` has them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.laws import clicks, endings, letters, moves, narration, positions, symmetry
from ludotheque.laws.breach import Breach, GameLaw, PositionLaw
from ludotheque.laws.check import SAFETY_LAWS
from ludotheque.laws.computer import an_evaluation_stays_within_its_bounds
from tests.variants import VARIANTS, games, name, whole_game
from tests.variants import positions as any_positions

POSITION_LAWS = (
    *moves.LAWS,
    *positions.LAWS,
    *symmetry.LAWS,
    *clicks.LAWS,
    *letters.LAWS,
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


@given(games, st.integers(0, 7), st.data())
def test_a_record_prints_and_parses(game: lt.Game, seed: int, data: st.DataObject) -> None:
    """With any headers and comments."""
    whole = whole_game(game, seed)
    length = data.draw(st.integers(0, len(whole.moves)))
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    headers = {"Player0": data.draw(text), "Event": data.draw(text)}
    comments = data.draw(st.dictionaries(st.integers(0, length), text, max_size=4))
    record = lt.Record(game.start(), headers=headers, comment=comments.get(0, ""))
    for number, played in enumerate(whole.moves[:length], 1):
        record = record.play(played.move, played.player, comments.get(number, ""))
    assert record.positions == whole.positions[: length + 1]
    assert lt.Record.parse(str(record)) == record
    assert str(lt.Record.parse(str(record))) == str(record)
    assert lt.Record.from_json(json.dumps(record.to_json())) == record
