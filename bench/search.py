"""Search: nodes per second, and how deep two seconds reach."""

from __future__ import annotations

import ludotheque as lt
from ludotheque.engine.engine import engine_for
from ludotheque.engine.limit import Limit

SECONDS = 2.0
MIDDLE = 14
"""Moves played at random before the second measurement."""


def run() -> None:
    for id in lt.games():
        for moment, position in (("start", lt.load(id).start()), ("middle", middle(lt.load(id)))):
            player = position.to_act[0]
            with Limit(SECONDS) as limit:
                analysis = engine_for(position.game.rulebook).search(position.view(player), limit)
            rate = analysis.nodes / max(analysis.seconds, 1e-9)
            print(
                f"search game={id} moment={moment} nodes_per_s={rate:.0f} depth={analysis.depth} "
                f"seconds={analysis.seconds:.2f} proven={str(analysis.proven).lower()}"
            )


def middle(game: lt.Game) -> lt.Position:
    """A position some way into a game, always the same."""
    position = game.start()
    for number in range(MIDDLE):
        player = position.to_act[0]
        moves = sorted(map(str, position.legal_moves(player)))
        after = position.play(moves[(number * 7919) % len(moves)], player)
        if not after.to_act:
            break
        position = after
    return position
