"""Replay, study and hints in a real browser."""
