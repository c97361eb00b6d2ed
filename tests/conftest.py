"""Settings for all tests: laws run the same way every time, and timing decides nothing."""

import os

from hypothesis import settings

settings.register_profile("laws", deadline=None, derandomize=True, max_examples=300)
settings.load_profile("laws")

# What stands in examples/sixth/ belongs to another library, where test_sixth_game.py runs it.
collect_ignore = [] if "LUDOTHEQUE_GAMES" in os.environ else ["examples/sixth"]
