"""An engine that looks one move ahead. It plays a winning move, and avoids moves that let the opponent win at once.

LUDOTHEQUE_GAMES=examples/games ludotheque match tictactoe "engine:python examples/careful_engine.py" random
"""

import random
import sys

import ludotheque as lt
from ludotheque.library import parse_options


def worth(position: lt.Position, move: str, player: int) -> int:
    """Return 2 for a move that wins, 0 for one that loses at once or lets the opponent win, 1 for the others."""
    after = position.play(move, player)
    if after.returns:
        return int(after.returns[player]) + 1
    other = after.to_act[0]
    replies = (after.play(reply, other).returns for reply in after.legal_moves(other))
    return 0 if other != player and any(returns and returns[other] > 0 for returns in replies) else 1


game, player, view, legal = lt.load("malawi"), 0, "", [""]
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ludotheque":
        print("ready careful", flush=True)
    elif word == "game":
        game = lt.load(rest[0], **parse_options(rest[0], dict(pair.split("=") for pair in rest[1:])))
    elif word == "player":
        player = int(rest[0])
    elif word == "view":
        view = " ".join(rest)
    elif word == "legal":
        legal = random.sample(rest, len(rest))
    elif word == "go":
        position = game.parse(view)
        print("move", max(legal, key=lambda move: worth(position, move, player)), flush=True)
    elif word == "quit":
        break
