"""A whole game with its headers and comments; `record_text.py` has the text form.

>>> import ludotheque as lt
>>> record = lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4"], Player0="Anna")
>>> len(record.moves), record.final.to_act
(2, (0,))
>>> lt.Record.parse(str(record)) == record
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from ludotheque import record_pictures, record_text
from ludotheque.errors import LudothequeError, OptionError, RecordError
from ludotheque.library import load, parse_options
from ludotheque.picture import PictureOptions, Sheet
from ludotheque.position import Game, Move, Position, option_text
from ludotheque.record_text import RESERVED, Parsed, check_header
from ludotheque.reveals import known_plies, revealed_moves
from ludotheque.rulebook import Piece
from ludotheque.texts import Text, say

OUTSIDE_REASONS = ("resigned", "time", "agreed", "abandoned")
"""Ways to end a game that are not on the board."""


@dataclass(frozen=True)
class PlayedMove:
    """One move of a record: the player, the move, and a comment."""

    player: int
    move: Move
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its first move to its last, with headers.

    `headers` holds the free ones (Player0, Player1, Date, Event, …). Give `result` and `reason` only when the game
    ended away from the board: by resignation, on time, by agreement.
    """

    start: Position
    moves: tuple[PlayedMove, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    result: tuple[float, ...] | None = None
    reason: str | None = None
    positions: tuple[Position, ...] = field(default=(), compare=False, repr=False)
    """The position at the start and after each move; made here when it is not given."""

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            check_header(0, name, value)
        if not all(isinstance(text, str) for text in (self.comment, *(played.comment for played in self.moves))):
            raise TypeError("comments are texts")
        if len(self.positions) != len(self.moves) + 1 or self.positions[0] != self.start:
            object.__setattr__(self, "positions", self._replay())
        outcome = self.final.outcome
        if outcome and self.result is None and self.reason is None:
            object.__setattr__(self, "result", outcome.returns)
            object.__setattr__(self, "reason", outcome.reason)
        _check_ending(self, self.result, self.reason, 0, 0)

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.comment, self.result, self.reason))

    @classmethod
    def of(cls, game: Game | Position, moves: Sequence[str | Move] = (), **headers: str) -> Record:
        """Return the record of a game from its moves; each is played by the lowest player to move."""
        record = cls(game.start() if isinstance(game, Game) else game, headers=headers)
        for move in moves:
            record = record.play(move)
        return record

    @property
    def game(self) -> Game:
        return self.start.game

    def _replay(self) -> tuple[Position, ...]:
        positions = [self.start]
        for played in self.moves:
            positions.append(positions[-1].play(played.move, played.player))
        return tuple(positions)

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def play(self, move: Move | str, player: int | None = None, comment: str = "") -> Record:
        """Return the record with one more move."""
        position = self.final
        if player is None and position.to_act:
            player = position.to_act[0]
        after = position.play(move, player)  # raises when it is not legal
        if isinstance(move, str):
            move = self.game.read(move)
        moves = (*self.moves, PlayedMove(player or 0, move, comment))
        positions = (*self.positions, after)
        return replace(self, moves=moves, positions=positions, result=None, reason=None)

    def __str__(self) -> str:
        return record_text.write(self._all_headers(), self._entries())

    def _all_headers(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.game.id
        yield "Options", option_text(self.game.options)
        yield "Rules", str(self.game.rulebook.definition.version)
        if self.start != self.game.start():
            yield "Position", self.start.text
        yield from self.headers.items()
        yield "Result", _show_result(self.result)
        if self.reason is not None:
            yield "Reason", self.reason

    def _entries(self) -> Iterator[str]:
        if self.comment:
            yield record_text.write_comment(self.comment)
        for number, played in enumerate(self.moves, 1):
            several = len(self.positions[number - 1].to_act) > 1
            yield f"{number}. {f'{played.player}:' if several else ''}{played.move}"
            if played.comment:
                yield record_text.write_comment(played.comment)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record that a text holds, or raise a `RecordError` with the line and the reason."""
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {text!r}")
        return _Reader(record_text.parse(text)).record()

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "rules": self.game.rulebook.definition.version,
            "start": self.start.text,
            "headers": dict(self.headers),
            "comment": self.comment,
            "moves": [
                {"player": played.player, "move": str(played.move), "comment": played.comment} for played in self.moves
            ],
            "result": None if self.result is None else list(self.result),
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> Record:
        """Return the record that `to_json` wrote, checked like a text."""
        try:
            data = json.loads(data) if isinstance(data, str) else data
            game = load(data["game"], **data["options"])
            _check_version(game, 1, data["rules"])
            record = cls(game.parse(data["start"]), headers=dict(data["headers"]), comment=data["comment"])
            # Older files say "decisions".
            for played in data["moves"] if "moves" in data else data["decisions"]:
                record = record.play(played["move"], played["player"], played["comment"])
            result = None if data["result"] is None else tuple(map(float, data["result"]))
            return record.concluded(result, data["reason"])
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise RecordError(1, say("record.json", line=1, why=_why(error))) from error

    def concluded(self, result: tuple[float, ...] | None, reason: str | None) -> Record:
        """Return the record with a result: the one on the board, or one from away from it."""
        return replace(self, result=result, reason=reason)

    @property
    def ending(self) -> Text | None:
        """Why the game ended, in words."""
        if self.reason in OUTSIDE_REASONS:
            return say(f"reasons.{self.reason}")
        return self.final.outcome.sentence if self.final.outcome else None

    @property
    def headline(self) -> Text:
        """Which side won, in words."""
        for player, value in enumerate(self.result or ()):
            if value > 0:
                return say("result.side_won", side=self.game.rulebook.player_name(player))
        return say("result.drawn")

    def svg(self, ply: int | None = None, **options: Unpack[PictureOptions]) -> str:
        """Return the position after so many moves as an SVG picture, with the moves revealed last; None: all moves."""
        position, options = record_pictures.moment(self, ply, options)
        return position.svg(**options)

    def png(self, ply: int | None = None, **options: Unpack[PictureOptions]) -> bytes:
        """Return the same as a PNG picture. The extra `ludotheque[pictures]` is needed."""
        position, options = record_pictures.moment(self, ply, options)
        return position.png(**options)

    def film(self, *, language: str | None = None, **sheet: Unpack[Sheet]) -> str:
        """Return the whole game as one animated SVG picture; a notebook shows it for the record."""
        return record_pictures.film(self, language, **sheet)

    def gif(self, *, language: str | None = None, **sheet: Unpack[Sheet]) -> bytes:
        """Return the whole game as an animated GIF; 480 pixels wide or high unless you say otherwise.

        The extra `ludotheque[pictures]` is needed.
        """
        return record_pictures.gif(self, language, **sheet)

    def traces_of(self, plies: range) -> Sequence[Piece]:
        """Return what these moves, revealed together, leave on the board for a moment."""
        revealed = [(played.player, played.move.code) for played in self.moves[plies.start : plies.stop]]
        traces = self.game.rulebook.look.traces(self.positions[plies.start].state, revealed)
        return [piece for of_move in traces for piece in of_move]

    def _repr_svg_(self) -> str:
        return self.film()

    @property
    def last_revealed(self) -> tuple[PlayedMove, ...]:
        """The moves that everybody learned of last: the last one, with the secrets that it revealed.

        None while the last one is a secret itself.
        """
        plies = revealed_moves(self.positions, len(self.moves))
        return self.moves[plies.start : plies.stop]

    @property
    def traces(self) -> Sequence[Piece]:
        """What the moves revealed last leave on the board for a moment."""
        return self.traces_of(revealed_moves(self.positions, len(self.moves)))

    def seen_by(self, player: int | None) -> tuple[tuple[int, Move | None], ...]:
        """Return the player of each move, and the move as far as this player (None: an onlooker) may know it now.

        Moves since the last position without a secret wait for their reveal. They are None for everybody but their
        owner. Once the game has a result nothing is hidden.
        """
        number = len(self.moves)
        known = number if self.result is not None else known_plies(self.positions, number)
        return tuple(
            (played.player, played.move if ply < known or played.player == player else None)
            for ply, played in enumerate(self.moves)
        )

    def text_for(self, player: int | None) -> str:
        """Return the record as this player may know it now: cut before the first move that is None in `seen_by`.

        A record cannot leave a move out, so that a player's own move after a hidden one is cut off too. A record that
        starts from a secret kept from this player raises an error.
        """
        if self.result is None and self.start.view(player).state != self.start.state:
            raise LudothequeError(say("position.secret"))
        known = next((ply for ply, (_, move) in enumerate(self.seen_by(player)) if move is None), None)
        if known is None:
            return str(self)
        return str(replace(self, moves=self.moves[:known], positions=self.positions[: known + 1]))


class _Reader:
    """Gives a parsed record its meaning. Every error names its line."""

    def __init__(self, parsed: Parsed) -> None:
        self.headers, self.entries = parsed

    def record(self) -> Record:
        opening, *entries = self.entries
        free = {name: header.value for name, header in self.headers.items() if name not in RESERVED}
        record = Record(self._start(self._game()), comment=opening.comment, headers=free)
        for number, (line, text, comment) in enumerate(entries, 1):
            if not record.final.to_act:
                raise RecordError(line, say("record.after", line=line, text=text))
            try:
                record = record.play(*self._move(record.final, text), comment=comment)
            except LudothequeError as error:
                why = say("record.move", line=line, number=number, why=error.message)
                raise RecordError(line, why) from error
        return self._conclude(record)

    def _header(self, name: str) -> record_text.Header:
        if name not in self.headers:
            raise RecordError(1, say("record.missing", line=1, name=name))
        return self.headers[name]

    def _game(self) -> Game:
        line, id = self._header("Game")
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
        line, version = self._header("Rules")
        _check_version(game, line, version)
        return game

    def _start(self, game: Game) -> Position:
        if "Position" not in self.headers:
            return game.start()
        line, text = self.headers["Position"]
        try:
            return game.parse(text)
        except LudothequeError as error:
            raise RecordError(line, say("record.value", line=line, name="Position", why=error.sentence)) from error

    @staticmethod
    def _move(position: Position, text: str) -> tuple[str, int]:
        """The move's text and its player."""
        player, colon, rest = text.partition(":")
        if colon and re.fullmatch("[0-9]{1,2}", player):
            return rest, int(player)
        return text, position.to_act[0]

    def _conclude(self, record: Record) -> Record:
        line, text = self._header("Result")
        reason_line, reason = self.headers.get("Reason", (line, None))
        result = None
        if text != "*":
            values = text.split()
            if len(values) != record.game.players or not set(values) <= {"1", "0", "-1"}:
                raise _malformed(line, text, record.game.players)
            result = tuple(map(float, values))
        # Checked here too, because only here the lines are known.
        _check_ending(record, result, reason, line, reason_line)
        return record.concluded(result, reason)


def _check_version(game: Game, line: int, version: object) -> None:
    known = game.rulebook.definition.version
    if str(version) != str(known):
        raise RecordError(line, say("record.version", line=line, found=version, known=known))


def _check_ending(
    record: Record, result: tuple[float, ...] | None, reason: str | None, line: int, reason_line: int
) -> None:
    """The result must be the one on the board, or one from away from it."""
    outcome = record.final.outcome
    if outcome:
        if result != outcome.returns:
            found, expected = _show_result(result), _show_result(outcome.returns)
            raise RecordError(line, say("record.result", line=line, found=found, expected=expected))
        if reason != outcome.reason:
            raise RecordError(
                reason_line, say("record.reason", line=reason_line, found=reason or "", expected=outcome.reason)
            )
    elif result is None:
        if reason is not None:
            raise RecordError(reason_line, say("record.outcome", line=reason_line))
    elif len(result) != record.game.players or not set(result) <= {1.0, 0.0, -1.0} or sum(result) != 0:
        raise _malformed(line, str(result), record.game.players)
    elif reason not in OUTSIDE_REASONS:
        raise RecordError(
            reason_line,
            say("record.outside", line=reason_line, found=reason or "", reasons=", ".join(OUTSIDE_REASONS)),
        )


def _malformed(line: int, found: str, players: int) -> RecordError:
    example = _show_result((1.0, -1.0, 0.0)[:players])
    return RecordError(line, say("record.malformed", line=line, found=found, example=example))


def _why(error: Exception) -> Text:
    """What an error says, in every language where it knows them."""
    return error.message if isinstance(error, LudothequeError) else Text.same(f"{type(error).__name__} {error}")


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _show_result(result: tuple[float, ...] | None) -> str:
    return "*" if result is None else " ".join(f"{value:.0f}" for value in result)
