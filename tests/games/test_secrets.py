"""The law of secrets (MAS-9): what a player may not know changes nothing that the player can see.

Two positions that differ only in a secret must give equal views, legal moves, texts, drawings and refusals to everybody
but its owner, and to onlookers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ludotheque as lt
from tests.variants import VARIANTS, whole_game

SECRETIVE = [game for game in VARIANTS if game.rulebook.rules.simultaneous]
TRIES = ["a1", "b2-c3", "xd4", "xe5", "+d4", "+c3,d4", "+e4,e5,f5", "a1,a2,b1,b2,c2", "e1,e2,f1,f2,g2", "d4", "", "?"]


def secrets(position: lt.Position, owner: int) -> Sequence[lt.Move]:
    """Moves of the owner that others cannot tell apart: set-ups, or attacks."""
    moves = position.legal_moves(owner)
    return moves if len(position.to_act) > 1 else [move for move in moves if str(move).startswith("x")]


def seen_by(position: lt.Position, player: int | None) -> list[object]:
    """Everything that a player or onlooker can get to see."""
    view = position.view(player)
    seen: list[object] = [view, hash(view), repr(view), view.text, view.to_act, view.outcome, view.returns]
    seen += [
        view.drawing(),
        view.svg(),
        view.svg(coordinates=False, flip=True),
        [str(move) for move in view.legal_moves()],
    ]
    seen += [view.clickable_moves(), view.combination, view.task]
    if player is not None:
        seen.append([str(move) for move in position.legal_moves(player)])
        seen += [refusal(position, text, player) for text in TRIES]
    return seen


def up_to(position: lt.Position, record: lt.Record) -> lt.Record:
    """The record until it reaches this position."""
    number = record.positions.index(position)
    return lt.Record(record.start, record.moves[:number], positions=record.positions[: number + 1])


def refusal(position: lt.Position, text: str, player: int) -> tuple[str, ...] | None:
    try:
        position.play(text, player)
    except lt.LudothequeError as error:
        return type(error).__name__, error.message.fr, error.message.en
    return None


@given(st.sampled_from(SECRETIVE), st.integers(0, 7), st.data())
def test_secrets_change_nothing_for_others(game: lt.Game, seed: int, data: st.DataObject) -> None:
    moments = [position for position in whole_game(game, seed).positions if position.to_act]
    position = data.draw(st.sampled_from([moments[0], *moments]))
    owner = data.draw(st.sampled_from(position.to_act))
    found = secrets(position, owner)
    assume(len(found) > 1)
    chosen = data.draw(st.lists(st.sampled_from(found), min_size=2, max_size=2, unique=True))
    one, other = (position.play(move, owner) for move in chosen)
    assert one != other
    records = [up_to(position, whole_game(game, seed)).play(move, owner, "a hint") for move in chosen]
    assert records[0].seen_by(owner) != records[1].seen_by(owner)
    assert one.view(owner) != other.view(owner), "the owner knows"
    for player in (None, *range(game.players)):
        if player != owner:
            assert seen_by(one, player) == seen_by(other, player)
            assert records[0].seen_by(player) == records[1].seen_by(player)
            assert records[0].text_for(player) == records[1].text_for(player)


@pytest.mark.parametrize("game", SECRETIVE, ids=str)
def test_the_second_set_up_is_chosen_without_knowing_the_first(game: lt.Game) -> None:
    """Whoever comes first: the other one's legal choices and view are the same as if nobody had chosen yet."""
    start = game.start()
    for first, second in ((0, 1), (1, 0)):
        chosen = start.play(start.legal_moves(first)[40], first)
        assert chosen.legal_moves(second) == start.legal_moves(second)
        assert chosen.to_act == (second,)
        assert "?" in chosen.view(second).text
        assert str(start.legal_moves(first)[40]) not in chosen.view(second).text
        with pytest.raises(lt.PositionError, match="keeps a secret"):
            game.parse(chosen.view(second).text)
        with pytest.raises(lt.IllegalMove, match="ALL-1"):
            chosen.play(start.legal_moves(first)[41], first)


def test_everything_is_shown_once_both_have_decided() -> None:
    for game in SECRETIVE:
        record = whole_game(game, 3)
        shown = record.positions[2]
        assert shown.view(0).state == shown.view(1).state == shown.view(None).state == shown.state
        for (before, after), played in zip(pairwise(record.positions), record.moves, strict=True):
            if str(played.move).startswith("+"):
                assert before.view(played.player).state != before.state
                assert after.view(None).state == after.state


@pytest.mark.parametrize("game", SECRETIVE, ids=str)
def test_a_record_tells_what_is_shown_and_what_is_ones_own(game: lt.Game) -> None:
    whole = whole_game(game, 3)
    for position in whole.positions[:40]:
        record = up_to(position, whole)
        for player in (None, *range(game.players)):
            seen = record.seen_by(player)
            assert [actor for actor, _ in seen] == [step.player for step in record.moves]
            hidden = [place for place, (_, move) in enumerate(seen) if move is None]
            assert all(record.moves[place].player != player for place in hidden)
            assert all(move in (None, step.move) for (_, move), step in zip(seen, record.moves, strict=True))
            assert bool(hidden) == (position.view(player).state != position.state)
            told = lt.Record.parse(record.text_for(player))
            assert told.moves == record.moves[: min(hidden, default=len(seen))]
    assert whole.text_for(None) == str(whole)


@pytest.mark.parametrize("game", SECRETIVE, ids=str)
def test_notes_tell_no_secret(game: lt.Game) -> None:
    """Somebody who knows what is cut off may have written them."""
    whole = whole_game(game, 3)
    for position in whole.positions[1:40]:
        record = up_to(position, whole)
        hidden = record.moves[-1]
        noted = replace(record, comments=f"The plan is {hidden.move}")
        for number, played in enumerate(record.moves, 1):
            side = lt.Record(record.positions[number - 1]).play(played.move, played.player)
            noted = noted.annotate_move(number, comment=str(hidden.move), glyphs="!?").add_variation(number, side)
        for player in (None, *range(game.players)):
            keeps = any(move is None for _, move in record.seen_by(player))
            assert noted.text_for(player) == (record.text_for(player) if keeps else str(noted))


def test_a_secret_at_the_start_is_not_told() -> None:
    game = SECRETIVE[0]
    start = game.start().play(game.start().legal_moves(0)[7], 0)
    record = lt.Record(start)
    assert record.text_for(0) == str(record)
    for player in (None, 1):
        with pytest.raises(lt.LudothequeError, match="keeps a secret"):
            record.text_for(player)


def test_nothing_is_secret_once_somebody_has_given_up() -> None:
    game = SECRETIVE[0]
    record = lt.Record(game.start()).play(game.start().legal_moves(0)[7], 0)
    ended = record.concluded(game.rulebook.rules.forfeit(1), "resigned")
    assert ended.seen_by(None) == ((0, record.moves[0].move),)
    assert ended.text_for(None) == str(ended)
