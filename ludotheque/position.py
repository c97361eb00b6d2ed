"""Game, Position, View: what people program against, with `Move` and `Outcome`.

>>> import ludotheque as lt
>>> position = lt.load("malawi").start()
>>> position.to_act
(0,)
>>> len(position.legal_moves())
74
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.board import Board, Symmetry
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.legal_moves import LegalMoves
from ludotheque.move import Move, Outcome, tidy
from ludotheque.position_text import read_position
from ludotheque.rulebook import Rulebook, State, Value, value_text
from ludotheque.texts import Text, join, say
from ludotheque.view import Seen, View

__all__ = ["Game", "Move", "Outcome", "Position", "View", "option_text"]


class Game:
    """A game with its options, ready to be played. Games are equal when their id and options are.

    >>> import ludotheque as lt
    >>> lt.load("malawi", diagonals=False).options["diagonals"]
    False
    """

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
        """The number of players."""
        return self.rulebook.rules.players

    @property
    def board(self) -> Board:
        return self.rulebook.board

    def start(self) -> Position:
        """Return the position before the first move."""
        return Position(self, self.rulebook.rules.start())

    def parse(self, text: str) -> Position:
        """Return the position that `Position.text` wrote. Blanks and the order of fields do not matter."""
        return Position(self, read_position(self.rulebook, text))

    def read(self, text: str) -> Move:
        """Return the move that a text names, legal in some position or not. Case and blanks do not matter (ALL-3)."""
        return Move(self, self.rulebook.notation.read(tidy(text)))

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """Return a text with its cells, directions and names as the symmetry turns them."""
        names = self.board.name_pattern.pattern

        def turn(match: re.Match[str]) -> str:
            cell, word = match["cell"], match["word"]
            if cell:
                return self.board.cells[symmetry.cells[self.board.index[cell]]].name
            return symmetry.names.get(word, word)

        return re.sub(rf"(?P<cell>{names})|(?P<word>(?:(?!{names})[a-z])+)", turn, text)


class Position(Seen):
    """The whole truth about a moment of a game; immutable, comparable, hashable.

    It knows the secrets of all players. Hand out `view(player)` instead where secrets matter.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Position], tuple[Game, State]]:
        return type(self), (self.game, self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state == other.state and self.game.id == other.game.id

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.id}: {self.text}>"

    def legal_moves(self, player: int | None = None) -> LegalMoves:
        """Return all legal moves of a player, or of the player to move when you name none.

        >>> import ludotheque as lt
        >>> moves = lt.load("malawi").start().legal_moves()
        >>> str(moves[0]), "a1-a3" in moves, "a1-a2" in moves
        ('a1-a3', True, False)
        """
        if player is None and not self.to_act:
            return LegalMoves()
        return self._legal_moves(self._actor(player))

    def is_legal(self, move: Move | str, player: int | None = None) -> bool:
        """Return whether a player, or the player to move, may play this move now. A text that is no move is not legal.

        >>> import ludotheque as lt
        >>> start = lt.load("malawi").start()
        >>> start.is_legal("a1-a3"), start.is_legal("a1-a2"), start.is_legal("hello")
        (True, False, False)
        """
        if not self.to_act:
            return False
        actor = self._actor(player)
        return actor in self.to_act and self._allows(move, actor)

    def play(self, move: Move | str, player: int | None = None) -> Position:
        """Return the position after a move, given as a `Move` or as its text.

        Raises `IllegalMove`, or `NotationError` for a text that is not a move.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().play("a1-a3").to_act
        (1,)
        """
        actor = self._actor(player)
        if isinstance(move, Move) and move._origin == (self, actor):
            return self._after(actor, move.code)
        self._check_turn(actor)
        code = self._code(move, actor)
        if code not in self._codes(actor).tolist():
            # The refusal is made from what this player may know, so that it cannot show a secret.
            book = self.game.rulebook
            raise book.refusals.explain(book.rules.hide(self.state, actor), actor, code)
        return self._after(actor, code)

    def _after(self, player: int, code: int) -> Position:
        """The position after a legal move."""
        words = self._words.copy()
        self.game.rulebook.rules.entries.play(words, player, code)
        position = object.__new__(Position)
        position._hold(self.game, words)
        return position

    def view(self, player: int | None) -> View:
        """Return what this player may know; None: an onlooker."""
        if player is not None:
            self._check_player(player)
        return View.of(self, player)

    @property
    def has_secret(self) -> bool:
        """Whether a player has made a move that others may not see yet."""
        rules = self.game.rulebook.rules
        return rules.has_secrets and rules.hide(self.state, None) != self.state

    def to_json(self) -> dict[str, Any]:
        """Return the position with its game and options, for JSON. It holds the secrets too."""
        return {"game": self.game.id, "options": dict(self.game.options), "position": self.text}

    def _actor(self, player: int | None) -> int:
        if player is not None:
            self._check_player(player)
            return player
        if len(self.to_act) == 1:
            return self.to_act[0]
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        raise LudothequeError(say("refusals.which", players=join([str(p) for p in self.to_act])))

    def _check_player(self, player: int) -> None:
        if type(player) is not int or not 0 <= player < self.game.players:
            raise LudothequeError(say("refusals.nobody", player=player, last=self.game.players - 1))

    def _check_turn(self, player: int) -> None:
        """Only a player to move may move (ALL-1), and no player after the end (ALL-5)."""
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        if player not in self.to_act:
            name = self.game.rulebook.player_name
            others = Text.each(lambda code: " + ".join(name(other).to(code) for other in self.to_act))
            raise IllegalMove("ALL-1", say("refusals.turn", player=name(player), others=others))


def option_text(options: Mapping[str, Value]) -> str:
    """Return options as records write them.

    >>> option_text({"diagonals": False, "players": 3})
    'diagonals=false players=3'
    """
    return " ".join(f"{name}={value_text(value)}" for name, value in options.items())
