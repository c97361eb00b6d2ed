"""Every game with every combination of its options, and walks through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.laws.variants import variants

VARIANTS = [game for id in lt.games() for game in variants(id)]


def name(game: lt.Game) -> str:
    """How a variant is called in test reports: what differs from the default."""
    defaults = {option.name: option.values[0] for option in game.rulebook.definition.options}
    return ",".join([game.id, *(f"{key}={value}" for key, value in game.options.items() if value != defaults[key])])


@cache
def whole_game(game: lt.Game, seed: int) -> lt.Record:
    """A random game to its end; where several are to move, any of them comes first."""
    random = np.random.default_rng(seed)
    record = lt.Record(game.start())
    scratch = np.empty(game.rulebook.rules.max_moves, np.uint64)
    while record.final.to_act:
        player = int(random.choice(record.final.to_act))
        state = np.array(record.final.state, np.uint64)
        word = np.uint64(random.integers(2**63))
        move = game.rulebook.rules.kernels.pick(state, np.uint64(player), word, scratch)
        record = record.play(lt.Move(game, int(move)), player)
    return record


games = st.sampled_from(VARIANTS)


@st.composite
def positions(draw: st.DrawFn) -> lt.Position:
    """A position from a random game of any variant, the last one included."""
    game = draw(games)
    found = whole_game(game, draw(st.integers(0, 7))).positions
    return found[draw(st.integers(0, len(found) - 1))]


@st.composite
def open_positions(draw: st.DrawFn) -> lt.Position:
    """A position in which somebody is to move."""
    return draw(positions().filter(lambda position: bool(position.to_act)))


sentences = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SIGNS = ("!", "?", "!!", "??", "!?", "?!", "$0", "$14", "$255")


@st.composite
def noted_records(draw: st.DrawFn) -> lt.Record:
    """The beginning of a game with comments, glyphs and nested variations."""
    random = Random(draw(st.integers(0, 2**32)))
    comments = draw(st.lists(sentences, max_size=4))
    line = noted_line(draw(open_positions()), random, comments, 3)
    return replace(line, headers={"Event": draw(sentences)})


def noted_line(start: lt.Position, random: Random, comments: list[str], depth: int) -> lt.Record:
    """A line of random moves; each may have variations as deep as this."""

    def some(texts: Sequence[str]) -> list[str]:
        return random.choices(texts, k=random.choice((0, 0, 0, 1, 2))) if texts else []

    record = lt.Record(start, comments=some(comments))
    for _ in range(random.randint(1, 4)):
        before = record.final
        if not before.to_act:
            break
        player = random.choice(before.to_act)
        code = random.choice(before.view(player).codes())
        record = record.play(lt.Move(start.game, code), player, some(comments), glyphs=some(SIGNS))
        for _ in range(random.choice((0, 0, 1, 2)) if depth else 0):
            record = record.add_variation(len(record), noted_line(before, random, comments, depth - 1))
    return record
