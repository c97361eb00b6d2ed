"""Checking puzzles: everything that a puzzle claims is proven anew."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from ludotheque.arena.puzzles.find import lead, lead_after_reply, only_best
from ludotheque.arena.puzzles.proof import ALL, OutOfNodes, Prover, Situation
from ludotheque.arena.puzzles.write import LOST_WITHIN, WRITE_NODES
from ludotheque.position import Game, Move
from ludotheque.record import Record
from ludotheque.teaching.puzzle import MARGIN, Puzzle, Stage
from ludotheque.teaching.reading import played

NODES = 4 * WRITE_NODES
"""Enough for whatever the maker has proven."""


class Verdict(StrEnum):
    """What a check says of a puzzle."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@cache
def prover_of(game: Game) -> Prover:
    return Prover(game)


def check(puzzle: Puzzle) -> Verdict:
    """Whether what a puzzle claims can be proven: its first move, the other moves that it asks for, and its answers."""
    verdict = check_with(prover_of(puzzle.record.game), puzzle)
    if verdict == Verdict.UNDECIDED:
        # What was proven of other puzzles may fill the table, so that a proof takes longer than it did alone.
        prover_of.cache_clear()
        verdict = check_with(prover_of(puzzle.record.game), puzzle)
    return verdict


def check_with(prover: Prover, puzzle: Puzzle) -> Verdict:
    prover.allow(NODES)
    try:
        if not first_move_holds(prover, puzzle):
            return Verdict.REFUTED
        right = all(stage_holds(prover, puzzle, stage, record) for stage, record in moments(puzzle))
    except OutOfNodes:
        return Verdict.UNDECIDED
    return Verdict.CONFIRMED if right else Verdict.REFUTED


def first_move_holds(prover: Prover, puzzle: Puzzle) -> bool:
    """Whether the first move is the only one, within just the number of moves that is told."""
    situation = Situation.of(puzzle.record)
    right = read(puzzle.record, puzzle.stages[0].right)
    if puzzle.goal == "score":
        found = only_best(situation, puzzle.within or 1)
        return found is not None and found.right == right
    others = [move for move in situation.legal if move != right]
    holds = only_winner if puzzle.goal == "win" else only_holder
    return holds(prover, situation, right, others, puzzle.within)


def only_winner(prover: Prover, situation: Situation, right: Move, others: list[Move], within: int | None) -> bool:
    """Whether the move wins within this number of moves, no move sooner, and no other one a little later."""
    if within is None:
        return prover.wins(situation, right, ALL) and not any(prover.wins(situation, move, ALL) for move in others)
    sooner = any(prover.wins(situation, move, within - 2) for move in (right, *others))
    later = within - 1 + MARGIN
    return (
        not sooner
        and prover.wins(situation, right, within - 1)
        and not any(prover.wins(situation, move, later) for move in others)
    )


def only_holder(prover: Prover, situation: Situation, right: Move, others: list[Move], within: int | None) -> bool:
    """Whether all other moves lose within this number of moves, not all sooner, and this one not a little later."""
    soon = ALL if within is None else within
    later = ALL if within is None else within + MARGIN
    return (
        all(prover.lost_world(situation, move, soon) for move in others)
        and (within in (None, 1) or not all(prover.lost_world(situation, move, soon - 1) for move in others))
        and not prover.lost_world(situation, right, later)
    )


def stage_holds(prover: Prover, puzzle: Puzzle, stage: Stage, record: Record) -> bool:
    """Whether all accepted moves win and all answers to the others are true."""
    if puzzle.goal == "score":
        return leads_hold(puzzle, stage, record)
    situation = Situation.of(record)
    margin = ALL if puzzle.within is None else puzzle.within - own_moves(record, puzzle) - 1 + MARGIN
    if puzzle.goal == "win" and not all(prover.wins(situation, read(record, one), margin) for one in stage.accepted):
        return False
    lost_within = ALL if puzzle.within is None else puzzle.within if puzzle.goal == "hold" else LOST_WITHIN
    for refutation in stage.wrong:
        world = refutation.world(record)
        for text in refutation.play:
            after = world.play(read(record, text), puzzle.player)
            if refutation.result == "lost" and not prover.loses(after, puzzle.player, lost_within):
                return False
            if refutation.result == "open" and prover.forces(after, puzzle.player, margin):
                return False
            if refutation.result == "drawn" and (
                prover.forces(after, puzzle.player, ALL) or prover.loses(after, puzzle.player, ALL)
            ):
                return False
    return True


def leads_hold(puzzle: Puzzle, stage: Stage, record: Record) -> bool:
    """Whether each move leaves the lead that is told, after the reply that reduces it most where replies count."""
    lines: list[tuple[str, tuple[str, ...], int | None]] = [(stage.right, stage.reply, None)]
    lines += [(text, wrong.reply, wrong.lead) for wrong in stage.wrong for text in wrong.play]
    for text, reply, told in lines:
        tried = record.play(read(record, text), puzzle.player)
        least = lead(tried.final, puzzle.player) if puzzle.within == 1 else lead_after_reply(tried.final, puzzle.player)
        if lead(played(tried, reply).final, puzzle.player) != least or told not in (None, least):
            return False
    return True


def moments(puzzle: Puzzle) -> Iterator[tuple[Stage, Record]]:
    """What the solver is asked, one after the other."""
    record = puzzle.record
    for stage in puzzle.stages:
        yield stage, record
        record = played(record.play(stage.right, puzzle.player), stage.reply)


def own_moves(record: Record, puzzle: Puzzle) -> int:
    """How many moves the solver has made so far."""
    return sum(step.player == puzzle.player for step in record.moves[len(puzzle.lead) :])


def read(record: Record, text: str) -> Move:
    return record.game.read(text)
