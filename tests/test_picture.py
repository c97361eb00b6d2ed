"""The options of pictures: who sits below, and what is refused."""

from __future__ import annotations

import pytest

import ludotheque as lt
from tests.variants import VARIANTS, name

START = lt.load("malawi").start()


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_the_player_of_the_orientation_sits_below(game: lt.Game) -> None:
    """Boards for three players do not turn. Whoever asks for both turns the board twice."""
    start = game.start()
    for player in range(game.players):
        turned = game.players == 2 and player == 1
        assert start.svg(orientation=player) == start.svg(flip=turned)
        assert start.svg(orientation=player, flip=True) == start.svg(flip=not turned)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"arrows": [("a1", "z9")]}, "is called “z9”"),
        ({"circles": ["z9"]}, "is called “z9”"),
        ({"highlight": ["z9"]}, "is called “z9”"),
        ({"arrows": [("a1", "a1")]}, "leads to another cell"),
        ({"arrows": ["a1"]}, "an arrow has two cells"),
        ({"arrows": [("a1",)]}, "an arrow has two cells"),
        ({"arrows": [("a1", "a3", "red", "dashed", "more")]}, "an arrow has two cells"),
        ({"arrows": [("a1", "a3", 'red"/><script>')]}, "is not a colour"),
        ({"circles": [("a1", "mauve")]}, "“mauve” is not a colour; write #rrggbb, or one of: blue"),
        ({"circles": [("a1", "red", "wavy")]}, "“wavy” is not a line; there are: solid, dashed, dotted"),
        ({"circles": [()]}, "a circle has a cell"),
        ({"circles": [3]}, "a circle has a cell"),
        ({"size": 15}, "from 16 to 4096, not 15"),
        ({"size": 400.0}, "from 16 to 4096, not 400.0"),
        ({"size": True}, "from 16 to 4096"),
        ({"theme": "wood"}, "there is no theme “wood”; there are: light, dark, ink"),
        ({"orientation": 2}, "no player number 2"),
        ({"orientation": "white"}, "no player number white"),
    ],
)
def test_mistakes_get_a_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(lt.LudothequeError) as refused:
        START.svg(**options)  # type: ignore[arg-type]
    assert said in str(refused.value)
    assert refused.value.sentence.fr != refused.value.sentence.en


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="arrow"):
        START.svg(arrow=("a1", "a3"))  # type: ignore[call-arg]
