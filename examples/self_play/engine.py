"""An engine for matches that plays with a network that `learn.py` has made.

ludotheque match malawi "engine:python examples/self_play/engine.py build/self-play/network.npz" level:2 --games 20
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from judge import Judge
from network import Network

import ludotheque as lt
from ludotheque.library import parse_options

PLIES = 2


def main(file: Path) -> None:
    """Answer the lines of the engine protocol."""
    judge, view = None, ""
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "ludotheque":
            print("ready self-play", flush=True)
        elif word == "game":
            game = lt.load(rest[0], **parse_options(rest[0], dict(pair.split("=") for pair in rest[1:])))
            judge = Judge(game, Network.load(file))
        elif word == "view":
            view = " ".join(rest)
        elif word == "go" and judge:
            judged = judge.moves(np.array([judge.game.parse(view).state], np.uint64), PLIES)
            print("move", lt.Move(judge.game, int(judged.moves.moves[judged.best()[0]])), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main(Path(sys.argv[1]))
