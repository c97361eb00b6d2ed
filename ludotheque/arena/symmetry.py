"""Positions that are the same but for a symmetry of the board or a change of sides."""

from __future__ import annotations

from ludotheque.board import Symmetry
from ludotheque.position import Position


def turned(symmetry: Symmetry, position: Position) -> Position:
    """The image of a position under a symmetry."""
    head, *fields = position.text.split(" ")
    parts = [head.partition("=")[0] + "=" + turned_head(symmetry, head.partition("=")[2])]
    for field in fields:
        label, _, value = field.partition("=")
        parts.append(f"{symmetry.names.get(label, label)}={position.game.turned(value, symmetry)}")
    return position.game.parse(" ".join(parts))


def turned_head(symmetry: Symmetry, value: str) -> str:
    """The first field of a position's text: `turn=` names players, `end=` lists returns by player."""
    reason, *returns = value.split(":")
    if returns:
        order = sorted(range(len(returns)), key=symmetry.player)
        return ":".join([reason, *(returns[player] for player in order)])
    return "+".join(sorted(str(symmetry.player(int(player))) for player in value.split("+")))


def images(position: Position) -> list[Position]:
    """The position and its images under all symmetries that hold in it."""
    symmetries = position.game.rulebook.rules.symmetries
    return [position, *(turned(one, position) for one in symmetries if one.holds is None or one.holds(position.state))]


def canonical_form(position: Position) -> str:
    """A text that all images of a position under symmetries share, whatever its counters say."""
    look = position.game.rulebook.look
    forms = (f"{one.to_act} {sorted(piece[:5] for piece in look.pieces(one.state))}" for one in images(position))
    return f"{dict(position.game.options)} {min(forms)}"
