"""Pictures as pixels: PNG and GIF from SVG. Both need the extra `pictures` of the package.

resvg draws the SVG and Pillow writes the GIF. They are loaded only here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import takewhile
from typing import Any

from ludotheque.board import Board
from ludotheque.draw.film import CAPTION, PAUSE, REST, Frame, draw_caption
from ludotheque.draw.svg import Canvas, group
from ludotheque.draw.theme import Theme
from ludotheque.errors import PictureError
from ludotheque.texts import say

RENDERER, PILLOW = "resvg_py", "PIL.Image"
FAMILIES: Mapping[str, Sequence[str]] = {
    "sans_serif_family": ("DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial"),
    "serif_family": ("DejaVu Serif", "Noto Serif", "Liberation Serif", "Times New Roman"),
}
"""What the renderer, which does not ask the system, takes for a font of a kind; the first that is installed."""
COLOURS = 255
"""One of the 256 colours of a GIF is left for what does not change."""


def can_draw() -> bool:
    """Return whether the extra is installed."""
    return all(find_spec(name.partition(".")[0]) for name in (RENDERER, PILLOW))


def _load(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PictureError(say("picture.extra")) from error


def draw_png(svg: str) -> bytes:
    """Return an SVG picture as PNG, of the size that it says."""
    fonts = _fonts() if "<text" in svg else {}
    picture: bytes = _load(RENDERER).svg_to_bytes(svg_string=svg, **fonts)
    return picture


@cache
def _fonts() -> dict[str, str]:
    """Return the first installed font of each kind. Without any, texts would be missing from pictures."""
    found = {}
    for kind, names in FAMILIES.items():
        name = next((name for name in names if _has_font(name)), None)
        if name:
            found[kind] = name
    if not found:
        raise PictureError(say("picture.fonts", names=", ".join(FAMILIES["sans_serif_family"])))
    # A text in a font of the other kind is better than none.
    return {kind: found.get(kind, next(iter(found.values()))) for kind in FAMILIES}


def _has_font(name: str) -> bool:
    """Return whether a letter in this font leaves anything on the picture."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">{}</svg>'
    empty, letter = drawing.format(""), drawing.format(f'<text y="14" font-size="16" font-family="{name}">8</text>')
    draw = _load(RENDERER).svg_to_bytes
    # The renderer's last resort must not answer for the font.
    return bool(draw(svg_string=letter, serif_family="none", font_family=name) != draw(svg_string=empty))


def draw_gif(
    board: Board,
    frames: Sequence[Frame],
    *,
    art: str,
    name: str,
    coordinates: bool = True,
    flip: bool = False,
    size: int | None = None,
    theme: Theme,
    wanted: Callable[[], bool] = lambda: True,
) -> bytes:
    """Return the pictures one after the other, again and again, as an animated GIF.

    The board is drawn once. Only what lies on it is drawn for each picture. No more are drawn when `wanted` says no.
    """
    image = _load(PILLOW)
    canvas = Canvas(board, name, art, flip)
    labels = list(group("labels", canvas.labels() if coordinates else ()))

    def layer(shapes: Sequence[str], filled: bool) -> Any:
        svg = canvas.document(shapes, size=size, theme=theme, below=CAPTION, filled=filled)
        return image.open(BytesIO(draw_png(svg))).convert("RGBA")

    ground = layer(list(canvas.backdrop()), filled=True)

    def picture(frame: Frame) -> Any:
        pieces, last = group("pieces", map(canvas.piece, frame.pieces)), group("marks", canvas.last(frame.last))
        shapes = [*pieces, *labels, *last, draw_caption(canvas, frame.caption)]
        return image.alpha_composite(ground, layer(shapes, filled=False)).convert("RGB")

    colours = _common_colours(image, [picture(frames[number]) for number in {0, len(frames) // 2, len(frames) - 1}])
    asked = takewhile(lambda _: wanted(), frames)
    pictures = [picture(frame).quantize(palette=colours, dither=image.Dither.NONE) for frame in asked]
    pauses = [round(1000 * PAUSE)] * (len(pictures) - 1) + [round(1000 * PAUSE * REST)]
    file = BytesIO()
    if pictures:
        pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=pauses, loop=0)
    return file.getvalue()


def _common_colours(image: Any, samples: Sequence[Any]) -> Any:
    """Return the colours of all pictures. They share them, so that only what changes is stored."""
    width, height = samples[0].size
    sheet = image.new("RGB", (width, len(samples) * height))
    for number, sample in enumerate(samples):
        sheet.paste(sample, (0, number * height))
    # The other methods lose colours that are rare: those of a few small pieces.
    return sheet.quantize(COLOURS, method=image.Quantize.FASTOCTREE)
