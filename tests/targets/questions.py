"""Questions whose answers must be the same on every target: asked here and in Pyodide, answered as JSON.

This file runs on both sides. So it uses nothing that a browser has not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import engine_for
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.kernel_loading import counting
from ludotheque.laws.variants import variants
from ludotheque.position import Position, View

LEAVES = 60_000
"""Perft goes as deep as it has no more leaves than this."""
PLIES = (0, 7, 20)
"""After how many random moves the engines are asked."""
MOST_NODES, DEPTH, DIGITS = 4000, 3, 9
LEVEL, LEVEL_MOVES = 2, 6
AGES = 3600.0
"""Seconds that no level needs, however busy the machine is."""


def answers() -> dict[str, Any]:
    """Answer all questions about all games with all options."""
    return {f"{game.id} {dict(game.options)}": dict(ask(game)) for id in lt.games() for game in variants(id)}


def ask(game: lt.Game) -> Iterator[tuple[str, Any]]:
    """Answer the questions about a game."""
    yield "perft", list(perft(game))
    yield "playouts", [counting().playouts(game.rulebook, game.start().state, 20, seed) for seed in (1, 2)]
    engine = engine_for(game.rulebook)
    for plies in PLIES:
        position = played(game, plies)
        yield f"text {plies}", [position.text, position.drawing(), len(position.svg())]
        for player in position.to_act:
            view = position.view(player)
            yield f"moves {plies} {player}", [str(move) for move in view.legal_moves()[:50]]
            yield f"told {plies} {player}", [str(view.task), *(str(danger) for danger in view.dangers)]
            with Limit(max_nodes=MOST_NODES) as limit:
                yield f"search {plies} {player}", searched(engine.search(view, limit, depth=DEPTH, lines=2, seed=plies))
            with Limit(max_nodes=MOST_NODES) as limit:
                yield f"nodes {plies} {player}", searched(engine.search(view, limit, seed=plies))
    yield "level", list(level_moves(game))
    yield "forced", [forced(played(game, plies)) for plies in PLIES]


def perft(game: lt.Game) -> Iterator[int]:
    """Yield the number of sequences of moves, deeper and deeper."""
    for depth in range(1, 5):
        count = lt.perft(game.start(), depth)
        yield count
        if count * count > LEAVES * max(1, lt.perft(game.start(), depth - 1)):
            return


def played(game: lt.Game, plies: int) -> Position:
    """A position after some random moves, or the last before the end."""
    dice, position = random.Random(plies), game.start()
    for _ in range(plies):
        player = position.to_act[0]
        moves = position.view(player).legal_moves()
        after = position.play(moves[dice.randrange(len(moves))], player)
        if after.is_over:
            break
        position = after
    return position


def searched(analysis: Any) -> Any:
    """What a search found, and how much it looked at."""
    found = [
        [str(one.move), round(one.chance, DIGITS), one.weight and round(one.weight, DIGITS), *map(str, one.line)]
        for one in analysis.candidates[:4]
    ]
    return [found, analysis.nodes, analysis.depth]


def level_moves(game: lt.Game) -> Iterator[str]:
    """Yield the first moves of a game between computers."""
    position = game.start()
    computers = [Computer(game, level(LEVEL), seed, seconds=AGES) for seed in range(game.rulebook.rules.players)]
    for _ in range(LEVEL_MOVES):
        if position.is_over:
            return
        player = position.to_act[0]
        move = computers[player].choose(position.view(player))
        yield str(move)
        position = position.play(move, player)


def forced(position: Position) -> bool | None:
    """Whether the player to move forces a win with two moves, as far as some nodes tell."""
    solver = PlainSolver(position.game.rulebook, entries=1 << 10, room=position.game.rulebook.rules.usual_moves)
    with Limit(max_nodes=MOST_NODES) as limit:
        return solver.forces(position, position.to_act[0], 2, limit)


def timed() -> dict[str, bool]:
    """Whether searches without any other limit end when their time is up."""
    ended = {}
    for id in lt.games():
        game = lt.load(id)
        view: View = played(game, PLIES[1]).view(played(game, PLIES[1]).to_act[0])
        engine = engine_for(game.rulebook)
        with Limit(seconds=0.1) as limit:
            ended[id] = bool(engine.search(view, limit).candidates)
    return ended
