"""Searches in worker processes: computer players and analyses."""
