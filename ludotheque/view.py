"""View: what a player may know of a position, with what positions and views have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Unpack, cast

from ludotheque.arrays import WORD, array
from ludotheque.clicks import ClickableMove, Combination
from ludotheque.draw.raster import draw_png
from ludotheque.draw.text import draw_text
from ludotheque.errors import IllegalMove, PositionError, RuledError
from ludotheque.legal_moves import LegalMoves, legal_codes
from ludotheque.move import PASSES, Immutable, Move, Outcome, set_once, tidy
from ludotheque.picture import USUAL_SIZE, PictureOptions, cells_of, check_move, draw_picture
from ludotheque.position_text import write_position
from ludotheque.rulebook import Danger, Preview, State
from ludotheque.status import PLAYERS_TO_ACT, TO_ACT_MASK
from ludotheque.texts import Text, join, say

if TYPE_CHECKING:
    from ludotheque.kernel import Words
    from ludotheque.position import Game


class Seen(Immutable):
    """What positions and views have in common: a state, whole or with secrets blanked, that can be shown."""

    __slots__ = ("_words", "game", "to_act")

    game: Game
    to_act: tuple[int, ...]
    """The players to move; none when the game is over."""
    _words: Words
    """The state for kernels; nobody writes into it."""

    def __init__(self, game: Game, state: State) -> None:
        size = game.rulebook.rules.state_size
        if len(state) != size:
            raise PositionError(say("position.words", found=len(state), wanted=size))
        self._hold(game, array(state, WORD))

    def _hold(self, game: Game, words: Words) -> None:
        set_once(self, "game", game)
        set_once(self, "_words", words)
        set_once(self, "to_act", PLAYERS_TO_ACT[words.item(0) & TO_ACT_MASK])

    @property
    def state(self) -> State:
        """The words of the state as plain ints."""
        return tuple(self._words.tolist())

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
        return not self.to_act

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
        if not isinstance(cell, str):
            raise TypeError(f"a cell is named by a text, not by {cell!r}")
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
        return draw_picture(self, **options)

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
        return legal_codes(self.game.rulebook.rules, self._words, player)

    def mobility(self, player: int) -> int:
        """Return how many legal moves a player has; quick even where they are millions."""
        return len(self._codes(player)) if player in self.to_act else 0

    def _legal_moves(self, player: int) -> LegalMoves:
        if player not in self.to_act:
            return LegalMoves()
        codes = legal_codes(self.game.rulebook.rules, self._words, player)
        return LegalMoves.of(self.game, codes.tolist(), (self, player))

    def _allows(self, move: Move | str, player: int) -> bool:
        """Whether a player to move may play this move."""
        try:
            return self._code(move, player) in self._codes(player).tolist()
        except RuledError:
            return False

    def _code(self, move: Move | str, player: int) -> int:
        """The code of a move of this game, legal or not."""
        if isinstance(move, Move):
            check_move(self.game, move)
            return move.code
        if tidy(move) in PASSES:
            raise IllegalMove("ALL-4", say("refusals.pass", player=self.game.rulebook.player_name(player)))
        return self.game.read(move).code


class View(Seen):
    """What one player (or an onlooker, `player` None) may know of a position.

    Views of positions that differ only in what the player may not know are equal in everything.
    """

    __slots__ = ("player",)

    player: int | None

    def __init__(self, game: Game, state: State, player: int | None) -> None:
        super().__init__(game, state)
        set_once(self, "player", player)

    @classmethod
    def of(cls, position: Seen, player: int | None) -> View:
        """Return what a player may know of a position."""
        game = position.game
        if game.rulebook.rules.has_secrets:
            return cls(game, game.rulebook.rules.hide(position.state, player), player)
        view = cls.__new__(cls)
        view._hold(game, position._words)
        set_once(view, "player", player)
        return view

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

    def is_legal(self, move: Move | str) -> bool:
        """Return whether the player whose view this is may play this move now, as `Position.is_legal` does.

        >>> import ludotheque as lt
        >>> view = lt.load("malawi").start().view(0)
        >>> view.is_legal("a1-a3"), view.is_legal("a1-a2")
        (True, False)
        """
        return self.player is not None and self.is_to_act and self._allows(move, self.player)

    @property
    def is_to_act(self) -> bool:
        """Whether the player whose view this is is to move."""
        return self.player in self.to_act

    def clickable_moves(self) -> Sequence[ClickableMove]:
        """Return the legal moves with their click paths; none where a `combination` describes them."""
        if self.player is None or not self.is_to_act or self.combination:
            return []
        return self.game.rulebook.look.clickable_moves(self.state, self.player, self.codes())

    def codes(self) -> list[int]:
        """Return the legal moves of the player whose view this is, as numbers."""
        if self.player is None or not self.is_to_act:
            return []
        return cast(list[int], self._codes(self.player).tolist())

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
