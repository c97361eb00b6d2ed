"""A whole game with its headers, comments, glyphs and variations; `text_form.py` has the text form.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from ludotheque.errors import LudothequeError, RecordError
from ludotheque.library import load
from ludotheque.picture import PictureOptions, Sheet
from ludotheque.position import Game, Move, Position, option_text
from ludotheque.record import json_form, pictures, text_form
from ludotheque.record.glyphs import glyphs_of, write_glyphs
from ludotheque.record.headers import OUTSIDE_REASONS, Headers, check_ending, check_version, show_result
from ludotheque.record.text_form import MAX_DEPTH, check_header
from ludotheque.reveals import known_plies, revealed_moves
from ludotheque.texts import Text, say


@dataclass(frozen=True)
class PlayedMove:
    """One move of a record: the player, the move, and what is noted about it.

    `glyphs` judge the move (`!`, `?`, `!!`, `??`, `!?`, `?!`, or a NAG such as `$14`). Each of the `variations` is a
    `Record` of other moves, from the position before this one on.
    """

    player: int
    move: Move
    comments: Sequence[str] = ()
    glyphs: Sequence[str] = ()
    variations: Sequence[Record] = ()

    def __post_init__(self) -> None:
        # Most moves have none of these, and long games are made move by move.
        if self.comments != ():
            object.__setattr__(self, "comments", _comments(self.comments))
        if self.glyphs != ():
            object.__setattr__(self, "glyphs", glyphs_of(self.glyphs))
        if self.variations != ():
            object.__setattr__(self, "variations", tuple(_flat(self.variations)))

    @property
    def comment(self) -> str:
        """All comments as one text."""
        return " ".join(self.comments)


@dataclass(frozen=True)
class Record:
    """A game from its first move to its last, with headers.

    `headers` holds the free ones (Player0, Player1, Date, Event, …), `comments` what is said before the first move.
    Give `result` and `reason` only when the game ended away from the board: by resignation, on time, by agreement.

    A record never changes: `play`, `undo`, `add_variation` and the like return another one. `len` counts its moves, and
    iteration yields them as `PlayedMove`, without the variations.
    """

    start: Position
    moves: tuple[PlayedMove, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    comments: Sequence[str] = ()
    result: tuple[float, ...] | None = None
    reason: str | None = None
    positions: tuple[Position, ...] = field(default=(), compare=False, repr=False)
    """The position at the start and after each move; made here when it is not given."""
    _depth: int = field(default=0, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            check_header(0, name, value)
        object.__setattr__(self, "comments", _comments(self.comments))
        if len(self.positions) != len(self.moves) + 1 or self.positions[0] != self.start:
            object.__setattr__(self, "positions", self._replay())
        object.__setattr__(self, "_depth", self._check_variations())
        outcome = self.final.outcome
        if outcome and self.result is None and self.reason is None:
            object.__setattr__(self, "result", outcome.returns)
            object.__setattr__(self, "reason", outcome.reason)
        check_ending(self.final, self.result, self.reason)

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.comments, self.result, self.reason))

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        """True, also before the first move."""
        return True

    def __iter__(self) -> Iterator[PlayedMove]:
        return iter(self.moves)

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

    @property
    def comment(self) -> str:
        """All comments before the first move as one text."""
        return " ".join(self.comments)

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def _replay(self) -> tuple[Position, ...]:
        positions = [self.start]
        for played in self.moves:
            positions.append(positions[-1].play(played.move, played.player))
        return tuple(positions)

    def _check_variations(self) -> int:
        """Return how deep variations are nested. Each must start where the move stands that it replaces."""
        depth = 0
        for number, played in enumerate(self.moves):
            for variation in played.variations:
                if variation.start != self.positions[number]:
                    raise LudothequeError(say("record.elsewhere", number=number + 1))
                depth = max(depth, variation._depth + 1)
        if depth > MAX_DEPTH:
            raise LudothequeError(say("record.nested", most=MAX_DEPTH))
        return depth

    # Other records made from this one.

    def play(
        self, move: Move | str, player: int | None = None, comment: Sequence[str] = "", *, glyphs: Sequence[str] = ()
    ) -> Record:
        """Return the record with one more move; `comment` is one comment or several, `glyphs` one glyph or several.

        >>> import ludotheque as lt
        >>> str(lt.Record.of(lt.load("malawi")).play("c1-e3", comment="Bold.", glyphs="!?")).splitlines()[-1]
        '1. c1-e3!? {Bold.}'
        """
        position = self.final
        if player is None and position.to_act:
            player = position.to_act[0]
        after = position.play(move, player)  # raises when it is not legal
        if isinstance(move, str):
            move = self.game.read(move)
        moves = (*self.moves, PlayedMove(player or 0, move, _comments(comment), glyphs))
        return replace(self, moves=moves, positions=(*self.positions, after), result=None, reason=None)

    def undo(self) -> Record:
        """Return the record without its last move and without its result.

        >>> import ludotheque as lt
        >>> len(lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4"]).undo())
        1
        """
        if not self.moves:
            raise LudothequeError(say("record.empty"))
        return replace(self, moves=self.moves[:-1], positions=self.positions[:-1], result=None, reason=None)

    def concluded(self, result: tuple[float, ...] | None, reason: str | None) -> Record:
        """Return the record with a result: the one on the board, or one from away from it."""
        return replace(self, result=result, reason=reason)

    def annotate_move(
        self, number: int, *, comment: Sequence[str] | None = None, glyphs: Sequence[str] | None = None
    ) -> Record:
        """Return the record with other comments or glyphs at move `number`, counted from 1; None keeps them."""
        played = self._played(number)
        comments = played.comments if comment is None else _comments(comment)
        return self._with(
            number, replace(played, comments=comments, glyphs=played.glyphs if glyphs is None else glyphs)
        )

    def add_variation(self, number: int, moves: Record | Sequence[str | Move] | Move) -> Record:
        """Return the record with another variation: moves that could replace move `number`, counted from 1.

        A `Record` that starts at `positions[number - 1]` brings its comments, glyphs and variations along.

        >>> import ludotheque as lt
        >>> record = lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4"])
        >>> str(record.add_variation(2, ["b6-b4", "a1-a3"])).splitlines()[-1]
        '1. c1-e3 2. e6-c4 (2. b6-b4 3. a1-a3)'
        """
        played = self._played(number)
        if not isinstance(moves, Record):
            moves = Record.of(self.positions[number - 1], [moves] if isinstance(moves, str | Move) else moves)
        return self._with(number, replace(played, variations=(*played.variations, moves)))

    def remove_variation(self, number: int, variation: int = 0) -> Record:
        """Return the record without a variation of move `number`; the first variation is 0."""
        _, others = self._variation(number, variation)
        return self._with(number, replace(self._played(number), variations=others))

    def promote(self, number: int, variation: int = 0) -> Record:
        """Return the record in which a variation of move `number` is played; what it replaces becomes a variation."""
        chosen, others = self._variation(number, variation)
        place = number - 1
        replaced = (replace(self.moves[place], variations=()), *self.moves[number:])
        before = Record(self.positions[place], replaced, positions=self.positions[place:])
        first, *rest = chosen.moves
        first = replace(first, comments=(*chosen.comments, *first.comments), variations=(before, *others))
        return replace(
            self,
            moves=(*self.moves[:place], first, *rest),
            positions=(*self.positions[:place], *chosen.positions),
            result=None,
            reason=None,
        )

    def _played(self, number: int) -> PlayedMove:
        if not 1 <= number <= len(self.moves):
            raise LudothequeError(say("record.nowhere", number=number, last=len(self.moves)))
        return self.moves[number - 1]

    def _variation(self, number: int, variation: int) -> tuple[Record, list[Record]]:
        """One variation of a move, and the others."""
        others = list(self._played(number).variations)
        if not 0 <= variation < len(others):
            raise LudothequeError(say("record.no_variation", number=number, variation=variation))
        return others.pop(variation), others

    def _with(self, number: int, played: PlayedMove) -> Record:
        return replace(self, moves=(*self.moves[: number - 1], played, *self.moves[number:]))

    # Its text and its JSON form.

    def __str__(self) -> str:
        return text_form.write(self._all_headers(), self._written(1))

    def _all_headers(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.game.id
        yield "Options", option_text(self.game.options)
        yield "Rules", str(self.game.rulebook.definition.version)
        if self.start != self.game.start():
            yield "Position", self.start.text
        yield from self.headers.items()
        yield "Result", show_result(self.result)
        if self.reason is not None:
            yield "Reason", self.reason

    def _written(self, first: int) -> Iterator[str]:
        """The moves as they are written, with numbers from `first` on."""
        yield from map(text_form.write_comment, self.comments)
        for number, (position, played) in enumerate(zip(self.positions, self.moves, strict=False), first):
            player = f"{played.player}:" if len(position.to_act) > 1 else ""
            yield f"{number}. {player}{played.move}{write_glyphs(played.glyphs)}"
            yield from map(text_form.write_comment, played.comments)
            for variation in played.variations:
                yield from text_form.write_variation(variation._written(number))

    @classmethod
    def parse(cls, text: str, *, first_line: int = 1) -> Record:
        """Return the record that a text holds, or raise a `RecordError` with the line and the reason.

        `first_line` is the number of its first line in a longer file.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {text!r}")
        parsed = text_form.parse(text, first_line)
        headers = Headers(parsed.headers, first_line)
        line = cls._from_text(headers.start(), parsed.moves)
        result, reason = headers.ending(line.final)
        return replace(line, headers=headers.free, result=result, reason=reason)

    @classmethod
    def _from_text(cls, start: Position, line: text_form.Line) -> Record:
        moves: list[PlayedMove] = []
        positions = [start]
        for entry in line.entries:
            before = positions[-1]
            if not before.to_act:
                raise RecordError(entry.line, say("record.after", line=entry.line, text=entry.text))
            try:
                text, player = _move_and_player(before, entry.text)
                positions.append(before.play(text, player))
            except LudothequeError as error:
                why = say("record.move", line=entry.line, number=entry.number, why=error.message)
                raise RecordError(entry.line, why) from error
            variations = [cls._from_text(before, variation) for variation in entry.variations]
            moves.append(PlayedMove(player, start.game.read(text), entry.comments, entry.glyphs, variations))
        return cls(start, tuple(moves), comments=line.comments, positions=tuple(positions))

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "rules": self.game.rulebook.definition.version,
            "start": self.start.text,
            "headers": dict(self.headers),
            **json_form.write_line(self),
            "result": None if self.result is None else list(self.result),
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> Record:
        """Return the record that `to_json` wrote, checked like a text."""
        try:
            data = json.loads(data) if isinstance(data, str) else data
            game = load(data["game"], **data["options"])
            check_version(game, 1, data["rules"])
            line = cls._from_text(game.parse(data["start"]), json_form.read_line(data))
            result = None if data["result"] is None else tuple(map(float, data["result"]))
            return replace(line, headers=dict(data["headers"]), result=result, reason=data["reason"])
        except RecordError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise RecordError(1, say("record.json", line=1, why=_why(error))) from error

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
        position, options = pictures.moment(self, ply, options)
        return position.svg(**options)

    def png(self, ply: int | None = None, **options: Unpack[PictureOptions]) -> bytes:
        """Return the same as a PNG picture. The extra `ludotheque[pictures]` is needed."""
        position, options = pictures.moment(self, ply, options)
        return position.png(**options)

    def film(self, *, language: str | None = None, **sheet: Unpack[Sheet]) -> str:
        """Return the whole game as one animated SVG picture; a notebook shows it for the record."""
        return pictures.film(self, language, **sheet)

    def gif(self, *, language: str | None = None, **sheet: Unpack[Sheet]) -> bytes:
        """Return the whole game as an animated GIF; 480 pixels wide or high unless you say otherwise.

        The extra `ludotheque[pictures]` is needed.
        """
        return pictures.gif(self, language, **sheet)

    def _repr_svg_(self) -> str:
        return self.film()

    @property
    def last_revealed(self) -> tuple[PlayedMove, ...]:
        """The moves that everybody learned of last: the last one, with the secrets that it revealed.

        None while the last one is a secret itself.
        """
        plies = revealed_moves(self.positions, len(self.moves))
        return self.moves[plies.start : plies.stop]

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

        A record cannot leave a move out, so that a player's own move after a hidden one is cut off too. A cut record
        has no comments, glyphs and variations either, because they may tell what was cut off. A record that starts
        from a secret kept from this player raises an error.
        """
        if self.result is None and self.start.view(player).state != self.start.state:
            raise LudothequeError(say("position.secret"))
        known = next((ply for ply, (_, move) in enumerate(self.seen_by(player)) if move is None), None)
        if known is None:
            return str(self)
        bare = tuple(PlayedMove(played.player, played.move) for played in self.moves[:known])
        return str(replace(self, moves=bare, comments=(), positions=self.positions[: known + 1]))


def _comments(comments: Sequence[str]) -> tuple[str, ...]:
    """Comments as a tuple without empty ones; a single text is one comment."""
    listed = (comments,) if isinstance(comments, str) else tuple(comments)
    if not all(isinstance(text, str) for text in listed):
        raise TypeError("comments are texts")
    return tuple(filter(None, listed))


def _flat(variations: Iterable[Record]) -> Iterator[Record]:
    """Variations as they stand beside a move: without headers and results of their own.

    A variation of the first move of a variation replaces the same move, so it stands beside it.
    """
    for variation in variations:
        if not variation.moves:
            raise LudothequeError(say("record.no_moves"))
        first, *rest = variation.moves
        moves = (replace(first, variations=()), *rest)
        yield replace(variation, moves=moves, headers={}, result=None, reason=None)
        yield from first.variations


def _move_and_player(position: Position, text: str) -> tuple[str, int]:
    """A written move without its player, and the player."""
    player, colon, rest = text.partition(":")
    if colon and re.fullmatch("[0-9]{1,2}", player):
        return rest, int(player)
    return text, position.to_act[0]


def _why(error: Exception) -> Text:
    """What an error says, in every language where it knows them."""
    return error.message if isinstance(error, LudothequeError) else Text.same(f"{type(error).__name__} {error}")
