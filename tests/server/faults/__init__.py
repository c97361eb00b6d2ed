"""Faults of the database: a sentence for the players, a line for the host, and going on when it is back."""
