"""What a game is made of: everything that a game's folder tells the rest of the house.

A folder under `games/` defines one subclass of `Rulebook` and names it `RULEBOOK`. States are rows of 64-bit words: in
kernels numpy arrays, here tuples of plain ints. Word 0 is the status word of `status.py`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ludotheque.board import Board, Point, Symmetry
from ludotheque.clicks import Choice, Clicks, Family, Kind, Word
from ludotheque.errors import IllegalMove, NotationError, OptionError, PositionError
from ludotheque.memo import Memo
from ludotheque.texts import LANGUAGES, Catalogue, Text, catalogue, join, say
from ludotheque.warmth import load_kernels

if TYPE_CHECKING:
    from ludotheque.kernel import EvaluateKernel, HideKernel, LetterKernel, MovesKernel, PickKernel, PlayKernel

State = tuple[int, ...]
Value = bool | int | str
REMEMBERED = 1 << 16
"""How many decisions or sentences a rulebook keeps at hand."""


@dataclass(frozen=True)
class Option:
    """A choice of rules; the first value is the default. Kernels see the index of the value."""

    name: str
    values: tuple[Value, ...]

    def check(self, value: object) -> Value:
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        raise OptionError(say("option.value", option=self.name, value=show(value), values=spell(self.values)))

    def parse(self, text: str) -> Value:
        """The value that is written so, on a command line or in a record."""
        for known in self.values:
            if show(known) == text.strip().lower():
                return known
        raise OptionError(say("option.value", option=self.name, value=text, values=spell(self.values)))


def show(value: object) -> str:
    """An option's value as written in records and on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def spell(values: Iterable[object]) -> str:
    return ", ".join(map(show, values))


class Piece(NamedTuple):
    """Something to draw: a symbol of the game's `pieces.svg` at a place of the board, later pieces above earlier ones.

    `glyph` stands for it in a drawing made of letters, `turned` when the board is seen from the other side and that
    makes a difference; only pieces with a cell and a glyph appear there. `words` are written over the symbol. `choice`
    is the word of a click path that clicking this piece means.
    """

    symbol: str
    x: float
    y: float
    cell: int | None = None
    glyph: str = ""
    words: str = ""
    turned: str = ""
    choice: str = ""


class Flight(NamedTuple):
    """Something that flies over the board for a moment and leaves nothing: a ring on its way, points that are won."""

    symbol: str
    start: Point
    end: Point
    words: str = ""


class Kernels(NamedTuple):
    """The compiled rules of a game; see `kernel.py`."""

    moves: MovesKernel
    pick: PickKernel
    play: PlayKernel
    letter: LetterKernel
    hide: HideKernel | None
    """None where nobody has a secret."""


class Judgement(NamedTuple):
    """What a game's `evaluate.py` tells a search."""

    evaluate: EvaluateKernel
    """The value of a state for a player, between -10,000 and 10,000; 0 is even."""
    scale: float
    """The value that wins three games out of four."""
    counters: tuple[int, ...]
    """The words of a state that count quiet turns: positions that differ only there are searched as one."""


class Ending(NamedTuple):
    returns: tuple[float, ...]
    reason: str


