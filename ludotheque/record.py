r"""A whole game as a text file, in the spirit of PGN.

    [Game "malawi"]
    [Options "diagonals=true"]
    [Rules "1"]
    [Player0 "Anna"]
    [Player1 "Ben"]
    [Date "2026-11-15"]
    [Result "*"]

    {An example.} 1. a1-a3 2. a6-a4 {Black answers in kind.}

First the headers, each on a line of its own, then the numbered decisions. A comment in braces may follow a decision or
open the game; a backslash and braces inside it take a backslash before them. Where several players owe a decision,
the deciding player's number stands before it: `1. 1:e3,e4,f3,f4,g4`. Reading checks every decision: a record is read
whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from ludotheque import texts
from ludotheque.draw.film import Frame, draw_film
from ludotheque.errors import LudothequeError, OptionError, RecordError
from ludotheque.library import load, parse_options
from ludotheque.position import Game, Move, Position, option_text
from ludotheque.rulebook import Piece
from ludotheque.texts import Text, say

OUTSIDE_REASONS = ("resigned", "time", "agreed", "abandoned")
"""Ways to end a game that are not on the board."""

RESERVED = ("Game", "Options", "Rules", "Position", "Result", "Reason")
"""Headers that are made from the game itself; all others are free."""

WIDTH = 100
QUOTE = '"'
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\nr])*)"\]')
_TOKEN = re.compile(r"\{(?:[^{}\\]|\\.)*\}|[{}]|[^\s{}]+", re.DOTALL)


@dataclass(frozen=True)
class Decision:
    """One decision of a record: who took it, what, and what is said about it."""

    player: int
    move: Move
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its first decision to its last, with headers.

    `headers` holds the free ones (Player0, Player1, Date, Event, …). `result` and `reason` need to be given only when
    the game ended away from the board: by resignation, on time, by agreement.
    """

    start: Position
    decisions: tuple[Decision, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    result: tuple[float, ...] | None = None
    reason: str | None = None
    positions: tuple[Position, ...] = field(default=(), compare=False, repr=False)
    """The position at the start and after each decision; made here, need not be given."""

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            _check_header(0, name, value)
        if not all(isinstance(text, str) for text in (self.comment, *(step.comment for step in self.decisions))):
            raise TypeError("comments are texts")
        if len(self.positions) != len(self.decisions) + 1 or self.positions[0] != self.start:
            object.__setattr__(self, "positions", self._replayed())
        outcome = self.final.outcome
        if outcome and self.result is None and self.reason is None:
            object.__setattr__(self, "result", outcome.returns)
            object.__setattr__(self, "reason", outcome.reason)
        _check_ending(self, self.result, self.reason, 0, 0)

    def __hash__(self) -> int:
        return hash((self.start, self.decisions, self.comment, self.result, self.reason))

    @classmethod
    def of(cls, game: Game | Position, moves: Sequence[str | Move] = (), **headers: str) -> Record:
        """The record of a game from its decisions; each is taken by the lowest player who owes one."""
        record = cls(game.start() if isinstance(game, Game) else game, headers=headers)
        for move in moves:
            record = record.play(move)
        return record

    @property
    def game(self) -> Game:
        return self.start.game

    def _replayed(self) -> tuple[Position, ...]:
        found = [self.start]
        for decision in self.decisions:
            found.append(found[-1].play(decision.move, decision.player))
        return tuple(found)

    @property
    def final(self) -> Position:
        """The position after the last decision."""
        return self.positions[-1]

    def play(self, move: Move | str, player: int | None = None, comment: str = "") -> Record:
        """The record with one more decision."""
        position = self.final
        if player is None and position.to_act:
            player = position.to_act[0]
        after = position.play(move, player)  # raises when it is not legal
        if isinstance(move, str):
            move = self.game.read(move)
        decisions = (*self.decisions, Decision(player or 0, move, comment))
        positions = (*self.positions, after)
        return replace(self, decisions=decisions, positions=positions, result=None, reason=None)

    def __str__(self) -> str:
        lines = [f'[{name} "{_escape(value, QUOTE)}"]' for name, value in self._all_headers()]
        return "\n".join([*lines, "", *_wrap(self._words())]).rstrip("\n") + "\n"

    def _all_headers(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.game.id
        yield "Options", option_text(self.game.options)
        yield "Rules", str(self.game.rulebook.version)
        if self.start != self.game.start():
            yield "Position", self.start.text
        yield from self.headers.items()
        yield "Result", _show_result(self.result)
        if self.reason is not None:
            yield "Reason", self.reason

    def _words(self) -> Iterator[str]:
        if self.comment:
            yield f"{{{_escape(self.comment, '{}')}}}"
        for number, decision in enumerate(self.decisions, 1):
            several = len(self.positions[number - 1].to_act) > 1
            yield f"{number}. {f'{decision.player}:' if several else ''}{decision.move}"
            if decision.comment:
                yield f"{{{_escape(decision.comment, '{}')}}}"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record, or raise `RecordError` with the line and the reason."""
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {text!r}")
        return _Reader(text).record()

    def to_json(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "rules": self.game.rulebook.version,
            "start": self.start.text,
            "headers": dict(self.headers),
            "comment": self.comment,
            "decisions": [
                {"player": decision.player, "move": str(decision.move), "comment": decision.comment}
                for decision in self.decisions
            ],
            "result": None if self.result is None else list(self.result),
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> Record:
        """The record that `to_json` told; checked like a text."""
        try:
            told = json.loads(data) if isinstance(data, str) else data
            game = load(told["game"], **told["options"])
            if told["rules"] != game.rulebook.version:
                raise RecordError(1, say("record.version", line=1, found=told["rules"], known=game.rulebook.version))
            record = cls(game.parse(told["start"]), headers=dict(told["headers"]), comment=told["comment"])
            for step in told["decisions"]:
                record = record.play(step["move"], step["player"], step["comment"])
            result = None if told["result"] is None else tuple(map(float, told["result"]))
            return record.concluded(result, told["reason"])
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise RecordError(1, say("record.json", line=1, why=_why(error))) from error

    def concluded(self, result: tuple[float, ...] | None, reason: str | None) -> Record:
        """The record with a result: the one on the board, or one from away from it."""
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

    def film(self, *, flip: bool = False, language: str | None = None) -> str:
        """The whole game as one animated SVG picture; a notebook shows it for the record."""
        code, book = language or texts.language(), self.game.rulebook
        frames = [self._frame(ply, code) for ply in range(len(self.positions))]
        title = f"{book.title.to(code)}: {self.start.text}"
        return draw_film(book.board, frames, art=book.art, name=book.id, title=title, flip=flip)

    def _frame(self, ply: int, code: str) -> Frame:
        book = self.game.rulebook
        plies = uncovered(self.positions, ply)
        shown = self.decisions[plies.start : plies.stop]
        traces = book.traces(self.positions[plies.start].words, [(step.player, step.move.code) for step in shown])
        words = book.title.to(code)
        if ply:
            step = self.decisions[ply - 1]
            words = f"{ply}. {book.player_name(step.player).to(code)}: {step.move}"
        if ply == len(self.decisions) and self.result is not None:
            words = f"{words} · {self.headline.to(code)}"
        pieces = (*book.pieces(self.positions[ply].words), *traces)
        return Frame(pieces, [cell for step in shown for cell in step.move.cells], words)

    def _repr_svg_(self) -> str:
        return self.film()

    @property
    def last_shown(self) -> tuple[Decision, ...]:
        """The decisions that everybody learned of last: the last one, with the secrets that it uncovered.

        None while the last one is a secret itself.
        """
        plies = uncovered(self.positions, len(self.decisions))
        return self.decisions[plies.start : plies.stop]

    @property
    def traces(self) -> Sequence[Piece]:
        """What the decisions shown last leave on the board for a moment."""
        shown = self.last_shown
        before = self.positions[len(self.decisions) - len(shown)]
        return self.game.rulebook.traces(before.words, [(step.player, step.move.code) for step in shown])

    def seen_by(self, player: int | None) -> tuple[tuple[int, Move | None], ...]:
        """Who took each decision, and the decision as far as this player (None: an onlooker) may know it now.

        What was decided since the last position without a secret waits for its reveal: it is None for everybody but
        its owner. Once the game has a result there is nothing left to hide.
        """
        number = len(self.decisions)
        shown = number if self.result is not None else open_before(self.positions, number)
        return tuple(
            (step.player, step.move if place < shown or step.player == player else None)
            for place, step in enumerate(self.decisions)
        )

    def told_to(self, player: int | None) -> str:
        """The record as this player may know it now: cut before the first decision that is None in `seen_by`.

        A record cannot leave a decision out, so that a player's own choice made after a hidden one is cut off too. One
        that starts from a secret kept from this player cannot be told to him at all.
        """
        if self.result is None and self.start.view(player).words != self.start.words:
            raise LudothequeError(say("position.secret"))
        known = next((place for place, (_, move) in enumerate(self.seen_by(player)) if move is None), None)
        if known is None:
            return str(self)
        return str(replace(self, decisions=self.decisions[:known], positions=self.positions[: known + 1]))


def open_before(positions: Sequence[Position], ply: int) -> int:
    """The last ply, this one or an earlier, after which nothing was secret; later decisions wait for their reveal.

    `positions` are those at the start and after each decision.
    """
    while ply > 0 and positions[ply].keeps_secret:
        ply -= 1
    return ply


def uncovered(positions: Sequence[Position], ply: int) -> range:
    """The decisions that everybody learned of with this ply: the last one, with the secrets that it uncovered.

    None while it is a secret itself.
    """
    if not ply or positions[ply].keeps_secret:
        return range(ply, ply)
    return range(open_before(positions, ply - 1), ply)


class _Reader:
    """Reads one record; every complaint names its line."""

    def __init__(self, text: str) -> None:
        # Not splitlines(): a comment may hold rarer line separators, which are part of it.
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.headers: dict[str, tuple[int, str]] = {}

    def record(self) -> Record:
        body = self._read_headers()
        game = self._game()
        record = Record(self._start(game))
        for number, (line, text, comment) in enumerate(self._decisions(body)):
            if number == 0:
                record = Record(record.start, comment=comment, headers=self._free_headers())
                continue
            if not record.final.to_act:
                raise RecordError(line, say("record.after", line=line, text=text))
            try:
                record = record.play(*self._decision(record.final, text), comment=comment)
            except LudothequeError as error:
                why = say("record.move", line=line, number=number, why=error.told)
                raise RecordError(line, why) from error
        return self._conclude(record)

    def _read_headers(self) -> int:
        """Read the headers; the index of the first line after them."""
        for index, line in enumerate(self.lines):
            text = line.strip()
            if not text:
                continue
            if not text.startswith("["):
                return index
            match = _HEADER.fullmatch(text)
            if not match:
                raise RecordError(index + 1, say("record.header", line=index + 1, text=text))
            name = match[1]
            if name in self.headers:
                raise RecordError(index + 1, say("record.double", line=index + 1, name=name))
            value = _unescape(match[2])
            if name not in RESERVED:
                _check_header(index + 1, name, value)
            self.headers[name] = index + 1, value
        return len(self.lines)

    def _header(self, name: str) -> tuple[int, str]:
        if name not in self.headers:
            raise RecordError(1, say("record.missing", line=1, name=name))
        return self.headers[name]

    def _free_headers(self) -> dict[str, str]:
        return {name: value for name, (_, value) in self.headers.items() if name not in RESERVED}

    def _game(self) -> Game:
        line, id = self._header("Game")
        name = "Game"
        try:
            load(id)
            name = "Options"
            line, written = self.headers.get("Options", (line, ""))
            pairs = dict(_pair(word) for word in written.split())
            if len(pairs) != len(written.split()):
                raise OptionError(say("option.double", options=written))
            game = load(id, **parse_options(id, pairs))
        except LudothequeError as error:
            raise RecordError(line, say("record.value", line=line, name=name, why=error.sentence)) from error
        line, version = self._header("Rules")
        known = game.rulebook.version
        if version != str(known):
            raise RecordError(line, say("record.version", line=line, found=version, known=known))
        return game

    def _start(self, game: Game) -> Position:
        if "Position" not in self.headers:
            return game.start()
        line, text = self.headers["Position"]
        try:
            return game.parse(text)
        except LudothequeError as error:
            raise RecordError(line, say("record.value", line=line, name="Position", why=error.sentence)) from error

    def _decisions(self, body: int) -> Iterator[tuple[int, str, str]]:
        """Line, text and comment of each decision; first an entry without text, for the opening comment."""
        line, text, comment = body + 1, "", ""
        number = 0
        expecting = False
        for where, token in self._tokens(body):
            if token.startswith("{"):
                if comment or expecting:
                    raise RecordError(where, say("record.place", line=where))
                comment = _unescape(token[1:-1])
            elif expecting:
                line, text, comment, expecting = where, token, "", False
            elif token == f"{number + 1}.":
                yield line, text, comment
                number, expecting, comment = number + 1, True, ""
                line = where
            else:
                raise RecordError(where, say("record.number", line=where, expected=number + 1, found=token))
        if expecting:
            raise RecordError(line, say("record.unnumbered", line=line, number=number))
        yield line, text, comment

    def _tokens(self, body: int) -> Iterator[tuple[int, str]]:
        line, last = body + 1, 0
        text = "\n".join(self.lines[body:])
        for match in _TOKEN.finditer(text):
            line += text.count("\n", last, match.start())
            last = match.start()
            token = match[0]
            if token == "{":
                raise RecordError(line, say("record.comment", line=line))
            if token == "}":
                raise RecordError(line, say("record.closing", line=line))
            if token.startswith("["):
                raise RecordError(line, say("record.late", line=line))
            yield line, token

    @staticmethod
    def _decision(position: Position, text: str) -> tuple[str, int]:
        """The decision's text and who takes it."""
        player, colon, rest = text.partition(":")
        if colon and re.fullmatch("[0-9]{1,2}", player):
            return rest, int(player)
        return text, position.to_act[0]

    def _conclude(self, record: Record) -> Record:
        line, written = self._header("Result")
        reason_line, reason = self.headers.get("Reason", (line, None))
        result = None
        if written != "*":
            words = written.split()
            if len(words) != record.game.players or not set(words) <= {"1", "0", "-1"}:
                raise _malformed(line, written, record.game.players)
            result = tuple(map(float, words))
        # Checked here too, because only here the lines are known.
        _check_ending(record, result, reason, line, reason_line)
        return record.concluded(result, reason)


def _check_ending(
    record: Record, result: tuple[float, ...] | None, reason: str | None, line: int, reason_line: int
) -> None:
    """The result told must be the one on the board, or one from away from it."""
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
    """What an error says, in both languages where it knows them."""
    words = f"{type(error).__name__} {error}"
    return error.told if isinstance(error, LudothequeError) else Text(fr=words, en=words)


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value


def _show_result(result: tuple[float, ...] | None) -> str:
    return "*" if result is None else " ".join(f"{value:.0f}" for value in result)


def _check_header(line: int, name: str, value: str) -> None:
    """Free headers have a simple name that is not taken; a date is a date."""
    if not isinstance(name, str) or not isinstance(value, str):
        raise TypeError("headers are texts")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in RESERVED:
        raise RecordError(line, say("record.name", line=line, name=name))
    if name == "Date":
        try:
            written_so = date.fromisoformat(value).isoformat() == value
        except ValueError:
            written_so = False
        if not written_so:
            raise RecordError(line, say("record.date", line=line, value=value))


def _escape(text: str, signs: str) -> str:
    """A comment keeps its line breaks; a header must not break its line."""
    text = re.sub(rf"([\\{re.escape(signs)}])", r"\\\1", text).replace("\r", r"\r")
    return text.replace("\n", r"\n") if signs == QUOTE else text


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text, flags=re.DOTALL)


def _wrap(words: Iterator[str]) -> Iterator[str]:
    """Break lines between decisions and comments, never inside them: a comment's own line breaks are its text."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line
