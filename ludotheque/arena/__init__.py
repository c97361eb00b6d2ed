"""Matches between players, self-play and its statistics, and puzzles found in games."""
