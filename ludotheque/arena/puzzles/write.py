"""From a find to a puzzle as it is kept: the moves to be found, and an answer to every other move."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.arena.puzzles.find import Find, lead
from ludotheque.arena.puzzles.proof import ALL, OutOfNodes, Prover, Situation
from ludotheque.arena.symmetry import canonical_form
from ludotheque.engine.engine import Engine, engine_for
from ludotheque.engine.limit import Limit
from ludotheque.position import Game, Move
from ludotheque.record import Record
from ludotheque.teaching.puzzle import MARGIN

WRITE_NODES = 20_000_000
"""How long to look for the line and the answers to wrong tries of a puzzle that is proven."""
MANY = (20, 80)
"""From these numbers of legal moves on, a puzzle is harder by one star each."""
MAX_ACCEPTED = 3
"""When more moves than this keep a win, nothing is left to be found. The rest is shown."""
MAX_STAGES = 6
"""At most this number of moves are asked in one puzzle."""
MAX_LINE = 40
"""No win that is shown to its end has more moves."""
MAX_SHOWN = 4
"""A refutation that ends the game within this number of moves is shown to its end."""
STARS = 5
LOST_WITHIN = 2
"""A wrong try in a puzzle about a win is called lost if it loses within this number of moves; else it is open."""

PuzzleData = dict[str, Any]
"""A puzzle, or a part of it, as it is kept: see `teaching/puzzle.py`."""


class Unshown(Exception):
    """No line shows what is proven. It happens where several secrets answer together and none alone."""


class Writer:
    """Writes puzzles of one game with its options."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.game: Game = prover.game
        self.engine: Engine = engine_for(self.game.rulebook)

    def puzzle(self, find: Find) -> PuzzleData | None:
        """The puzzle as it is kept; None if it is dull, or its line takes too long to be found."""
        if self.is_dull(find):
            return None
        self.prover.allow(WRITE_NODES)
        try:
            stages, record = STAGES[find.goal](self, find)
        except (OutOfNodes, Unshown):
            return None
        if not stages:
            return None
        start = find.record.start
        defaults = {option.name: option.values[0] for option in self.game.rulebook.definition.options}
        return {
            "id": hashlib.sha256(f"{canonical_form(start)} {bool(find.record.moves)}".encode()).hexdigest()[:6],
            "stars": self.stars(find, len(stages)),
            "goal": find.goal,
            "options": {name: value for name, value in self.game.options.items() if value != defaults[name]},
            "position": start.text,
            "lead": [str(played.move) for played in find.record.moves],
            "player": find.player,
            "within": find.within,
            "asked": sum(played.player == find.player for played in record.moves[len(find.record.moves) :]),
            "stages": stages,
        }

    # The moves to be found.

    def win(self, find: Find) -> tuple[list[PuzzleData], Record]:
        """The stages of a win, and the game to its end."""
        record, player, left = find.record, find.player, find.within
        stages: list[PuzzleData] = []
        while record.final.to_act and len(stages) < MAX_STAGES:
            situation = Situation.of(record)
            margin = ALL if left is None else left - 1 + MARGIN
            kept = [move for move in situation.legal if self.prover.wins(situation, move, margin)]
            if len(kept) > MAX_ACCEPTED or len(kept) == len(situation.legal):
                break
            right = find.right if not stages else min(kept, key=lambda move: self.span(situation, move, margin))
            also = [str(move) for move in kept if move != right]
            wrong = self.refutations(situation, [move for move in situation.legal if move not in kept], margin)
            after = self.resisted(record.play(right, player), player, margin)
            stages.append(stage(right, also, texts(after, len(record.moves) + 1), wrong))
            record = after
            left = None if find.within is None else find.within - own_moves(record, find.record, player)
        shown = len(record.moves)
        record = self.played_out(record, player, ALL if find.within is None else find.within + MARGIN)
        stages[-1]["reply"] += texts(record, shown)
        return stages, record

    def hold(self, find: Find) -> tuple[list[PuzzleData], Record]:
        """The one stage of a hold, and the game until the opponent has replied."""
        others = [move for move in find.situation.legal if move != find.right]
        wrong = self.losses(find.situation, others, ALL if find.within is None else find.within)
        after = self.answered(find.record.play(find.right, find.player), find.player)
        return [stage(find.right, [], texts(after, len(find.record.moves) + 1), wrong)], after

    def score(self, find: Find) -> tuple[list[PuzzleData], Record]:
        """The one stage of a puzzle about points. The reply is the best one, where it counts."""
        others = [move for move in find.situation.legal if move != find.right]
        groups: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for move in others:
            tried = find.record.play(move, find.player)
            after = self.countered(tried, find)
            groups["less", texts(after, len(tried.moves)), lead(after.final, find.player)].append(str(move))
        wrong = [
            {"play": plays, "result": result, "reply": reply, "lead": points}
            for (result, reply, points), plays in groups.items()
        ]
        after = self.countered(find.record.play(find.right, find.player), find)
        return [stage(find.right, [], texts(after, len(find.record.moves) + 1), wrong)], after

    # How games go on.

    def span(self, situation: Situation, move: Move, most: int) -> int:
        """With how many further moves, at most this number, a winning move wins."""
        after = situation.record.play(move, situation.player)
        return self.prover.distance(after, situation.player, most) or 0

    def resisted(self, record: Record, player: int, most: int) -> Record:
        """The record with the opponent's replies: those that delay the player's win longest."""
        while record.final.to_act and record.final.to_act[0] != player:
            record = record.play(self.longest(record, player, most))
        return record

    def longest(self, record: Record, winner: int, most: int) -> Move:
        """The move that delays the win of another player longest; one that avoids it, if there is one."""

        def delay(move: Move) -> int:
            distance = self.prover.distance(record.play(move), winner, most)
            return ALL if distance is None else distance

        return max(record.final.legal_moves(), key=delay)

    def played_out(self, record: Record, player: int, most: int) -> Record:
        """The record with the shortest win against the longest resistance, to the end of the game."""
        while record.final.to_act:
            if record.final.to_act[0] == player:
                situation = Situation.of(record)
                quickest = (move for count in range(MAX_LINE) for move in self.winners(situation, count))
                record = record.play(first(quickest), player)
            else:
                record = self.resisted(record, player, most)
        return record

    def winners(self, situation: Situation, moves: int) -> list[Move]:
        return [move for move in situation.legal if self.prover.wins(situation, move, moves)]

    def answered(self, record: Record, player: int) -> Record:
        """The record with what the engine replies. Nothing is claimed of it."""
        while record.final.to_act and record.final.to_act[0] != player:
            actor = record.final.to_act[0]
            with Limit() as limit:
                best = self.engine.search(record.final.view(actor), limit, depth=2, lines=1).best
            record = record.play(best.move, actor)
        return record

    def countered(self, record: Record, find: Find) -> Record:
        """The record with the reply that leaves the smallest lead, if the puzzle counts the reply."""
        if find.within == 1 or not record.final.to_act:
            return record
        actor = record.final.to_act[0]
        legal = record.final.legal_moves(actor)
        return record.play(min(legal, key=lambda move: lead(record.final.play(move, actor), find.player)), actor)

    # Answers to wrong tries.

    def refutations(self, situation: Situation, wrong: Sequence[Move], margin: int) -> list[PuzzleData]:
        """What every move leads to that does not win, those with the same answer together."""
        lost_within = ALL if margin == ALL else LOST_WITHIN
        groups = Groups()
        for move in wrong:
            if lost := self.prover.lost_world(situation, move, lost_within):
                self.show_loss(groups, situation, lost, move, lost_within)
                continue
            world = self.prover.open_world(situation, move, margin)
            assert world
            tried = world.play(move, situation.player)
            after = self.escaped(tried, situation.player, margin)
            if after.final.returns and after.final.returns[situation.player] < 0:
                raise Unshown  # it loses, but not soon enough to be called lost
            drawn = margin == ALL or not after.final.to_act
            groups.add("drawn" if drawn else "open", situation, world, move, texts(after, len(tried.moves)))
        return groups.to_data()

    def losses(self, situation: Situation, wrong: Sequence[Move], within: int) -> list[PuzzleData]:
        """How every move loses, those with the same answer together."""
        groups = Groups()
        for move in wrong:
            lost = self.prover.lost_world(situation, move, within)
            assert lost
            self.show_loss(groups, situation, lost, move, within)
        return groups.to_data()

    def show_loss(self, groups: Groups, situation: Situation, world: Record, move: Move, within: int) -> None:
        tried = world.play(move, situation.player)
        after = self.beaten(tried, situation.player, within)
        groups.add("lost", situation, world, move, texts(after, len(tried.moves)))

    def beaten(self, record: Record, player: int, within: int) -> Record:
        """The record with the quickest win of the opponent: to its end if it comes soon, else the first reply."""
        tried, replied = len(record.moves), None
        while record.final.to_act and len(record.moves) < tried + MAX_SHOWN:
            actor = record.final.to_act[0]
            record = record.play(self.beating_move(record, player, within))
            if actor != player and not replied:
                replied = record
        return record if not record.final.to_act else replied or record

    def beating_move(self, record: Record, player: int, within: int) -> Move:
        """The next move of a game that the player has lost."""
        actor, legal = record.final.to_act[0], record.final.legal_moves()
        if self.game.players > 2:
            return first(move for move in legal if self.prover.loses(record.play(move), player, ALL))
        if actor == player:
            return self.longest(record, 1 - player, within)
        situation = Situation.of(record)
        count = next(n for n in range(1, within + 1) if self.prover.forces(record, actor, n))
        return first(move for move in legal if self.prover.wins(situation, move, count - 1))

    def escaped(self, record: Record, player: int, margin: int) -> Record:
        """The record until the opponent has made a reply after which the player has no win within the margin."""
        left = margin
        while record.final.to_act:
            actor, legal = record.final.to_act[0], record.final.legal_moves()
            left -= actor == player and left != ALL
            tries = [(move, record.play(move)) for move in legal]
            escape = first(move for move, tried in tries if not self.prover.forces(tried, player, max(left, 0)))
            record = record.play(escape)
            if actor != player:
                break
        return record

    # Difficulty.

    def is_dull(self, find: Find) -> bool:
        """Whether there is hardly anything to find: to avoid a loss at once, with an obvious move."""
        return find.goal == "hold" and find.within == 1 and self.obvious(find) == find.right

    def obvious(self, find: Find) -> Move:
        """The move that looks best at a glance."""
        with Limit() as limit:
            return self.engine.search(find.record.final.view(find.player), limit, depth=1, lines=1).best.move

    def stars(self, find: Find, stages: int) -> int:
        """How far to look, among how many moves, and whether the obvious move is wrong."""
        far = find.within or max(stages, min(MAX_SHOWN, self.span(find.situation, find.right, ALL)))
        # The opponent's moves come after one's own, and all the other moves lose in ways of their own.
        far += find.goal == "hold" and far > 1
        is_obvious = self.obvious(find) == find.right
        if find.within == 1 and is_obvious:
            return 1
        crowded = sum(len(find.situation.legal) >= many for many in MANY)
        return min(STARS, max(1, far + (not is_obvious) + crowded - 1))


