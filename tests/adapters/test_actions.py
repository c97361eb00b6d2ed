"""The fixed actions of every game, and games played action by action: what all adapters rest on."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters.actions import ActionSpace, Moment, action_space
from ludotheque.adapters.batch import Batch
from ludotheque.adapters.workspace import NOBODY
from ludotheque.position import Game
from tests.variants import VARIANTS, name, whole_game

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)


@cache
def tokens(game: Game) -> re.Pattern[str]:
    """Cells and tokens, wherever they stand in the text of a move."""
    known = sorted([*game.board.index, *game.rulebook.look.tokens()], key=len, reverse=True)
    return re.compile("|".join(known))


def legal_names(moment: Moment) -> set[str]:
    return {moment.space.names[action] for action in moment.legal}


@every_variant
def test_every_move_of_a_game_has_its_own_spelling(game: lt.Game) -> None:
    """Game by game, not by chance: a letter that two pieces, tokens or cells share makes two moves one."""
    space = action_space(game)
    named = set[str]()
    for position in whole_game(game, 1).positions[:-1]:
        for player in position.to_act:
            spelled = {space.spell(move): str(move) for move in position.legal_moves(player)}
            assert len(spelled) == position.mobility(player)
            for actions, text in spelled.items():
                names = [space.names[action] for action in actions]
                assert sorted(names) == sorted(tokens(game).findall(text))
                named.update(names)
    # What no random game names is a place that this one never reached; tokens are all named from the start.
    assert named >= set(space.names[space.cells : space.done])


@every_variant
def test_each_spelling_leads_to_its_move(game: lt.Game) -> None:
    """One game of a batch for each legal move: the actions that spell it lead where the move leads."""
    space, played = action_space(game), whole_game(game, 2).positions
    for position in {played[0], played[len(played) // 2], played[-2]}:
        player = position.to_act[0]
        legal = position.legal_moves(player)
        moves = legal[:: 1 + len(legal) // 1000]
        batch, goals = Batch(position, len(moves)), [space.spell(move) for move in moves]
        for place in range(space.max_letters + 1):
            letters = [goal[place] if place < len(goal) else space.done for goal in goals]
            batch.step(letters, (batch.begun == place) & (batch.begun > 0) | (place == 0))
        for row, move in enumerate(moves):
            assert batch.moment(row) == Moment(position.play(move, player)), str(move)


@every_variant
def test_a_batch_agrees_with_the_plain_games(game: lt.Game) -> None:
    """Masks, players, observations, rewards and winners of random games, each followed by `Position` alone."""
    batch = Batch(game, 12, seed=7)
    space = batch.space
    moments = [Moment(game.start())] * batch.size
    steps = 0
    while not batch.over.all():
        seen = batch.observe()
        for row, moment in enumerate(moments):
            assert batch.players[row] == (NOBODY if moment.player is None else moment.player)
            assert np.array_equal(batch.masks[row], moment.mask)
            assert batch.moment(row) == moment
            expected = np.zeros(space.observed) if moment.player is None else moment.observe(moment.player)
            assert np.array_equal(seen[row], expected)
        actions = batch.sample()
        batch.step(actions)
        for row, moment in enumerate(moments):
            if moment.player is None:
                assert not batch.rewards[row].any()
                continue
            moments[row] = after = moment.play(int(actions[row]))
            assert batch.over[row] == (after.player is None)
            assert tuple(batch.rewards[row]) == (after.position.returns or (0.0,) * game.players)
        steps += 1
    assert steps <= space.max_actions


@every_variant
def test_an_observation_tells_the_view_and_what_is_begun(game: lt.Game) -> None:
    """Bits back to words: nothing is lost, and nothing but the view is told."""
    space = action_space(game)
    for position in whole_game(game, 4).positions[::7]:
        moment = Moment(position)
        for chosen in ((), tuple(moment.legal[:1])) if position.to_act else ((),):
            moment = Moment(position, chosen)
            for player in range(game.players):
                bits = moment.observe(player)
                assert bits.shape == (space.observed,)
                seat, state, begun = np.split(bits, [game.players, game.players + 64 * game.rulebook.rules.state_size])
                assert np.flatnonzero(seat).tolist() == [player]
                told = [int("".join(map(str, word[::-1])), 2) for word in state.reshape(-1, 64)]
                assert tuple(told) == position.view(player).state
                mine = chosen if player == moment.player or not game.rulebook.rules.has_secrets else ()
                assert [space.names[n % len(space)] for n in np.flatnonzero(begun)] == [space.names[n] for n in mine]


def test_games_of_a_batch_begin_again() -> None:
    game = lt.load("moaai", players=3)
    batch = Batch(game, 50, again=True, seed=3)
    ended = 0
    for _ in range(200):
        before = [batch.moment(row) for row in range(batch.size)]
        actions = batch.sample()
        batch.step(actions)
        for row in np.flatnonzero(batch.over).tolist():
            assert before[row].play(int(actions[row])).position.returns == tuple(batch.rewards[row])
            assert batch.moment(row) == Moment(game.start())
            assert batch.players[row] == 0
            ended += 1
        assert not batch.rewards[~batch.over].any()
    assert ended > 100


def test_batches_with_one_seed_are_one() -> None:
    def actions(seed: int) -> list[list[int]]:
        batch = Batch(lt.load("malawi"), 20, seed=seed)
        found = []
        for _ in range(30):
            found.append(batch.sample().tolist())
            batch.step(found[-1])
        return found

    assert actions(1) == actions(1) != actions(2)


def test_a_batch_refuses_without_changing_anything() -> None:
    batch = Batch(lt.load("malawi"), 3)
    legal = batch.sample()
    for action in (batch.space.done, -1, len(batch.space)):
        with pytest.raises(lt.LudothequeError, match=f"game 1 of the batch: action {action}"):
            batch.step([legal[0], action, legal[2]])
    assert all(batch.moment(row) == Moment(batch.game.start()) for row in range(3))
    with pytest.raises(lt.LudothequeError, match="legal"):
        Moment(batch.game.start()).play(batch.space.done)


def listing(batch: Batch) -> Batch:
    """The batch from its start, now without the game's `letters.py`."""
    batch.space = ActionSpace(batch.game, by_list=True)
    batch._listed = batch.space.room_for_moves()
    batch.reset(5)
    return batch


