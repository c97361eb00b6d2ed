"""Observations as planes: tables of numbers from 0 to 1 in the rows and columns of the board, for convolutions.

A game's folder says in `planes.py` what the words of a state show. Everything is made from views, so that no plane
depends on a secret. What belongs to a player stands in the order of the turn: the viewer's plane first.

>>> import ludotheque as lt
>>> space = plane_space(lt.load("malawi"))
>>> space.shape, space.names[:5]
((20, 6, 6), ('board', 'player 0', 'player 1', 'own pawns', 'pawns of the next player'))
>>> planes = space.observe(lt.load("malawi").start().view(0))
>>> planes[space.names.index("own pawns")].astype(int).tolist()[0]
[1, 1, 1, 1, 1, 1]
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.adapters.actions import action_space
from ludotheque.bits import ONE, U, has, signed
from ludotheque.board import Board, Symmetry
from ludotheque.errors import LudothequeError
from ludotheque.kernel import (
    HideKernel,
    Words,
    count,
    hide_function,
    inline,
    kernel,
    nothing,
    numbers,
    rows,
    words,
)
from ludotheque.position import Game, View
from ludotheque.rulebook.fault import fault_of, folder_error
from ludotheque.rulebook.planes import CellSet, CellValues, Layer, Number, Planes
from ludotheque.texts import say

Table = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int64]

NOBODY = -1
"""Instead of a viewer, where nobody looks."""
SET, VALUES, NUMBER = range(3)
"""The kinds of layers in a sketch."""
OTHERS = ("the next player", "the player after next", *(f"the player {n} turns later" for n in range(3, 8)))


class Layers(NamedTuple):
    """The layers of a game for kernels, an entry each; a layer has `planes` planes."""

    kinds: Counts
    planes: Counts
    word: Words
    shift: Words
    bits: Words
    among: Words
    """The words of the sets in which a cell has a value, a bit each."""
    most: Table


class Cells(NamedTuple):
    """The cells of a board for kernels: the bit of each in a set, and its row and column."""

    bits: Words
    rows: Counts
    columns: Counts


layers_type = types.NamedTuple((numbers, numbers, words, words, words, words, types.float32[::1]), Layers)
cells_type = types.NamedTuple((words, numbers, numbers), Cells)
picture = types.Array(types.float32, 3, "C")
pictures = types.Array(types.float32, 4, "C")


@inline
def number_on(state: Words, word: U, bits: U, bit: U) -> int:
    """The number on a cell: its bits stand in words one after the other."""
    number = U(0)
    for place in range(signed(bits)):
        number |= ((state[signed(word) + place] >> bit) & ONE) << U(place)
    return signed(number)


@inline
def in_any(state: Words, among: U, bit: U) -> bool:
    """Whether a cell is in one of the sets."""
    found = False
    for word in range(len(state)):
        if has(among, U(word)):
            found |= has(state[word], bit)
    return found


@kernel(nothing(words, count, layers_type, cells_type, picture))
def paint_state(state: Words, player: int, layers: Layers, cells: Cells, out: Table) -> None:
    """The planes of all layers, one after the other, into zeros."""
    kinds, planes, word, shift, bits, among, most = layers
    bit, row, column = cells
    first = 0
    for layer in range(len(kinds)):
        if kinds[layer] == VALUES:
            for cell in range(len(bit)):
                if in_any(state, among[layer], bit[cell]):
                    value = number_on(state, word[layer], bits[layer], bit[cell])
                    if value < planes[layer]:
                        out[first + value, row[cell], column[cell]] = 1
            first += planes[layer]
            continue
        for turn in range(planes[layer]):
            owner = U((player + turn) % planes[layer])
            if kinds[layer] == SET:
                members = state[word[layer] + owner]
                for cell in range(len(bit)):
                    out[first + turn, row[cell], column[cell]] = signed((members >> bit[cell]) & ONE)
            else:
                number = state[word[layer]] >> (shift[layer] + owner * bits[layer])
                if bits[layer] < U(64):
                    number &= (ONE << bits[layer]) - ONE
                share = min(np.float32(1), np.float32(number) / most[layer])
                for cell in range(len(bit)):
                    out[first + turn, row[cell], column[cell]] = share
        first += planes[layer]


@kernel(nothing(words, count, cells_type, count, picture))
def paint_begun(chosen: Words, places: int, cells: Cells, first: int, out: Table) -> None:
    """The actions of an unfinished move: 1 for the last, a half for the one before, a third, …"""
    _, row, column = cells
    for place in range(places):
        action, worth = signed(chosen[place]), np.float32(1) / np.float32(places - place)
        if action < len(row):
            out[first, row[action], column[action]] = worth
        else:
            for cell in range(len(row)):
                out[first + 1 + action - len(row), row[cell], column[cell]] = worth


@kernel(nothing(rows, rows, numbers, numbers, count, layers_type, cells_type, pictures))
def paint(
    views: Words,
    chosen: Words,
    places: Counts,
    viewers: Counts,
    players: int,
    layers: Layers,
    cells: Cells,
    out: Table,
) -> None:
    """The planes of many views with their unfinished moves; nothing where the viewer is below 0."""
    out[:] = 0
    _, row, column = cells
    first = 1 + players
    begun = first
    for layer in range(len(layers.planes)):
        begun += layers.planes[layer]
    for number in range(len(views)):
        if viewers[number] < 0:
            continue
        for cell in range(len(row)):
            out[number, 0, row[cell], column[cell]] = 1
            out[number, 1 + viewers[number], row[cell], column[cell]] = 1
        paint_state(views[number], viewers[number], layers, cells, out[number, first:begun])
        paint_begun(chosen[number], places[number], cells, begun, out[number])


@kernel(nothing(rows, numbers, hide_function))
def hide_rows(states: Words, viewers: Counts, hide: HideKernel) -> None:
    """Blank what the viewer of each state may not know."""
    for number in range(len(states)):
        if viewers[number] >= 0:
            hide(states[number], U(viewers[number]))


class PlaneSpace:
    """The planes of a game with its options.

    In this order: where the board has cells; whose view it is, a plane for each player; the layers of the game; the
    cells that are chosen of an unfinished move; its tokens, a plane each.
    """

    def __init__(self, game: Game) -> None:
        declared, board, self.space = _declared(game), game.board, action_space(game)
        self.game = game
        (height, width), places = grid(board)
        sizes = [planes_of(layer, game.players) for layer in declared.layers]
        tokens = self.space.names[len(board.cells) : self.space.done]
        self.names = (
            "board",
            *(f"player {player}" for player in range(game.players)),
            *(name for names in sizes for name in names),
            "begun",
            *(f"begun {token}" for token in tokens),
        )
        """What each plane shows."""
        self.shape = (len(self.names), height, width)
        """How many planes there are, and the rows and columns of each. The first row is the lowest of the board."""
        self.places = places
        """The row and the column of each cell of the board."""
        bits = declared.bits or range(len(board.cells))
        self._cells = Cells(np.array(bits, np.uint64), *np.array(places, np.int64).T.copy())
        self._layers = _layers(declared.layers, [len(names) for names in sizes])

    def observe(self, view: View, chosen: Sequence[int] = ()) -> Table:
        """Return what a player knows as planes, with the actions of an unfinished move as far as they may know them."""
        begun = np.zeros((1, self.space.max_letters), np.uint64)
        begun[0, : len(chosen)] = chosen
        viewer = NOBODY if view.player is None else view.player
        states, lengths = np.array([view.state], np.uint64), np.array([len(chosen)])
        planes: Table = self.paint(states, np.array([viewer]), begun, lengths)[0]
        return planes

    def paint(
        self,
        states: Words,
        viewers: Counts,
        chosen: Words | None = None,
        places: Counts | None = None,
        out: Table | None = None,
    ) -> Table:
        """Return what one player each knows of many states, nothing but zeros for a viewer below 0.

        `chosen` holds the actions of unfinished moves, and `places` how many there are.
        """
        size = len(states)
        if chosen is None or places is None:
            chosen, places = np.zeros((size, 1), np.uint64), np.zeros(size, np.int64)
        if hide := self.game.rulebook.rules.kernels.hide:
            states = states.copy()
            hide_rows(states, viewers, hide)
        found = np.empty((size, *self.shape), np.float32) if out is None else out
        paint(states, chosen, places, viewers, self.game.players, self._layers, self._cells, found)
        return found

    def turned(self, planes: Table, symmetry: Symmetry) -> Table:
        """Return how the planes look when the board is turned; with sides changed, to the player of the other side."""
        order = [self.names.index(self._renamed(name, symmetry)) for name in self.names]
        rows, columns = np.array(self.places).T
        images = np.array(symmetry.cells)
        found = np.zeros_like(planes)
        # One of the two indices is a column, so that each plane meets each cell.
        found[..., np.array(order)[:, None], rows[images], columns[images]] = planes[..., rows, columns]
        return found

    def _renamed(self, name: str, symmetry: Symmetry) -> str:
        """Where a plane goes when the board is turned: directions and players change their names."""
        if name in self.names[1 : 1 + self.game.players]:
            return self.names[1 + symmetry.player(self.names.index(name) - 1)]
        return " ".join(symmetry.names.get(word, word) for word in name.split())


@lru_cache(64)
def plane_space(game: Game) -> PlaneSpace:
    """Return the planes of a game."""
    return PlaneSpace(game)


def grid(board: Board) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """Return rows and columns of a table that holds a board, and the row and column of each cell.

    A step in one direction is the same step in the table wherever it begins. So every second row of a honeycomb moves
    half a cell to the right of the row below it.
    """
    heights = sorted({round(cell.y, 6) for cell in board.cells})
    rows = [heights.index(round(cell.y, 6)) for cell in board.cells]
    for slant in (0.0, 0.5):
        across = [cell.x + slant * row for cell, row in zip(board.cells, rows, strict=True)]
        columns = [round(x - min(across), 6) for x in across]
        if all(column.is_integer() for column in columns):
            break
    places = [(row, int(column)) for row, column in zip(rows, columns, strict=True)]
    return (len(heights), int(max(columns)) + 1), places


def planes_of(layer: Layer, players: int) -> list[str]:
    """Return the names of the planes of a layer."""
    if isinstance(layer, CellValues):
        return list(layer.names)
    if not layer.by_player:
        return [layer.name]
    return [f"own {layer.name}", *(f"{layer.name} of {owner}" for owner in OTHERS[: players - 1])]


def _layers(layers: Sequence[Layer], planes: Sequence[int]) -> Layers:
    """The layers for kernels."""
    kinds = [
        SET if isinstance(layer, CellSet) else VALUES if isinstance(layer, CellValues) else NUMBER for layer in layers
    ]
    numbers = [layer if isinstance(layer, Number) else Number("", 0, 1) for layer in layers]
    bits = [
        layer.bits if isinstance(layer, CellValues) else number.bits
        for layer, number in zip(layers, numbers, strict=True)
    ]
    among = [sum(1 << word for word in layer.among) if isinstance(layer, CellValues) else 0 for layer in layers]
    return Layers(
        np.array(kinds, np.int64),
        np.array(planes, np.int64),
        np.array([layer.word for layer in layers], np.uint64),
        np.array([number.shift for number in numbers], np.uint64),
        np.array(bits, np.uint64),
        np.array(among, np.uint64),
        np.array([number.most for number in numbers], np.float32),
    )


def _declared(game: Game) -> Planes:
    """What the folder of the game says about its planes. A kernel would read beyond a state that has no such word."""
    book = game.rulebook
    module = f"{book.package}.planes"
    try:
        planes = getattr(importlib.import_module(module), "PLANES", None)
        if not isinstance(planes, Planes):
            raise folder_error(book.id, say("folder.planes_type", found=type(planes).__name__))
        last = max((_last_word(layer, game.players) for layer in planes.layers), default=0)
    except Exception as error:  # the folder is a program: it can fail anywhere
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise LudothequeError(say("refusals.planes", game=game.title)) from error
        raise fault_of(book.id, book.package, error) from error
    if last >= book.rules.state_size:
        raise folder_error(book.id, say("folder.planes", found=last, last=book.rules.state_size - 1))
    return planes


def _last_word(layer: Layer, players: int) -> int:
    """The last word of a state that a layer shows."""
    if isinstance(layer, CellSet):
        return layer.word + (players - 1 if layer.by_player else 0)
    if isinstance(layer, CellValues):
        return max(layer.word + layer.bits - 1, *layer.among)
    return layer.word
