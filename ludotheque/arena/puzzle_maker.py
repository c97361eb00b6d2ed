"""Puzzles, found in games that the computer plays against itself.

Levels of different strength play, from random openings and with all options for two players. A position of such a game
is a puzzle when only one move certainly wins, or when all moves but one certainly lose; see `proof.py`. After the
opponent's best reply the puzzle goes on while few moves keep the result. Every other move is answered by the reply that
shows why it fails.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ludotheque.arena.match import opening
from ludotheque.arena.proof import LOST, WON, Prover, Verdict, replay
from ludotheque.arena.symmetry import canonical_form
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.library import definition, load
from ludotheque.position import Game, Move
from ludotheque.record import Record
from ludotheque.reveals import known_plies

NEAR_END = 16
"""The last moves of a game, this many, are searched more deeply: most is decided there."""
ENDINGS = 3
"""How many other endings are played to each game."""
WEAK, STRONG = (1, 2), (2, 3, 5)
LEADING = 0.55
"""A player with a larger winning chance is ahead."""
MAX_OPENING = 6
"""At most this number of random moves begin a game."""
MIN_MOVES, MAX_MOVES = 4, 400
"""With fewer legal moves there is nothing to find; with more the answers to all of them would fill the page."""
MANY = (20, 80)
"""From these numbers of legal moves on, a puzzle is harder by one star each."""
MAX_ACCEPTED = 3
"""When more moves than this keep a win, nothing is left to be found. The rest is shown."""
MAX_STAGES = 6
"""At most this number of moves are asked in one puzzle."""
MAX_SHOWN = 4
"""A refutation that ends the game within this number of moves is shown to its end."""
STARS = 5
TRAITS = {"stars": 3, "goal": 1, "player": 1, "options": 1}
"""In what puzzles should differ, and how much that matters."""
PER_GAME = 4
"""At most this number of puzzles of one side and goal come from the same game."""
UNLIMITED = 3600.0

PuzzleData = dict[str, Any]
"""A puzzle, or a part of it, as it is kept: see `teaching/puzzle.py`."""


@dataclass(frozen=True)
class Find:
    """A position of a game with a single right move. The record begins where nothing was secret."""

    record: Record
    goal: str
    verdicts: Sequence[Verdict]
    right: Verdict


def variants(id: str) -> list[Game]:
    """The game for two players, with all combinations of its options."""
    offers = definition(id).options
    chosen = product(*(option.values for option in offers))
    games = [load(id, **dict(zip([option.name for option in offers], values, strict=True))) for values in chosen]
    return [game for game in games if game.players == 2]


def theme(verdicts: Sequence[Verdict]) -> tuple[str, Verdict] | None:
    """What there is to find: the only move that wins, or the only one that does not lose."""
    won = [verdict for verdict in verdicts if verdict.result == WON]
    kept = [verdict for verdict in verdicts if verdict.result != LOST]
    if len(won) == 1:
        return "win", won[0]
    return ("hold", kept[0]) if len(kept) == 1 and not won else None


class PuzzleMaker:
    """Makes puzzles of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prover = Prover(game)
        self.depths = self.prover.engine.puzzle_depths

    # Games, and the puzzles in them.

    def game_of(self, seed: str) -> Record:
        """A game between a strong level and a weak one, where the weak one moves for the player who is ahead.

        So games stay open until late, and there is something to find until their end.
        """
        dice = random.Random(seed)
        return self.play_on(opening(Record.of(self.game), dice.randint(0, MAX_OPENING), dice), dice)

    def ending_of(self, record: Record, seed: str) -> Record:
        """The same game with another ending."""
        dice = random.Random(seed)
        kept = max(0, len(record.moves) - dice.randint(NEAR_END // 2, NEAR_END))
        return self.play_on(replay(record, kept), dice)

    def play_on(self, record: Record, dice: random.Random) -> Record:
        """The record, played to the end of the game."""
        weak, strong = (
            Computer(self.game, level(dice.choice(levels)), dice.getrandbits(32), seconds=UNLIMITED)
            for levels in (WEAK, STRONG)
        )
        while record.final.to_act:
            position, player = record.final, record.final.to_act[0]
            ahead = self.prover.chance(position, player, 1) > LEADING
            record = record.play((weak if ahead else strong).choose(position.view(player)), player)
        return record

    def games(self, seed: str) -> Iterator[tuple[Record, int]]:
        """A game and other endings of it, each with the ply from which on it is new."""
        first = self.game_of(seed)
        yield first, 0
        for number in range(ENDINGS):
            other = self.ending_of(first, f"{seed} {number}")
            same = zip(first.moves, other.moves, strict=False)
            yield other, next((ply for ply, (one, two) in enumerate(same) if one != two), len(other.moves))

    def finds(self, record: Record, first: int) -> Iterator[Find]:
        """What may be puzzles in a game, from the ply `first` on."""
        for ply, position in list(enumerate(record.positions[:-1]))[first:]:
            if len(position.to_act) != 1 or not MIN_MOVES <= position.mobility(position.to_act[0]) <= MAX_MOVES:
                continue
            since = known_plies(record.positions, ply)
            near_end = len(record.moves) - ply <= NEAR_END
            depth = self.depths.near_end if near_end else self.depths.anywhere
            if find := self.look(replay(record, ply, since), depth):
                yield find

    def look(self, record: Record, depth: int) -> Find | None:
        """The find in the last position of a record, if there seems to be a puzzle."""
        if not self.prover.singular(record, depth):
            return None
        return self.find(record, self.prover.verdicts(record, depth))

    def find(self, record: Record, verdicts: Sequence[Verdict]) -> Find | None:
        goal_and_move = theme(verdicts)
        return goal_and_move and Find(record, goal_and_move[0], verdicts, goal_and_move[1])

    def verified(self, find: Find) -> Find | None:
        """The find after a deeper search, if its move is still the only one."""
        if not self.depths.verified:
            return find
        deeper = self.find(find.record, self.prover.verdicts(find.record, self.depths.verified))
        return deeper if deeper and (deeper.goal, deeper.right.move) == (find.goal, find.right.move) else None

    def is_welcome(self, find: Find, pool: Iterable[PuzzleData], wanted: int) -> bool:
        """Whether a find is neither too simple nor one of many alike. The length of a solution is known only later."""
        stars = self.stars(find)
        if not self.depths.verified:
            return True
        if stars == 1 and find.goal == "hold":
            return False
        return sum((one["stars"], one["goal"]) == (stars, find.goal) for one in pool) < wanted / STARS

    # From a find to a puzzle.

    def puzzle(self, find: Find) -> PuzzleData | None:
        """The puzzle as it is kept; None if its line does not reach the end of the game."""
        player, start = find.record.final.to_act[0], find.record.start
        stages, record = self.stages(find, player)
        if not stages or (find.goal == "win" and (record.final.returns or (0, 0))[player] <= 0):
            return None
        defaults = {option.name: option.values[0] for option in self.game.rulebook.definition.options}
        options = {name: value for name, value in self.game.options.items() if value != defaults[name]}
        asked = sum(played.player == player for played in record.moves)
        return {
            "id": hashlib.sha256(f"{canonical_form(start)} {bool(find.record.moves)}".encode()).hexdigest()[:6],
            "stars": self.stars(find, len(stages)),
            "goal": find.goal,
            "options": options,
            "position": start.text,
            "lead": [str(played.move) for played in find.record.moves],
            "player": player,
            "asked": asked,
            "depth": self.depths.verified,
            "stages": stages,
        }

    def stages(self, find: Find, player: int) -> tuple[list[PuzzleData], Record]:
        """The moves to be found one after the other, and the game to its end (or to where nothing is forced)."""
        record, verdicts = find.record, find.verdicts
        stages: list[PuzzleData] = []
        while record.final.to_act and len(stages) < MAX_STAGES:
            kept = [one for one in verdicts if (one.result == WON if find.goal == "win" else one.result != LOST)]
            if not kept or len(kept) > (MAX_ACCEPTED if find.goal == "win" else 1) or len(kept) == len(verdicts):
                break
            right = min(kept, key=lambda one: one.distance or 0)
            wrong = self.refutations(record, verdicts, kept, player)
            if wrong is None:
                return [], record
            after = self.answered(record.play(right.move, player), player)
            stages.append(
                {
                    "right": str(right.move),
                    "also": [str(one.move) for one in kept if one != right],
                    "reply": texts(after, len(record.moves) + 1),
                    "wrong": wrong,
                }
            )
            record = after
            verdicts = self.prover.verdicts(record, self.depths.verified) if record.final.to_act else []
        if find.goal == "win" and stages:
            shown = len(record.moves)
            record = self.play_out(record)
            stages[-1]["reply"] += texts(record, shown)
        return stages, record

    def answered(self, record: Record, player: int) -> Record:
        """The record with the opponent's replies: those that resist longest."""
        while record.final.to_act and record.final.to_act[0] != player:
            verdicts = self.prover.verdicts(record, self.depths.verified)
            lasting = max(verdicts, key=lambda one: (one.result != LOST, one.distance or 0), default=None)
            best = (
                lasting.move if lasting and lasting.result == LOST else self.prover.best(record, self.depths.verified)
            )
            record = record.play(best)
        return record

    def play_out(self, record: Record) -> Record:
        """The record with best play on both sides, to the end of the game."""
        for _ in range(20):
            if not record.final.to_act:
                break
            verdicts = self.prover.verdicts(record, self.depths.verified)
            won = [one for one in verdicts if one.result == WON]
            if won:
                record = record.play(min(won, key=lambda one: one.distance or 0).move)
            else:
                record = self.answered(record, 1 - record.final.to_act[0])
        return record

    def refutations(
        self, record: Record, verdicts: Sequence[Verdict], kept: Sequence[Verdict], player: int
    ) -> list[PuzzleData] | None:
        """What every other move leads to, those with the same answer together; None if that cannot be shown."""
        groups: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for verdict in verdicts:
            if verdict in kept:
                continue
            world = self.world(record, verdict.world)
            tried = world.play(verdict.move, player)
            after = self.refuted(tried, player, verdict)
            if not after:
                return None
            result = {WON: "won", LOST: "lost", None: "open"}.get(verdict.result, "drawn")
            instead = (str(verdict.world),) if verdict.world and world != record else ()
            groups[result, texts(after, len(tried.moves)), instead].append(str(verdict.move))
        return [
            {"play": plays, "result": result, "reply": reply, **({"instead": instead} if instead else {})}
            for (result, reply, instead), plays in groups.items()
        ]

    def world(self, record: Record, secret: Move | None) -> Record:
        """The game if the opponent has chosen this move in secret."""
        if secret is None or record.moves[-1].move == secret:
            return record
        return replay(record, len(record.moves) - 1).play(secret, record.moves[-1].player)

    def refuted(self, record: Record, player: int, verdict: Verdict) -> Record | None:
        """The record with what follows until the opponent has replied; to the end, if a lost game ends soon.

        None if no reply shows what the verdict says. Then the verdict does not see far enough.
        """
        for refute in (self.expected_refutation, self.searched_refutation):
            refutation = refute(record, player, verdict)
            if refutation and self.shows(refutation, player, verdict):
                return refutation
        return None

    def shows(self, record: Record, player: int, verdict: Verdict) -> bool:
        """Whether the last position of a record shows what the verdict says."""
        if not record.final.to_act or record.final.has_secret:
            return True
        result, _ = self.prover.result(record.final, player, max(self.depths.near_end, verdict.distance or 0))
        return result == LOST if verdict.result == LOST else result != WON

    def expected_refutation(self, record: Record, player: int, verdict: Verdict) -> Record | None:
        """The record with the line that the search of the verdict expects."""
        replied = None
        for move in verdict.line[:MAX_SHOWN]:
            if not record.final.to_act or move not in record.final.legal_moves():
                break
            other = record.final.to_act[0] != player
            record = record.play(move)
            if other and not replied:
                replied = record
        ended = verdict.result == LOST and (record.final.returns or (0, 0))[player] < 0
        return record if replied and ended else replied

    def searched_refutation(self, record: Record, player: int, verdict: Verdict) -> Record:
        """The record with best play on both sides, by new searches."""
        tried, replied, depth = len(record.moves), None, max(self.depths.near_end, verdict.distance or 0)
        while record.final.to_act and len(record.moves) < tried + MAX_SHOWN:
            other = record.final.to_act[0] != player
            record = record.play(self.prover.best(record, depth))
            if other and not replied:
                replied = record
                if verdict.result != LOST:
                    break
        return replied if replied and record.final.to_act else record

    def stars(self, find: Find, stages: int = 1) -> int:
        """The difficulty: how far to look, among how many moves, and whether the obvious move is wrong."""
        if not self.depths.verified:
            # A solved ending may be long, and most of its moves are easy.
            near = (find.right.distance or 0) - 1
            far = near if near < MAX_SHOWN else stages
        elif find.goal == "win":
            far = max(stages, ((find.right.distance or 0) + 1) // 2)
        else:
            far = (max(one.distance or 0 for one in find.verdicts if one.result == LOST) + 1) // 2
        misleading = self.prover.obvious_move(find.record) != find.right.move
        crowded = sum(len(find.verdicts) >= many for many in MANY)
        return min(STARS, max(1, far + misleading + crowded - 1))


def texts(record: Record, since: int) -> tuple[str, ...]:
    """The moves of a record from a ply on."""
    return tuple(str(played.move) for played in record.moves[since:])


Progress = Callable[[int, Collection[PuzzleData]], None]


def make_puzzles(
    id: str, wanted: int, seed: int, games: int, progress: Progress = lambda games, pool: None
) -> list[PuzzleData]:
    """This number of puzzles, as varied as this number of games allows."""
    makers = [PuzzleMaker(game) for game in variants(id)]
    pool: dict[str, PuzzleData] = {}
    for number in range(games):
        maker = makers[number % len(makers)]
        taken: Counter[tuple[int, str]] = Counter()
        finds = (find for game, since in maker.games(f"{seed} {number}") for find in maker.finds(game, since))
        for find in finds:
            kind = (find.record.final.to_act[0], find.goal)
            if taken[kind] >= PER_GAME or not maker.is_welcome(find, pool.values(), wanted):
                continue
            verified = maker.verified(find)
            if verified and (puzzle := maker.puzzle(verified)) and puzzle["id"] not in pool:
                pool[puzzle["id"]] = puzzle
                taken[kind] += 1
        progress(number + 1, pool.values())
        if enough(pool.values(), wanted):
            break
    return chosen(list(pool.values()), wanted)


def enough(pool: Collection[PuzzleData], wanted: int) -> bool:
    """Whether there are puzzles of every rating to choose from."""
    by_stars = Counter(puzzle["stars"] for puzzle in pool)
    return len(by_stars) == STARS and min(by_stars.values()) >= wanted / STARS and len(pool) >= wanted


def chosen(pool: list[PuzzleData], wanted: int) -> list[PuzzleData]:
    """The most varied puzzles, easy ones first. Rare kinds are chosen before common ones."""
    picked: list[PuzzleData] = []
    while pool and len(picked) < wanted:
        seen = {trait: Counter(str(puzzle[trait]) for puzzle in picked) for trait in TRAITS}

        def crowd(puzzle: PuzzleData, seen: dict[str, Counter[str]] = seen) -> tuple[int, str]:
            return sum(weight * seen[trait][str(puzzle[trait])] for trait, weight in TRAITS.items()), puzzle["id"]

        next_ = min(pool, key=crowd)
        pool.remove(next_)
        picked.append(next_)
    return sorted(picked, key=lambda puzzle: (puzzle["stars"], puzzle["id"]))
