"""Positions that are the same but for a turn of the board or a change of sides."""

from __future__ import annotations

from ludotheque.board import Symmetry
from ludotheque.position import Position


def turned(symmetry: Symmetry, position: Position) -> Position:
    """The position as it looks after the symmetry."""
    head, *fields = position.text.split(" ")
    words = [head.partition("=")[0] + "=" + turned_head(symmetry, head.partition("=")[2])]
    for field in fields:
        label, _, value = field.partition("=")
        words.append(f"{symmetry.words.get(label, label)}={position.game.turned(value, symmetry)}")
    return position.game.parse(" ".join(words))


def turned_head(symmetry: Symmetry, value: str) -> str:
    """`turn=` names players; `end=` lists returns by player."""
    reason, *returns = value.split(":")
    if returns:
        order = sorted(range(len(returns)), key=symmetry.player)
        return ":".join([reason, *(returns[player] for player in order)])
    return "+".join(sorted(str(symmetry.player(int(player))) for player in value.split("+")))


def likeness(position: Position) -> str:
    """What all images of a position have in common, whatever its counters say: the same for all of them."""
    book = position.game.rulebook
    images = [position]
    images += [turned(one, position) for one in book.symmetries if one.holds is None or one.holds(position.words)]
    looks = (f"{one.to_act} {sorted(piece[:5] for piece in book.pieces(one.words))}" for one in images)
    return f"{dict(position.game.options)} {min(looks)}"
