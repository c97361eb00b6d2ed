"""Alpha-beta search, for two players in a game without secrets."""

from __future__ import annotations

from ludotheque.engine.alphabeta.engine import AlphaBeta

__all__ = ["ENGINE", "AlphaBeta"]

ENGINE = AlphaBeta
