"""Flat colours for paper: a style that takes gradients and patterns out of a drawing when it is printed.

Browsers print a pattern as a bitmap, once for each place where it is used. A rules page with some dozens of boards
becomes a file of many megabytes. Small figures on paper need neither wood grain nor light and shadow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
GRADIENTS = (f"{SVG}linearGradient", f"{SVG}radialGradient")
Colour = tuple[int, int, int]


def print_style(art: str, name: str) -> str:
    """Return the rules for print: patterns are left out, and in small figures a gradient becomes its mean colour.

    A symbol does not know where on the page it is used, but it inherits. So what holds it sets a property for each
    gradient and pattern, and the symbols ask for it. A game's own style may set another colour for `--<id>`.
    """
    root = ElementTree.fromstring(art)
    patterns = {element.get("id", ""): "none" for element in root.iter(f"{SVG}pattern")}
    gradients = {element.get("id", ""): mean_colour(list(element)) for tag in GRADIENTS for element in root.iter(tag)}
    flat = {**patterns, **gradients}
    if not flat:
        return ""
    symbols = "".join(
        f'[{use}="url(#{id})"] {{ {use}: var(--{id}, url(#{id})); }}\n' for id in flat for use in ("fill", "stroke")
    )
    figures = f".figure .ludotheque.{name} {{{_properties(flat)} }}"
    sheets = f".printout .ludotheque.{name} {{{_properties(patterns)} }}"
    return f"@media print {{\n{figures}\n{sheets}\n{symbols}}}\n"


def _properties(paints: Mapping[str, str]) -> str:
    return "".join(f" --{id}: {paint};" for id, paint in paints.items())


def mean_colour(stops: Sequence[ElementTree.Element]) -> str:
    """Return the mean of a gradient's stops; `none` for light and shadow, which fade to nothing."""
    opacity = [float(stop.get("stop-opacity", "1")) for stop in stops]
    if not stops or min(opacity) == 0:
        return "none"
    colours = [_channels(stop.get("stop-color", "#000")) for stop in stops]
    mean = [round(sum(channel) / len(colours)) for channel in zip(*colours, strict=True)]
    return f"rgb({' '.join(map(str, mean))} / {round(100 * sum(opacity) / len(opacity))}%)"


def _channels(colour: str) -> Colour:
    digits = colour.removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits):
        raise ValueError(f"not a colour in hexadecimal: {colour}")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
