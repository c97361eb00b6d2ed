"""Which moves of a game everybody may know: secret ones wait for their reveal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.position import Position


def hidden_moves(backwards: Iterable[Position]) -> int:
    """Return how many of the last moves wait for their reveal.

    `backwards` gives the positions from the last one back to the start. Moves since the last position without a secret
    are hidden.
    """
    hidden = -1
    for position in backwards:
        hidden += 1
        if not position.has_secret:
            break
    return hidden


def known_plies(positions: Sequence[Position], ply: int) -> int:
    """Return how many moves everybody knows after this ply; `positions` are those at the start and after each move."""
    return ply - hidden_moves(reversed(positions[: ply + 1]))


def revealed_moves(positions: Sequence[Position], ply: int) -> range:
    """Return the moves that everybody learned of with this ply: the last one, with the secrets that it revealed.

    The range is empty while the last move is a secret itself.
    """
    if not ply or positions[ply].has_secret:
        return range(ply, ply)
    return range(known_plies(positions, ply - 1), ply)
