"""Which positions of Masterplan can be: what the rules keep true after every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.masterplan.board import FOURS, HOUSES, PARKS, SQUARES, TOWERS, lacking_one

if TYPE_CHECKING:
    from ludotheque.games.masterplan import Masterplan


def check(book: Masterplan, houses: tuple[int, int], parks: int, towers: int, turn: tuple[int, ...]) -> None:
    """Raise a `PositionError` for a position to which no turns could lead, the points left aside."""
    built = houses[0] | houses[1]
    for one, other in ((built, parks), (built, towers), (parks, towers)):
        if one & other:
            raise book.no_position("twice", cell=book.names_of(one & other))
    _check_stock(book, houses, parks, towers)
    for four in FOURS:
        if four & built == four:
            raise book.no_position("line", cells=book.names_of(four))
    if towers.bit_count() < TOWERS:
        for square in SQUARES:
            if square & built == square:
                raise book.no_position("square", cells=book.names_of(square))
    _check_due(book, built, parks, towers)
    _check_turn(book, houses, lacking_one(FOURS, built) | parks | towers, turn)


def _check_stock(book: Masterplan, houses: tuple[int, int], parks: int, towers: int) -> None:
    """PLN-1."""
    for player, members in enumerate(houses):
        if members.bit_count() > HOUSES:
            raise book.no_position("houses", side=book.player_name(player), number=members.bit_count())
    if parks.bit_count() > PARKS or towers.bit_count() > TOWERS:
        raise book.no_position("stock", parks=parks.bit_count(), towers=towers.bit_count())


def _check_due(book: Masterplan, built: int, parks: int, towers: int) -> None:
    """What is due never ceases to be, so that parks and towers stand only, and as long as they last, where due."""
    line_due, square_due = lacking_one(FOURS, built), lacking_one(SQUARES, built)
    if parks & ~line_due:
        raise book.no_position("idle_park", cells=book.names_of(parks & ~line_due))
    if towers & ~square_due:
        raise book.no_position("idle_tower", cells=book.names_of(towers & ~square_due))
    missing = line_due & ~(parks | towers)
    if missing and parks.bit_count() < PARKS:
        raise book.no_position("no_park", cells=book.names_of(missing))
    missing = square_due & ~(parks | towers)
    if missing and towers.bit_count() < TOWERS:
        raise book.no_position("no_tower", cells=book.names_of(missing))


def _check_turn(book: Masterplan, houses: tuple[int, int], closed: int, turn: tuple[int, ...]) -> None:
    """Players alternate (PLN-1), and the game goes on while they can build (PLN-7)."""
    white, yellow = (members.bit_count() for members in houses)
    if len(turn) > 1:
        raise book.no_position("both")
    if turn:
        own, other = (white, yellow) if turn[0] == 0 else (yellow, white)
        if other - own not in (0, 1):
            raise book.no_position("turns", side=book.player_name(turn[0]), own=own, other=other)
        if own == HOUSES:
            raise book.no_position("spent", side=book.player_name(turn[0]))
    elif abs(white - yellow) > 1 or (white + yellow < 2 * HOUSES and ~(closed | houses[0] | houses[1]) % 2**64):
        raise book.no_position("unfinished")
