"""Players, described by a text."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.arena.player import make_player


def test_players_are_described_by_a_text() -> None:
    for text in ("level", "level:", "level:1@", "nobody", "engine:", ""):
        with pytest.raises(lt.OptionError):
            make_player(text, lt.load("malawi"), 1)
    with pytest.raises(lt.OptionError, match="levels go from 1 to 6"):
        make_player("level:7", lt.load("malawi"), 1)
