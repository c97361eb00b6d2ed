"""JSON as UTF-8: by pydantic-core, and by Python's own `json` in a browser, where pydantic-core is not to be had."""

from __future__ import annotations

import json
import sys
from typing import Any


def plain_json(data: Any) -> bytes:
    """Return the same bytes as pydantic-core, without it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=list).encode()


if sys.platform == "emscripten":
    to_json = plain_json
else:
    from pydantic_core import to_json

__all__ = ["plain_json", "to_json"]
