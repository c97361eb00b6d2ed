"""Replaying and studying: what the server tells of games that somebody brings along."""
