"""Monte-Carlo tree search, for any number of players."""

from __future__ import annotations

from ludotheque.engine.mcts.puct import Puct
from ludotheque.engine.mcts.uct import Uct

__all__ = ["ENGINE", "Puct", "Uct"]

ENGINE = Puct
