"""The words of Massaï's states and the kinds of its decisions, as plain numbers; `rules.py` has the tables."""

from __future__ import annotations

TARGET, DUE, TURNS = 3, 4, 5
"""The words of a state after the huts: the secret target, what is due, turns since the set-up."""

SETTING_UP, TURN, DEFENCE = range(3)
"""What may be due."""

SET_UP, BUILD, MOVE, ATTACK, GUARD = range(5)
"""The kinds of decisions."""

TURN_LIMIT = 300
"""After so many turns the game is drawn (MAS-8f)."""
