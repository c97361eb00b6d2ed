"""The words of the engine protocol, as texts. `docs/engine-protocol.md` describes them.

The client writes, the engine answers:

    ludotheque 2                                 →  version 2, offers analyse stop, ready NAME
    game malawi diagonals=true                   →  ready          a new game with its options
    player 0                                        whose move is asked for
    start turn=0 white=… black=…                    where the moves begin, as that player may know it
    moves 0:a1-a3 1:?                               what was played since then; ? stands for a secret
    view turn=0 white=… black=…                     the position now, as that player may know it
    legal a1-a3 a1-c3 …                             all legal moves
    go seconds=0.5                               →  move a1-a3
    analyse lines=2 depth=3                      →  candidate …, result …, done
    stop                                            answer now
    quit

An engine that names no version speaks version 1: one game without a second `ready`, no `start`, no `moves`, `go 0.5`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.bounds import Bounds
from ludotheque.engine.game_view import GameView, SeenMoves
from ludotheque.errors import NotationError
from ludotheque.position import Game, View, option_text

VERSION = 2
HELLO = f"ludotheque {VERSION}"
MOVE = ("move", "decision")
"""The words before a move; older engines say the second one."""
ANALYSE, DEPTH, NODES, STOP = "analyse", "depth", "nodes", "stop"
"""What an engine may offer."""


class Garbage(ValueError):
    """A line that an engine should not have written."""


def game_line(game: Game) -> str:
    return f"game {game.id} {option_text(game.options)}".rstrip()


def view_lines(seen: GameView, version: int) -> Iterator[str]:
    """Yield what the player may know, line by line."""
    yield f"player {seen.now.player}"
    if version > 1 and seen.start is not None and seen.moves is not None:
        yield f"start {seen.start.text}"
        yield f"moves {moves_text(seen.moves)}".rstrip()
    yield f"view {seen.now.text}"
    yield f"legal {' '.join(map(str, seen.now.legal_moves()))}"


def moves_text(moves: SeenMoves) -> str:
    return " ".join(f"{player}:{'?' if move is None else move}" for player, move in moves)


def go_line(bounds: Bounds, version: int) -> str:
    return f"go {bounds_text(bounds)}" if version > 1 else f"go {bounds.seconds:g}"


def analyse_line(bounds: Bounds, lines: int) -> str:
    return f"analyse lines={lines} {bounds_text(bounds)}".rstrip()


def bounds_text(bounds: Bounds) -> str:
    known = {"seconds": bounds.seconds, "depth": bounds.depth, "nodes": bounds.nodes}
    return " ".join(f"{name}={value:.12g}" for name, value in known.items() if value is not None)


# Answers.


def candidate(view: View, text: str) -> Candidate:
    """Return the candidate of a line: `chance=0.6 moves a1-a3 e6-c4`, perhaps with weight, proven and distance."""
    before, _, moves = f" {text} ".partition(" moves ")
    fields = dict(pair.split("=", 1) for pair in before.split() if "=" in pair)
    try:
        line = tuple(map(view.game.read, moves.split()))
        chance, weight = float(fields["chance"]), fields.get("weight")
        known = Candidate(
            line[0],
            chance,
            line,
            weight=None if weight is None else float(weight),
            proven=fields.get("proven") == "true",
            distance=int(fields["distance"]) if "distance" in fields else None,
        )
    except (NotationError, KeyError, ValueError, IndexError) as error:
        raise Garbage(text) from error
    if not all(0 <= share <= 1 for share in (known.chance, known.weight or 0.0)) or (known.distance or 0) < 0:
        raise Garbage(text)
    return known


def candidate_line(known: Candidate) -> str:
    """Return the line that `candidate` reads. Engines in Python can use it.

    >>> import ludotheque as lt
    >>> game = lt.load("malawi")
    >>> candidate_line(Candidate(game.read("a1-a3"), 0.6, (game.read("a1-a3"), game.read("e6-c4"))))
    'candidate chance=0.6 moves a1-a3 e6-c4'
    """
    fields: Mapping[str, object] = {
        "chance": f"{known.chance!r}",
        **({} if known.weight is None else {"weight": f"{known.weight!r}"}),
        **({"proven": "true"} if known.proven else {}),
        **({} if known.distance is None else {"distance": known.distance}),
    }
    pairs = " ".join(f"{name}={value}" for name, value in fields.items())
    return f"candidate {pairs} moves {' '.join(map(str, known.line or (known.move,)))}"


def result_line(analysis: Analysis) -> str:
    """Return the line after the candidates of one analysis."""
    return f"result depth={analysis.depth} nodes={analysis.nodes}"


def result(text: str) -> tuple[int, int]:
    """Return the depth and the nodes of a line `depth=5 nodes=1200`; 0 where one is missing."""
    try:
        fields = dict(pair.split("=", 1) for pair in text.split())
        found = int(fields.get("depth", 0)), int(fields.get("nodes", 0))
    except ValueError as error:
        raise Garbage(text) from error
    if min(found) < 0:
        raise Garbage(text)
    return found
