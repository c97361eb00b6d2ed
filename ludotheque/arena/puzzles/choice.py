"""Choosing among many puzzles: varied ones, no two nearly the same, the default rules first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from ludotheque.arena.puzzles.write import PuzzleData
from ludotheque.arena.symmetry import images
from ludotheque.library import load
from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.teaching.reading import played

TRAITS = {"stars": 3, "goal": 2, "player": 1, "options": 1, "first": 2, "phase": 1}
"""In what puzzles should differ, and how much that matters."""
SPECIAL_SHARE = 0.2
"""At most this share of the puzzles has options that are not the default."""
NEAR = 3
"""Two positions are nearly the same when at most this number of pieces differ, either way."""
NEAR_WITH_ANSWER = 5
"""The same where the right move is the same too: often the same game, two plies later."""
PHASES = 4


def chosen(pool: Iterable[PuzzleData], wanted: int, id: str) -> list[PuzzleData]:
    """The most varied puzzles: the default rules first, easy ones first. Rare kinds are chosen before common ones."""
    candidates = list(pool)
    usual = [puzzle for puzzle in candidates if not puzzle["options"]]
    special = [puzzle for puzzle in candidates if puzzle["options"]]
    picked = pick(usual, wanted, id)
    picked += pick(special, round(len(picked) * SPECIAL_SHARE), id)
    return sorted(picked, key=lambda puzzle: (bool(puzzle["options"]), puzzle["stars"], puzzle["id"]))


def pick(pool: Sequence[PuzzleData], wanted: int, id: str) -> list[PuzzleData]:
    """At most this number of puzzles, each as unlike those before as possible."""
    traits = {puzzle["id"]: traits_of(puzzle, id) for puzzle in pool}
    rest, picked = list(pool), list[PuzzleData]()
    seen: dict[str, Counter[str]] = {trait: Counter() for trait in TRAITS}
    while rest and len(picked) < wanted:
        one = min(rest, key=lambda puzzle: (crowd(traits[puzzle["id"]], seen), puzzle["id"]))
        rest.remove(one)
        if any(near_duplicates(one, other, id) for other in picked):
            continue
        picked.append(one)
        for trait, value in traits[one["id"]].items():
            seen[trait][value] += 1
    return picked


def crowd(traits: dict[str, str], seen: dict[str, Counter[str]]) -> int:
    """How many of the picked puzzles are alike."""
    return sum(weight * seen[trait][traits[trait]] for trait, weight in TRAITS.items())


def traits_of(puzzle: PuzzleData, id: str) -> dict[str, str]:
    known = {name: str(puzzle[name]) for name in ("stars", "goal", "player", "options")}
    return {**known, "first": first_kind(puzzle, id), "phase": str(phase(puzzle, id))}


def first_kind(puzzle: PuzzleData, id: str) -> str:
    """The kind of the move to be found."""
    view = played(Record(start_of(puzzle, id)), puzzle["lead"]).final.view(puzzle["player"])
    right = puzzle["stages"][0]["right"]
    return next((choice.kind for choice in view.clickable_moves() if choice.text == right), "")


def phase(puzzle: PuzzleData, id: str) -> int:
    """How full the board is, in a few steps."""
    position = start_of(puzzle, id)
    return PHASES * len(pieces(position)) // (len(position.game.board.cells) + 1)


# Near-duplicates.


def near_duplicates(one: PuzzleData, two: PuzzleData, id: str) -> bool:
    """Whether two puzzles are nearly the same, perhaps mirrored."""
    if (one["goal"], one["options"]) != (two["goal"], two["options"]):
        return False
    first, second = start_of(one, id), start_of(two, id)
    if one["stages"][0]["right"] == two["stages"][0]["right"] and differing(first, second) <= NEAR_WITH_ANSWER:
        return True
    return any(differing(first, image) <= NEAR for image in all_images(second))


def differing(one: Position, two: Position) -> int:
    """How many pieces stand in one of two positions only."""
    return len(pieces(one) ^ pieces(two))


def start_of(puzzle: PuzzleData, id: str) -> Position:
    return position_of(puzzle["position"], id, tuple(sorted(puzzle["options"].items())))


@cache
def position_of(text: str, id: str, options: tuple[tuple[str, object], ...]) -> Position:
    return load(id, **dict(options)).parse(text)


@cache
def all_images(position: Position) -> tuple[Position, ...]:
    return tuple(images(position))


@cache
def pieces(position: Position) -> frozenset[tuple[object, ...]]:
    """What lies where."""
    return frozenset(piece[:5] for piece in position.game.rulebook.look.pieces(position.state))
