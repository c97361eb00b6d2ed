"""Puzzles: found in games that the computer plays, proven by the plain solver, written down, and checked."""
