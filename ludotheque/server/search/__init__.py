"""Searches in threads: computer players and analyses."""
