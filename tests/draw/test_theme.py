"""Themes: fixed colours, the page's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import ludotheque as lt
from ludotheque.draw.theme import THEMES
from ludotheque.server.api.schemas import FilmRequest

WEB = Path(lt.__file__).parent / "web"


def test_themes_have_the_colours_of_the_page() -> None:
    style = (WEB / "styles" / "page.css").read_text("utf-8")
    for name, shown in (("paper", "ground"), ("ink", "ink")):
        found = re.search(rf"--{name}: light-dark\((.*?), (.*?)\)", style)
        assert found
        assert found.groups() == (getattr(THEMES["light"], shown), getattr(THEMES["dark"], shown))


def test_a_picture_depends_on_nothing_around_it() -> None:
    for theme in THEMES:
        picture = lt.load("malawi").start().svg(theme=theme)
        assert not re.search(r"light-dark|prefers-color|currentColor|var\(", picture.replace("@media print", ""))


def test_the_server_takes_every_theme() -> None:
    hint = get_type_hints(FilmRequest)["theme"]
    assert {value for part in get_args(hint) for value in get_args(part)} == set(THEMES)
