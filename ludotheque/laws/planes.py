"""Laws about planes for learning programs; see `rulebook/planes.py`. A game may do without them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import numpy as np

from ludotheque.adapters.planes import PlaneSpace, plane_space
from ludotheque.arena.symmetry import turned
from ludotheque.errors import LudothequeError
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.position import Game, Position


def planes_hold_shares(position: Position) -> Iterator[Breach]:
    """Every number is a share, and every plane has a name of its own."""
    for space in _spaces(position.game):
        if len(set(space.names)) < len(space.names):
            yield Breach(texts.say("expected.own_plane"), listing(space.names))
        for player in range(position.game.players):
            planes = space.observe(position.view(player))
            wrong = [name for name, plane in zip(space.names, planes, strict=True) if not _are_shares(plane)]
            if wrong:
                yield Breach(texts.say("expected.between", low=0, high=1), listing(wrong), position)


def _are_shares(plane: np.ndarray) -> bool:
    return bool(((plane >= 0) & (plane <= 1)).all())


def planes_tell_pieces_apart(position: Position) -> Iterator[Breach]:
    """Cells with different pieces look different to each player."""
    for space in _spaces(position.game):
        for player in range(position.game.players):
            view = position.view(player)
            planes, shown = space.observe(view), dict[bytes, tuple[str, str | None]]()
            for cell, (row, column) in zip(position.game.board.cells, space.places, strict=True):
                piece = view.piece_at(cell.name)
                other, known = shown.setdefault(planes[:, row, column].tobytes(), (cell.name, piece))
                if known != piece:
                    found = f"{other} ({known or '–'}), {cell.name} ({piece or '–'})"
                    yield Breach(texts.say("expected.own_look"), found, position)


def planes_turn_with_the_board(position: Position) -> Iterator[Breach]:
    """A turned position looks turned, and with the sides changed each player sees what the other saw."""
    symmetries = position.game.rulebook.rules.symmetries
    for space in _spaces(position.game) if symmetries else ():
        for number, symmetry in enumerate(symmetries, 1):
            if symmetry.holds is not None and not symmetry.holds(position.state):
                continue
            try:
                image = turned(symmetry, position)
            except LudothequeError:
                continue  # the law of symmetry says why
            for player in range(position.game.players):
                expected = space.turned(space.observe(position.view(player)), symmetry)
                seen = space.observe(image.view(symmetry.player(player)))
                wrong = [
                    name for name, *both in zip(space.names, expected, seen, strict=True) if not np.array_equal(*both)
                ]
                if wrong:
                    yield Breach(texts.say("expected.turned", number=number), listing(wrong), position)


def _spaces(game: Game) -> Iterator[PlaneSpace]:
    """The planes of a game, where its folder has them."""
    if resources.files(game.rulebook.package).joinpath("planes.py").is_file():
        yield plane_space(game)


LAWS = (planes_hold_shares, planes_tell_pieces_apart, planes_turn_with_the_board)
