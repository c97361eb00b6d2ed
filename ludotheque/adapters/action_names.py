"""What the actions of a game are called, and how long an observation is: all that needs no kernel."""

from __future__ import annotations

from ludotheque.position import Game

DONE = "done"


class Actions:
    """The actions of a game with its options, by number."""

    def __init__(self, game: Game) -> None:
        book = game.rulebook
        self.game = game
        self.cells = len(book.board.cells)
        tokens = [name for name, token in book.look.tokens().items() if not token.symbol]
        self.names = (*(cell.name for cell in book.board.cells), *tokens, DONE)
        """What each action is called."""
        self.number = {name: action for action, name in enumerate(self.names)}
        self.done = len(self.names) - 1
        self.max_letters = book.rules.max_letters
        """The most actions of one move, without `done`."""
        self.max_actions = book.rules.max_plies * (self.max_letters + 1)
        """No game takes more actions than this."""
        self.observed = game.players + 64 * book.rules.state_size + self.max_letters * len(self.names)
        """The length of an observation."""

    def __len__(self) -> int:
        return len(self.names)
