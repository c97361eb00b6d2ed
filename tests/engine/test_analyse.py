"""The analysis of one position: bounds that hold, the same answer every way, and the refusals of `play`."""

from __future__ import annotations

import asyncio

import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.mcts.workspace import ROUNDS_PER_PLY
from tests.record.test_record import GOOD
from tests.variants import VARIANTS, name, whole_game

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)
every_game = pytest.mark.parametrize("id", lt.games())


def views(game: lt.Game, count: int = 4) -> list[lt.View]:
    """Views from the start, the middle and the end of a game, for a player to move."""
    positions = whole_game(game, 3).positions[:-1]
    chosen = [positions[place * (len(positions) - 1) // (count - 1)] for place in range(count)]
    return [position.view(position.to_act[-1]) for position in chosen]


def same_each_way(view: lt.View, **bounds: int) -> Analysis:
    """The analysis, which is the same from a call, from a stream and in an event loop."""
    called = lt.analyse(view, **bounds)
    with lt.analysis(view, **bounds) as stream:
        streamed = list(stream)
    assert streamed[-1] == called
    assert asyncio.run(lt.analyse_async(view, **bounds)) == called
    nodes = [analysis.nodes for analysis in streamed]
    assert nodes == sorted(nodes)
    return called


def test_a_win_is_found_and_proven() -> None:
    position = lt.Record.parse(GOOD).positions[-2]
    analysis = lt.analyse(position, 0.5)
    assert str(analysis.best.move) == "e3-e6"
    assert analysis.proven
    assert (analysis.chance, analysis.best.distance) == (1.0, 1)
    assert analysis.best.line[0] == analysis.best.move
    assert len(analysis.candidates) > 1
    chances = [candidate.chance for candidate in analysis.candidates]
    assert chances == sorted(chances, reverse=True)


@every_variant
def test_no_search_visits_more_nodes_than_it_may(game: lt.Game) -> None:
    for view in views(game):
        for nodes in (1, 37, 600):
            analysis = lt.analyse(view, nodes=nodes)
            assert analysis.nodes <= nodes
            assert analysis.best.move in view.legal_moves()


@every_game
def test_every_way_to_ask_gives_the_same_answer(id: str) -> None:
    for view in views(lt.load(id)):
        same_each_way(view, nodes=700, lines=3, seed=2)
        analysis = same_each_way(view, depth=3, lines=2)
        engine = view.game.rulebook.rules.engine
        if engine == "mcts":
            assert analysis.nodes <= ROUNDS_PER_PLY**2
            assert max(len(candidate.line) for candidate in analysis.candidates) <= 3
        elif engine == "alphabeta" and not analysis.proven:
            assert analysis.depth == 3


@every_game
def test_the_first_bound_that_is_reached_ends_the_search(id: str) -> None:
    view = views(lt.load(id))[1]
    analysis = lt.analyse(view, seconds=600, depth=30, nodes=50)
    assert 0 < analysis.nodes <= 50
    assert analysis.depth < 30
    assert lt.analyse(view, seconds=600, depth=1, nodes=10**9) == lt.analyse(view, depth=1)


def refusal(ask: object, *args: object, **how: object) -> tuple[type, str]:
    with pytest.raises(lt.LudothequeError) as caught:
        ask(*args, **how)  # type: ignore[operator]
    return caught.type, str(caught.value)


@every_variant
def test_it_refuses_where_play_does(game: lt.Game) -> None:
    record = whole_game(game, 1)
    for position in (record.positions[0], record.positions[len(record.moves) // 2], record.final):
        move = game.start().legal_moves(game.start().to_act[0])[0]
        if len(position.to_act) != 1:
            expected = refusal(position.play, move)
            assert refusal(lt.analyse, position) == refusal(lt.analysis, position) == expected
        assert refusal(lt.analyse, position, player=game.players) == refusal(position.view, game.players)
        for player in set(range(game.players)) - set(position.to_act):
            kind, said = refusal(lt.analyse, position, player=player)
            assert kind is lt.IllegalMove
            assert said[:5] == refusal(position.play, move, player)[1][:5]
            assert refusal(lt.analyse, position.view(player)) == (kind, said)


def test_it_takes_the_view_of_a_player_to_move() -> None:
    position = lt.load("massai").start()
    assert lt.analyse(position, nodes=10, player=1).player == 1
    assert lt.analyse(position.view(1), nodes=10, player=1).player == 1
    assert "another player" in refusal(lt.analyse, position.view(1), player=0)[1]
    assert refusal(lt.analyse, position.view(None))[0] is lt.IllegalMove
