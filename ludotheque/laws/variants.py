"""Every combination of a game's options, and random games of each."""

from __future__ import annotations

import random
from itertools import product

from ludotheque.errors import LudothequeError
from ludotheque.library import definition, load
from ludotheque.position import Game
from ludotheque.record import Record


def variants(id: str) -> list[Game]:
    """Return a game with all its options."""
    options = definition(id).options
    choices = product(*(option.values for option in options))
    return [load(id, **dict(zip([option.name for option in options], values, strict=True))) for values in choices]


def random_game(game: Game, seed: int) -> Record:
    """Return a random game. It stops where no move is left, or after more moves than the game may take."""
    dice, record = random.Random(seed), Record(game.start())
    while record.final.to_act and len(record.moves) <= game.rulebook.rules.max_plies:
        player = dice.choice(record.final.to_act)
        moves = record.final.legal_moves(player)
        if not moves:
            break
        try:
            record = record.play(dice.choice(moves), player)
        except LudothequeError:
            break  # a law about moves says why
    return record
