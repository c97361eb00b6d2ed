"""Settings for all tests: laws run the same way every time, and timing decides nothing."""

import os
from importlib.util import find_spec

from hypothesis import settings

settings.register_profile("laws", deadline=None, derandomize=True, max_examples=300)
settings.load_profile("laws")

# What stands in examples/sixth/ belongs to another library, where test_sixth_game.py runs it.
collect_ignore = [] if "LUDOTHEQUE_GAMES" in os.environ else ["examples/sixth"]
# What needs PyTorch, a gigabyte, belongs to `make learn`.
collect_ignore += [] if find_spec("sb3_contrib") else ["adapters/test_maskable_ppo.py"]
