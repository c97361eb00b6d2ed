"""Players, described by a text."""

from __future__ import annotations

import shlex

import pytest

import ludotheque as lt
from ludotheque.arena.player import IdleEngines, make_player
from ludotheque.engine.game_view import GameView
from tests.engine.external.test_client import ANALYSING, FAKE, RANDOM


def test_players_are_described_by_a_text() -> None:
    for text in ("level", "level:", "level:1@", "nobody", "engine:", ""):
        with pytest.raises(lt.OptionError):
            make_player(text, lt.load("malawi"), 1)
    with pytest.raises(lt.OptionError, match="levels go from 1 to 6"):
        make_player("level:7", lt.load("malawi"), 1)


def test_an_engine_waits_for_its_next_game() -> None:
    """One of the old protocol is started again for each game."""
    start, idle = lt.load("malawi").start(), IdleEngines()
    for command, stays in ((ANALYSING, True), ([*FAKE, "plain"], True), (RANDOM, False)):
        engines = []
        for _ in range(2):
            player = make_player(f"engine@0.1:{shlex.join(command)}", start.game, 1, idle)
            assert player.choose(GameView.of(start)) in start.legal_moves()
            player.close()
            engines.append(player.engine)  # type: ignore[attr-defined]
        assert engines[0] is engines[1]
        assert (engines[0].version == 2) is stays
        engines[0].close()


def test_an_engine_ends_with_its_only_game() -> None:
    player = make_player(f"engine:{shlex.join(FAKE)} plain", lt.load("malawi"), 1)
    player.close()
    with pytest.raises(lt.EngineError, match="closed"):
        player.choose(GameView.of(lt.load("malawi").start()))
