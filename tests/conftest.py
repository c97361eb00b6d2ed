"""Settings for all tests: laws run the same way every time, and timing decides nothing."""

from hypothesis import settings

settings.register_profile("laws", deadline=None, derandomize=True, max_examples=300)
settings.load_profile("laws")