STAGES = {"win": Writer.win, "hold": Writer.hold, "score": Writer.score}


class Groups:
    """Wrong tries by what answers them."""

    def __init__(self) -> None:
        self.plays: dict[tuple[Any, ...], list[str]] = defaultdict(list)

    def add(self, result: str, situation: Situation, world: Record, move: Move, reply: tuple[str, ...]) -> None:
        instead = (str(world.moves[-1].move),) if world != situation.record else ()
        self.plays[result, reply, instead].append(str(move))

    def to_data(self) -> list[PuzzleData]:
        return [
            {"play": plays, "result": result, "reply": reply, **({"instead": instead} if instead else {})}
            for (result, reply, instead), plays in self.plays.items()
        ]


def first(moves: Iterable[Move]) -> Move:
    """The first of some moves; raises `Unshown` if there is none."""
    for move in moves:
        return move
    raise Unshown


def stage(right: Move, also: list[str], reply: tuple[str, ...], wrong: list[PuzzleData]) -> PuzzleData:
    return {"right": str(right), "also": also, "reply": reply, "wrong": wrong}


def own_moves(record: Record, since: Record, player: int) -> int:
    """How many moves a player has made since an earlier moment of the game."""
    return sum(played.player == player for played in record.moves[len(since.moves) :])


def texts(record: Record, since: int) -> tuple[str, ...]:
    """The moves of a record from a ply on."""
    return tuple(str(played.move) for played in record.moves[since:])
