"""The turning points of a whole game."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import engine_for
from ludotheque.engine.limit import Limit
from ludotheque.position import Move, Position
from ludotheque.record import Record

TURNING = 0.2
"""A move that costs at least this much of the winning chance is a turning point."""
GLYPHS = ((0.6, "??"), (0.35, "?"), (TURNING, "?!"))
"""How a turning point is judged, by what it costs at least."""
EXPECTED = 6
"""How many moves of a better line are shown. Later ones are guesses."""


@dataclass(frozen=True)
class TurningPoint:
    """A move that changed the game: the winning chance before and after it, and the better move."""

    number: int
    player: int
    before: float
    after: float
    better: Candidate


def annotate(record: Record, seconds: float = 0.5) -> list[TurningPoint]:
    """The turning points of a game, each with the better move. The search takes this many seconds for a position."""
    if not isinstance(record, Record):
        raise TypeError(f"a Record can be annotated, not {record!r}")
    engine = engine_for(record.game.rulebook)

    def search(position: Position, player: int) -> Analysis:
        with Limit(seconds) as limit:
            return engine.search(position.view(player), limit)

    points = []
    for number, played in enumerate(record.moves, 1):
        before = search(record.positions[number - 1], played.player)
        if is_recommended(played.move, before):
            continue
        position = record.positions[number]
        after = search(position, position.to_act[0]) if position.to_act else None
        point = turning_point(number, played.move, before, chance_for(position, played.player, after))
        if point:
            points.append(point)
    return points


def annotated(record: Record, seconds: float = 0.5) -> Record:
    """The game with a glyph at each turning point of `annotate`, and the better line as a variation."""
    for point in annotate(record, seconds):
        played = record.moves[point.number - 1]
        glyph = next(glyph for cost, glyph in GLYPHS if point.before - point.after >= cost)
        record = record.annotate_move(point.number, glyphs=[*played.glyphs, glyph])
        better = expected_line(record.positions[point.number - 1], point.player, point.better)
        record = record.add_variation(point.number, better)
    return record


def expected_line(position: Position, player: int, candidate: Candidate) -> Record:
    """The first moves that a search expects, up to where several players are to move."""
    line = Record(position).play(candidate.move, player)
    for move in candidate.line[1:EXPECTED]:
        if len(line.final.to_act) != 1 or not line.final.is_legal(move):
            break
        line = line.play(move)
    return line


def turning_point(number: int, move: Move, before: Analysis, after: float | None) -> TurningPoint | None:
    """The turning point that move `number` of a game is, if it cost its player much of the winning chance.

    `before` is the analysis of the position in which the move was played, `after` the player's chance afterwards. None
    if that chance is unknown: then the chance that `before` gives the move stands for it.
    """
    if is_recommended(move, before):
        return None
    if after is None:
        after = next((candidate.chance for candidate in before.candidates if candidate.move == move), None)
    if after is None or before.chance - after < TURNING:
        return None
    return TurningPoint(number, before.player, before.chance, after, before.best)


def is_recommended(move: Move, analysis: Analysis) -> bool:
    """Whether the analysis recommends this move: it is the best, or part of a mixed strategy."""
    return any(
        candidate.move == move and (candidate is analysis.best or bool(candidate.weight))
        for candidate in analysis.candidates
    )


def chance_for(position: Position, player: int, analysis: Analysis | None) -> float | None:
    """The winning chance of a player in a position, from its analysis (None when the game is over).

    None where several opponents share what is left.
    """
    if position.returns is not None:
        return (position.returns[player] + 1) / 2
    assert analysis
    if analysis.player == player:
        return analysis.chance
    return 1 - analysis.chance if position.game.players == 2 else None
