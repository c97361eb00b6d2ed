"""The notes of a first game: `first_game.toml` of a game's folder.

At a guided table a player meets the weakest computer, and the page shows a note when something new comes up. `when`
says when: all of its conditions hold, each with one of its values (or patterns of them). They are checked on what the
player sees, so that no note depends on a secret::

    [[note]]
    id = "attack"
    ruling = "MAS-5"                     the page links to its lessons
    when.can = ["attack"]                the player may play a move of this kind
    when.played = ["capture"]            a move that was shown last is of this kind
    when.says = ["narration.repelled"]   the table says this sentence of the game's catalogue: what to do, what
                                         threatens, what happened, what else the board tells
    when.ended = ["chain"]               the game is over for this reason
    fr = "a sentence or two"

Notes that hold together are shown in the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ludotheque.position import Move, View
from ludotheque.rulebook import State
from ludotheque.teaching.lesson import fits
from ludotheque.teaching.reading import Table, common, extras, only, read, reads, text
from ludotheque.texts import Text

CONDITIONS = ("can", "played", "says", "ended")


@dataclass(frozen=True)
class Note:
    """A word about something that a player meets for the first time."""

    id: str
    ruling: str | None
    when: Mapping[str, tuple[str, ...]]
    """The values with which each condition holds."""
    text: Text


Sight = Mapping[str, frozenset[str]]
"""What a player sees at one moment: the values of each condition."""


@cache
@reads("first_game.toml")
def notes(id: str) -> tuple[Note, ...]:
    """Return the notes of a game between those that all games share; none for a game without its own."""
    if "first_game" not in extras(id):
        return ()
    own = read(id, "first_game.toml")
    only(own, {"note"}, id)
    return tuple(map(_note, [*common()["opening"], *own["note"], *common()["closing"]]))


def _note(table: Table) -> Note:
    only(table, {"id", "ruling", "when"}, "note")
    only(table["when"], set(CONDITIONS), table["id"])
    when = {condition: tuple(values) for condition, values in table["when"].items()}
    return Note(table["id"], table.get("ruling"), when, text(table))


def sight(
    view: View, last: Sequence[tuple[int, Move]], before: State, after: State, reason: str | None = None
) -> Sight:
    """Return what the player of a view sees.

    `last` are the moves that were shown last, from the state `before` on; `after` is what everybody knew then.
    """
    book = view.game.rulebook
    codes = [(player, move.code) for player, move in last]
    # A game may end away from the board, while somebody is to move there.
    moves = view.is_to_act and not reason
    said = [
        *([view.task, *(danger.text for danger in view.dangers)] if moves else []),
        *book.look.remarks(view.state),
        *book.narration.events(before, after, codes),
    ]
    return {
        "can": frozenset(_kinds(view) if moves else []),
        "played": frozenset(book.look.clickable[code].kind for _, code in codes),
        "says": frozenset(sentence.key for sentence in said if sentence),
        "ended": frozenset([reason] if reason else []),
    }


def _kinds(view: View) -> Iterable[str]:
    """The kinds of moves that the player to move may play."""
    return [view.combination.kind] if view.combination else {move.kind for move in view.clickable_moves()}


def met(id: str, seen: Sight) -> list[str]:
    """Return the ids of the notes whose conditions all hold, in order."""
    return [
        note.id
        for note in notes(id)
        if all(any(fits(value, values) for value in seen[condition]) for condition, values in note.when.items())
    ]
