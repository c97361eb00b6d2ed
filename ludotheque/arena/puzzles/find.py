"""Finds: positions with a single right move.

A find claims no more than is proven:

    win    the move wins within `within` moves (all its own); no other does within MARGIN more
    hold   every other move loses within `within` moves of the opponent; this one not within MARGIN more
    score  the move brings a larger lead in points than any other, at once (`within` 1) or after the best reply (2)

Where the position is solved exactly, `within` is None, and win and hold mean the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.arena.puzzles.proof import ALL, OutOfNodes, Prover, Situation, replay
from ludotheque.position import Move, Position
from ludotheque.record import Record
from ludotheque.reveals import known_plies
from ludotheque.teaching.puzzle import MARGIN

MIN_MOVES, MAX_MOVES = 4, 400
"""With fewer legal moves there is nothing to find; with more the answers to all of them would fill the page."""
SOLVE_NODES, PROVE_NODES = 1_000_000, 4_000_000
"""How long to solve a position exactly, and to prove what was found."""
MAX_PROVEN = 60
"""With more legal moves a proof takes too long."""
MAX_WITHIN = 6
MAX_REPLIED = 150
"""With more legal moves the replies to all of them are too many to try."""
LEAST_LEAD = 2
"""A single move that brings fewer points more than the position had is not worth a puzzle."""


@dataclass(frozen=True)
class Find:
    """A position with a single right move. The record begins where nothing was secret."""

    situation: Situation
    goal: str
    right: Move
    within: int | None

    @property
    def record(self) -> Record:
        return self.situation.record

    @property
    def player(self) -> int:
        return self.situation.player


def find_in(prover: Prover, record: Record, nodes: int) -> Find | None:
    """What there is to find after the last move of a record, by looking at this number of nodes; 0: no proofs."""
    position = record.final
    if len(position.to_act) != 1 or not MIN_MOVES <= position.mobility(position.to_act[0]) <= MAX_MOVES:
        return None
    ply = len(record.moves)
    situation = Situation.of(replay(record, ply, known_plies(record.positions, ply)))
    if not nodes or len(situation.legal) > MAX_PROVEN:
        return find_score(situation)
    return find(prover, situation, SOLVE_NODES if prover.exact(position) else nodes)


def find(prover: Prover, situation: Situation, nodes: int) -> Find | None:
    """What there is to find in a position, if it can be proven."""
    prover.allow(nodes)
    try:
        return find_proof(prover, situation) or find_score(situation)
    except OutOfNodes:
        return find_score(situation)


def find_proof(prover: Prover, situation: Situation) -> Find | None:
    """A single move that wins, or that does not lose; exactly, where the end of the game is near enough."""
    look = find_exact if prover.exact(situation.record.final) else find_bounded
    return look(prover, situation)


def find_exact(prover: Prover, situation: Situation) -> Find | None:
    """A single move that wins, or that does not lose, by solving the game to its end."""
    winners = []
    for move in situation.legal:
        winners += [move] if prover.wins(situation, move, ALL) else []
        if len(winners) > 1:
            return None
    if winners:
        return Find(situation, "win", winners[0], None)
    kept = [move for move in situation.legal if not prover.lost_world(situation, move, ALL)]
    return Find(situation, "hold", kept[0], None) if len(kept) == 1 else None


def find_bounded(prover: Prover, situation: Situation) -> Find | None:
    """A single move that wins within a number of moves, else a single one that does not lose."""
    if prover.game.players > 2:
        return None
    threatened = list(situation.legal)
    for within in range(1, MAX_WITHIN + 1):
        winners = [move for move in situation.legal if prover.wins(situation, move, within - 1)]
        if winners:
            return _only_win(prover, situation, winners, within)
        threatened = [move for move in threatened if not prover.lost_world(situation, move, within)]
        if len(threatened) < 2:
            return _only_hold(prover, situation, threatened, within)
    return None


def _only_win(prover: Prover, situation: Situation, winners: list[Move], within: int) -> Find | None:
    if len(winners) > 1:
        return None
    prover.allow(PROVE_NODES)
    others = [move for move in situation.legal if move != winners[0]]
    # One move more at a time: most second winners are found before the deep searches begin.
    for more in range(1, MARGIN + 1):
        if any(prover.wins(situation, move, within - 1 + more) for move in others):
            return None
    return Find(situation, "win", winners[0], within)


def _only_hold(prover: Prover, situation: Situation, kept: list[Move], within: int) -> Find | None:
    if not kept:
        return None
    prover.allow(PROVE_NODES)
    if any(prover.lost_world(situation, kept[0], within + more) for more in range(1, MARGIN + 1)):
        return None
    return Find(situation, "hold", kept[0], within)


# Points.


def find_score(situation: Situation) -> Find | None:
    """A single move that brings the largest lead in points, where a game has points."""
    if points(situation.record.final) is None or situation.is_secret:
        return None
    at_once = only_best(situation, 1)
    after_reply = only_best(situation, 2) if len(situation.legal) <= MAX_REPLIED else None
    # The move that looks best at once and is not makes the better puzzle.
    if after_reply and at_once and after_reply.right != at_once.right:
        return after_reply
    return at_once or after_reply


def only_best(situation: Situation, within: int) -> Find | None:
    """The single move with the largest lead, at once or after the best reply, if it brings enough."""
    position, player, legal = situation.record.final, situation.player, situation.legal
    lead_after = lead if within == 1 else lead_after_reply
    leads = [lead_after(position.play(move, player), player) for move in legal]
    second, best = sorted(leads)[-2:]
    if best == second or best < lead(position, player) + LEAST_LEAD:
        return None
    return Find(situation, "score", legal[leads.index(best)], within)


def points(position: Position) -> tuple[int, ...] | None:
    """The points of the players, where a game has points."""
    return position.game.rulebook.rules.points(position.state)


def lead(position: Position, player: int) -> int:
    """By how many points a player is ahead."""
    counted = points(position) or ()
    return counted[player] - max(other for number, other in enumerate(counted) if number != player)


def lead_after_reply(position: Position, player: int) -> int:
    """The lead that is left after the opponent's best reply."""
    if not position.to_act:
        return lead(position, player)
    actor = position.to_act[0]
    return min(lead(position.play(move, actor), player) for move in position.legal_moves(actor))
