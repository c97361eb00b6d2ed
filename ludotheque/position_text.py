"""A state as one line of text, `turn=0 white=a1*2,… quiet=3`, and back."""

from __future__ import annotations

from ludotheque import status
from ludotheque.arrays import words as as_words
from ludotheque.errors import NotationError, PositionError
from ludotheque.legal_moves import legal_codes
from ludotheque.rulebook import Rulebook, State
from ludotheque.texts import say

RETURNS = {"-1": -1.0, "0": 0.0, "1": 1.0}


def write_position(book: Rulebook, state: State) -> str:
    """Return a state as text. `?` stands for a secret."""
    ending = book.rules.ending(state)
    if ending:
        head = "end=" + ":".join([ending.reason, *(f"{value:.0f}" for value in ending.returns)])
    else:
        head = "turn=" + "+".join(map(str, status.players_to_act(state[0])))
    fields = book.positions.write(state)
    return " ".join([head, *(f"{name}={fields[name]}" for name in book.positions.fields)])


def read_position(book: Rulebook, text: str) -> State:
    """Return the state that a text describes, or raise a `PositionError`. The order of fields does not matter."""
    fields = _split(text)
    _check_names(book, fields)
    if "?" in fields.values():
        raise PositionError(say("position.secret"))
    turn = _read_turn(book, fields["turn"]) if "turn" in fields else ()
    end = _read_end(book, fields["end"]) if "end" in fields else None
    try:
        words = book.positions.read({name: fields[name] for name in book.positions.fields}, turn)
    except NotationError as error:
        raise PositionError(error.sentence) from error
    state = (status.status_word(turn, book.option_indices, end), *words)
    for player in turn:
        if not len(legal_codes(book.rules, as_words(state), player)):
            raise PositionError(say("position.idle", player=book.player_name(player)))
    return state


def _split(text: str) -> dict[str, str]:
    if not isinstance(text, str):
        raise TypeError(f"a position is a text, not {text!r}")
    fields: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise PositionError(say("position.field", word=word))
        if name in fields:
            raise PositionError(say("position.double", name=name))
        fields[name] = value
    return fields


def _check_names(book: Rulebook, fields: dict[str, str]) -> None:
    """All fields of the game are there, with either `turn` or `end`, and no others."""
    names = ("turn", *book.positions.fields)
    for name in fields:
        if name not in (*names, "end"):
            raise PositionError(say("position.unknown", name=name, names=", ".join(names)))
    if ("turn" in fields) == ("end" in fields):
        raise PositionError(say("position.missing" if "end" not in fields else "position.double", name="turn"))
    for name in book.positions.fields:
        if name not in fields:
            raise PositionError(say("position.missing", name=name))


def _read_turn(book: Rulebook, value: str) -> tuple[int, ...]:
    known = {str(player): player for player in range(book.rules.players)}
    players = value.split("+")
    several = len(players) > 1 and not book.rules.simultaneous
    if several or not set(players) <= set(known) or players != sorted(set(players)):
        raise PositionError(say("position.turn", value=value))
    return tuple(known[player] for player in players)


def _read_end(book: Rulebook, value: str) -> status.Ending:
    rules = book.rules
    reason, *returns = value.split(":")
    possible = rules.possible_reasons
    wrong = reason not in possible or not set(returns) <= set(RETURNS)
    if wrong or len(returns) != rules.players or sum(RETURNS[value] for value in returns) != 0:
        example = ":".join([rules.reasons[0], "1", "-1", "0"][: rules.players + 1])
        raise PositionError(say("position.end", value=value, example=example))
    return status.Ending(rules.reasons.index(reason), tuple(RETURNS[value] for value in returns))
