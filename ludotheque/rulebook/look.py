"""What a game shows and says: pieces, motions, how moves are clicked, what to do now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from typing import ClassVar, NamedTuple

from ludotheque.board import SQUARE, Point
from ludotheque.cache import Cache
from ludotheque.clicks import ClickableMove, Clicks, Combination, Kind, Token
from ludotheque.rulebook.part import Part, State
from ludotheque.texts import Text

CACHED = 1 << 16
"""How many moves or sentences a rulebook keeps at hand."""


class Piece(NamedTuple):
    """Something to draw: a symbol of the game's `pieces.svg` at a place of the board, later pieces above earlier ones.

    `glyph` stands for it in a drawing made of letters. `turned` replaces it when the board is seen from the other side
    and that makes a difference. Only pieces with a cell and a glyph appear there. `label` is written over the symbol.
    `token` is what a click on this piece adds to a click path.
    """

    symbol: str
    x: float
    y: float
    cell: int | None = None
    glyph: str = ""
    label: str = ""
    turned: str = ""
    token: str = ""


class Motion(NamedTuple):
    """Something that flies over the board for a moment and leaves nothing: a ring on its way, points that are won."""

    symbol: str
    start: Point
    end: Point
    label: str = ""


class Preview(NamedTuple):
    """What a move would do, shown before it is played: pieces drawn as ghosts, and a sentence where there is one."""

    pieces: Sequence[Piece]
    text: Text | None = None


class Supply(NamedTuple):
    """Pieces of one kind that the game needs on a table, to be printed and cut out.

    Each of the symbols is wanted `copies` times. `outline` is where to cut, relative to the middle of the symbol; a
    cell is 1 wide. The text of it stands under `[supplies]`, by name.
    """

    name: str
    symbols: Sequence[str]
    copies: int
    outline: Sequence[Point] = SQUARE


def box(width: float, height: float, x: float = 0.0, y: float = 0.0) -> Sequence[Point]:
    """Return the outline of a rectangle with its middle at x and y."""
    return tuple((x + width * dx, y + height * dy) for dx, dy in SQUARE)


class Look(Part, ABC):
    """What a game looks like, and how its moves are clicked."""

    kinds: ClassVar[Mapping[str, Kind]]
    """The kinds of moves by name. Their texts stand under `[kinds]`."""
    portrait: ClassVar[str]
    """A position of the middle game, with default options, for the start page."""
    emblems: ClassVar[tuple[str, ...]] = ()
    """The symbol that stands for each side beside the board; none where the sides share their pieces."""
    previews: ClassVar[bool] = False
    """Whether a page should ask for the `preview` of moves."""
    glyph_width: ClassVar[int] = 1
    """The most letters that stand for a piece, in drawings made of letters."""

    @abstractmethod
    def pieces(self, state: State) -> Sequence[Piece]:
        """Return what stands on and beside the board."""

    @abstractmethod
    def clicks(self, move: int) -> Clicks:
        """Return how a move is clicked, as far as that depends on the move alone; see `clicks_here`."""

    @abstractmethod
    def task(self, state: State, player: int) -> Text:
        """Return what a player to move is to do now, in one sentence, before the first click."""

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, ClickableMove]:
        """Return the moves whose clicks depend on what else is legal; `moves` lists all legal moves of the player."""
        return {}

    def tokens(self) -> Mapping[str, Token]:
        """Return the steps of click paths that are not cells, by name."""
        return {}

    def combination(self, state: State, player: int) -> Combination | None:
        """Return the legal moves of a player as a choice of cells, where they are too many for a list."""
        return None

    def notes(self, state: State) -> Sequence[Text]:
        """Return what a drawing in letters adds in words: stock, points, what is going on."""
        return ()

    def remarks(self, state: State) -> Sequence[Text]:
        """Return what a page adds in words to a picture with all its pieces and points."""
        return self.notes(state)

    def traces(self, before: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Sequence[Piece]]:
        """Return what each of the moves revealed last, (player, move) from this state on, leaves on the board.

        A page shows it for a moment, one move after the other, before the moves have their effect.
        """
        return ()

    def motions(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Motion]:
        """Return what flies, one after the other, while the moves revealed last lead from one state to the other."""
        return ()

    def preview(self, state: State, player: int, move: int) -> Preview:
        """Return what a legal move would do."""
        return Preview(())

    def supplies(self) -> Sequence[Supply]:
        """Return the pieces in the box of the game: those of the start and of the stock."""
        return ()

    def fixtures(self) -> Sequence[Piece]:
        """Return what belongs to the board itself and never moves."""
        return ()

    # What every game has.

    def any_order(self, cells: int) -> str:
        """Return a set of cells as a step of a click path: `a1+b2`."""
        return "+".join(self.board.names(cells))

    def initial(self, player: int) -> str:
        """Return the initial of a side, for drawings made of letters."""
        return str(self.player_name(player))[0]

    @cached_property
    def clickable(self) -> Cache[int, ClickableMove]:
        """The text and clicks of each move. The same moves come up in position after position."""

        def make(move: int) -> ClickableMove:
            clicks = self.clicks(move)
            return ClickableMove(self.book.notation.write(move), clicks.path, clicks.kind)

        return Cache(make, CACHED)

    def clickable_moves(self, state: State, player: int, moves: Sequence[int]) -> Sequence[ClickableMove]:
        """Return how all legal moves of a player are clicked, in the order of `moves`, which lists every one."""
        here = self.clicks_here(state, player, moves)
        return [here.get(move) or self.clickable[move] for move in moves]

    @property
    def symbols(self) -> Mapping[str, Text]:
        """What the symbols that stand on cells are called, for screen readers."""
        return {name: self.say(f"symbols.{name}") for name in sorted(self.book.texts.section("symbols"))}

    @cached_property
    def art(self) -> str:
        """The symbols and styles of the game's drawings, an SVG document."""
        return resources.files(self.book.package).joinpath("pieces.svg").read_text("utf-8")
