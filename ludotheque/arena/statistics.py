"""What a census says about a game, counted: `statistics.json` of its folder. Nothing here knows any game.

    matches.<options>.<middling|strong>  sides, length, points, reasons of all games and of those won by a side;
                                         first decisions, whole and by cell, ring and kind
    mistakes                             costly decisions of the middling player, by side, part of the game and kind
    decided                              from which part of a game on its winner is no longer in doubt

A row of results has wins, draws and losses, the share of the points and its 95 % interval; a row of counts has a count
and its share. Decisions that mirror each other count as one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import mean, median, quantiles
from typing import Any

from ludotheque.arena.census import OPENING, Findings, Opinion
from ludotheque.arena.match import Result
from ludotheque.arena.score import Score
from ludotheque.board import Symmetry
from ludotheque.engine.study import TURNING
from ludotheque.position import Game, Move
from ludotheque.record import Record
from ludotheque.rulebook import show

ENOUGH = 8
"""Of fewer games nothing is said."""
MOST_BINS = 14
CERTAIN = 0.9
"""With this chance, kept until the end, a game is decided."""
PARTS = 3
RINGS = 3
SAME = 1e-6
"""Distances that differ by less do not differ."""
SHOWN = 6
"""So many of the costliest mistakes are told one by one."""

Tally = Callable[[Record, int], Iterable[str]]


def statistics(findings: Findings) -> dict[str, Any]:
    """Everything that can be said."""
    census = findings.census
    # Two games of a pair begin alike; where nothing told them apart afterwards they are one game.
    records = [
        list(map(Record.parse, dict.fromkeys(game.record for game in result.played))) for result in findings.results
    ]
    matches: dict[str, Any] = {}
    for number, (result, played) in enumerate(zip(findings.results, records, strict=True)):
        name = "-".join(f"{key}-{show(value)}" for key, value in result.plan.options.items()) or "usual"
        matches.setdefault(name, {})["strong" if number % 2 else "middling"] = _match(result, played)
    judged = [
        (Record.parse(game.record), findings.judged[game.number])
        for game in findings.results[0].played
        if game.number in findings.judged
    ]
    return {
        "command": census.command,
        "seed": census.seed,
        "rules": records[0][0].game.rulebook.version,
        "matches": matches,
        "advised": _advised(judged),
        "mistakes": _mistakes(judged),
        "decided": _decided(judged),
    }


def written(found: dict[str, Any]) -> str:
    """As JSON in which a row takes a line."""
    spacious = json.dumps(found, ensure_ascii=False, indent=1)
    return re.sub(r"[{\[][^{}\[\]]*[}\]]", lambda row: " ".join(row[0].split()), spacious) + "\n"


# Matches.


def _match(result: Result, played: Sequence[Record]) -> dict[str, Any]:
    game = played[0].game
    players = range(game.players)
    turns = Turns(game)
    tallies: dict[str, Tally] = {
        "first": turns.decision,
        "cells": turns.cells,
        "rings": turns.ring,
        "kinds": lambda record, number: [kind(record, number)],
    }
    return {
        "player": result.plan.first,
        "options": result.plan.options,
        "opening": result.plan.opening,
        "games": len(played),
        "sides": {str(player): row(_score(played, player)) for player in players},
        "length": spread([len(record.decisions) for record in played]),
        **_points(played),
        "reasons": _reasons(played),
        "won": {str(player): _reasons([one for one in played if (one.result or ())[player] > 0]) for player in players},
        **{name: {str(player): _scores(played, player, told) for player in players} for name, told in tallies.items()},
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
    score = Score()
    for record in played:
        score = score.plus((record.result or ())[player])
    return score


def _scores(played: Sequence[Record], player: int, told: Tally) -> dict[str, Any]:
    """The player's score by what is told of his first decision, the best first; `other` is what came up too seldom."""
    groups: dict[str, list[Record]] = {}
    for record in played:
        number = next(n for n, decision in enumerate(record.decisions) if decision.player == player)
        for name in told(record, number):
            groups.setdefault(name, []).append(record)
    rows = {name: row(_score(found, player)) for name, found in groups.items() if len(found) >= ENOUGH}
    rest = [record for found in groups.values() if len(found) < ENOUGH for record in found]
    ranked = dict(sorted(rows.items(), key=lambda item: (-item[1]["share"], item[0])))
    return {"rows": ranked, "other": row(_score(rest, player))}


def _points(played: Sequence[Record]) -> dict[str, Any]:
    """In games that have points: those of the winner and of the loser, and by how many they differ."""
    points = [outcome.points for record in played if (outcome := record.final.outcome) and outcome.points]
    if not points:
        return {}
    most, least = [max(one) for one in points], [min(one) for one in points]
    margin = [high - low for high, low in zip(most, least, strict=True)]
    return {"points": {"most": spread(most), "least": spread(least), "margin": spread(margin)}}


def spread(numbers: Sequence[int]) -> dict[str, Any]:
    """A histogram: `counts[i]` games had from `first + i * width` to just below the next."""
    room = max(numbers) - min(numbers) + 1
    width = next(w for w in (1, 2, 5, 10, 20, 50, 100, 1000) if room <= w * (MOST_BINS - 1))
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