@every_variant
def test_a_game_needs_no_letters_of_its_own(game: lt.Game) -> None:
    """Lists of moves lead to the same masks, and one seed to the same games."""
    batch, plain = Batch(game, 12, seed=5), listing(Batch(game, 12))
    assert bool(batch.space.speller.next_letters) > bool(plain.space.speller.next_letters)
    for _ in range(80):
        assert np.array_equal(batch.masks, plain.masks)
        assert np.array_equal(batch._states, plain._states)
        actions = batch.sample()
        assert np.array_equal(actions, plain.sample())
        batch.step(actions)
        plain.step(actions)


@pytest.mark.parametrize("orthogonal", [False, True])
def test_every_beginning_of_a_set_up_goes_on(orthogonal: bool) -> None:
    """All set-ups of both players, letter by letter: random games meet few of them."""
    game = lt.load("massai", orthogonal=orthogonal)
    moment = Moment(game.start())
    for player in range(2):
        spelled = [moment.space.spell(move) for move in moment.position.legal_moves(player)]
        beginnings: dict[tuple[int, ...], set[int]] = {}
        for actions in spelled:
            for place, action in enumerate(actions):
                beginnings.setdefault(actions[:place], set()).add(action)
        for chosen, wanted in beginnings.items():
            assert set(Moment(moment.position, chosen).legal) == wanted
        for action in spelled[0]:
            moment = moment.play(action)


def test_a_batch_makes_room_for_freak_positions() -> None:
    """With a soldier on every point of the other families, an officer has millions of ways to capture."""
    game = lt.load("assaut")
    soldiers = [n for n in game.board.index if n not in {"c3", "d4"} and "bdf".count(n[0]) + "246".count(n[1]) > 0]
    text = f"turn=1 soldiers={','.join(soldiers)} officers=c3,d4 quiet=0"
    position = game.parse(text)
    assert position.mobility(1) > game.rulebook.rules.usual_moves
    batch, plain = Batch(position, 2), listing(Batch(position, 2))
    assert np.array_equal(batch.masks, plain.masks)
    assert np.array_equal(batch.masks[1], Moment(position).mask)
    assert np.array_equal(plain.space.choose(position, 1, ()).mask, Moment(position).mask)
