"""The statistics of a game, counted from self-play: `statistics.json` of its folder. Nothing here knows any game.

    matches.<options>.<middling|strong>  sides, length, points, reasons of all games and of those won by a side;
                                         first moves, whole and by cell, ring and kind
    mistakes                             costly moves of the middling player, by side, part of the game and kind
    decided                              from which part of a game on its winner is no longer in doubt

A row of results has wins, draws and losses, the share of the points and its 95 % interval. A row of counts has a count
and its share. Moves that mirror each other count as one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import mean, median, quantiles
from typing import Any

from ludotheque.arena.match import Result
from ludotheque.arena.score import Score
from ludotheque.arena.self_play import OPENING, Assessment, SelfPlayResult
from ludotheque.board import Symmetry
from ludotheque.engine.annotation import TURNING
from ludotheque.position import Game, Move
from ludotheque.record import Record
from ludotheque.rulebook import value_text

ENOUGH = 8
"""A group of fewer games gets no row of its own."""
MAX_BINS = 14
CERTAIN = 0.9
"""A game is decided from the ply on at which its winner keeps this chance until the end."""
PARTS = 3
RINGS = 3
SAME = 1e-6
"""Distances that differ by less are equal."""
SHOWN = 6
"""How many of the costliest mistakes are listed."""

Classify = Callable[[Record, int], Iterable[str]]
"""The groups to which a move of a record belongs."""


def statistics(played: SelfPlayResult) -> dict[str, Any]:
    """The whole content of `statistics.json`."""
    # Two games of a pair begin alike. If they do not differ afterwards, they count as one game.
    records = [
        list(map(Record.parse, dict.fromkeys(game.record for game in result.played))) for result in played.results
    ]
    matches: dict[str, Any] = {}
    for number, (result, games) in enumerate(zip(played.results, records, strict=True)):
        name = "-".join(f"{key}-{value_text(value)}" for key, value in result.plan.options.items()) or "usual"
        matches.setdefault(name, {})["strong" if number % 2 else "middling"] = _match(result, games)
    assessed = [
        (Record.parse(game.record), played.assessed[game.number])
        for game in played.results[0].played
        if game.number in played.assessed
    ]
    return {
        "command": played.self_play.command,
        "seed": played.self_play.seed,
        "rules": records[0][0].game.rulebook.definition.version,
        "matches": matches,
        "advised": _advised(assessed),
        "mistakes": _mistakes(assessed),
        "decided": _decided(assessed),
    }


def to_json(statistics: dict[str, Any]) -> str:
    """The statistics as JSON text, with a row on each line."""
    spacious = json.dumps(statistics, ensure_ascii=False, indent=1)
    return re.sub(r"[{\[][^{}\[\]]*[}\]]", lambda row: " ".join(row[0].split()), spacious) + "\n"


# Matches.


def _match(result: Result, played: Sequence[Record]) -> dict[str, Any]:
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
        "player": result.plan.first,
        "options": result.plan.options,
        "opening": result.plan.opening,
        "games": len(played),
        "sides": {str(player): row(_score(played, player)) for player in players},
        "length": spread([len(record.moves) for record in played]),
        **_points(played),
        "reasons": _reasons(played),
        "won": {str(player): _reasons([one for one in played if (one.result or ())[player] > 0]) for player in players},
        **{
            name: {str(player): _scores(played, player, classify) for player in players}
            for name, classify in groupings.items()
        },
    }


def row(score: Score) -> dict[str, Any]:
    low, high = score.interval
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "share": round(score.share, 3),
        "low": round(low, 3),
        "high": round(high, 3),
    }


def counted(counts: Counter[str], whole: int) -> dict[str, Any]:
    return {name: {"count": n, "share": round(n / whole, 3) if whole else 0.0} for name, n in counts.most_common()}


def _reasons(played: Sequence[Record]) -> dict[str, Any]:
    return counted(Counter(record.reason or "" for record in played), len(played))


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


def kind(record: Record, number: int, text: str = "") -> str:
    """The kind of a move, or of another one that was legal then."""
    played = record.moves[number]
    view = record.positions[number].view(played.player)
    if view.combination:
        return view.combination.kind
    wanted = text or str(played.move)
    return next(choice.kind for choice in view.clickable_moves() if choice.text == wanted)


# Assessed games.

Assessed = Sequence[tuple[Record, list[Assessment]]]


def _advised(assessed: Assessed) -> dict[str, Any]:
    """The first moves that the judge prefers, for each player."""
    first_moves = FirstMoves(assessed[0][0].game)
    game = first_moves.game
    counts: dict[str, Counter[str]] = {str(player): Counter() for player in range(game.players)}
    for record, assessments in assessed:
        for player, moves in counts.items():
            best = assessments[_first_move(record, int(player))].best
            moves[first_moves.canonical_text(game.read(best))] += 1
    return {player: counted(Counter(dict(moves.most_common(SHOWN))), len(assessed)) for player, moves in counts.items()}


def chances_of(record: Record, assessments: Sequence[Assessment], player: int) -> list[float]:
    """The winning chance of a player before each move and after the last one. For two players."""
    chances = [
        assessment.chance if played.player == player else 1 - assessment.chance
        for played, assessment in zip(record.moves, assessments, strict=True)
    ]
    return [*chances, ((record.result or ())[player] + 1) / 2]


def _costly_moves(record: Record, assessments: Sequence[Assessment]) -> Iterator[tuple[int, float, float]]:
    """The moves that cost much: number, chance before, chance after. Moves of the random opening do not count."""
    chances = [chances_of(record, assessments, player) for player in range(record.game.players)]
    for number in range(OPENING, len(assessments)):
        before, after = chances[record.moves[number].player][number : number + 2]
        if not assessments[number].fine and before - after >= TURNING:
            yield number, before, after


def _gain(record: Record, number: int, text: str) -> list[int]:
    """How many points of lead a move gains for its player, in games with points."""
    player, before = record.moves[number].player, record.positions[number]
    leads = []
    for position in (before, before.play(text, player)):
        points = record.game.rulebook.rules.points(position.state)
        if not points:
            return []
        leads.append(points[player] - max(other for seat, other in enumerate(points) if seat != player))
    return [leads[1] - leads[0]]


def _mistakes(assessed: Assessed) -> dict[str, Any]:
    counts = {name: Counter[str]() for name in ("sides", "parts", "kinds", "instead")}
    moves, all_kinds = 0, Counter[str]()
    gains: dict[str, list[int]] = {"played": [], "better": []}
    shown: list[dict[str, Any]] = []
    for record, assessments in assessed:
        length = len(record.moves)
        moves += max(0, length - OPENING)
        all_kinds.update(kind(record, number) for number in range(OPENING, length))
        for number, before, after in _costly_moves(record, assessments):
            played, better = record.moves[number], assessments[number].best
            played_kind = kind(record, number)
            counts["sides"][str(played.player)] += 1
            counts["parts"][str(number * PARTS // length)] += 1
            counts["kinds"][played_kind] += 1
            counts["instead"][f"{played_kind}>{kind(record, number, better)}"] += 1
            gains["played"] += _gain(record, number, str(played.move))
            gains["better"] += _gain(record, number, better)
            mistake = {"position": record.positions[number].text, "played": str(played.move), "better": better}
            shown.append({**mistake, "before": round(before, 2), "after": round(after, 2)})
    total = counts["sides"].total()
    shown.sort(key=lambda one: one["after"] - one["before"])
    return {
        "games": len(assessed),
        "moves": moves,
        "count": total,
        "share": round(total / moves, 3) if moves else 0.0,
        "of_kind": {name: round(counts["kinds"][name] / n, 3) for name, n in all_kinds.most_common()},
        **{name: counted(counter, total) for name, counter in counts.items()},
        "gain": {name: {"mean": round(mean(points), 2)} for name, points in gains.items() if points},
        "shown": shown[:SHOWN],
    }


def _decided(assessed: Assessed) -> dict[str, Any]:
    """From which share of its length on a game's winner kept a chance that leaves no doubt."""
    shares = []
    for record, assessments in assessed:
        returns = record.result or ()
        if max(returns) > 0 and len(returns) == 2:
            kept = chances_of(record, assessments, returns.index(max(returns)))
            doubt = max((n for n, chance in enumerate(kept) if chance < CERTAIN), default=-1)
            shares.append((doubt + 1) / len(record.moves))
    bins = Counter(min(int(share * 10), 9) for share in shares)
    return {
        "games": len(shares),
        "median": round(median(shares), 3) if shares else 0.0,
        "counts": [bins[n] for n in range(10)],
    }
