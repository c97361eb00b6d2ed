"""The model games of a game: `model_games.json` of its folder, chosen and commented by what the analysis shows.

The best level plays against itself and thinks long. Another search then looks at every position. A game can be a model
if a player wins it. Games in which a move cost much of the winning chance, and about which there is much to say, come
first. Of these, games of different *character* are kept:

    turned   the winner had once been behind
    late     the winner was not clear before the last third
    short    the shortest one left
    clear    any other

A comment is a fact with its figures; the sentences are made from the catalogues (`teaching/model_game.py`):

    opening      up to here this number of games of the opening table went the same way
    turning      the move cost its player much: the chances before and after it, if they are proven, the better line
    swing        the chances changed as much, and the search had not foreseen it: the chances before and after
    alternative  another move was the first choice, and this one cost almost nothing: the chances, the other line
    plan         the line that the search expects from here, and how many moves of it the game follows
    ahead        from here on the winner keeps a chance of 90 % or more
    forced       from here on the winner's win is proven, within this number of moves: its line

Plans stand where they teach most: after the opening, before the decision, where the chance has moved most, and in the
middle.

Games and analyses are kept in a folder, so that nothing is done twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludotheque.arena.match import Plan, Played, Result, run_match
from ludotheque.arena.openings import Tree, wanted
from ludotheque.arena.work import Processes, Workers
from ludotheque.engine.annotation import TURNING, is_recommended
from ludotheque.engine.engine import engine_for
from ludotheque.engine.limit import Limit
from ludotheque.record import Record
from ludotheque.teaching.model_game import variation

THINKING, ANALYSIS = 0.5, 0.5
"""Seconds for a move, and for a position of the analysis."""
VARIED = 2
MODELS = 3
CERTAIN, BEHIND = 0.9, 0.4
LAST_THIRD = 2 / 3
MAX_TURNS = 5
"""A game with more turning points teaches little."""
ENOUGH = 4
"""A game with fewer comments, or without a plan, is chosen only if no other is left."""
LINE = 6
"""A variation shows at most this number of moves."""
ALIKE = 0.02
"""A move that costs at most this much of the winning chance is about as good as the best."""
SWING = 0.1
"""A chance that changed this much has moved clearly."""
APART = 10
"""Two plans or two alternatives are at least a tenth of the game apart."""
MAX_SWINGS, MAX_ALTERNATIVES = 3, 2


@dataclass(frozen=True)
class Judged:
    """What the search says of a position: the chances of both players, and the best move with its line."""

    chances: tuple[float, float]
    proven: bool
    distance: int | None
    best: str
    line: tuple[str, ...]
    best_chance: float
    fine: bool
    """Whether the move of the game is the best one, or part of a mixed strategy."""


@dataclass(frozen=True)
class ModelPlay:
    """Which games to choose from."""

    game: str
    games: int = 8
    seed: int = 1

    @property
    def player(self) -> str:
        return f"level:6@{THINKING:g}+{VARIED}"

    @property
    def plan(self) -> Plan:
        return Plan(self.game, self.player, self.player, {}, self.games, opening=0, seed=self.seed, paired=False)

    @property
    def command(self) -> str:
        return f"ludotheque model-games {self.game} --games {self.games} --seed {self.seed}"


def make_model_games(
    play: ModelPlay,
    folder: Path,
    openings: dict[str, Any] | None,
    workers: Workers | None = None,
    progress: Callable[[Result], None] = lambda _: None,
) -> dict[str, Any]:
    """The whole content of `model_games.json`."""
    workers = workers or Processes()
    folder.mkdir(parents=True, exist_ok=True)
    result = wanted(run_match(play.plan, file=folder / f"{play.game}.jsonl", workers=workers, progress=progress))
    judged = {}
    for game, rows in judge_games(result.played, folder / f"{play.game}-judged.jsonl", workers):
        judged[game] = rows
        progress(result)
    models = [Model(Record.parse(game.record), judged[game]) for game in result.played]
    chosen = choose(models)
    return {
        "command": play.command,
        "player": play.player,
        "thinking": THINKING,
        "analysis": ANALYSIS,
        "rules": result.played and models[0].record.game.rulebook.definition.version,
        "games": [model.to_json(character, openings) for character, model in chosen],
    }


def judge_games(games: Sequence[Played], file: Path, workers: Workers) -> Iterator[tuple[Played, list[Judged]]]:
    """Yield what the search says of each game, first of those that were judged before."""
    known = dict(_read(file))
    missing = [game for game in games if game.number not in known]
    workers.cost.skipped += len(games) - len(missing)
    yield from ((game, known[game.number]) for game in games if game.number in known)
    for game, rows in workers.map(judge_game, missing):
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps([game.number, [asdict(one) for one in rows]]) + "\n")
        yield game, rows


def judge_game(game: Played) -> list[Judged]:
    return judge(Record.parse(game.record))


def _read(file: Path) -> Iterator[tuple[int, list[Judged]]]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            number, rows = json.loads(line)
        except ValueError:
            continue  # a line was cut off: that game is judged again
        yield number, [Judged(**{**row, "chances": tuple(row["chances"]), "line": tuple(row["line"])}) for row in rows]


def judge(record: Record) -> list[Judged]:
    """What the search says of every position of a game but the last."""
    engine = engine_for(record.game.rulebook)
    judged = []
    for position, played in zip(record.positions, record.moves, strict=False):
        with Limit(ANALYSIS) as limit:
            analysis = engine.search(position.view(played.player), limit, lines=3)
        own = analysis.chance
        best = analysis.best
        judged.append(
            Judged(
                chances=(own, 1 - own) if played.player == 0 else (1 - own, own),
                proven=analysis.proven,
                distance=best.distance,
                best=str(best.move),
                line=tuple(str(move) for move in best.line[:LINE]),
                best_chance=best.chance,
                fine=is_recommended(played.move, analysis),
            )
        )
    return judged


@dataclass(frozen=True)
class Model:
    """A game with the analysis of its positions."""

    record: Record
    judged: Sequence[Judged]

    @property
    def winner(self) -> int | None:
        returns = self.record.result or ()
        return next((player for player, value in enumerate(returns) if value > 0), None)

    def chance(self, ply: int, player: int) -> float:
        """The winning chance of a player after this number of moves."""
        if ply == len(self.judged):
            return ((self.record.result or ())[player] + 1) / 2
        return self.judged[ply].chances[player]

    def proven(self, ply: int) -> bool:
        """Whether the chance after this number of moves is certain."""
        return ply == len(self.judged) or self.judged[ply].proven

    def changes(self) -> Iterator[dict[str, Any]]:
        """The moves that changed the chances much: mistakes (`turning`), and others (`swing`)."""
        for ply, (played, seen) in enumerate(zip(self.record.moves, self.judged, strict=False), 1):
            before, after = seen.chances[played.player], self.chance(ply, played.player)
            if abs(before - after) < TURNING:
                continue
            fact = {
                "kind": "swing",
                "ply": ply,
                "player": played.player,
                "before": round(before, 3),
                "after": round(after, 3),
                "proven": [seen.proven, self.proven(ply)],
            }
            if after > before or seen.fine or seen.best == str(played.move):
                yield fact
            else:
                yield {**fact, "kind": "turning", "better": seen.best, "line": list(seen.line or (seen.best,))}

    def turns(self) -> list[dict[str, Any]]:
        """The moves that cost their player much."""
        return [change for change in self.changes() if change["kind"] == "turning"]

    def swings(self) -> list[dict[str, Any]]:
        """The greatest changes of the chances that the search had not foreseen."""
        swings = [change for change in self.changes() if change["kind"] == "swing"]
        return sorted(swings, key=lambda fact: -abs(fact["before"] - fact["after"]))[:MAX_SWINGS]

    def line(self, ply: int) -> tuple[tuple[int, str], ...]:
        """The moves that the search expects after this number of moves; none where there is not much to see.

        There is something to see if the player to move has a choice and moves at least twice in the line, and if no
        move comes twice.
        """
        player, position = self.record.moves[ply].player, self.record.positions[ply]
        if position.to_act != (player,) or len(position.legal_moves(player)) == 1:
            return ()
        line = variation(self.record, ply + 1, player, self.judged[ply].line)
        twice = sum(actor == player for actor, _ in line) > 1
        return line if twice and len(set(line)) == len(line) else ()

    def alternatives(self) -> list[dict[str, Any]]:
        """Some moves that cost almost nothing though another one was the first choice, in the most even positions."""
        found: list[int] = []
        for ply in sorted(range(1, len(self.judged)), key=lambda ply: abs(self.chance(ply - 1, 0) - 0.5)):
            if len(found) < MAX_ALTERNATIVES and self.is_apart(ply, found) and self.has_alternative(ply):
                found.append(ply)
        return [self.alternative(ply) for ply in found]

    def has_alternative(self, ply: int) -> bool:
        before, after = self.chance(ply - 1, 0), self.chance(ply, 0)
        # A line with the move of the game in it often leads to the same position.
        other = str(self.record.moves[ply - 1].move) not in self.judged[ply - 1].line and self.line(ply - 1)
        return 1 - CERTAIN < before < CERTAIN and abs(before - after) <= ALIKE and bool(other)

    def alternative(self, ply: int) -> dict[str, Any]:
        """The first choice of the search instead of move number `ply`, and the chances with the move of the game."""
        player = self.record.moves[ply - 1].player
        return {
            "kind": "alternative",
            "ply": ply,
            "player": player,
            "before": round(self.chance(ply - 1, player), 3),
            "after": round(self.chance(ply, player), 3),
            "better": self.judged[ply - 1].best,
            "line": [move for _, move in self.line(ply - 1)],
        }

    def plans(self, others: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """What the search expects at the moments that teach most, away from the other comments."""
        taken = {comment["ply"] for comment in others}
        # The line of these begins one move earlier: a plan would show it twice.
        taken |= {comment["ply"] - 1 for comment in others if "better" in comment}
        free = [ply for ply in range(1, len(self.judged)) if ply not in taken and self.line(ply)]
        found: list[int] = []
        for moment in self.moments(others):
            near = [ply for ply in free if abs(ply - moment) <= self.apart and self.is_apart(ply, found)]
            found += sorted(near, key=lambda ply: abs(ply - moment))[:1]
        return [self.plan(ply) for ply in found]

    def plan(self, ply: int) -> dict[str, Any]:
        """What the search expects after this number of moves, and how many moves of it the game follows."""
        player, seen = self.record.moves[ply].player, self.judged[ply]
        line = [move for _, move in self.line(ply)]
        played = [str(one.move) for one in self.record.moves[ply : ply + len(line)]]
        followed = next((at for at, move in enumerate(line) if played[at : at + 1] != [move]), len(line))
        return {
            "kind": "plan",
            "ply": ply,
            "player": player,
            "chance": round(seen.chances[player], 3),
            "proven": seen.proven,
            "line": line,
            "followed": followed,
        }

    def moments(self, others: Sequence[dict[str, Any]]) -> Iterator[int]:
        """After the opening, before the decision, where the chance has moved most, and in the middle."""
        last = len(self.judged)
        first = {comment["kind"]: comment["ply"] for comment in others}
        yield first.get("opening", self.apart) + 1
        yield first.get("ahead", first.get("forced", last)) - 2
        moved = {ply: abs(self.chance(ply, 0) - self.chance(ply - self.apart, 0)) for ply in range(self.apart, last)}
        swing = max(moved, key=lambda ply: moved[ply], default=0)
        if moved.get(swing, 0) >= SWING:
            yield swing
        yield last // 2

    @property
    def apart(self) -> int:
        return max(2, len(self.judged) // APART)

    def is_apart(self, ply: int, others: Sequence[int]) -> bool:
        return all(abs(ply - other) >= self.apart for other in others)

    def since(self, low: float, proven: bool = False) -> int | None:
        """The ply from which the winner keeps a chance, or a proven win, until the end; None if it is the last."""
        winner = self.winner
        assert winner is not None
        start = len(self.judged)
        while start and self.judged[start - 1].chances[winner] >= low and (self.judged[start - 1].proven or not proven):
            start -= 1
        return start if start < len(self.judged) else None

    def comments(self, openings: dict[str, Any] | None) -> list[dict[str, Any]]:
        """The facts about this game, in its order."""
        found = self.turns() + self.swings() + self.alternatives()
        ahead, forced = self.since(CERTAIN), self.since(1.0, proven=True)
        if ahead is not None and ahead != forced:
            found.append({"kind": "ahead", "ply": ahead, "player": self.winner})
        if forced is not None and (distance := self.judged[forced].distance):
            line = [move for _, move in self.line(forced)]
            found.append({"kind": "forced", "ply": forced, "player": self.winner, "distance": distance, "line": line})
        if openings:
            found += opening_comment(self.record, openings)
        found += self.plans(found)
        return sorted(found, key=lambda comment: comment["ply"])

    @property
    def is_rich(self) -> bool:
        """Whether there is enough to say about this game, and a plan in it."""
        comments = self.comments(None)
        return len(comments) >= ENOUGH and any(comment["kind"] == "plan" for comment in comments)

    def characters(self) -> Iterator[str]:
        """What this game is an example of."""
        winner, last = self.winner, len(self.record.moves)
        assert winner is not None
        if min(one.chances[winner] for one in self.judged) < BEHIND:
            yield "turned"
        if (self.since(CERTAIN) or last) > LAST_THIRD * last:
            yield "late"
        yield "short"
        yield "clear"

    def to_json(self, character: str, openings: dict[str, Any] | None) -> dict[str, Any]:
        return {
            "id": character,
            "record": str(self.record),
            "chances": [round(self.chance(ply, 0), 3) for ply in range(len(self.record.positions))],
            "comments": self.comments(openings),
        }


def choose(models: Sequence[Model]) -> list[tuple[str, Model]]:
    """The models to keep, each for another character: first games with turning points and much to say about them."""
    decided = [model for model in models if model.winner is not None]
    fit = [model for model in decided if 0 < len(model.turns()) <= MAX_TURNS]
    rich = [model for model in decided if model.is_rich and len(model.turns()) <= MAX_TURNS]
    chosen: dict[str, Model] = {}
    for pool in ([model for model in fit if model in rich], rich, fit, decided):
        for character in ("turned", "late", "short", "clear"):
            taken = set(map(id, chosen.values()))
            left = [model for model in pool if id(model) not in taken and character in model.characters()]
            if left and character not in chosen and len(chosen) < MODELS:
                chosen[character] = min(left, key=_moves) if character == "short" else max(left, key=_drama)
    return list(chosen.items())


def _moves(model: Model) -> int:
    return len(model.record.moves)


def _drama(model: Model) -> tuple[float, int]:
    """What the dearest move cost. Of two games in which no move cost much, the shorter one teaches more."""
    return max((turn["before"] - turn["after"] for turn in model.turns()), default=0.0), -_moves(model)


def opening_comment(record: Record, openings: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """How far a game goes with the opening table, and how many games went the same way."""
    tree, positions, number = Tree(record.game.id), openings["positions"], 0
    games = plies = 0
    for position in record.positions[1:]:
        moves = positions[number]["moves"]
        row = next((row for row in moves if _leads(tree, positions[number], row, position)), None)
        if row is None or row["next"] is None:
            break
        number, games, plies = row["next"], sum(row["results"]), plies + 1
    if plies:
        yield {"kind": "opening", "ply": plies, "games": games, "of": openings["games"]}


def _leads(tree: Tree, row: dict[str, Any], move: dict[str, Any], position: Any) -> bool:
    """Whether a move of the table leads to this position, or to an image of it."""
    before = tree.start.game.parse(row["position"])
    return tree.key(before.play(move["move"], row["turn"])) == tree.key(position)


def to_json(models: dict[str, Any]) -> str:
    """The model games as JSON text, with a game on each line."""
    head = {key: value for key, value in models.items() if key != "games"}
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in models["games"])
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "games": [\n' + rows + "\n]}\n"
