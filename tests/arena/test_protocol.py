"""The engine protocol: programs that speak it can play, and bad ones give clear errors."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.arena.match import Plan, play_game
from ludotheque.arena.protocol import ExternalEngine

ENGINE = f"{sys.executable} {Path(__file__).parent.parent.parent / 'examples' / 'random_engine.py'}"


def test_external_engines_join() -> None:
    played = play_game(Plan("malawi", f"engine@0.1:{ENGINE}", "random"), 0)
    assert lt.Record.parse(played.record).final.outcome


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("print('ready x')", "has ended"),
        (
            "import sys; print('ready x', flush=True); [print('decision a1-a4', flush=True) for l in sys.stdin]",
            "not legal",
        ),
        ("1/0", "has ended"),
    ],
)
def test_a_bad_engine_gets_an_error(program: str, said: str) -> None:
    with pytest.raises(lt.LudothequeError, match=said):
        play_game(Plan("malawi", f'engine@0.1:{sys.executable} -c "{program}"', "random"), 0)
    with pytest.raises(lt.LudothequeError, match="cannot be started"):
        ExternalEngine("/nowhere/engine", lt.load("malawi"))
