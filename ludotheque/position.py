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
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np

from ludotheque import status
from ludotheque.board import Board, Symmetry
from ludotheque.clicks import ClickableMove, Combination
from ludotheque.draw.raster import draw_png
from ludotheque.draw.text import draw_text
from ludotheque.errors import IllegalMove, LudothequeError, NotationError, PositionError
from ludotheque.legal_moves import legal_codes
from ludotheque.move import Immutable, LegalMoves, Move, Outcome
from ludotheque.picture import USUAL_SIZE, PictureOptions, cells_of, check_move, draw_picture
from ludotheque.position_text import read_position, write_position
from ludotheque.rulebook import Danger, Preview, Rulebook, State, Value, value_text
from ludotheque.texts import Text, join, say

if TYPE_CHECKING:
    from ludotheque.kernel import Words

__all__ = ["Game", "Move", "Outcome", "Position", "View", "option_text"]

PASSES = frozenset({"", "-", "--", "pass", "passe"})


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


def tidy(text: str) -> str:
    """Return a text as the games read it: lower case, no blanks (ALL-3)."""
    if not isinstance(text, str):
        raise TypeError(f"a move is a Move or its text, not {text!r}")
    return "".join(text.lower().split())


class _Seen(Immutable):
    """What positions and views have in common: a state, whole or with secrets blanked, that can be shown."""

    __slots__ = ("game", "state")

    game: Game
    state: State

    def __init__(self, game: Game, state: State) -> None:
        size = game.rulebook.rules.state_size
        if len(state) != size:
            raise PositionError(say("position.words", found=len(state), wanted=size))
        self._set("game", game)
        self._set("state", state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players to move; none when the game is over."""
        return status.players_to_act(self.state[0])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        book = self.game.rulebook
        ending = book.rules.ending(self.state)
        if ending is None:
            return None
        sentence = book.say(f"reasons.{ending.reason}")
        return Outcome(ending.returns, ending.reason, book.rules.points(self.state), sentence)

    @property
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then +1, -1 or 0 for each player (ALL-2)."""
        ending = self.game.rulebook.rules.ending(self.state)
        return ending.returns if ending else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return status.is_over(self.state[0])

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the game goes on, and when it is drawn.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().winner is None
        True
        """
        winners = [player for player, value in enumerate(self.returns or ()) if value > 0]
        return winners[0] if len(winners) == 1 else None

    def pieces(self) -> dict[str, list[str]]:
        """Return what stands on each cell that is not empty: the names of symbols, the lowest first.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().pieces()["a1"]
        ['white', 'rings-2']
        """
        look, standing = self.game.rulebook.look, dict[str, list[str]]()
        for piece in look.pieces(self.state):
            if piece.cell is not None:
                standing.setdefault(look.name(piece.cell), []).append(piece.symbol)
        return standing

    def piece_at(self, cell: str) -> str | None:
        """Return the lowest of the pieces on a cell, by the name of its symbol; None when the cell is empty.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().piece_at("a1")
        'white'
        """
        look = self.game.rulebook.look
        found = self.pieces().get(look.name(look.cell(cell)))
        return found[0] if found else None

    @property
    def text(self) -> str:
        """Everything in one line; `Game.parse` reads it back. In a view, `?` stands for a secret."""
        return write_position(self.game.rulebook, self.state)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """Return the board as an SVG picture, with marks, a size and a theme; `PictureOptions` lists the options.

        >>> import ludotheque as lt
        >>> start = lt.load("malawi").start()
        >>> picture = start.svg(arrows=[("c1", "e3"), ("a1", "a3", "red")], circles=["e6"], size=400, theme="dark")
        >>> picture.count('class="arrow"'), picture.count('class="circle"')
        (2, 1)
        """
        return draw_picture(cast(Position | View, self), **options)

    def png(self, **options: Unpack[PictureOptions]) -> bytes:
        """Return the board as a PNG picture, with the options of `svg`. Its longer side has 600 pixels by default.

        The extra `ludotheque[pictures]` is needed.
        """
        options.setdefault("size", USUAL_SIZE)
        return draw_png(self.svg(**options))

    def drawing(self, *, last: Move | Iterable[Move] | None = None, flip: bool = False) -> str:
        """Return the board in letters, for a terminal."""
        book = self.game.rulebook
        pieces, width = book.look.pieces(self.state), book.look.glyph_width
        picture = draw_text(book.board, pieces, widest=width, last=cells_of(self.game, last), flip=flip)
        return "\n".join([picture, *map(str, book.look.notes(self.state))])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _codes(self, player: int) -> Words:
        """The legal moves of a player to move, as the kernels number them."""
        # A copy, because searches reorder their lists.
        return legal_codes(self.game.rulebook, self.state, player).copy()

    def mobility(self, player: int) -> int:
        """Return how many legal moves a player has; quick even where they are millions."""
        return len(self._codes(player)) if status.is_to_act(self.state[0], player) else 0

    def _legal_moves(self, player: int) -> LegalMoves:
        if not status.is_to_act(self.state[0], player):
            return LegalMoves()
        return LegalMoves(Move(self.game, int(code)) for code in self._codes(player))


class Position(_Seen):
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
        if actor not in self.to_act:
            return False
        try:
            code = self._code(move, actor)
        except (IllegalMove, NotationError):
            return False
        return bool(np.uint64(code) in legal_codes(self.game.rulebook, self.state, actor))

    def play(self, move: Move | str, player: int | None = None) -> Position:
        """Return the position after a move, given as a `Move` or as its text.

        Raises `IllegalMove`, or `NotationError` for a text that is not a move.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().play("a1-a3").to_act
        (1,)
        """
        actor = self._actor(player)
        self._check_turn(actor)
        book = self.game.rulebook
        code = self._code(move, actor)
        if np.uint64(code) not in legal_codes(book, self.state, actor):
            # The refusal is made from what this player may know, so that it cannot show a secret.
            raise book.refusals.explain(book.rules.hide(self.state, actor), actor, code)
        return Position(self.game, book.rules.after(self.state, actor, code))

    def view(self, player: int | None) -> View:
        """Return what this player may know; None: an onlooker."""
        if player is not None:
            self._check_player(player)
        return View(self.game, self.game.rulebook.rules.hide(self.state, player), player)

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
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        if len(self.to_act) > 1:
            raise LudothequeError(say("refusals.which", players=join([str(p) for p in self.to_act])))
        return self.to_act[0]

    def _check_player(self, player: int) -> None:
        if type(player) is not int or player not in range(self.game.players):
            raise LudothequeError(say("refusals.nobody", player=player, last=self.game.players - 1))

    def _check_turn(self, player: int) -> None:
        """Only a player to move may move (ALL-1), and no player after the end (ALL-5)."""
        if not self.to_act:
            raise IllegalMove("ALL-5", say("refusals.over"))
        if player not in self.to_act:
            name = self.game.rulebook.player_name
            others = Text.each(lambda code: " + ".join(name(other).to(code) for other in self.to_act))
            raise IllegalMove("ALL-1", say("refusals.turn", player=name(player), others=others))

    def _code(self, move: Move | str, player: int) -> int:
        if isinstance(move, Move):
            check_move(self.game, move)
            return move.code
        if tidy(move) in PASSES:
            raise IllegalMove("ALL-4", say("refusals.pass", player=self.game.rulebook.player_name(player)))
        return self.game.read(move).code


class View(_Seen):
    """What one player (or an onlooker, `player` None) may know of a position.

    Views of positions that differ only in what the player may not know are equal in everything.
    """

    __slots__ = ("player",)

    player: int | None

    def __init__(self, game: Game, state: State, player: int | None) -> None:
        super().__init__(game, state)
        self._set("player", player)

    def __reduce__(self) -> tuple[type[View], tuple[Game, State, int | None]]:
        return type(self), (self.game, self.state, self.player)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and (self.state, self.player) == (other.state, other.player)
            and self.game.id == other.game.id
        )

    def __hash__(self) -> int:
        return hash((self.state, self.player))

    def __repr__(self) -> str:
        return f"<{self.game.id}, seen by {'an onlooker' if self.player is None else self.player}: {self.text}>"

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves of the player whose view this is."""
        return LegalMoves() if self.player is None else self._legal_moves(self.player)

    @property
    def is_to_act(self) -> bool:
        """Whether the player whose view this is is to move."""
        return self.player is not None and status.is_to_act(self.state[0], self.player)

    def clickable_moves(self) -> Sequence[ClickableMove]:
        """Return the legal moves with their click paths; none where a `combination` describes them."""
        if self.player is None or not self.is_to_act or self.combination:
            return []
        return self.game.rulebook.look.clickable_moves(self.state, self.player, self.codes())

    def codes(self) -> list[int]:
        """Return the legal moves of the player whose view this is, as numbers."""
        if self.player is None or not self.is_to_act:
            return []
        return cast(list[int], legal_codes(self.game.rulebook, self.state, self.player).tolist())

    @property
    def combination(self) -> Combination | None:
        """The legal moves as a choice of cells, where they are too many for a list."""
        if self.player is None or not self.is_to_act:
            return None
        return self.game.rulebook.look.combination(self.state, self.player)

    @property
    def dangers(self) -> Sequence[Danger]:
        """What threatens the player whose view this is at once; nothing when it is not their turn."""
        if self.player is None or not self.is_to_act:
            return ()
        return self.game.rulebook.narration.dangers(self.state, self.player)

    def explain(self, clicks: Sequence[str]) -> IllegalMove:
        """Return why the last of these clicks, names of cells and tokens, leads to no legal move.

        >>> import ludotheque as lt
        >>> lt.load("malawi").start().view(0).explain(["c1", "c6"]).ruling
        'MAL-4'
        """
        if self.player is None or not self.is_to_act:
            return self._not_to_act()
        refusals = self.game.rulebook.refusals
        meant = refusals.intended(self.state, self.player, clicks)
        if isinstance(meant, IllegalMove):
            return meant
        # A program may ask about clicks that make a legal move.
        if meant is None or meant in self.codes():
            return IllegalMove("ALL-3", say("refusals.click", click=clicks[-1]))
        return refusals.explain(self.state, self.player, meant)

    def _not_to_act(self) -> IllegalMove:
        if not self.to_act:
            return IllegalMove("ALL-5", say("refusals.over"))
        names = join([self.game.rulebook.player_name(player) for player in self.to_act])
        return IllegalMove("ALL-1", say("refusals.not_to_move", others=names))

    def preview(self, move: Move) -> Preview:
        """Return what a legal move of the player whose view this is would do; raise an `IllegalMove` for others."""
        check_move(self.game, move)
        if self.player is None or not self.is_to_act:
            raise self._not_to_act()
        book = self.game.rulebook
        if move.code not in self.codes():
            raise book.refusals.explain(self.state, self.player, move.code)
        return book.look.preview(self.state, self.player, move.code)

    @property
    def task(self) -> Text | None:
        """What the player whose view this is has to do now; None when it is not their turn."""
        if self.player is None or not self.is_to_act:
            return None
        return self.game.rulebook.look.task(self.state, self.player)


def option_text(options: Mapping[str, Value]) -> str:
    """Return options as records write them.

    >>> option_text({"diagonals": False, "players": 3})
    'diagonals=false players=3'
    """
    return " ".join(f"{name}={value_text(value)}" for name, value in options.items())
