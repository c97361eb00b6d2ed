"""The opening table of a game: `openings.json` of its folder, counted from games of the best level against itself.

Every game draws its first moves among the best few (`arena/player.py`), so that no two games need be alike. In half of
the games the very first move is any legal one: the table also tells what a move is worth that the best level avoids.
Games that are alike all the same count once. Positions that are images of each other count as one:

    "positions"  by number, the start first: "position" as text, whose "turn" it is, "games" that came there,
                 and the "moves" played there, the most frequent first
    a move       "move", "results" (games that player 0 won, drew, lost), "share" of the points for the player to move
                 with its 95 % interval ("low", "high"), "next": the number of the position after it, if enough came
    "other"      the results of moves that are too rare to be listed

A game that comes back to a position counts there once, with the move that it played first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.arena.match import Plan, Result, run_match
from ludotheque.arena.score import Score
from ludotheque.arena.symmetry import turned
from ludotheque.arena.work import Workers
from ludotheque.board import Symmetry
from ludotheque.library import load
from ludotheque.position import Position
from ludotheque.record import Record

SECONDS, VARIED = 0.02, 3
"""How long the players think about a move, and how many of its first moves each of them draws."""
ENOUGH = 8
"""A position that fewer games reached gets no row of its own."""
LISTED = 16
"""No position lists more moves."""
DEPTH = 24
"""Later moves are no opening."""

Results = tuple[int, int, int]


@dataclass(frozen=True)
class OpeningPlay:
    """Which games to play."""

    game: str
    games: int = 1000
    seed: int = 1
    seconds: float = SECONDS

    @property
    def player(self) -> str:
        return f"level:6@{self.seconds:g}+{VARIED}"

    @property
    def plans(self) -> dict[str, Plan]:
        """The matches by the names of their files: openings of good players, and random first moves."""
        # Random secret set-ups would be unlike any real game.
        random = 0 if load(self.game).rulebook.rules.simultaneous else self.games // 2
        parts = {self.game: (self.games - random, 0), f"{self.game}-random": (random, 1)}
        return {
            name: Plan(self.game, self.player, self.player, {}, games, first, self.seed, paired=False)
            for name, (games, first) in parts.items()
            if games
        }

    @property
    def command(self) -> str:
        """The command that plays such games."""
        return f"ludotheque openings {self.game} --games {self.games} --seed {self.seed}"


def play_openings(
    play: OpeningPlay,
    folder: Path,
    *,
    workers: Workers | None = None,
    progress: Callable[[Result], None] = lambda _: None,
) -> list[Record]:
    """Play the games, or go on with it, and return them."""
    folder.mkdir(parents=True, exist_ok=True)
    results = [
        wanted(run_match(plan, file=folder / f"{name}.jsonl", workers=workers, progress=progress))
        for name, plan in play.plans.items()
    ]
    return [Record.parse(game.record) for result in results for game in result.played]


def wanted(result: Result) -> Result:
    """The games of the plan in order; a folder may hold more."""
    kept = (game for game in result.played if game.number < result.plan.games)
    result.played = sorted(kept, key=lambda game: game.number)
    return result


def opening_table(play: OpeningPlay, records: Iterable[Record]) -> dict[str, Any]:
    """The whole content of `openings.json`."""
    distinct = list({str(record): record for record in records}.values())
    tree = Tree(play.game)
    for record in distinct:
        tree.add(record)
    return {
        "command": play.command,
        "player": play.player,
        "seconds": play.seconds,
        "varied": VARIED,
        "random": sum(plan.games for plan in play.plans.values() if plan.opening),
        "rules": load(play.game).rulebook.definition.version,
        "games": len(distinct),
        "positions": tree.to_json(),
    }


@dataclass
class Node:
    """A position of the table, and what was played there: the results by the position that a move leads to."""

    position: Position
    texts: dict[str, str] = field(default_factory=dict)
    """A move to each position that follows, as it is written in this image."""
    results: dict[str, Counter[int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(sum(counts.values()) for counts in self.results.values())

    @property
    def ranked(self) -> list[tuple[str, Counter[int]]]:
        """The results by the position that follows, the most frequent first."""
        return sorted(self.results.items(), key=lambda item: (-item[1].total(), self.texts[item[0]]))


class Tree:
    """The positions of many games, images of each other as one."""

    def __init__(self, game: str) -> None:
        self.start = load(game).start()
        rules = self.start.game.rulebook.rules
        # Who is to move matters in an opening, so sides are not changed.
        self.symmetries = [one for one in rules.symmetries if all(one.player(p) == p for p in range(rules.players))]
        self.nodes: dict[str, Node] = {}
        self.root = self._node(self.start, self.start)[0]

    def add(self, record: Record) -> None:
        """Count a game."""
        won = int((record.result or (0,))[0])
        seen = set()
        key, symmetry = self._node(self.start, self.start)
        for number, played in enumerate(record.moves[:DEPTH]):
            node = self.nodes[key]
            text = self._turned(str(played.move), symmetry)
            image = node.position.play(text, played.player)
            after, symmetry = self._node(record.positions[number + 1], image)
            if key not in seen:
                seen.add(key)
                node.texts.setdefault(after, text)
                node.results.setdefault(after, Counter())[won] += 1
            key = after

    def _node(self, position: Position, image: Position) -> tuple[str, Symmetry | None]:
        """The key of a position, and the symmetry that turns it into the image that the table shows."""
        images = dict(self._images(position))
        key = min(images)
        shown = self.nodes.setdefault(key, Node(image)).position
        return key, images[_form(shown)]

    def key(self, position: Position) -> str:
        """A text that all images of a position share."""
        return min(form for form, _ in self._images(position))

    def _images(self, position: Position) -> Iterator[tuple[str, Symmetry | None]]:
        for one in self.symmetries:
            if one.holds is None or one.holds(position.state):
                yield _form(turned(one, position)), one
        yield _form(position), None

    def _turned(self, text: str, symmetry: Symmetry | None) -> str:
        if symmetry is None:
            return text
        game = self.start.game
        return str(game.read(game.turned(text, symmetry)))

    def to_json(self) -> list[dict[str, Any]]:
        """The positions that enough games reached, the start first."""
        numbers: dict[str, int] = {self.root: 0}
        for key in numbers_in_order(self.nodes, self.root):
            numbers.setdefault(key, len(numbers))
        return [self._position(self.nodes[key], numbers) for key in numbers]

    def _position(self, node: Node, numbers: dict[str, int]) -> dict[str, Any]:
        ranked = node.ranked
        listed = [(key, counts) for key, counts in ranked[:LISTED] if counts.total() > 1 or key in numbers]
        rest: Counter[int] = Counter()
        for _, counts in ranked[len(listed) :]:
            rest += counts
        return {
            "position": node.position.text,
            "turn": node.position.to_act[0],
            "games": node.games,
            "moves": [
                {"move": node.texts[key], **row(counts, node.position.to_act[0]), "next": numbers.get(key)}
                for key, counts in listed
            ],
            "other": results(rest),
            **shares(sum(node.results.values(), Counter()), node.position.to_act[0]),
        }


def numbers_in_order(nodes: dict[str, Node], root: str) -> list[str]:
    """The keys of the positions that enough games reached by moves of the table, level by level."""
    order, place = [root], 0
    while place < len(order):
        node = nodes[order[place]]
        place += 1
        for key, counts in node.ranked[:LISTED]:
            if nodes[key].games >= ENOUGH and counts.total() >= ENOUGH and key not in order:
                order.append(key)
    return order


def results(counts: Counter[int]) -> Results:
    """Games that player 0 won, drew and lost."""
    return counts[1], counts[0], counts[-1]


def row(counts: Counter[int], player: int) -> dict[str, Any]:
    """The results of some games, and the share of the points that the player to move got."""
    return {"results": results(counts), **shares(counts, player)}


def shares(counts: Counter[int], player: int) -> dict[str, float]:
    """The player's share of the points and its 95 % interval. A draw counts half."""
    won, drawn, lost = results(counts)
    score = Score(won, drawn, lost) if player == 0 else Score(lost, drawn, won)
    low, high = score.interval
    return {"share": round(score.share, 3), "low": round(low, 3), "high": round(high, 3)}


def _form(position: Position) -> str:
    """A text of the position without its counters."""
    return f"{position.to_act} {sorted(piece[:5] for piece in position.game.rulebook.look.pieces(position.state))}"


def to_json(table: dict[str, Any]) -> str:
    """The table as JSON text, with a position on each line."""
    head = {key: value for key, value in table.items() if key != "positions"}
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in table["positions"])
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "positions": [\n' + rows + "\n]}\n"
