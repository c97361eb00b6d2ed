"""Matches between players, their results with confidence, and the turning points of finished games."""
