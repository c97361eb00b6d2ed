"""A breach of a law: where, by which move, what was expected and what was found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ludotheque.errors import LudothequeError
from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.rulebook.fault import place_of, short
from ludotheque.texts import Text, catalogue

T = TypeVar("T")
LISTED = 6
"""Of longer lists only the beginning is shown."""
texts = catalogue("ludotheque.laws")


@dataclass(frozen=True)
class Breach:
    """What breaks a law. Every part is a text or a sentence."""

    expected: object
    found: object
    position: Position | None = None
    move: str = ""

    def sentence(self, law: str) -> Text:
        """Return the breach of a law as a sentence."""
        parts = [texts.say("breach.law", law=texts.say(f"laws.{law}"))]
        if self.position:
            parts.append(texts.say("breach.position", position=Text.same(_text_of(self.position))))
        if self.move:
            parts.append(texts.say("breach.move", move=self.move))
        parts.append(texts.say("breach.found", expected=self.expected, found=self.found))
        return Text.each(lambda code: "; ".join(part.to(code) for part in parts) + ".")


PositionLaw = Callable[[Position], Iterator[Breach]]
GameLaw = Callable[[Record], Iterator[Breach]]
FolderLaw = Callable[[str], Iterator[Breach]]


def _text_of(position: Position) -> str:
    """The text of a position; its words where the text fails."""
    try:
        return position.text
    except Exception:  # this may be the very fault
        return str(list(position.state))


def failure(package: str, error: Exception, position: Position | None = None) -> Breach:
    """Return the breach that an error of the game's folder is."""
    if isinstance(error, LudothequeError):
        return Breach(texts.say("breach.no_error"), error.message, position)
    place = place_of(package, error)
    found = f"{type(error).__name__}: {short(error)}" + (f" ({place})" if place else "")
    return Breach(texts.say("breach.no_error"), found, position)


def listing(items: Iterable[object]) -> str:
    """Return some items in a row, sorted.

    >>> listing({"b", "a"}), listing([])
    ('a, b', '–')
    """
    names = sorted(map(str, items))
    return ", ".join([*names[:LISTED], *(["…"] if len(names) > LISTED else [])]) or "–"


def sample(items: Sequence[T], size: int = 60) -> Sequence[T]:
    """Return some of many, always the same."""
    return items if len(items) <= size else random.Random(len(items)).sample(items, size)
