"""Frames of an environment: the board in letters or in pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt

from ludotheque.position import View

Pixels = npt.NDArray[np.uint8]
Frame = str | Pixels

RENDER_MODES = ["ansi", "rgb_array"]
SIZE = 400
"""The longer side of a picture."""


def frame(view: View, render_mode: str) -> Frame:
    """Return a view as a drawing in letters (`ansi`) or as pixels (`rgb_array`)."""
    return pixels(view) if render_mode == "rgb_array" else view.drawing()


def pixels(view: View) -> Pixels:
    """Return a view as rows of red, green and blue from 0 to 255. It needs the extra `pictures`."""
    png = view.png(size=SIZE)
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        drawn = image.convert("RGBA")
    white = Image.new("RGBA", drawn.size, "white")
    return np.asarray(Image.alpha_composite(white, drawn).convert("RGB"))
