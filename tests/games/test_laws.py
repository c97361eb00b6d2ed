"""Laws that hold for every game and every option."""

from __future__ import annotations

import json
import random as dice
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.arena.symmetry import turned
from ludotheque.texts import LANGUAGES
from tests.variants import VARIANTS, games, name, open_positions, positions, whole_game

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)


def sample(moves: Sequence[lt.Move], size: int = 60) -> Sequence[lt.Move]:
    """Some of many, always the same."""
    return moves if len(moves) <= size else dice.Random(len(moves)).sample(moves, size)


@given(open_positions(), st.randoms(use_true_random=False))
def test_a_move_prints_and_parses(position: lt.Position, random: dice.Random) -> None:
    for player in position.to_act:
        for move in sample(position.legal_moves(player)):
            text = str(move)
            assert position.game.read(text) == move
            # ALL-3: case, blanks and the order inside lists are forgiven.
            parts = re.split(r"([a-z]\d(?:,[a-z]\d)+)", text)
            shuffled = "".join(",".join(random.sample(part.split(","), part.count(",") + 1)) for part in parts)
            careless = " ".join(shuffled.upper())
            assert str(position.game.read(careless)) == text
            assert position.play(careless, player) == position.play(move, player)


@given(open_positions())
def test_every_move_has_its_own_text(position: lt.Position) -> None:
    for player in position.to_act:
        texts = [str(move) for move in position.legal_moves(player)]
        assert texts
        assert len(set(texts)) == len(texts)
        assert all(re.fullmatch(r"\S+", text) for text in texts)


@given(positions())
def test_a_position_is_one_line_and_comes_back(position: lt.Position) -> None:
    text = position.text
    assert "\n" not in text
    back = position.game.parse(text)
    assert back == position
    assert hash(back) == hash(position)
    assert back.text == text
    assert position.game.parse("  ".join(reversed(text.split()))) == position


@given(positions())
def test_a_position_survives_json(position: lt.Position) -> None:
    assert lt.position_from_json(json.dumps(position.to_json())) == position
    json.dumps(position.game.board.to_json())


@given(open_positions())
def test_positions_never_change(position: lt.Position) -> None:
    words, text = position.state, position.text
    player = position.to_act[0]
    moves = position.legal_moves(player)
    for move in sample(moves, 10):
        position.play(move, player)
    assert (position.state, position.text) == (words, text)
    assert position.legal_moves(player) == moves


@given(open_positions())
def test_picking_reaches_every_move_once(position: lt.Position) -> None:
    book = position.game.rulebook
    scratch = np.empty(book.rules.max_moves, np.uint64)
    state = np.array(position.state, np.uint64)
    for player in position.to_act:
        codes = {move.code for move in position.legal_moves(player)}
        picked = [
            int(book.rules.kernels.pick(state, np.uint64(player), np.uint64(k), scratch)) for k in range(len(codes))
        ]
        assert sorted(picked) == sorted(codes)
        assert len(codes) <= book.rules.max_moves
    assert tuple(state.tolist()) == position.state


@every_variant
def test_games_end_in_time_and_add_up(game: lt.Game) -> None:
    for seed in range(8):
        played = whole_game(game, seed).positions
        assert len(played) - 1 <= game.rulebook.rules.max_plies
        for position in played[:-1]:
            assert position.outcome is None
            assert position.returns is None
            assert position.to_act
        final = played[-1]
        assert final.to_act == ()
        assert final.legal_moves() == []
        assert final.outcome is not None
        assert final.returns is not None
        assert sum(final.returns) == 0
        assert set(final.returns) <= {1.0, 0.0, -1.0}
        assert len(final.returns) == game.players
        assert final.outcome.reason in game.rulebook.rules.reasons
        with pytest.raises(lt.IllegalMove) as refused:
            final.play("a1", 0)
        assert refused.value.ruling == "ALL-5"


@given(open_positions(), st.integers(0, 100))
def test_symmetry_and_colour_swap(position: lt.Position, number: int) -> None:
    game = position.game
    assume(game.rulebook.rules.symmetries)
    symmetry = game.rulebook.rules.symmetries[number % len(game.rulebook.rules.symmetries)]
    assume(symmetry.holds is None or symmetry.holds(position.state))
    mirrored = turned(symmetry, position)
    for player in position.to_act:
        partner = symmetry.player(player)
        moves = position.legal_moves(player)
        images = {str(game.read(game.turned(str(move), symmetry))) for move in moves}
        assert images == {str(move) for move in mirrored.legal_moves(partner)}
        for move in sample(moves, 10):
            after = mirrored.play(game.turned(str(move), symmetry), partner)
            assert after == turned(symmetry, position.play(move, player))


@given(games, st.integers(0, 5), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_refusal_names_a_ruling_in_both_languages(game: lt.Game, seed: int, here: int, there: int) -> None:
    """Moves from elsewhere in the game are legal here, or refused with a ruling and a sentence."""
    played = whole_game(game, seed).positions
    position, other = played[here % (len(played) - 1)], played[there % (len(played) - 1)]
    rulings = game.rulebook.texts.section("rulings")
    legal = {player: {str(move) for move in position.legal_moves(player)} for player in position.to_act}
    for tried in sample([move for player in other.to_act for move in other.legal_moves(player)], 40):
        for player in position.to_act:
            if str(tried) in legal[player]:
                continue
            with pytest.raises(lt.IllegalMove) as refused:
                position.play(str(tried), player)
            assert refused.value.ruling in rulings
            for code in LANGUAGES:
                sentence = refused.value.sentence.to(code)
                assert sentence
                assert not re.search(r"[{}]", sentence)


@given(open_positions())
def test_views_tell_no_more_than_they_may(position: lt.Position) -> None:
    for player in range(position.game.players):
        view = position.view(player)
        assert view.to_act == position.to_act
        assert view.legal_moves() == position.legal_moves(player)
        assert view == position.view(player)
        # Hiding twice hides no more than hiding once.
        assert position.game.rulebook.rules.hide(view.state, player) == view.state
    onlooker = position.view(None)
    assert onlooker.legal_moves() == []
    for player in range(position.game.players):
        # An onlooker knows what every player knows, and no more.
        assert position.game.rulebook.rules.hide(position.view(player).state, None) == onlooker.state


@given(games, st.integers(0, 7), st.data())
def test_a_record_prints_and_parses(game: lt.Game, seed: int, data: st.DataObject) -> None:
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


@given(open_positions())
def test_nobody_passes(position: lt.Position) -> None:
    for text in ("", "pass", " - "):
        with pytest.raises(lt.IllegalMove) as refused:
            position.play(text, position.to_act[0])
        assert refused.value.ruling == "ALL-4"
