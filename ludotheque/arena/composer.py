"""Puzzles, found in games that the computer plays against itself.

Levels of different strength play, from random openings and under all options for two players. A position of such a
game is a puzzle when a single decision surely wins, or when all but one surely lose; `proof.py` says what is sure. The
solver goes on after the opponent's best reply as long as few decisions keep the promise; whatever else can be tried is
answered by the reply that shows why it fails.
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
from ludotheque.arena.mirror import likeness
from ludotheque.arena.proof import LOST, WON, Prover, Verdict, replay
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.library import load, rulebook
from ludotheque.position import Game, Move
from ludotheque.record import Record, open_before

HORIZON = {"deepening": (4, 6, 8), "secrets": (3, 3, 4), "tree": (0, 0, 0)}
"""How deep puzzles are sought, by way of searching: anywhere in a game, near its end, and then so much deeper that no
other decision turns out to be as good. A solver needs no depth."""
NEAR = 16
"""So many decisions before its end a game is searched more deeply: that is where most is decided."""
ENDINGS = 3
"""So many other ends are played to each game."""
WEAK, STRONG = (1, 2), (2, 3, 5)
LEADING = 0.55
"""Who may expect more than this stands better."""
OPENING = 6
"""At most so many random decisions begin a game."""
FEWEST, MOST = 4, 400
"""With fewer decisions there is nothing to find, with more the answers to all of them would fill the page."""
MANY = (20, 80)
"""So many decisions make it harder to find the right one, and harder still."""
AGREED = 3
"""When more decisions than this keep a win, nothing is left to be found: the rest is shown."""
LONGEST = 6
"""At most so many decisions are asked in one puzzle."""
SHOWN = 4
"""A refutation that ends the game within so many decisions is shown whole."""
STARS = 5
TRAITS = {"stars": 3, "goal": 1, "player": 1, "options": 1}
"""In what puzzles should differ, and how much that matters."""
EACH = 4
"""At most so many puzzles of one side and kind come from the same game."""
UNLIMITED = 3600.0

Kept = dict[str, Any]
"""A puzzle, or a part of it, as it is kept: see `teaching/puzzle.py`."""


@dataclass(frozen=True)
class Find:
    """A moment of a game with a single right decision: its record begins where nothing was secret."""

    record: Record
    goal: str
    verdicts: Sequence[Verdict]
    right: Verdict


def variants(id: str) -> list[Game]:
    """The game for two, with all its options."""
    offers = rulebook(id).offers
    chosen = product(*(option.values for option in offers))
    games = [load(id, **dict(zip([option.name for option in offers], values, strict=True))) for values in chosen]
    return [game for game in games if game.players == 2]


def theme(verdicts: Sequence[Verdict]) -> tuple[str, Verdict] | None:
    """What there is to find: the only win, or the only decision that does not lose."""
    won = [verdict for verdict in verdicts if verdict.result == WON]
    kept = [verdict for verdict in verdicts if verdict.result != LOST]
    if len(won) == 1:
        return "win", won[0]
    return ("hold", kept[0]) if len(kept) == 1 and not won else None


class Composer:
    """Makes puzzles of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prover = Prover(game)
        self.glimpse, self.quick, self.depth = HORIZON[game.rulebook.thinker]

    # Games, and what is found in them.

    def game_of(self, seed: str) -> Record:
        """A game between a strong level and a weak one: the weak one decides for whoever stands better.

        So games stay open until late, and there is something to find until their end.
        """
        dice = random.Random(seed)
        return self.played_on(opening(Record.of(self.game), dice.randint(0, OPENING), dice), dice)

    def ending_of(self, record: Record, seed: str) -> Record:
        """The same game with another end: that is where most is decided."""
        dice = random.Random(seed)
        kept = max(0, len(record.decisions) - dice.randint(NEAR // 2, NEAR))
        return self.played_on(replay(record, kept), dice)

    def played_on(self, record: Record, dice: random.Random) -> Record:
        weak, strong = (
            Computer(self.game, level(dice.choice(levels)), dice.getrandbits(32), seconds=UNLIMITED)
            for levels in (WEAK, STRONG)
        )
        while record.final.to_act:
            position, player = record.final, record.final.to_act[0]
            ahead = self.prover.hope(position, player, 1) > LEADING
            record = record.play((weak if ahead else strong).choose(position.view(player)), player)
        return record

    def games(self, seed: str) -> Iterator[tuple[Record, int]]:
        """A game and other ends of it, each with the ply from which on it is new."""
        first = self.game_of(seed)
        yield first, 0
        for number in range(ENDINGS):
            other = self.ending_of(first, f"{seed} {number}")
            same = zip(first.decisions, other.decisions, strict=False)
            yield other, next((ply for ply, (one, two) in enumerate(same) if one != two), len(other.decisions))

    def finds(self, record: Record, first: int) -> Iterator[Find]:
        for ply, position in list(enumerate(record.positions[:-1]))[first:]:
            if len(position.to_act) != 1 or not FEWEST <= position.mobility(position.to_act[0]) <= MOST:
                continue
            since = open_before(record.positions, ply)
            moment = replay(record, ply, since)
            near = len(record.decisions) - ply <= NEAR
            if found := self.look(moment, self.quick if near else self.glimpse):
                yield found

    def look(self, moment: Record, depth: int) -> Find | None:
        """Whether there seems to be a puzzle here."""
        if not self.prover.singular(moment, depth):
            return None
        return self.find(moment, self.prover.verdicts(moment, depth))

    def find(self, moment: Record, verdicts: Sequence[Verdict]) -> Find | None:
        found = theme(verdicts)
        return found and Find(moment, found[0], verdicts, found[1])

    def sure(self, find: Find) -> Find | None:
        """The find after a deeper look, if its decision is still the only one."""
        if not self.depth:
            return find
        found = self.find(find.record, self.prover.verdicts(find.record, self.depth))
        return found if found and (found.goal, found.right.move) == (find.goal, find.right.move) else None

    def welcome(self, find: Find, pool: Iterable[Kept], wanted: int) -> bool:
        """Whether a find is neither too plain nor one of many alike; how long a solution is shows only later."""
        stars = self.stars(find)
        if not self.depth:
            return True
        if stars == 1 and find.goal == "hold":
            return False
        return sum((one["stars"], one["goal"]) == (stars, find.goal) for one in pool) < wanted / STARS

    # From a find to a puzzle.

    def puzzle(self, find: Find) -> Kept | None:
        """Everything that is kept of a puzzle; None if its line does not come to its end."""
        player, start = find.record.final.to_act[0], find.record.start
        stages, record = self.stages(find, player)
        if not stages or (find.goal == "win" and (record.final.returns or (0, 0))[player] <= 0):
            return None
        defaults = {option.name: option.values[0] for option in self.game.rulebook.offers}
        options = {name: value for name, value in self.game.options.items() if value != defaults[name]}
        asked = sum(step.player == player for step in record.decisions)
        return {
            "id": hashlib.sha256(f"{likeness(start)} {bool(find.record.decisions)}".encode()).hexdigest()[:6],
            "stars": self.stars(find, len(stages)),
            "goal": find.goal,
            "options": options,
            "position": start.text,
            "lead": [str(step.move) for step in find.record.decisions],
            "player": player,
            "asked": asked,
            "depth": self.depth,
            "stages": stages,
        }

    def stages(self, find: Find, player: int) -> tuple[list[Kept], Record]:
        """The decisions to be found one after the other, and the game to its end (or to where nothing is forced)."""
        record, verdicts = find.record, find.verdicts
        stages: list[Kept] = []
        while record.final.to_act and len(stages) < LONGEST:
            kept = [one for one in verdicts if (one.result == WON if find.goal == "win" else one.result != LOST)]
            if not kept or len(kept) > (AGREED if find.goal == "win" else 1) or len(kept) == len(verdicts):
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
                    "reply": texts(after, len(record.decisions) + 1),
                    "wrong": wrong,
                }
            )
            record = after
            verdicts = self.prover.verdicts(record, self.depth) if record.final.to_act else []
        if find.goal == "win" and stages:
            shown = len(record.decisions)
            record = self.to_the_end(record)
            stages[-1]["reply"] += texts(record, shown)
        return stages, record

    def answered(self, record: Record, player: int) -> Record:
        """With the opponent's replies: those that hold out longest."""
        while record.final.to_act and record.final.to_act[0] != player:
            verdicts = self.prover.verdicts(record, self.depth)
            lasting = max(verdicts, key=lambda one: (one.result != LOST, one.distance or 0), default=None)
            best = lasting.move if lasting and lasting.result == LOST else self.prover.best(record, self.depth)
            record = record.play(best)
        return record

    def to_the_end(self, record: Record) -> Record:
        for _ in range(20):
            if not record.final.to_act:
                break
            verdicts = self.prover.verdicts(record, self.depth)
            won = [one for one in verdicts if one.result == WON]
            if won:
                record = record.play(min(won, key=lambda one: one.distance or 0).move)
            else:
                record = self.answered(record, 1 - record.final.to_act[0])
        return record

    def refutations(
        self, record: Record, verdicts: Sequence[Verdict], kept: Sequence[Verdict], player: int
    ) -> list[Kept] | None:
        """What every other decision leads to, those with the same answer together; None if that cannot be shown."""
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
            groups[result, texts(after, len(tried.decisions)), instead].append(str(verdict.move))
        return [
            {"play": plays, "result": result, "reply": reply, **({"instead": instead} if instead else {})}
            for (result, reply, instead), plays in groups.items()
        ]

    def world(self, record: Record, secret: Move | None) -> Record:
        """The game as it is if the opponent has chosen this in secret."""
        if secret is None or record.decisions[-1].move == secret:
            return record
        return replay(record, len(record.decisions) - 1).play(secret, record.decisions[-1].player)

    def refuted(self, record: Record, player: int, verdict: Verdict) -> Record | None:
        """With what follows until the opponent has replied; to the end, if something is lost and that is near.

        None if no reply shows what the verdict says: then the verdict does not see far enough.
        """
        for way in (self.expected, self.sought):
            found = way(record, player, verdict)
            if found and self.shows(found, player, verdict):
                return found
        return None

    def shows(self, record: Record, player: int, verdict: Verdict) -> bool:
        if not record.final.to_act or record.final.keeps_secret:
            return True
        result, _ = self.prover.result(record.final, player, max(self.quick, verdict.distance or 0))
        return result == LOST if verdict.result == LOST else result != WON

    def expected(self, record: Record, player: int, verdict: Verdict) -> Record | None:
        """As the search that gave the verdict expects it."""
        replied = None
        for move in verdict.line[:SHOWN]:
            if not record.final.to_act or move not in record.final.legal_moves():
                break
            other = record.final.to_act[0] != player
            record = record.play(move)
            if other and not replied:
                replied = record
        ended = verdict.result == LOST and (record.final.returns or (0, 0))[player] < 0
        return record if replied and ended else replied

    def sought(self, record: Record, player: int, verdict: Verdict) -> Record:
        """By a search of its own."""
        tried, replied, depth = len(record.decisions), None, max(self.quick, verdict.distance or 0)
        while record.final.to_act and len(record.decisions) < tried + SHOWN:
            other = record.final.to_act[0] != player
            record = record.play(self.prover.best(record, depth))
            if other and not replied:
                replied = record
                if verdict.result != LOST:
                    break
        return replied if replied and record.final.to_act else record

    def stars(self, find: Find, stages: int = 1) -> int:
        """How far one must look, among how many decisions, and whether the first glance goes astray."""
        if not self.depth:
            # What is solved may be long, and most of its end plays itself.
            near = (find.right.distance or 0) - 1
            far = near if near < SHOWN else stages
        elif find.goal == "win":
            far = max(stages, ((find.right.distance or 0) + 1) // 2)
        else:
            far = (max(one.distance or 0 for one in find.verdicts if one.result == LOST) + 1) // 2
        astray = self.prover.glance(find.record) != find.right.move
        crowded = sum(len(find.verdicts) >= many for many in MANY)
        return min(STARS, max(1, far + astray + crowded - 1))


def texts(record: Record, since: int) -> Any:
    return tuple(str(step.move) for step in record.decisions[since:])


Tell = Callable[[int, Collection[Kept]], None]


def compose(id: str, wanted: int, seed: int, games: int, tell: Tell = lambda games, pool: None) -> list[Kept]:
    """So many puzzles, as varied as so many games allow."""
    composers = [Composer(game) for game in variants(id)]
    pool: dict[str, Kept] = {}
    for number in range(games):
        composer = composers[number % len(composers)]
        taken: Counter[tuple[int, str]] = Counter()
        finds = (find for game, since in composer.games(f"{seed} {number}") for find in composer.finds(game, since))
        for find in finds:
            kind = (find.record.final.to_act[0], find.goal)
            if taken[kind] >= EACH or not composer.welcome(find, pool.values(), wanted):
                continue
            certain = composer.sure(find)
            if certain and (puzzle := composer.puzzle(certain)) and puzzle["id"] not in pool:
                pool[puzzle["id"]] = puzzle
                taken[kind] += 1
        tell(number + 1, pool.values())
        if enough(pool.values(), wanted):
            break
    return chosen(list(pool.values()), wanted)


def enough(pool: Collection[Kept], wanted: int) -> bool:
    """Whether there is a choice, with puzzles of every rating."""
    by_stars = Counter(puzzle["stars"] for puzzle in pool)
    return len(by_stars) == STARS and min(by_stars.values()) >= wanted / STARS and len(pool) >= wanted


def chosen(pool: list[Kept], wanted: int) -> list[Kept]:
    """The rarest kinds first, so that the common ones do not crowd them out; easy ones first in the end."""
    picked: list[Kept] = []
    while pool and len(picked) < wanted:
        seen = {trait: Counter(str(puzzle[trait]) for puzzle in picked) for trait in TRAITS}

        def crowd(puzzle: Kept, seen: dict[str, Counter[str]] = seen) -> tuple[int, str]:
            return sum(weight * seen[trait][str(puzzle[trait])] for trait, weight in TRAITS.items()), puzzle["id"]

        next_ = min(pool, key=crowd)
        pool.remove(next_)
        picked.append(next_)
    return sorted(picked, key=lambda puzzle: (puzzle["stars"], puzzle["id"]))
