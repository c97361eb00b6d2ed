"""Moaaï (Guilain Dorsimont, I.G.O.R. 2015): shared pieces on a sinking terrain, where the last player to move loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import Board, Symmetry
from ludotheque.games.moaai.board import BOARDS, TERRAINS, TURNS
from ludotheque.games.moaai.layout import ALL_PIECES, PIECES, PLAYER_COUNTS, STATE_SIZE, all_cells, make_words
from ludotheque.games.moaai.look import MoaaiLook
from ludotheque.games.moaai.narration import MoaaiNarration
from ludotheque.games.moaai.notation import MoaaiNotation
from ludotheque.games.moaai.positions import MoaaiPositions
from ludotheque.games.moaai.refusals import MoaaiRefusals
from ludotheque.rulebook import Definition, Option, Rules


class MoaaiRules(Rules):
    reasons = ("last",)
    state_size = STATE_SIZE
    engine = "mcts"
    engine_settings: ClassVar[Mapping[str, float]] = {"playout_weight": 1.0, "exploration": 1.0}

    pick_room = 1
    """`pick` needs none."""

    @property
    def board(self) -> Board:
        return BOARDS[self._terrain]

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return [Symmetry(cells) for cells in TURNS[self._terrain]]

    @property
    def initial_words(self) -> Sequence[int]:
        return make_words(all_cells(len(self.board.cells)), ALL_PIECES, {})

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def solvable(self) -> int:
        """The movement can be solved and, before it, the last piece or two."""
        return {"hex19": 40, "square5": 62, "hex37": 98}[self._terrain]

    @property
    def max_moves(self) -> int:
        """Each piece can go to any cell (MOA-4); on the move it has at most 8 neighbouring cells (MOA-2)."""
        return len(PIECES) * len(self.board.cells)

    @property
    def max_plies(self) -> int:
        """All pieces are placed. Then every move takes a cell away, and the last one still stands on a cell (MOA-5)."""
        return len(PIECES) + len(self.board.cells) - 1

    @property
    def _terrain(self) -> str:
        return str(self.options["terrain"])


GAME = Definition(
    id="moaai",
    options=(Option("terrain", TERRAINS), Option("players", PLAYER_COUNTS)),
    minutes=15,
    rules=MoaaiRules,
    notation=MoaaiNotation,
    positions=MoaaiPositions,
    refusals=MoaaiRefusals,
    look=MoaaiLook,
    narration=MoaaiNarration,
)
