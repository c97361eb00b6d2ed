"""All games in OpenSpiel: its own conformance tests, and what they do not see.

They look neither at who wins nor at who knows what; and the step of its MCTS bot in C++ ends the program with any game
that is defined in Python, so that `mcts_search` is asked here.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import unittest
from collections.abc import Collection
from importlib import resources
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test

import ludotheque as lt
from ludotheque.adapters.actions import action_space
from ludotheque.adapters.open_spiel import POSITION, PREFIX
from ludotheque.engine.secret.matrix_kernels import solve
from tests.variants import VARIANTS, name

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)
SECRETIVE = [game for game in VARIANTS if game.rulebook.rules.has_secrets]
OPEN = [game for game in VARIANTS if not game.rulebook.rules.has_secrets]
ATTACKS = {
    "one of two ways to close a chain is guarded": (
        "turn=0 dark=a1,b1,c1,d1,f1,g1,h1 light=e1,e2 target=- turns=299",
        1 / 2,
    ),
    "two of three are": (
        "turn=0 dark=a2,b2,c2,d2,f2,g2,h2 light=d4,e1,e2,e3,f4,f5 target=- turns=299",
        1 / 3,
    ),
    "and two of three and one that is worth nothing": (
        "turn=0 dark=a3,b3,c3,d3,f4,g4,h4 light=e3,e4,f5,g5 target=- turns=299",
        1 / 3,
    ),
    "the attacker may lose everything": (
        "turn=1 dark=b3,b4,c2,c4 light=c3,d2,d4,d5 target=- turns=299",
        1 / 5,
    ),
}
"""The last turn of a game of Massaï, and what it is worth to the attacker."""


def spiel(start: lt.Position | lt.Game) -> Any:
    """The game of OpenSpiel that starts here."""
    game = start if isinstance(start, lt.Game) else start.game
    told = {POSITION: start.text} if isinstance(start, lt.Position) else {}
    return pyspiel.load_game(PREFIX + game.id, {**game.options, **told})


def apply(state: Any, move: lt.Move) -> None:
    """A whole move, action by action."""
    space = action_space(move.game)
    before = len(state.played.moves)
    for action in space.spell(move):
        state.apply_action(action)
    if len(state.played.moves) == before:
        state.apply_action(space.done)


# What OpenSpiel itself asks of a game.


@every_variant
def test_random_simulations(game: lt.Game) -> None:
    pyspiel.random_sim_test(spiel(game), num_sims=1, serialize=True, verbose=False)


@every_variant
def test_simulations_in_python(game: lt.Game) -> None:
    games_sim_test.GamesSimTest().sim_game(spiel(game))


@every_variant
def test_the_api_on_some_states(game: lt.Game) -> None:
    passes(api_test.EnforceAPIOnPartialTreeBase, spiel(game))


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_api_on_all_states_of_an_attack(attack: str) -> None:
    game = lt.load("massai").parse(ATTACKS[attack][0])
    counted = {"test_number_of_nodes", "test_game_is_perfect_recall"}  # these know only games that OpenSpiel ships
    passes(api_test.EnforceAPIOnFullTreeBase, spiel(game), without=counted)
    assert api_test._assert_is_perfect_recall(spiel(game))


def passes(base: type[unittest.TestCase], game: Any, without: Collection[str] = ()) -> None:
    """Run a class of OpenSpiel's tests on one game."""
    case = type(base.__name__, (base,), {"game": game, "game_name": game.get_type().short_name})
    names = set(unittest.defaultTestLoader.getTestCaseNames(case)) - set(without)
    result = unittest.TestSuite(map(case, sorted(names))).run(unittest.TestResult())
    assert result.testsRun == len(names) >= 5
    assert not result.failures + result.errors, (result.failures + result.errors)[0][1]


# What OpenSpiel does not ask.


