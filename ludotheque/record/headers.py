"""What the headers of a record mean: the game, its first position, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.errors import LudothequeError, OptionError, RecordError
from ludotheque.library import load, parse_options
from ludotheque.position import Game, Position
from ludotheque.record.text_form import RESERVED, Header
from ludotheque.texts import say

OUTSIDE_REASONS = ("resigned", "time", "agreed", "abandoned")
"""Ways to end a game that are not on the board."""

Result = tuple[float, ...] | None


class Headers:
    """The headers of a text, read one after the other. Every error names its line, or the first line of the text."""

    def __init__(self, headers: Mapping[str, Header], first_line: int) -> None:
        self.headers, self.first_line = headers, first_line

    @property
    def free(self) -> dict[str, str]:
        """The headers that mean nothing to the program."""
        return {name: header.value for name, header in self.headers.items() if name not in RESERVED}

    def start(self) -> Position:
        """Return the first position."""
        game = self._game()
        if "Position" not in self.headers:
            return game.start()
        line, text = self.headers["Position"]
        try:
            return game.parse(text)
        except LudothequeError as error:
            raise RecordError(line, say("record.value", line=line, name="Position", why=error.sentence)) from error

    def ending(self, final: Position) -> tuple[Result, str | None]:
        """Return the result and the reason, checked against the last position."""
        line, text = self._required("Result")
        reason_line, reason = self.headers.get("Reason", (line, None))
        result = None
        if text != "*":
            values = text.split()
            if len(values) != final.game.players or not set(values) <= {"1", "0", "-1"}:
                raise _malformed(line, text, final.game.players)
            result = tuple(map(float, values))
        check_ending(final, result, reason, line, reason_line)
        return result, reason

    def _required(self, name: str) -> Header:
        if name not in self.headers:
            raise RecordError(self.first_line, say("record.missing", line=self.first_line, name=name))
        return self.headers[name]

    def _game(self) -> Game:
        line, id = self._required("Game")
        name = "Game"
        try:
            load(id)
            name = "Options"
            line, text = self.headers.get("Options", (line, ""))
            pairs = dict(_pair(word) for word in text.split())
            if len(pairs) != len(text.split()):
                raise OptionError(say("option.double", options=text))
            game = load(id, **parse_options(id, pairs))
        except LudothequeError as error:
            raise RecordError(line, say("record.value", line=line, name=name, why=error.sentence)) from error
        line, version = self._required("Rules")
        check_version(game, line, version)
        return game


def check_version(game: Game, line: int, version: object) -> None:
    """Raise a `RecordError` when a record follows other rules than those of this program."""
    known = game.rulebook.definition.version
    if str(version) != str(known):
        raise RecordError(line, say("record.version", line=line, found=version, known=known))


def check_ending(final: Position, result: Result, reason: str | None, line: int = 0, reason_line: int = 0) -> None:
    """Raise a `RecordError` unless the result is the one on the board, or one from away from it."""
    outcome, players = final.outcome, final.game.players
    if outcome:
        if result != outcome.returns:
            found, expected = show_result(result), show_result(outcome.returns)
            raise RecordError(line, say("record.result", line=line, found=found, expected=expected))
        if reason != outcome.reason:
            raise RecordError(
                reason_line, say("record.reason", line=reason_line, found=reason or "", expected=outcome.reason)
            )
    elif result is None:
        if reason is not None:
            raise RecordError(reason_line, say("record.outcome", line=reason_line))
    elif len(result) != players or not set(result) <= {1.0, 0.0, -1.0} or sum(result) != 0:
        raise _malformed(line, str(result), players)
    elif reason not in OUTSIDE_REASONS:
        raise RecordError(
            reason_line,
            say("record.outside", line=reason_line, found=reason or "", reasons=", ".join(OUTSIDE_REASONS)),
        )


def show_result(result: Result) -> str:
    """Return a result as records write it.

    >>> show_result((1.0, -1.0)), show_result(None)
    ('1 -1', '*')
    """
    return "*" if result is None else " ".join(f"{value:.0f}" for value in result)


def _malformed(line: int, found: str, players: int) -> RecordError:
    example = show_result((1.0, -1.0, 0.0)[:players])
    return RecordError(line, say("record.malformed", line=line, found=found, example=example))


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value
