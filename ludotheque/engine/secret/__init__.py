"""Search for games in which attacks are aimed and guarded in secret."""

from __future__ import annotations

from ludotheque.engine.secret.engine import Secret

__all__ = ["ENGINE", "Secret"]

ENGINE = Secret
