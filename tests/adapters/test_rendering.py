"""Frames in letters and in pixels, made from views."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np
import pytest
from PIL import Image

import ludotheque as lt
from ludotheque.adapters.gymnasium import Seat
from ludotheque.adapters.pettingzoo import env
from ludotheque.adapters.rendering import SIZE, pixels
from ludotheque.adapters.vector import Seats

BLUE = (0, 0, 200)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[lt.View]:
    """The views that are drawn, each as a blue picture whose left half one can see through."""
    views: list[lt.View] = []

    def png(view: lt.View, size: int) -> bytes:
        views.append(view)
        picture = Image.new("RGBA", (size, size // 2))
        picture.paste(BLUE, (size // 2, 0, size, size // 2))
        file = BytesIO()
        picture.save(file, "PNG")
        return file.getvalue()

    monkeypatch.setattr(lt.View, "png", png, raising=False)
    return views


def test_pixels_are_red_green_and_blue_on_white(drawn: list[lt.View]) -> None:
    view = lt.load("malawi").start().view(0)
    found = pixels(view)
    assert drawn == [view]
    assert found.shape == (SIZE // 2, SIZE, 3)
    assert found.dtype == np.uint8
    assert found[5, 5].tolist() == [255, 255, 255]
    assert found[5, -5].tolist() == list(BLUE)


def seat() -> tuple[lt.Position, Any]:
    made = gymnasium.make("ludotheque/massai-v1", seat=1, render_mode="rgb_array")
    made.reset(seed=1)
    assert isinstance(made.unwrapped, Seat)
    return made.unwrapped.moment.position, made.render()


def seats() -> tuple[lt.Position, Any]:
    made = Seats("massai", 2, seat=1, render_mode="rgb_array")
    made.reset(seed=1)
    frames = made.render()
    assert frames
    return made.batch.moment(1).position, frames[1]


@pytest.mark.parametrize("made", [seat, seats])
def test_a_seat_draws_its_own_view(made: Callable[[], tuple[lt.Position, Any]], drawn: list[lt.View]) -> None:
    position, picture = made()
    assert picture.shape == (SIZE // 2, SIZE, 3)
    assert drawn[-1] == position.view(1)


def test_a_table_draws_what_an_onlooker_sees(drawn: list[lt.View]) -> None:
    table = env("massai", render_mode="rgb_array")
    table.reset()
    picture: Any = table.render()
    assert picture.shape == (SIZE // 2, SIZE, 3)
    assert drawn == [lt.load("massai").start().view(None)]
