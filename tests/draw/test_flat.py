"""Flat colours for paper: every gradient and pattern of a drawing gets one."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from ludotheque.draw.flat import print_style

ART = """<svg xmlns="http://www.w3.org/2000/svg"><defs>
<linearGradient id="g-wood"><stop stop-color="#000"/><stop offset="1" stop-color="#204060"/></linearGradient>
<radialGradient id="g-shadow"><stop stop-color="#fff"/><stop stop-color="#fff" stop-opacity="0"/></radialGradient>
<pattern id="g-grain"/></defs></svg>"""


def test_a_gradient_becomes_its_mean_and_a_pattern_nothing() -> None:
    style = print_style(ART, "g")
    assert "--g-wood: rgb(16 32 48 / 100%);" in style
    assert "--g-shadow: none;" in style, "what fades away is light or shadow"
    assert "--g-grain: none;" in style


def test_without_gradients_there_is_no_style() -> None:
    assert print_style('<svg xmlns="http://www.w3.org/2000/svg"/>', "g") == ""


def test_an_unknown_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="red"):
        print_style(ART.replace("#000", "red"), "g")


@pytest.mark.parametrize("id", lt.games())
def test_nothing_that_fills_is_forgotten(id: str) -> None:
    art = lt.load(id).rulebook.look.art
    asked = set(re.findall(r'(?:fill|stroke)="url\(#([\w-]+)\)"', art))
    assert asked
    assert asked <= set(re.findall(r"--([\w-]+): ", print_style(art, id)))
