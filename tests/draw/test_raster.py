"""PNG and GIF: their sizes, their pixels, and what is said without the extra."""

from __future__ import annotations

import sys
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

import ludotheque as lt
from ludotheque.draw import raster
from ludotheque.record import pictures
from tests.variants import whole_game

GAMES = [lt.load(id) for id in lt.games()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def pixels(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png))
    assert picture.format == "PNG"
    return picture.convert("RGBA")


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of what differs."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


@each_game
def test_the_longer_side_has_the_size(game: lt.Game) -> None:
    left, bottom, right, top = game.board.extent
    width, height = pixels(game.start().png(size=300)).size
    assert max(width, height) == 300
    assert width / height == pytest.approx((right - left) / (top - bottom), abs=0.01)
    assert max(pixels(game.start().png()).size) == 600


@each_game
def test_an_arrow_changes_pixels_along_its_line_only(game: lt.Game) -> None:
    left, bottom, right, top = game.board.extent
    start, end = game.board.cells[0], game.board.cells[-1]
    plain = pixels(game.start().png(size=800))
    marked = pixels(game.start().png(size=800, arrows=[(start.name, end.name, "red")]))
    scale = 800 / max(right - left, top - bottom)
    for part in (0.4, 0.5, 0.6):
        x, y = (start.x + part * (end.x - start.x) - left, top - start.y - part * (end.y - start.y))
        spot = round(x * scale), round(y * scale)
        assert marked.getpixel(spot) == (179, 38, 30, 255)
    box = changed(plain, marked)
    assert box
    x_low, x_high = (f(start.x, end.x) for f in (min, max))
    y_low, y_high = (f(start.y, end.y) for f in (min, max))
    near = 0.35
    assert box[0] >= (x_low - left - near) * scale
    assert box[2] <= (x_high - left + near) * scale
    assert box[1] >= (top - y_high - near) * scale
    assert box[3] <= (top - y_low + near) * scale


@each_game
def test_themes_differ_around_the_board(game: lt.Game) -> None:
    grounds = {"light": (246, 239, 225, 255), "dark": (30, 23, 18, 255), "ink": (255, 255, 255, 255)}
    for theme, ground in grounds.items():
        picture = pixels(game.start().png(size=200, theme=theme))
        width, height = picture.size
        assert {picture.getpixel(corner) for corner in ((0, 0), (width - 1, 0), (0, height - 1))} == {ground}
    assert changed(pixels(game.start().png(size=200, theme="light")), pixels(game.start().png(size=200, theme="ink")))


@each_game
def test_a_circle_moves_to_the_other_side_when_the_board_is_flipped(game: lt.Game) -> None:
    cell = game.board.cells[0].name

    def box(flip: bool) -> tuple[int, int, int, int]:
        plain, marked = (game.start().png(size=400, flip=flip, circles=circles) for circles in ([], [cell]))
        found = changed(pixels(plain), pixels(marked))
        assert found
        return found

    width, height = pixels(game.start().png(size=400)).size
    left, top, right, bottom = box(flip=True)
    mirrored = width - right, height - bottom, width - left, height - top
    assert all(abs(one - other) <= 1 for one, other in zip(box(flip=False), mirrored, strict=True))


@each_game
def test_coordinates_have_letters(game: lt.Game) -> None:
    assert changed(pixels(game.start().png(size=300)), pixels(game.start().png(size=300, coordinates=False)))


def frames(gif: bytes) -> list[Image.Image]:
    film = Image.open(BytesIO(gif))
    assert film.format == "GIF"
    found = []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        found.append(film.convert("RGB"))
    return found


@each_game
def test_a_gif_has_a_frame_for_each_position(game: lt.Game) -> None:
    record = lt.Record.of(game)
    for played in whole_game(game, 0).moves[:40]:
        record = record.play(played.move, played.player)
    gif = record.gif(size=120)
    shown = frames(gif)
    assert len(shown) == len(record.positions)
    assert max(shown[0].size) == 120
    assert all(changed(one, other) for one, other in pairwise(shown))
    assert Image.open(BytesIO(gif)).info["loop"] == 0


@each_game
def test_a_gif_keeps_the_colours_of_small_pieces(game: lt.Game) -> None:
    """The 255 colours are near those of the picture, the rare ones included."""
    still = pixels(game.parse(game.rulebook.look.portrait).png(size=300, theme="light")).convert("RGB")
    few = still.quantize(palette=raster._common_colours(Image, [still]), dither=Image.Dither.NONE).convert("RGB")
    away = ImageChops.difference(still, few).tobytes()
    far = [value for value in away if value > 32]
    assert len(far) < 0.002 * still.width * still.height


def test_a_gif_stops_when_nobody_wants_it() -> None:
    left = iter([True, True, False])
    record = whole_game(lt.load("malawi"), 0)
    assert len(frames(pictures.gif(record, "en", size=60, wanted=lambda: next(left)))) == 2


def test_pictures_of_views_show_no_secret() -> None:
    """What the other player chose does not change a byte."""
    start = lt.load("massai").start()
    views = [start.play(huts, 0).view(1) for huts in ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c1")]
    assert views[0].png(size=100, theme="dark") == views[1].png(size=100, theme="dark")
    assert start.play("a3,a4,b3,c2,c3", 0).png(size=100) != start.play("a1,a2,b1,b2,c1", 0).png(size=100)


@pytest.mark.parametrize("missing", [raster.RENDERER, raster.PILLOW])
def test_without_the_extra_a_sentence_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    assert not raster.can_draw()
    record = lt.Record.of(lt.load("malawi"), ["c1-e3"])
    with pytest.raises(lt.PictureError, match=r'pip install "ludotheque\[pictures\]"'):
        record.gif(size=100)


def test_without_fonts_nothing_is_left_out_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(**_: Any) -> bytes:
        return b"the same"

    raster._fonts.cache_clear()
    monkeypatch.setattr(raster, "_load", lambda _: type("Renderer", (), {"svg_to_bytes": staticmethod(draw)}))
    start = lt.load("malawi").start()
    try:
        with pytest.raises(lt.PictureError, match="need a font"):
            start.png()
    finally:
        raster._fonts.cache_clear()
