"""Game, Position, Move, View, Outcome: what people program against.

>>> import ludotheque as lt
>>> position = lt.load("malawi").start()
>>> position.to_act
(0,)
>>> len(position.legal_moves())
74
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ludotheque.board import Board, Symmetry
from ludotheque.clicks import Choice, Family
from ludotheque.draw.svg import draw_svg
from ludotheque.draw.text import draw_text
from ludotheque.errors import IllegalMove, LudothequeError, NotationError, PositionError
from ludotheque.rulebook import Rulebook, State, Value, show, status_word
from ludotheque.texts import Text, join, say

if TYPE_CHECKING:
    from ludotheque.kernel import Words

RECENT = 1024
"""Of so many states the legal decisions are remembered."""
PASSES = frozenset({"", "-", "--", "pass", "passe"})


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who got what, the word of the rules page for it, and the score in games that have one."""

    returns: tuple[float, ...]
    reason: str
    points: tuple[int, ...] | None
    sentence: Text


@cache
def _players(bits: int) -> tuple[int, ...]:
    """The players whose bits are set in a status word."""
    return tuple(player for player in range(8) if bits >> player & 1)


class Fixed:
    """What never changes once it is made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    _fix = object.__setattr__

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Move(Fixed):
    """One decision. `str()` gives its canonical text (ALL-3); moves of the same game are equal when their texts are."""

    __slots__ = ("code", "game")

    game: Game
    code: int

    def __init__(self, game: Game, code: int) -> None:
        self._fix("game", game)
        self._fix("code", code)

    def __reduce__(self) -> tuple[type[Move], tuple[Game, int]]:
        return type(self), (self.game, self.code)

    def __str__(self) -> str:
        return self.game.rulebook.write(self.code)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that its text names, in order."""
        return tuple(self.game.board.name_pattern.findall(str(self).lower()))


