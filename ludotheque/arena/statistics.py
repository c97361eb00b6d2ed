"""The statistics of a game, counted from self-play: `statistics.json` of its folder. Nothing here knows any game.

    experiments.<id>   sides, length, points, reasons of all games and of those won by a side; first moves, whole and
                       by cell, ring and kind

A row of results has wins, draws and losses, the share of the points and its 95 % interval. A row of counts has a count,
its share and the interval of that. Moves that mirror each other count as one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import quantiles
from typing import Any

from ludotheque.arena.match import Result
from ludotheque.arena.score import Score
from ludotheque.arena.self_play import SelfPlay
from ludotheque.board import Symmetry
from ludotheque.library import load
from ludotheque.position import Game, Move
from ludotheque.record import Record

ENOUGH = 8
"""A group of fewer games gets no row of its own."""
MAX_BINS = 14
RINGS = 3
SAME = 1e-6
"""Distances that differ by less are equal."""

Classify = Callable[[Record, int], Iterable[str]]
"""The groups to which a move of a record belongs."""


def statistics(self_play: SelfPlay, results: Mapping[str, Result]) -> dict[str, Any]:
    """The whole content of `statistics.json`."""
    return {
        "command": self_play.command,
        "seed": self_play.seed,
        "player": self_play.player,
        "rules": load(self_play.game).rulebook.definition.version,
        "experiments": {id: _match(result) for id, result in results.items()},
    }


def to_json(statistics: dict[str, Any]) -> str:
    """The statistics as JSON text, with a row on each line."""
    spacious = json.dumps(statistics, ensure_ascii=False, indent=1)
    return re.sub(r"[{\[][^{}\[\]]*[}\]]", lambda row: " ".join(row[0].split()), spacious) + "\n"


# Matches.


def _match(result: Result) -> dict[str, Any]:
    # A game that comes twice, move by move, is one observation.
    played = list(map(Record.parse, dict.fromkeys(game.record for game in result.played)))
    game = played[0].game
    players = range(game.players)
    first_moves = FirstMoves(game)
    groupings: dict[str, Classify] = {
        "first": first_moves.move,
        "cells": first_moves.cells,
        "rings": first_moves.ring,
        "kinds": lambda record, number: [kind(record, number)],
    }
    return {
        "options": result.plan.options,
        "begin": result.plan.begin,
        "opening": result.plan.opening,
        "games": len(played),
        "sides": {str(player): row(_score(played, player)) for player in players},
        "length": spread([len(record.moves) for record in played]),
        **_points(played),
        "reasons": _reasons(played, game.rulebook.rules.possible_reasons),
        "won": {str(player): _reasons([one for one in played if (one.result or ())[player] > 0]) for player in players},
        **{
            name: {str(player): _scores(played, player, classify) for player in players}
            for name, classify in groupings.items()
        },
    }


def row(score: Score) -> dict[str, Any]:
    counts = {"games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses}
    return {**counts, **_shares(score)}


def counted(counts: Counter[str], whole: int) -> dict[str, Any]:
    return {name: {"count": n, **_shares(Score(n, 0, whole - n))} for name, n in counts.most_common()}


def _shares(score: Score) -> dict[str, float]:
    low, high = score.interval
    return {"share": round(score.share, 3), "low": round(low, 3), "high": round(high, 3)}


def _reasons(played: Sequence[Record], possible: Iterable[str] = ()) -> dict[str, Any]:
    """How often games ended for each reason. A possible one that never came up has a row too."""
    counts = Counter(dict.fromkeys(possible, 0))
    counts.update(record.reason or "" for record in played)
    return counted(counts, len(played))


def _score(played: Iterable[Record], player: int) -> Score:
    return Score.of((record.result or ())[player] for record in played)


def _scores(played: Sequence[Record], player: int, classify: Classify) -> dict[str, Any]:
    """The player's score by the groups of their first move, the best first; `other` has the groups below ENOUGH."""
    groups: dict[str, list[Record]] = {}
    for record in played:
        number = _first_move(record, player)
        for name in classify(record, number):
            groups.setdefault(name, []).append(record)
    rows = {name: row(_score(group, player)) for name, group in groups.items() if len(group) >= ENOUGH}
    rest = [record for group in groups.values() if len(group) < ENOUGH for record in group]
    ranked = dict(sorted(rows.items(), key=lambda item: (-item[1]["share"], item[0])))
    return {"rows": ranked, "other": row(_score(rest, player))}


def _first_move(record: Record, player: int) -> int:
    """The number of a player's first move, counted from 0."""
    return next(number for number, move in enumerate(record.moves) if move.player == player)


def _points(played: Sequence[Record]) -> dict[str, Any]:
    """In games with points: those of the winner and of the loser, and their difference."""
    points = [outcome.points for record in played if (outcome := record.final.outcome) and outcome.points]
    if not points:
        return {}
    most, least = [max(one) for one in points], [min(one) for one in points]
    margin = [high - low for high, low in zip(most, least, strict=True)]
    return {"points": {"most": spread(most), "least": spread(least), "margin": spread(margin)}}


def spread(numbers: Sequence[int]) -> dict[str, Any]:
    """A histogram: `counts[i]` games had from `first + i * width` to just below the next."""
    room = max(numbers) - min(numbers) + 1
    width = next(w for w in (1, 2, 5, 10, 20, 50, 100, 1000) if room <= w * (MAX_BINS - 1))
    first = min(numbers) // width * width
    bins = Counter((number - first) // width for number in numbers)
    quarters = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 3
    return {
        "median": round(quarters[1]),
        "quarter": round(quarters[0]),
        "three_quarters": round(quarters[2]),
        "least": min(numbers),
        "most": max(numbers),
        "first": first,
        "width": width,
        "counts": [bins[n] for n in range(max(bins) + 1)],
    }


class FirstMoves:
    """First moves and their cells, up to symmetries that leave every player in place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.start().state
        self.symmetries: list[Symmetry] = [
            symmetry
            for symmetry in game.rulebook.rules.symmetries
            if (not symmetry.holds or symmetry.holds(start))
            and all(symmetry.player(player) == player for player in range(game.players))
        ]

    def move(self, record: Record, number: int) -> list[str]:
        return [self.canonical_text(record.moves[number].move)]

    def canonical_text(self, move: Move) -> str:
        """The first, in alphabetical order, of the texts of a move and its mirror images."""
        text = str(move)
        return min([text, *(str(self.game.read(self.game.turned(text, one))) for one in self.symmetries)])

    def cells(self, record: Record, number: int) -> list[str]:
        cells = record.moves[number].move.cells
        return sorted({min([cell, *(self.game.turned(cell, one) for one in self.symmetries)]) for cell in cells})

    def ring(self, record: Record, number: int) -> list[str]:
        """How far a move is from the centre of the board, by thirds of the cells: 0 near, 1 between, 2 far."""
        board = self.game.board
        places = [complex(cell.x, cell.y) for cell in board.cells]
        middle = sum(places) / len(places)
        far = [abs(place - middle) for place in places]
        named = [far[board.index[cell]] for cell in record.moves[number].move.cells]
        nearer = sum(one < sum(named) / len(named) - SAME for one in far)
        return [str(min(nearer * RINGS // len(far), RINGS - 1))]


def kind(record: Record, number: int) -> str:
    """The kind of a move."""
    played = record.moves[number]
    view = record.positions[number].view(played.player)
    if view.combination:
        return view.combination.kind
    return next(choice.kind for choice in view.clickable_moves() if choice.text == str(played.move))