class Rulebook(ABC):
    """A game with its options chosen. Subclasses say what it is; nothing here knows any game."""

    id: ClassVar[str]
    version: ClassVar[int] = 1
    """Grows when a rule changes, so that old records can be told from new ones."""
    offers: ClassVar[tuple[Option, ...]] = ()
    reasons: ClassVar[tuple[str, ...]]
    """The words of ALL-2's results, in the order of the numbers that the kernels use."""
    impossible_reasons: ClassVar[tuple[str, ...]] = ()
    """Endings that the rules foresee and no game can reach; the rules page says why."""
    simultaneous: ClassVar[bool] = False
    """Whether there are moments when several players owe a decision at once."""
    size: ClassVar[int]
    """How many words a state has."""
    widest_glyph: ClassVar[int] = 1
    """How many letters stand for a piece at the most, in drawings made of letters."""
    fields: ClassVar[tuple[str, ...]]
    """The names of what `describe` tells, in print order."""
    kinds: ClassVar[Mapping[str, Kind]]
    """The kinds of decisions by name; what they are called stands in the texts, under `[kinds]`."""
    portrait: ClassVar[str]
    """A position of the middle game, with default options: what the game looks like on a start page."""
    minutes: ClassVar[int]
    """How long a game takes people."""

    def __init__(self, chosen: Mapping[str, object]) -> None:
        given = {name: self.offer(name).check(value) for name, value in chosen.items()}
        defaults = {option.name: option.values[0] for option in self.offers}
        self.options: Mapping[str, Value] = MappingProxyType({**defaults, **given})

    def __reduce__(self) -> tuple[type[Rulebook], tuple[dict[str, Value]]]:
        return type(self), (dict(self.options),)

    # What a subclass must tell.

    @abstractmethod
    def lay_board(self) -> Board:
        """The board for the chosen options."""

    @property
    @abstractmethod
    def most_moves(self) -> int:
        """No position has more legal decisions for one player than this; the docstring says why."""

    @property
    @abstractmethod
    def most_decisions(self) -> int:
        """No game takes more decisions than this; the docstring says why."""

    @abstractmethod
    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        """The players who decide first, and the words after the status word."""

    @abstractmethod
    def write(self, move: int) -> str:
        """The canonical text of a decision."""

    @abstractmethod
    def read(self, text: str) -> int:
        """The decision that a tidy text (lower case, no blanks) names, legal here or not; see `unreadable`."""

    @abstractmethod
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        """Why a decision that is not legal here is not. The state holds only what this player may know."""

    @abstractmethod
    def describe(self, state: State) -> Mapping[str, str]:
        """The state in words without blanks, by field; the status is told elsewhere. `?` stands for a secret."""

    @abstractmethod
    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        """The words after the status word, from what `describe` tells; `turn` is empty when the game is over."""

    @abstractmethod
    def pieces(self, state: State) -> Sequence[Piece]:
        """What stands on and beside the board."""

    @abstractmethod
    def clicks(self, move: int) -> Clicks:
        """How a decision is clicked; as far as that depends on the decision alone, see `clicks_here`."""

    @abstractmethod
    def task(self, state: State, player: int) -> Text:
        """What this player, who owes a decision, is to do now, in one sentence, before the first click."""

    # What a subclass may tell.

    thinker: ClassVar[str] = "deepening"
    """The way of searching that fits the game: a module of `engine/`."""
    habits: ClassVar[Mapping[str, float]] = {}
    """Numbers that a way of searching takes from the game instead of its own: see the thinker's class."""

    @property
    def solvable(self) -> int:
        """From a position with at most two to this power games ahead, it is worth trying to solve it exactly."""
        return 0

    @property
    def players(self) -> int:
        return 2

    @property
    def usual_moves(self) -> int:
        """A list so long holds the decisions in all but freak positions.

        Where it is less than `most_moves`, the kernel `moves` stops at the end of the list that it is given, and a full
        list may be wrong: ask again with more room.
        """
        return self.most_moves

    @property
    def most_letters(self) -> int:
        """No decision is spelled with more letters than this: as a rule from where and to where, or what and where."""
        return 2

    @property
    def secretive(self) -> bool:
        """Whether there are moments when a player may not know everything."""
        return type(self).hide is not Rulebook.hide

    def hide(self, state: State, player: int | None) -> State:
        """The state as this player (or an onlooker: None) may know it, secrets blanked."""
        return state

    def points(self, state: State) -> tuple[int, ...] | None:
        """The score, in games that have one."""
        return None

    def notes(self, state: State) -> Sequence[Text]:
        """What a drawing in letters adds in words: stock, points, what is going on."""
        return ()

    def remarks(self, state: State) -> Sequence[Text]:
        """What a page adds in words to a picture with all its pieces and points."""
        return self.notes(state)

    def words(self) -> Mapping[str, Word]:
        """The steps of click paths that are no cells."""
        return {}

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, Choice]:
        """The decisions whose clicks depend on what else is legal; `moves` lists all that a player has."""
        return {}

    def family(self, state: State, player: int) -> Family | None:
        """The decisions of a player, where they are too many to be listed one by one."""
        return None

    def traces(self, before: State, shown: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """What the decisions shown last, (player, decision) from this state on, leave on the board for a moment."""
        return ()

    def flights(self, before: State, after: State, shown: Sequence[tuple[int, int]]) -> Sequence[Flight]:
        """What flies, one after the other, while the decisions shown last lead from one state to the other."""
        return ()

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        """Symmetries that keep the rules; the identity need not be told."""
        return ()

    # What every game has.

    def offer(self, name: str) -> Option:
        """The option with this name."""
        for option in self.offers:
            if option.name == name:
                return option
        names = spell(option.name for option in self.offers) or "–"
        raise OptionError(say("option.unknown", game=self.title, option=name, names=names))

    @property
    def player_counts(self) -> list[int]:
        """With how many players the game can be played, over all its options."""
        counts = {self.players}
        for option in self.offers:
            counts |= {type(self)({option.name: value}).players for value in option.values}
        return sorted(counts)

    @property
    def package(self) -> str:
        return type(self).__module__

    @cached_property
    def texts(self) -> Catalogue:
        return catalogue(self.package)

    @property
    def title(self) -> Text:
        return self.texts.say("title")

    def player_name(self, player: int) -> Text:
        """What a side is called: White, the officers, …"""
        return self.tell(f"players.{player}")

    def letter(self, player: int) -> str:
        """The initial of a side, for drawings made of letters."""
        return str(self.player_name(player))[0]

    @cached_property
    def tell(self) -> Callable[..., Text]:
        """`texts.say` for what is said again and again: it remembers."""
        return lru_cache(REMEMBERED)(self.texts.say)

    @cached_property
    def choice(self) -> Memo[int, Choice]:
        """A decision's text and clicks, remembered: the same decisions come up in position after position."""

        def made(move: int) -> Choice:
            how = self.clicks(move)
            return Choice(self.write(move), how.path, how.kind)

        return Memo(made, REMEMBERED)

    def all_clicks(self, state: State, player: int, moves: Sequence[int]) -> Sequence[Choice]:
        """How all legal decisions of a player are clicked, in their order; `moves` lists every one of them."""
        here = self.clicks_here(state, player, moves)
        return [here.get(move) or self.choice[move] for move in moves]

    def pattern(self, key: str) -> Text:
        """A sentence whose values the page fills in itself."""
        return Text(**{code: self.texts.raw(key, code) for code in LANGUAGES})

    @property
    def symbols(self) -> Mapping[str, Text]:
        """What the symbols that stand on cells are called, for those who do not see them."""
        return {name: self.texts.say(f"symbols.{name}") for name in sorted(self.texts.section("symbols"))}

    def option_label(self, option: str) -> Text:
        """What an option is called where there is no room for its sentence."""
        return self.texts.say(f"labels.{option}")

    def value_label(self, option: str, value: Value) -> Text:
        """What an option's value is called on a form."""
        return say(f"values.{show(value)}") if isinstance(value, bool) else self.texts.say(f"values.{option}.{value}")

    def forfeit(self, player: int) -> tuple[float, ...]:
        """The returns when a player gives up: he loses, the player before him wins, a third gets neither."""
        returns = [0.0] * self.players
        returns[player], returns[player - 1] = -1.0, 1.0
        return tuple(returns)

    @cached_property
    def board(self) -> Board:
        return self.lay_board()

    @cached_property
    def art(self) -> str:
        """The symbols and styles of the game's drawings, an SVG document."""
        return resources.files(self.package).joinpath("pieces.svg").read_text("utf-8")

    @cached_property
    def kernels(self) -> Kernels:
        """The compiled rules; the first use on a machine compiles them, which takes seconds."""
        rules = load_kernels(f"{self.package}.rules", say("compile.rules", game=self.title))
        return Kernels(rules.moves, rules.pick, rules.play, rules.letter, getattr(rules, "hide", None))

    @cached_property
    def judgement(self) -> Judgement:
        """The compiled evaluation of the game's folder."""
        module = load_kernels(f"{self.package}.evaluate", say("compile.judgement", game=self.title))
        return Judgement(module.evaluate, module.SCALE, module.COUNTERS)

    def start(self) -> State:
        turn, words = self.set_up()
        return (status_word(turn, self.option_bits), *words)

    @property
    def option_bits(self) -> int:
        bits = 0
        for number, option in enumerate(self.offers):
            bits |= option.values.index(self.options[option.name]) << (32 + 4 * number)
        return bits

    def ending(self, state: State) -> Ending | None:
        """The result, once there is one."""
        reason = state[0] >> 8 & 0xFF
        if not reason:
            return None
        returns = tuple(float((state[0] >> (16 + 2 * player) & 3) - 1) for player in range(self.players))
        return Ending(returns, self.reasons[reason - 1])

    # Ways to say no, for subclasses.

    def refusal(self, ruling: str, key: str, /, **values: Any) -> IllegalMove:
        """An `IllegalMove` with the game's sentence `refusals.<key>`."""
        return IllegalMove(ruling, self.texts.say(f"refusals.{key}", **values))

    def unreadable(self, text: str) -> NotationError:
        """What to raise for a text that has none of the game's forms (ALL-3)."""
        return NotationError("ALL-3", say("notation.form", text=text, forms=self.texts.say("notation.forms")))

    def no_position(self, key: str, /, **values: Any) -> PositionError:
        """A `PositionError` with the game's sentence `positions.<key>`."""
        return PositionError(self.texts.say(f"positions.{key}", **values))

    # Reading cells, for subclasses.

    def cell(self, name: str) -> int:
        """The number of the cell with this name."""
        number = self.board.index.get(name.lower())
        if number is None:
            raise NotationError("ALL-3", say("notation.cell", name=name))
        return number

    def cell_set(self, names: str) -> int:
        """The set of the cells in a list such as `a1,b2`; none may be named twice (ALL-3). `-` is the empty list."""
        members = 0
        for name in () if names == "-" else names.split(","):
            cell = 1 << self.cell(name)
            if members & cell:
                raise NotationError("ALL-3", say("notation.twice", name=name))
            members |= cell
        return members

    def cell_list(self, members: int) -> str:
        """`a1,b2`, sorted; `-` for none."""
        return ",".join(self.board.names(members)) or "-"

    def any_order(self, members: int) -> str:
        """`a1+b2`: a set of cells as a step of a click path."""
        return "+".join(self.board.names(members))

    def whole_number(self, field: str, written: str, low: int, high: int) -> int:
        """The number in a field of a position."""
        if not re.fullmatch("[0-9]{1,9}", written) or not low <= int(written) <= high:
            why = say("position.number", value=written, low=low, high=high)
            raise PositionError(say("position.value", name=field, value=written, why=why))
        return int(written)

    def name(self, cell: int) -> str:
        return self.board.cells[cell].name

    def names_of(self, members: int) -> Text:
        """`a1, b2 and c3`, for sentences."""
        return join(self.board.names(members))


def status_word(turn: Iterable[int], option_bits: int, ending: tuple[int, Sequence[float]] | None = None) -> int:
    """Word 0 of a state, see `status.py`; an ending is the reason's number and the returns."""
    word = option_bits
    for player in turn:
        word |= 1 << player
    if ending:
        number, returns = ending
        word |= (number + 1) << 8
        for player, value in enumerate(returns):
            word |= (int(value) + 1) << (16 + 2 * player)
    return word
