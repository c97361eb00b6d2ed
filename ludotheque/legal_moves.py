"""The legal moves of a state, as the kernels number them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ludotheque.rulebook import Rulebook, State

if TYPE_CHECKING:
    from ludotheque.kernel import Words

CACHED_STATES = 1024


@lru_cache(CACHED_STATES)
def legal_codes(book: Rulebook, state: State, player: int) -> Words:
    """Return the codes of the legal moves of a player to move. Copy the array before you change it.

    The cache pays because a program that lists the moves often plays one of them next.
    """
    words, room = np.array(state, np.uint64), book.rules.usual_moves
    while True:
        out = np.empty(room, np.uint64)
        count = book.rules.kernels.moves(words, np.uint64(player), out)
        if count < room or room == book.rules.max_moves:
            return out[:count].copy()
        room = min(16 * room, book.rules.max_moves)
