"""The status word reads the same in plain Python and in kernels."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import status, status_kernels
from ludotheque.status import Ending, status_word

players = st.sets(st.integers(0, 2), min_size=1).map(sorted)
options = st.lists(st.integers(0, 15), max_size=8)


def state(word: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([word, 0], np.uint64)


@given(players, options)
def test_players_and_options(to_act: list[int], chosen: list[int]) -> None:
    word = status_word(to_act, chosen)
    assert status.players_to_act(word) == tuple(to_act)
    assert status.ending(word, 3) is None
    assert status.player_to_act(word) == to_act[0]
    assert int(status_kernels.first_to_act(state(word))) == to_act[0]
    assert not status_kernels.is_over(state(word))
    for number, index in enumerate(chosen):
        assert int(status_kernels.option(state(word), np.uint64(number))) == index
    for player in range(3):
        assert status.is_to_act(word, player) == (player in to_act)
        assert bool(status_kernels.is_to_act(state(word), np.uint64(player))) == (player in to_act)


@given(options, st.integers(0, 7))
def test_an_ending_is_the_same_on_both_sides(chosen: list[int], reason: int) -> None:
    for winner in (0, 1):
        words = state(status_word([0], chosen))
        status_kernels.finish(words, np.uint64(reason), status_kernels.won_by(np.uint64(winner)))
        end = status.ending(int(words[0]), 2)
        assert end == Ending(reason, (1.0, -1.0) if winner == 0 else (-1.0, 1.0))
        assert status_word([], chosen, end) == int(words[0])
        assert status_kernels.is_over(words)


def test_returns_of_three_players() -> None:
    for returns in product((-1.0, 0.0, 1.0), repeat=3):
        word = status_word([], (), Ending(0, returns))
        kernel = [int(status_kernels.return_of(state(word), np.uint64(player))) - 1 for player in range(3)]
        assert tuple(map(float, kernel)) == returns