class Game:
    """A game with its options, ready to be played. Games are equal when their id and options are."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._hash = hash((rulebook.id, tuple(rulebook.options.items())))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Game], tuple[Rulebook]]:
        # The hash of a text differs from process to process.
        return type(self), (self.rulebook,)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"ludotheque.load({self.id!r}{chosen})"

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def title(self) -> Text:
        return self.rulebook.title

    @property
    def options(self) -> Mapping[str, Value]:
        return self.rulebook.options

    @property
    def players(self) -> int:
        """How many play."""
        return self.rulebook.players

    @property
    def board(self) -> Board:
        return self.rulebook.board

    def start(self) -> Position:
        """The position before the first decision."""
        return Position(self, self.rulebook.start())

    def parse(self, text: str) -> Position:
        """The position that `Position.text` wrote; blanks and the order of fields do not matter."""
        told = _fields(text)
        book = self.rulebook
        names = ("turn", *book.fields)
        for name in told:
            if name not in (*names, "end"):
                raise PositionError(say("position.unknown", name=name, names=", ".join(names)))
        if ("turn" in told) == ("end" in told):
            raise PositionError(say("position.missing" if "end" not in told else "position.double", name="turn"))
        for name in book.fields:
            if name not in told:
                raise PositionError(say("position.missing", name=name))
        if "?" in told.values():
            raise PositionError(say("position.secret"))
        turn = self._turn(told["turn"]) if "turn" in told else ()
        ending = self._ending(told["end"]) if "end" in told else None
        try:
            words = book.compose({name: told[name] for name in book.fields}, turn)
        except NotationError as error:
            raise PositionError(error.sentence) from error
        position = Position(self, (status_word(turn, book.option_bits, ending), *words))
        for player in turn:
            if not len(position._codes(player)):
                raise PositionError(say("position.idle", player=book.player_name(player)))
        return position

    def _turn(self, value: str) -> tuple[int, ...]:
        known = {str(player): player for player in range(self.players)}
        players = value.split("+")
        several = len(players) > 1 and not self.rulebook.simultaneous
        if several or not set(players) <= set(known) or players != sorted(set(players)):
            raise PositionError(say("position.turn", value=value))
        return tuple(known[player] for player in players)

    def _ending(self, value: str) -> tuple[int, list[float]]:
        reason, *returns = value.split(":")
        allowed = {"-1": -1.0, "0": 0.0, "1": 1.0}
        possible = set(self.rulebook.reasons) - set(self.rulebook.impossible_reasons)
        wrong = reason not in possible or not set(returns) <= set(allowed)
        if wrong or len(returns) != self.players or sum(allowed[word] for word in returns) != 0:
            example = ":".join([self.rulebook.reasons[0], "1", "-1", "0"][: self.players + 1])
            raise PositionError(say("position.end", value=value, example=example))
        return self.rulebook.reasons.index(reason), [allowed[word] for word in returns]

    def read(self, text: str) -> Move:
        """The decision that a text names, legal in some position or not. Case and blanks do not matter (ALL-3)."""
        return Move(self, self.rulebook.read(tidy(text)))

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """A text with its cells, directions and names as the symmetry turns them."""
        names = self.board.name_pattern.pattern

        def turn(match: re.Match[str]) -> str:
            cell, word = match["cell"], match["word"]
            if cell:
                return self.board.cells[symmetry.cells[self.board.index[cell]]].name
            return symmetry.words.get(word, word)

        return re.sub(rf"(?P<cell>{names})|(?P<word>(?:(?!{names})[a-z])+)", turn, text)


def tidy(text: str) -> str:
    """A text as the games read it: lower case, no blanks (ALL-3)."""
    if not isinstance(text, str):
        raise TypeError(f"a decision is a Move or its text, not {text!r}")
    return "".join(text.lower().split())


def _fields(text: str) -> dict[str, str]:
    if not isinstance(text, str):
        raise TypeError(f"a position is told in a text, not {text!r}")
    told: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise PositionError(say("position.field", word=word))
        if name in told:
            raise PositionError(say("position.double", name=name))
        told[name] = value
    return told


class Sight(Fixed):
    """What positions and views have in common: a state, whole or with secrets blanked, that can be shown."""

    __slots__ = ("game", "words")

    game: Game
    words: State

    def __init__(self, game: Game, words: State) -> None:
        if len(words) != game.rulebook.size:
            raise PositionError(say("position.words", found=len(words), wanted=game.rulebook.size))
        self._fix("game", game)
        self._fix("words", words)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who owe a decision; none when the game is over."""
        return _players(self.words[0] & 255)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        book = self.game.rulebook
        ending = book.ending(self.words)
        if ending is None:
            return None
        sentence = book.texts.say(f"reasons.{ending.reason}")
        return Outcome(ending.returns, ending.reason, book.points(self.words), sentence)

    @property
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then +1, -1 or 0 for each player (ALL-2)."""
        ending = self.game.rulebook.ending(self.words)
        return ending.returns if ending else None

    @property
    def text(self) -> str:
        """Everything in one line; `Game.parse` reads it back. In a view, `?` stands for a secret."""
        book = self.game.rulebook
        ending = book.ending(self.words)
        if ending:
            head = "end=" + ":".join([ending.reason, *(f"{value:.0f}" for value in ending.returns)])
        else:
            head = "turn=" + "+".join(map(str, self.to_act))
        told = book.describe(self.words)
        return " ".join([head, *(f"{name}={told[name]}" for name in book.fields)])

    def svg(
        self,
        *,
        last: Move | Iterable[Move] | None = None,
        highlight: Iterable[str] = (),
        coordinates: bool = True,
        flip: bool = False,
    ) -> str:
        """The board as an SVG picture, with the last move (or moves) and other cells marked."""
        book = self.game.rulebook
        marked = [book.name(book.cell(name)) for name in highlight]
        return draw_svg(
            book.board,
            book.pieces(self.words),
            art=book.art,
            name=book.id,
            title=f"{book.title}: {self.text}",
            last=self._cells_of(last),
            highlight=marked,
            coordinates=coordinates,
            flip=flip,
        )

    def drawing(self, *, last: Move | Iterable[Move] | None = None, flip: bool = False) -> str:
        """The board in letters, for a terminal."""
        book = self.game.rulebook
        pieces = book.pieces(self.words)
        picture = draw_text(book.board, pieces, widest=book.widest_glyph, last=self._cells_of(last), flip=flip)
        return "\n".join([picture, *map(str, book.notes(self.words))])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _check_move(self, move: Move) -> None:
        if move.game != self.game or not 0 <= move.code < 2**64:
            raise LudothequeError(say("refusals.strange"))

    def _cells_of(self, moves: Move | Iterable[Move] | None) -> tuple[str, ...]:
        """The cells that one or several moves name."""
        found = [moves] if isinstance(moves, Move) else list(moves or ())
        for move in found:
            self._check_move(move)
        return tuple(cell for move in found for cell in move.cells)

    def _codes(self, player: int) -> Words:
        """The legal decisions of a player who owes one, as the kernels number them."""
        # A copy: searches put their lists in order.
        return _codes(self.game.rulebook, self.words, player).copy()

    def mobility(self, player: int) -> int:
        """How many legal decisions a player has; quick even where they are millions."""
        return len(self._codes(player)) if self.words[0] >> player & 1 else 0

    def _legal_moves(self, player: int) -> list[Move]:
        if not self.words[0] >> player & 1:
            return []
        return [Move(self.game, int(code)) for code in self._codes(player)]


@lru_cache(RECENT)
def _codes(book: Rulebook, words: State, player: int) -> Words:
    """The legal decisions in a state; whoever lists them often plays one of them next."""
    state, room = np.array(words, np.uint64), book.usual_moves
    while True:
        out = np.empty(room, np.uint64)
        found = book.kernels.moves(state, np.uint64(player), out)
        if found < room or room == book.most_moves:
            return out[:found].copy()
        room = min(16 * room, book.most_moves)


class Position(Sight):
    """The whole truth about a moment of a game; immutable, comparable, hashable.

    It knows the secrets of all players: hand out `view(player)` instead where secrets matter.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Position], tuple[Game, State]]:
        return type(self), (self.game, self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.words == other.words and self.game.id == other.game.id

    def __hash__(self) -> int:
        return hash(self.words)

    def __repr__(self) -> str:
        return f"<{self.game.id}: {self.text}>"

    def legal_moves(self, player: int | None = None) -> list[Move]:
        """All legal decisions of a player; of the one who is to act, when none is named."""
        if player is None and not self.to_act:
            return []
        return self._legal_moves(self._actor(player))

    def play(self, move: Move | str, player: int | None = None) -> Position:
        """The position after a decision. Raises `IllegalMove`, or `NotationError` for a text that says nothing."""
        actor = self._actor(player)
        self._check_turn(actor)
        book = self.game.rulebook
        code = self._code(move, actor)
        if np.uint64(code) not in _codes(book, self.words, actor):
            # The refusal is made from what this player may know, so that it cannot tell a secret.
            raise book.explain(book.hide(self.words, actor), actor, code)
        state = np.array(self.words, np.uint64)
        book.kernels.play(state, np.uint64(actor), np.uint64(code))
        return Position(self.game, tuple(state.tolist()))

    def view(self, player: int | None) -> View:
        """What this player may know; None: an onlooker."""
        if player is not None:
            self._check_player(player)
        return View(self.game, self.game.rulebook.hide(self.words, player), player)

    @property
    def keeps_secret(self) -> bool:
        """Whether somebody has chosen what others may not see."""
        return self.game.rulebook.hide(self.words, None) != self.words

    def to_json(self) -> dict[str, Any]:
        """The position with its game and options, for JSON; it holds the secrets too."""
        return {"game": self.game.id, "options": dict(self.game.options), "position": self.text}

    def _actor(self, player: int | None) -> int:
        if player is not None:
            self._check_player(player)
            return player
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        if len(self.to_act) > 1:
            raise LudothequeError(say("refusals.which", players=join([str(p) for p in self.to_act])))
        return self.to_act[0]

    def _check_player(self, player: int) -> None:
        if type(player) is not int or player not in range(self.game.players):
            raise LudothequeError(say("refusals.nobody", player=player, last=self.game.players - 1))

    def _check_turn(self, player: int) -> None:
        """Only who owes a decision may take one (ALL-1), and nobody after the end (ALL-5)."""
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        if player not in self.to_act:
            name = self.game.rulebook.player_name
            others = " + ".join
            fr = others(name(p).fr for p in self.to_act)
            en = others(name(p).en for p in self.to_act)
            raise IllegalMove("ALL-1", say("refusals.turn", player=name(player), others=Text(fr=fr, en=en)))

    def _code(self, move: Move | str, player: int) -> int:
        if isinstance(move, Move):
            self._check_move(move)
            return move.code
        if tidy(move) in PASSES:
            raise IllegalMove("ALL-4", say("refusals.pass", player=self.game.rulebook.player_name(player)))
        return self.game.read(move).code


class View(Sight):
    """What one player (or an onlooker, `player` None) may know of a position.

    Views of positions that differ only in what the player may not know are equal in everything.
    """

    __slots__ = ("player",)

    player: int | None

    def __init__(self, game: Game, words: State, player: int | None) -> None:
        super().__init__(game, words)
        self._fix("player", player)

    def __reduce__(self) -> tuple[type[View], tuple[Game, State, int | None]]:
        return type(self), (self.game, self.words, self.player)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and (self.words, self.player) == (other.words, other.player)
            and self.game.id == other.game.id
        )

    def __hash__(self) -> int:
        return hash((self.words, self.player))

    def __repr__(self) -> str:
        return f"<{self.game.id}, seen by {'an onlooker' if self.player is None else self.player}: {self.text}>"

    def legal_moves(self) -> list[Move]:
        """The legal decisions of the player whose view this is."""
        return [] if self.player is None else self._legal_moves(self.player)

    @property
    def owes(self) -> bool:
        """Whether the player whose view this is owes a decision."""
        return self.player is not None and bool(self.words[0] >> self.player & 1)

    def choices(self) -> Sequence[Choice]:
        """The legal decisions with their click paths; none where a `family` describes them."""
        if self.player is None or not self.owes or self.family:
            return []
        return self.game.rulebook.all_clicks(self.words, self.player, self.codes())

    def codes(self) -> list[int]:
        """The legal decisions of the player whose view this is, as numbers."""
        if self.player is None or not self.owes:
            return []
        return cast(list[int], _codes(self.game.rulebook, self.words, self.player).tolist())

    @property
    def family(self) -> Family | None:
        """The legal decisions as a choice of so many cells, where they are too many for a list."""
        if self.player is None or not self.owes:
            return None
        return self.game.rulebook.family(self.words, self.player)

    @property
    def task(self) -> Text | None:
        """What the player whose view this is has to do now; None when nothing."""
        if self.player is None or not self.owes:
            return None
        return self.game.rulebook.task(self.words, self.player)


def option_text(options: Mapping[str, Value]) -> str:
    """`diagonals=false players=3`: options as written in records."""
    return " ".join(f"{name}={show(value)}" for name, value in options.items())