class Turns:
    """Decisions and cells of the beginning, up to symmetries that leave every player in place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.start().words
        self.symmetries: list[Symmetry] = [
            symmetry
            for symmetry in game.rulebook.symmetries
            if (not symmetry.holds or symmetry.holds(start))
            and all(symmetry.player(player) == player for player in range(game.players))
        ]

    def decision(self, record: Record, number: int) -> list[str]:
        return [self.written(record.decisions[number].move)]

    def written(self, move: Move) -> str:
        """The first of all texts that name this decision or a mirror image of it."""
        text = str(move)
        return min([text, *(str(self.game.read(self.game.turned(text, one))) for one in self.symmetries)])

    def cells(self, record: Record, number: int) -> list[str]:
        cells = record.decisions[number].move.cells
        return sorted({min([cell, *(self.game.turned(cell, one) for one in self.symmetries)]) for cell in cells})

    def ring(self, record: Record, number: int) -> list[str]:
        """How far from the middle of the board it plays, by thirds of the cells: 0 near, 1 between, 2 near the edge."""
        board = self.game.board
        places = [complex(cell.x, cell.y) for cell in board.cells]
        middle = sum(places) / len(places)
        far = [abs(place - middle) for place in places]
        named = [far[board.index[cell]] for cell in record.decisions[number].move.cells]
        nearer = sum(one < sum(named) / len(named) - SAME for one in far)
        return [str(min(nearer * RINGS // len(far), RINGS - 1))]


def kind(record: Record, number: int, text: str = "") -> str:
    """Of what kind a decision is, or another one that was legal then."""
    decision = record.decisions[number]
    view = record.positions[number].view(decision.player)
    if view.family:
        return view.family.kind
    wanted = text or str(decision.move)
    return next(choice.kind for choice in view.choices() if choice.text == wanted)


# Judged games.

Judged = Sequence[tuple[Record, list[Opinion]]]


def _advised(judged: Judged) -> dict[str, Any]:
    """What the judge would have decided first, for each player."""
    turns = Turns(judged[0][0].game)
    counts: dict[str, Counter[str]] = {str(player): Counter() for player in range(turns.game.players)}
    for record, opinions in judged:
        for player, found in counts.items():
            number = next(n for n, decision in enumerate(record.decisions) if decision.player == int(player))
            found[turns.written(turns.game.read(opinions[number].best))] += 1
    return {player: counted(Counter(dict(found.most_common(SHOWN))), len(judged)) for player, found in counts.items()}


def expectations(record: Record, opinions: Sequence[Opinion], player: int) -> list[float]:
    """What a player could expect before each decision and after the last one. For two players."""
    chances = [
        opinion.chance if decision.player == player else 1 - opinion.chance
        for decision, opinion in zip(record.decisions, opinions, strict=True)
    ]
    return [*chances, ((record.result or ())[player] + 1) / 2]


def _costs(record: Record, opinions: Sequence[Opinion]) -> Iterator[tuple[int, float, float]]:
    """The decisions that cost much: number, chance before, chance after. Random openings are nobody's mistakes."""
    seen = [expectations(record, opinions, player) for player in range(record.game.players)]
    for number in range(OPENING, len(opinions)):
        before, after = seen[record.decisions[number].player][number : number + 2]
        if not opinions[number].fine and before - after >= TURNING:
            yield number, before, after


def _gain(record: Record, number: int, text: str) -> list[int]:
    """By how many points a decision takes its player further ahead of the others, in games that have points."""
    player, before = record.decisions[number].player, record.positions[number]
    leads = []
    for position in (before, before.play(text, player)):
        points = record.game.rulebook.points(position.words)
        if not points:
            return []
        leads.append(points[player] - max(other for seat, other in enumerate(points) if seat != player))
    return [leads[1] - leads[0]]


def _mistakes(judged: Judged) -> dict[str, Any]:
    counts = {name: Counter[str]() for name in ("sides", "parts", "kinds", "instead")}
    decisions, all_kinds = 0, Counter[str]()
    gains: dict[str, list[int]] = {"played": [], "better": []}
    shown: list[dict[str, Any]] = []
    for record, opinions in judged:
        length = len(record.decisions)
        decisions += max(0, length - OPENING)
        all_kinds.update(kind(record, number) for number in range(OPENING, length))
        for number, before, after in _costs(record, opinions):
            decision, better = record.decisions[number], opinions[number].best
            played = kind(record, number)
            counts["sides"][str(decision.player)] += 1
            counts["parts"][str(number * PARTS // length)] += 1
            counts["kinds"][played] += 1
            counts["instead"][f"{played}>{kind(record, number, better)}"] += 1
            gains["played"] += _gain(record, number, str(decision.move))
            gains["better"] += _gain(record, number, better)
            told = {"position": record.positions[number].text, "played": str(decision.move), "better": better}
            shown.append({**told, "before": round(before, 2), "after": round(after, 2)})
    total = counts["sides"].total()
    shown.sort(key=lambda one: one["after"] - one["before"])
    return {
        "games": len(judged),
        "decisions": decisions,
        "count": total,
        "share": round(total / decisions, 3) if decisions else 0.0,
        "of_kind": {name: round(counts["kinds"][name] / n, 3) for name, n in all_kinds.most_common()},
        **{name: counted(found, total) for name, found in counts.items()},
        "gain": {name: {"mean": round(mean(found), 2)} for name, found in gains.items() if found},
        "shown": shown[:SHOWN],
    }


def _decided(judged: Judged) -> dict[str, Any]:
    """From which share of its length on a game's winner kept a chance that leaves no doubt."""
    shares = []
    for record, opinions in judged:
        returns = record.result or ()
        if max(returns) > 0 and len(returns) == 2:
            kept = expectations(record, opinions, returns.index(max(returns)))
            doubt = max((n for n, chance in enumerate(kept) if chance < CERTAIN), default=-1)
            shares.append((doubt + 1) / len(record.decisions))
    bins = Counter(min(int(share * 10), 9) for share in shares)
    return {
        "games": len(shares),
        "median": round(median(shares), 3) if shares else 0.0,
        "counts": [bins[n] for n in range(10)],
    }
