"""Records as pictures: every moment, and films."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from tests.variants import VARIANTS, name, whole_game


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_record_draws_every_moment(game: lt.Game) -> None:
    record = whole_game(game, 1)
    assert record.svg() == record.final.svg(last=[played.move for played in record.last_revealed])
    assert record.svg(0) == record.start.svg()
    assert record.svg(last=None, size=100) == record.final.svg(size=100)
    with pytest.raises(lt.PictureError, match="there is no picture after"):
        record.svg(len(record.positions))


def test_a_film_takes_the_options_of_a_sheet() -> None:
    record = lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4"])
    film = record.film(size=300, theme="dark", coordinates=False, orientation=1, language="fr")
    assert film.count('class="caption"') == 3
    assert 'class="label"' not in film
    assert re.search(r'<svg [^>]*height="300"', film)
    assert film == record.film(size=300, theme="dark", coordinates=False, flip=True, language="fr")
    assert film != record.film(size=300, theme="dark", coordinates=False, language="fr")
    with pytest.raises(TypeError):
        record.film(arrows=[("a1", "a3")])  # type: ignore[call-arg]
