"""The law of symmetry: what the rules allow, they allow in the image too."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.arena.symmetry import turned
from ludotheque.board import Symmetry
from ludotheque.errors import LudothequeError
from ludotheque.laws.breach import Breach, listing, sample, texts
from ludotheque.position import Game, Position
from ludotheque.texts import Text


def a_symmetry_keeps_the_rules(position: Position) -> Iterator[Breach]:
    """Legal moves go to legal moves, and what they lead to, to its image."""
    for number, symmetry in enumerate(position.game.rulebook.rules.symmetries, 1):
        if symmetry.holds is None or symmetry.holds(position.state):
            yield from _check(position, symmetry, _name(position.game, number, symmetry))


def _name(game: Game, number: int, symmetry: Symmetry) -> Text:
    """A symmetry by its number, and where it takes some cells."""
    cells = [cell.name for cell in game.board.cells]
    moved = ", ".join(f"{cells[here]}→{cells[there]}" for here, there in list(enumerate(symmetry.cells))[:3])
    sides = ", ".join(f"{player}→{other}" for player, other in enumerate(symmetry.players)) or "–"
    return texts.say("symmetry.name", number=number, cells=moved, sides=sides)


def _check(position: Position, symmetry: Symmetry, name: Text) -> Iterator[Breach]:
    game = position.game
    if sorted(symmetry.cells) != list(range(len(game.board.cells))):
        yield Breach(texts.say("symmetry.cells", symmetry=name), listing(symmetry.cells))
        return
    try:
        image = turned(symmetry, position)
    except LudothequeError as error:
        yield Breach(texts.say("symmetry.image", symmetry=name), error.message, position)
        return
    for player in position.to_act:
        partner = symmetry.player(player)
        moves = {str(move): _turned_move(game, str(move), symmetry) for move in position.legal_moves(player)}
        found = {str(move) for move in image.legal_moves(partner)}
        for move, expected in moves.items():
            if expected not in found:
                yield Breach(
                    texts.say("symmetry.move", move=expected, symmetry=name, image=image.text),
                    texts.say("symmetry.not_legal", moves=listing(found)), position, move,
                )  # fmt: skip
                return
        for extra in sorted(found - set(moves.values()))[:1]:
            yield Breach(listing(moves.values()), texts.say("symmetry.extra", move=extra, symmetry=name), position)
            return
        for move in sample(sorted(moves), 10):
            after, wanted = image.play(moves[move], partner), turned(symmetry, position.play(move, player))
            if after != wanted:
                yield Breach(texts.say("symmetry.after", symmetry=name, image=wanted.text), after.text, position, move)
                return


def _turned_move(game: Game, text: str, symmetry: Symmetry) -> str:
    """The text of a move's image; as it is where it is no move."""
    image = game.turned(text, symmetry)
    try:
        return str(game.read(image))
    except LudothequeError:
        return image


LAWS = (a_symmetry_keeps_the_rules,)
