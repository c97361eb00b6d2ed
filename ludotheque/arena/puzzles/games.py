"""The games in which puzzles are found: played by levels of all strengths, from random openings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from ludotheque.arena.match import opening
from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import engine_for
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.library import definition, load
from ludotheque.position import Game, View
from ludotheque.record import Record

NEAR_END = 7
"""Most is decided in this number of last moves of a game."""
WEAK, STRONG, BEST = (1, 2, 3), (3, 4, 5), (4, 5)
"""Levels. Those of the player who is ahead and of the other differ from game to game."""
LEADING = 0.55
"""A player with a larger winning chance is ahead."""
MAX_PLIES = 80
"""A longer game wanders: little is decided in it."""
MAX_OPENING = 6
"""At most this number of random moves begin a game."""
UNLIMITED = 3600.0
PER_VARIANT = 5
"""One in this number of games is played with options that are not the default."""


def variants(id: str) -> list[Game]:
    """The game with all combinations of its options, the default first."""
    offers = definition(id).options
    chosen = product(*(option.values for option in offers))
    return [load(id, **dict(zip([option.name for option in offers], values, strict=True))) for values in chosen]


def variant_of(id: str, number: int) -> Game:
    """The variant in which a game with this number is played: mostly the default."""
    usual, *others = variants(id)
    if not others or number % PER_VARIANT:
        return usual
    return others[number // PER_VARIANT % len(others)]


class Games:
    """Plays games of one variant.

    Some stay open until late: the weak level moves for the player who is ahead. In others it moves for the other one,
    who overlooks what comes. Strong levels play the rest.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = engine_for(game.rulebook)

    def __call__(self, seed: str) -> Iterator[tuple[Record, bool]]:
        """The beginnings of one game, each with whether the end is near. Then another move comes beside the played."""
        dice = random.Random(seed)
        game = self.play_on(opening(Record.of(self.game), dice.randint(0, MAX_OPENING), dice), dice)
        if len(game.moves) > MAX_PLIES:
            return
        so_far = Record.of(self.game)
        for ply, played in enumerate(game.moves):
            near_end = ply >= len(game.moves) - NEAR_END
            yield so_far, near_end
            if near_end:
                yield so_far.play(dice.choice(so_far.final.legal_moves(played.player)), played.player), True
            so_far = so_far.play(played.move, played.player)

    def play_on(self, record: Record, dice: random.Random) -> Record:
        """The record, played to the end of the game, or until it wanders."""
        weak, strong = (
            Computer(self.game, level(dice.choice(levels)), dice.getrandbits(32), seconds=UNLIMITED)
            for levels in dice.choice(((WEAK, STRONG), (STRONG, WEAK), (BEST, BEST), (BEST, BEST)))
        )
        while record.final.to_act and len(record.moves) <= MAX_PLIES:
            player = record.final.to_act[0]
            view = record.final.view(player)
            record = record.play((weak if self.chance(view) > LEADING else strong).choose(view), player)
        return record

    def chance(self, view: View) -> float:
        """The winning chance of the player to move, at a glance."""
        with Limit() as limit:
            return self.engine.search(view, limit, depth=1, lines=1).chance
