"""Games to print as JSON: boards true to size, pieces to cut out, sheets to write on. They never change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ludotheque.board import Board
from ludotheque.draw.paper import cell_size
from ludotheque.library import definition, load
from ludotheque.position import Game
from ludotheque.rulebook import Supply
from ludotheque.server.messages.teaching import Paper, PaperBoard, SheetJson, SupplyJson
from ludotheque.server.serialize.games import game_json, option_text
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.position import piece_data
from ludotheque.teaching.sheets import Sheet, sheets
from ludotheque.texts import Text


@cache
def paper_json(id: str) -> Paper:
    """Return what a game needs on paper."""
    boards = [_board(game, label) for game, label in different_boards(id)]
    if len(boards) == 1:
        boards[0]["label"] = None
    return {
        "id": id,
        "title": text_json(load(id).title),
        "boards": boards,
        "sheets": list(map(_sheet, sheets(id))),
    }


def different_boards(id: str) -> Iterator[tuple[Game, Text]]:
    """Yield a game for every board that looks different, the usual one first, and the option that makes it so."""
    seen: list[object] = []
    for option in definition(id).options:
        for value in option.values:
            game = load(id, **{option.name: value})
            if (drawn := _drawn(game.board)) not in seen:
                seen.append(drawn)
                yield game, option_text(game.rulebook, option.name, value)
    if not seen:
        yield load(id), load(id).title


def _drawn(board: Board) -> object:
    """What is seen of a board. Links are not, unless they are drawn as lines."""
    return board.cells, board.labels, board.extent, board.links if board.drawn_lines else ()


def _board(game: Game, label: Text) -> PaperBoard:
    look = game.rulebook.look
    return {
        "label": text_json(label),
        "info": game_json(game),
        "cell": cell_size(game.board),
        "fixtures": [piece_data(piece) for piece in look.fixtures()],
        "supplies": [_supply(game, supply) for supply in look.supplies()],
    }


def _supply(game: Game, supply: Supply) -> SupplyJson:
    count = supply.copies * len(supply.symbols)
    return {
        "label": text_json(game.rulebook.say(f"supplies.{supply.name}", count=count)),
        "symbols": list(supply.symbols),
        "count": supply.copies,
        "outline": list(supply.outline),
    }


def _sheet(sheet: Sheet) -> SheetJson:
    rows = [list(map(text_json, row)) for row in sheet.rows]
    return {
        "title": text_json(sheet.title),
        "text": text_json(sheet.text),
        "flip": sheet.flip,
        "table": {"head": list(map(text_json, sheet.head)), "rows": rows} if rows else None,
    }
