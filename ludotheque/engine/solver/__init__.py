"""The exact solver, for two players near the end of a game without secrets."""

from __future__ import annotations

from ludotheque.engine.solver.solver import Solution, Solver

__all__ = ["Solution", "Solver"]