@every_variant
def test_games_go_and_end_as_they_should(game: lt.Game) -> None:
    """The same moves lead to the same players, positions and winners; a copy stays behind, a text comes back."""
    for seed in range(3):
        random = np.random.default_rng(seed)
        state, position = spiel(game).new_initial_state(), game.start()
        while position.to_act:
            player, before = position.to_act[0], position
            moves = position.legal_moves(player)
            move = moves[random.integers(len(moves))]
            copy = state.clone()
            apply(state, move)
            position = position.play(move, player)
            assert (copy.current_player(), copy.returns()) == (player, [0.0] * game.players)
            assert copy.played.moment.position == before
            assert state.played.moment.position == position
        assert position.outcome is not None
        assert state.is_terminal()
        assert tuple(state.returns()) == position.outcome.returns
        _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert back.played == state.played


def knowledge(state: Any, player: int) -> tuple[object, ...]:
    """Everything that a player is told."""
    strings = state.information_state_string(player), state.observation_string(player)
    return *strings, tuple(state.information_state_tensor(player)), tuple(state.observation_tensor(player))


@pytest.mark.parametrize("game", SECRETIVE, ids=name)
def test_nobody_is_told_a_secret_and_everybody_what_he_may_know(game: lt.Game) -> None:
    """Two moves of which others may not know which was taken: nothing tells them; all others do."""
    random = np.random.default_rng(9)
    hidden = seen = 0
    state = spiel(game).new_initial_state()
    while not state.is_terminal() and len(state.played.moves) < 60:
        position, player = state.played.moment.position, state.current_player()
        other = 1 - player
        moves = position.legal_moves(player)
        if len(moves) > 1:
            states = [state.clone(), state.clone()]
            for after, move in zip(states, moves[-2:], strict=True):  # attacks come last
                apply(after, move)
            one, two = (after.played.moment.position for after in states)
            secret = one != two and one.view(other) == two.view(other)
            assert knowledge(states[0], player) != knowledge(states[1], player), "who decided knows"
            assert (knowledge(states[0], other) == knowledge(states[1], other)) == secret
            hidden, seen = hidden + secret, seen + (not secret)
        apply(state, moves[random.integers(len(moves))])
    assert hidden
    assert seen > 10


@pytest.mark.parametrize("game", OPEN, ids=name)
def test_information_states_of_open_games_tell_histories_apart(game: lt.Game) -> None:
    """Positions that are reached in several ways are several information states. Copies are the same one."""
    random = np.random.default_rng(5)
    start = spiel(game)
    assert start.get_type().provides_information_state_tensor
    size, states = start.information_state_tensor_size(), [start.new_initial_state() for _ in range(8)]
    ways = dict[tuple[float, ...], list[int]]()
    for state in states:
        for _ in range(6):
            legal = state.legal_actions()
            state.apply_action(legal[random.integers(len(legal))])
            for player in range(game.players):
                tensor = tuple(state.information_state_tensor(player))
                assert len(tensor) == size
                assert tensor == tuple(state.clone().information_state_tensor(player))
                assert ways.setdefault(tensor, state.history()) == state.history()
                assert tensor[:-64] == tuple(state.observation_tensor(player))
    assert len(ways) > 8 * game.players


def test_one_position_in_two_ways() -> None:
    """Two pawns that move one after the other, in either order."""
    start, game = spiel(lt.load("malawi")), lt.load("malawi")
    first, second = start.new_initial_state(), start.new_initial_state()
    for state, moves in ((first, ["c1-c3", "a6-a4", "d1-d3"]), (second, ["d1-d3", "a6-a4", "c1-c3"])):
        for move in moves:
            apply(state, game.read(move))
    assert first.played.moment == second.played.moment
    assert first.observation_tensor(0) == second.observation_tensor(0)
    assert first.information_state_tensor(0) != second.information_state_tensor(0)
    assert first.information_state_string(0) != second.information_state_string(0)


