"""The known endings: each claim is proven by the plain solver, which tries every move."""

from __future__ import annotations

from functools import cache

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.teaching.endings import GOALS, Ending, endings
from ludotheque.teaching.reading import extras
from ludotheque.texts import LANGUAGES

SECONDS = 120
"""Much more than a proof takes, so that a busy machine does not matter."""
WITH_ENDINGS = [id for id in lt.games() if "endings" in extras(id)]
ENDINGS = [pytest.param(one, id=f"{id}-{one.id}") for id in WITH_ENDINGS for one in endings(id)]


@cache
def solver_of(game: lt.Game) -> PlainSolver:
    return PlainSolver(game.rulebook, entries=1 << 20)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_claimed_is_proven_and_not_to_be_had_sooner(ending: Ending) -> None:
    solver = solver_of(ending.start.game)
    with Limit(SECONDS) as limit:
        assert solver.forces(ending.start, ending.player, ending.moves, limit, ending.goal) is True
        assert solver.forces(ending.start, ending.player, ending.moves - 1, limit, ending.goal) is False
        other = 1 - ending.player
        assert solver.forces(ending.start, other, ending.moves, limit, ending.goal) is False, "nobody can do both"


@pytest.mark.parametrize("id", WITH_ENDINGS)
def test_every_ending_is_said_in_every_language(id: str) -> None:
    found = endings(id)
    assert len({one.id for one in found}) == len(found)
    assert len({one.start.text for one in found}) == len(found)
    for one in found:
        assert one.start.to_act
        assert one.goal in GOALS
        names = one.start.game.rulebook.player_name
        for code in LANGUAGES:
            assert one.title.to(code)
            assert names(one.player).to(code) in one.claim.to(code)
            assert str(one.moves) in one.claim.to(code)
