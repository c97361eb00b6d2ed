"""Laws about what a page shows: click paths, tasks, and names and pictures of the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ludotheque.clicks import QUIET
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.position import Game, Position
from ludotheque.texts import LANGUAGES

Step = frozenset[str] | str


def clicks_of(path: str) -> tuple[Step, ...]:
    """Return a path as clicks: what stands in a set may be clicked in any order.

    >>> clicks_of("a1 a2")
    ('a1', 'a2')
    """
    return tuple(frozenset(step.strip(QUIET).split("+")) if set(step) & {"+", QUIET} else step for step in path.split())


def a_move_is_clicked_in_its_own_way(position: Position) -> Iterator[Breach]:
    """No two moves have the same path. Each step is a cell, or a token that can be clicked there."""
    book = position.game.rulebook
    tokens, known = book.look.tokens(), {*book.board.index, *book.look.tokens(), ""}
    offered = {piece.token for piece in book.look.pieces(position.state)}
    for player in position.to_act:
        moves = [move.code for move in position.view(player).legal_moves()]
        seen: dict[tuple[Step, ...], str] = {}
        for choice in book.look.clickable_moves(position.view(player).state, player, moves):
            steps = clicks_of(choice.path)
            if steps in seen:
                other = texts.say("found.path_of", move=seen[steps])
                yield Breach(texts.say("expected.own_path"), other, position, choice.text)
            seen[steps] = choice.text
            members = {one for step in steps for one in (step if isinstance(step, frozenset) else {step})}
            if members - known:
                yield Breach(texts.say("expected.cells"), listing(members - known), position, choice.text)
            if choice.kind not in book.look.kinds:
                yield Breach(listing(book.look.kinds), choice.kind, position, choice.text)
            for before, step in pairwise(("", *steps)):
                token = tokens.get(step) if isinstance(step, str) else None
                if token and not (before in book.board.index if token.place else step in offered):
                    yield Breach(texts.say("expected.token"), step, position, choice.text)


def a_player_to_move_has_a_task(position: Position) -> Iterator[Breach]:
    """A whole sentence in every language says what to do, and only to those who are to move."""
    for player in (None, *range(position.game.players)):
        task = position.view(player).task
        if (task is not None) != (player in position.to_act):
            yield Breach(texts.say("expected.task"), task or "–", position)
        for code in LANGUAGES if task else ():
            if task and (not task.to(code).endswith(".") or "{" in task.to(code)):
                yield Breach(texts.say("expected.sentence", language=code), task.to(code), position)


def what_stands_on_a_cell_has_a_name_and_a_picture(position: Position) -> Iterator[Breach]:
    """`[symbols]` names each piece on a cell, and `pieces.svg` has a symbol for each piece."""
    book = position.game.rulebook
    drawn, tokens = pictures(position.game), {"", *book.look.tokens()}
    for view in (position, *map(position.view, (None, *range(position.game.players)))):
        for piece in book.look.pieces(view.state):
            if piece.cell is not None and piece.symbol not in book.look.symbols:
                yield Breach(f"[symbols] {piece.symbol}", listing(book.look.symbols), position)
            if piece.token not in tokens:
                yield Breach(listing(tokens), piece.token, position)
            if piece.symbol and piece.symbol not in drawn:
                yield Breach(f'pieces.svg: id="{position.game.id}-{piece.symbol}"', listing(drawn), position)


def pictures(game: Game) -> set[str]:
    """Return the symbols that `pieces.svg` draws, without the id of the game before them."""
    return set(re.findall(rf'<symbol[^>]*\bid="{game.id}-([^"]+)"', game.rulebook.look.art))


def pieces_stand_within_the_picture(position: Position) -> Iterator[Breach]:
    """Whatever has a cell stands on it."""
    left, bottom, right, top = position.game.board.extent
    for piece in position.game.rulebook.look.pieces(position.state):
        cell = position.game.board.cells[piece.cell] if piece.cell is not None else None
        inside = left <= piece.x <= right and bottom <= piece.y <= top
        if not inside or (cell and max(abs(piece.x - cell.x), abs(piece.y - cell.y)) > 0.5):
            place = cell.name if cell else f"{left:g}…{right:g}, {bottom:g}…{top:g}"
            yield Breach(place, f"{piece.symbol}: {piece.x:g}, {piece.y:g}", position)


LAWS = (
    a_move_is_clicked_in_its_own_way,
    a_player_to_move_has_a_task,
    what_stands_on_a_cell_has_a_name_and_a_picture,
    pieces_stand_within_the_picture,
)
