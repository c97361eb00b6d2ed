"""`TypedDict` as pydantic can read it: not that of `typing` before Python 3.12."""

import sys

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict

__all__ = ["TypedDict"]
