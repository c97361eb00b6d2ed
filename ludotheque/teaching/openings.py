"""The opening table of a game: `openings.json` of its folder, made by `ludotheque openings`.

`arena/openings.py` has the form.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ludotheque.teaching.reading import folder


@cache
def read(id: str) -> dict[str, Any] | None:
    """The table as it stands in the game's folder; None where there is none."""
    file = folder(id).joinpath("openings.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else None
