"""A cluster: the same games as on this machine, though a node is lost; and sentences for what can be wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

import ludotheque as lt
from ludotheque.arena.cluster import Cluster, program, run_job
from ludotheque.arena.match import Plan, Played, run_match
from ludotheque.arena.work import Processes
from ludotheque.cli import main
from tests.arena.ray_nodes import LOOPBACK

PLAN = Plan("malawi", "level:3@3600", "level:2@3600", {"diagonals": True}, games=12, seed=3)
"""Depth bounds these players, not the clock."""
ENVIRONMENT = {**os.environ, **LOOPBACK}


class Nodes:
    """Two nodes, one of which can be lost."""

    def __init__(self, typed: IO[str], said: IO[str]) -> None:
        self.typed, self.said = typed, said
        self.address = said.readline().strip()

    def lose_one(self) -> str:
        self.typed.write("\n")
        self.typed.flush()
        return self.said.readline().strip()


@contextmanager
def two_nodes() -> Iterator[Nodes]:
    command = [sys.executable, "-m", "tests.arena.ray_nodes"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=ENVIRONMENT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        yield Nodes(process.stdin, process.stdout)
    assert process.returncode == 0


def test_a_cluster_plays_the_same_games_though_a_node_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = [sys.executable, "-m", "ludotheque", "match", PLAN.game, PLAN.first, PLAN.second]
    words = [*match, "--games", str(PLAN.games), "--seed", str(PLAN.seed), "--keep", str(file)]
    with two_nodes() as nodes:
        with subprocess.Popen([*words, "--cluster", nodes.address], env=ENVIRONMENT) as playing:
            while playing.poll() is None and not (file.exists() and lines(file) > 2):
                time.sleep(0.1)
            assert nodes.lose_one() == "lost"
        assert playing.returncode == 0
    # The file holds the whole match, so nothing is played again here.
    kept = by_number(run_match(PLAN, file=file).played)
    assert kept == by_number(run_match(PLAN, workers=Processes(2)).played)
    assert lines(file) == 1 + PLAN.games


def test_another_program_is_refused() -> None:
    assert run_job(program(), divmod, 7, 2) == (3, 1)
    with pytest.raises(lt.LudothequeError, match="holds another version"):
        run_job("another", divmod, 7, 2)


def test_without_ray_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for lang, said in (("fr", "il manque le paquet ray"), ("en", "the package ray is missing")):
        assert main(["match", PLAN.game, "random", "random", "--cluster", "auto", "--lang", lang]) == 2
        assert re.search(f'{said}.*pip install "ludotheque.cluster."', capsys.readouterr().err)


def test_a_cluster_that_is_not_there_is_named() -> None:
    cluster = Cluster("127.0.0.1:1")
    assert not list(cluster.map(abs, [])), "nobody is asked when there is nothing to do"
    with pytest.raises(lt.LudothequeError, match=r"at 127\.0\.0\.1:1 cannot be reached"):
        list(cluster.map(abs, [1]))


def by_number(games: list[Played]) -> list[Played]:
    return sorted(games, key=lambda game: game.number)


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())