@pytest.mark.parametrize("game", SECRETIVE, ids=name)
def test_a_choice_that_has_begun_is_a_secret(game: lt.Game) -> None:
    state = spiel(game).new_initial_state()
    before = knowledge(state, 1)
    begun = set()
    while state.current_player() == 0:
        assert knowledge(state, 1) == before
        begun.add(knowledge(state, 0))
        state.apply_action(state.legal_actions()[0])
    assert len(begun) == game.rulebook.rules.max_letters
    assert knowledge(state, 1) != before, "that it was made is known"


def test_what_was_secret_is_told_once_it_is_shown() -> None:
    game = lt.load("massai")
    state = spiel(game.parse(ATTACKS["one of two ways to close a chain is guarded"][0])).new_initial_state()
    apply(state, game.read("xe2"))
    assert "0:?" in state.information_state_string(1)
    assert "0:xe2" in state.information_state_string(0)
    apply(state, game.read("+e1"))
    assert state.information_state_string(1).endswith("| 0:xe2 1:+e1 | ")
    assert state.returns() == [1.0, -1.0]


# OpenSpiel's searches and solvers on positions near the end.


def short_answers() -> list[tuple[lt.Position, list[str]]]:
    """Positions whose right moves are known and near the end, from the games' folders."""
    found = []
    for id in lt.games():
        text = resources.files(lt.load(id).rulebook.package).joinpath("cases/answers.toml").read_text("utf-8")
        for answer in tomllib.loads(text)["answer"]:
            game = lt.load(id, **answer.get("options", {}))
            if answer.get("short") and game in OPEN:
                found.append((game.parse(answer["position"]), answer["right"]))
    return found


@pytest.mark.parametrize(("position", "right"), short_answers(), ids=str)
def test_tree_search_finds_known_answers(position: lt.Position, right: list[str]) -> None:
    start = spiel(position)
    state = start.new_initial_state()
    while not state.played.moves:
        bot = pyspiel.MCTSBot(start, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 300, 100, True, 3, False)
        state.apply_action(bot.mcts_search(state).best_child().action)
    assert str(state.played.moves[0][1]) in right


def equilibrium(position: lt.Position) -> float:
    """What our own solver makes of the last attack before a game ends, for the attacker."""
    attacker = position.to_act[0]
    attacks = [move for move in position.legal_moves() if str(move).startswith("x")]
    announced = position.play(attacks[0])
    guards = [set(move.cells) for move in announced.legal_moves()]
    results = {
        (target, guarded): result(position.play(attack).play(move), attacker)
        for attack in attacks
        for target in attack.cells
        for move in announced.legal_moves()
        for guarded in (target in move.cells,)
    }
    bare = np.array([results[attack.cells[0], False] for attack in attacks])
    held = np.array([results[attack.cells[0], True] for attack in attacks])
    value = solve(bare, held, len(attacks), len(guards[0]), np.empty(len(attacks)))
    others = [result(position.play(move), attacker) for move in position.legal_moves() if move not in attacks]
    return max(value, *others)


def result(position: lt.Position, player: int) -> float:
    assert position.returns, "the turn limit ends it here"
    return position.returns[player]


@pytest.mark.parametrize("attack", ATTACKS)
def test_counterfactual_regret_finds_our_equilibrium(attack: str) -> None:
    text, known = ATTACKS[attack]
    position = lt.load("massai").parse(text)
    assert equilibrium(position) == pytest.approx(known)
    start = spiel(position)
    solver = pyspiel.CFRPlusSolver(start)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.exploitability(start, policy) < 0.005
    values = pyspiel.expected_returns(start.new_initial_state(), policy, -1, True)
    assert values[position.to_act[0]] == pytest.approx(known, abs=0.01)
    assert pyspiel.exploitability(start, pyspiel.UniformRandomPolicy(start)) > 0.1


def test_the_program_ends_in_peace() -> None:
    """OpenSpiel keeps what is registered beyond the end of Python."""
    code = "import pyspiel, ludotheque.adapters.open_spiel; pyspiel.load_game('ludotheque_malawi').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
