"""The referee and the kernels play the same random games and must agree on everything.

`python -m tests.referee.compare --games 200 malawi` compares many games of every variant.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import ludotheque as lt
from tests.referee.catalogue import REFEREES, load, title, variants
from tests.referee.random_play import EVEN, choose, draw_style
from tests.referee.referee import Option, Referee

SAMPLE = 50
"""How many texts of a long list are compared."""

LONG = 2000
"""The length from which a list is long. The number of its moves is still compared."""


class Disagreement(AssertionError):
    """Raised where the referee and the kernels disagree."""


class Match:
    """One game, played by the referee and the kernels side by side."""

    def __init__(self, id: str, options: Mapping[str, Option]) -> None:
        """Begin a game."""
        self.title = title(id, options)
        self.referee: Referee[Any] = load(id, options)
        self.state: Any = self.referee.start()
        self.position = lt.load(id, **options).start()
        self.moves: list[str] = []

    def agree(self, what: str, referee: object, kernels: object) -> None:
        """Raise Disagreement unless both say the same."""
        if referee != kernels:
            line = " ".join(self.moves)
            raise Disagreement(f"{self.title}: {what}: referee {referee}, kernels {kernels}, after: {line}")

    def to_move(self) -> tuple[int, ...]:
        """Compare the players to move, and return them."""
        players = self.referee.to_move(self.state)
        self.agree("to move", players, tuple(self.position.to_act))
        return players

    def legal_moves(self, player: int, random: Random) -> list[str]:
        """Compare the legal moves of a player, and return them sorted."""
        texts = self.referee.legal_moves(self.state, player)
        moves = self.position.legal_moves(player)
        self.agree(f"number of moves of player {player}", len(texts), len(moves))
        if len(texts) <= LONG:
            kernels = sorted(str(move) for move in moves)
            self.agree(
                "moves that the other side lacks", sorted(set(texts) - set(kernels)), sorted(set(kernels) - set(texts))
            )
            self.agree("repeated moves", len(set(texts)), len(kernels))
            return texts
        known = set(texts)
        for _ in range(SAMPLE):
            text = str(moves[int(random.random() * len(moves))])
            self.agree(f"{text} is legal", text in known, True)
        return texts

    def play(self, player: int, text: str) -> None:
        """Play a move on both sides."""
        self.moves.append(text)
        self.state = self.referee.after(self.state, player, text)
        self.position = self.position.play(text, player)

    def end(self) -> None:
        """Compare how the game ended."""
        result, outcome = self.referee.result(self.state), self.position.outcome
        if result is None or outcome is None:
            self.agree("result", result, outcome)
            return
        self.agree("returns", result.returns, tuple(outcome.returns))
        self.agree("returns of the position", result.returns, self.position.returns)
        self.agree("reason", result.reason, outcome.reason)
        self.agree("points", result.points, outcome.points)


def compare_random(id: str, options: Mapping[str, Option], number: int) -> int:
    """Compare a random game. Return how many moves it had. Games with odd numbers follow styles."""
    random = Random(f"compare {title(id, options)} {number}")
    styles = [draw_style(random) if number % 2 else EVEN for _ in range(3)]
    match = Match(id, options)
    while players := match.to_move():
        legal = {player: match.legal_moves(player, random) for player in players}
        player = players[int(random.random() * len(players))]
        match.play(player, choose(random, legal[player], styles[player]))
    match.end()
    return len(match.moves)


def compare_line(id: str, options: Mapping[str, Option], moves: Sequence[str]) -> None:
    """Compare a given game to its end. The lowest player to move makes each move."""
    random = Random("line")
    match = Match(id, options)
    for text in moves:
        player = match.to_move()[0]
        match.agree(f"{text} is legal", text in match.legal_moves(player, random), True)
        match.play(player, text)
    match.agree("nobody is to move", match.to_move(), ())
    match.end()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.compare", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="GAME", help=f"any of {', '.join(REFEREES)}; all by default")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each variant (default: 20)")
    given = parser.parse_args(arguments)
    if unknown := set(given.ids) - set(REFEREES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    disagreements = 0
    for id in given.ids or REFEREES:
        for options in variants(id):
            begun, moves = time.perf_counter(), 0
            for number in range(given.games):
                try:
                    moves += compare_random(id, options, number)
                except Disagreement as disagreement:
                    disagreements += 1
                    print(f"    {disagreement}", flush=True)
            seconds = time.perf_counter() - begun
            print(f"{title(id, options)}: {given.games} games, {moves:,} moves, {seconds:.1f} s", flush=True)
    return int(disagreements > 0)


if __name__ == "__main__":
    raise SystemExit(main())
