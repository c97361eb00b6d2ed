"""The recorded games go as they did; if a change is meant, `make playthroughs` and read the difference."""

from __future__ import annotations

import pytest

import ludotheque as lt
from tests.games.playthrough import FOLDER, file_of, playthrough
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_playthrough(game: lt.Game) -> None:
    assert playthrough(game) == file_of(game).read_text("utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {file_of(game) for game in VARIANTS}
