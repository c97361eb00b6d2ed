"""Laws about searches: the evaluation stays within its bounds, and every level of the computer plays."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields
from importlib import resources

import numpy as np

from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import LEVELS, Level
from ludotheque.laws.breach import Breach, listing, sample, texts
from ludotheque.library import definition
from ludotheque.position import Position
from ludotheque.record import Record

MAX_VALUE = 10_000
SECONDS = 0.02
"""For each move. This is about the rules, not about strength."""


def an_evaluation_stays_within_its_bounds(position: Position) -> Iterator[Breach]:
    rules = position.game.rulebook.rules
    state = np.array(position.state, np.uint64)
    for player in range(position.game.players) if position.to_act and not position.has_secret else ():
        value = rules.evaluation.evaluate(state, np.uint64(player))
        if not -MAX_VALUE <= value <= MAX_VALUE:
            yield Breach(texts.say("expected.between", low=-MAX_VALUE, high=MAX_VALUE), value, position)


def every_level_plays_legal_moves(record: Record) -> Iterator[Breach]:
    for level in LEVELS:
        computer = Computer(record.game, level, seconds=SECONDS)
        for position in sample([one for one in record.positions if one.to_act], 3):
            player = position.to_act[0]
            move = computer.choose(position.view(player))
            if not position.is_legal(move, player):
                yield Breach(listing(position.legal_moves(player)), move, position)


def levels_change_only_what_a_level_has(id: str) -> Iterator[Breach]:
    """`levels.toml` has the numbers of levels, except the best one, and what may differ there."""
    file = resources.files(definition(id).package).joinpath("levels.toml")
    known = {field.name for field in fields(Level)} - {"number", "seconds"}
    numbers = [str(level.number) for level in LEVELS[:-1]]
    for number, changes in tomllib.loads(file.read_text("utf-8")).items() if file.is_file() else ():
        if number not in numbers:
            yield Breach(f"levels.toml: {listing(numbers)}", number)
        elif set(changes) - known:
            yield Breach(f"levels.toml: {listing(known)}", listing(changes))


LAWS = (an_evaluation_stays_within_its_bounds,)
GAME_LAWS = (every_level_plays_legal_moves,)
FOLDER_LAWS = (levels_change_only_what_a_level_has,)
