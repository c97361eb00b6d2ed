"""What can go wrong, in sentences for people, in every language.

Every error of the package is a `LudothequeError`. Its sentence is made from what the player who asked may know, so that
an error never shows a secret.
"""

from __future__ import annotations

from ludotheque.texts import Text, say


class LudothequeError(ValueError):
    """The base of all errors of this package. `str()` gives the message in the current language."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    @property
    def message(self) -> Text:
        """The whole message in every language."""
        return self.sentence

    def __str__(self) -> str:
        return str(self.message)


class OptionError(LudothequeError):
    """An unknown game or option, or a value that an option does not take."""


class FolderError(LudothequeError):
    """A game whose folder is broken or unfinished. The sentence says what is missing, and how to mend it."""


class EngineError(LudothequeError):
    """An external engine that cannot be started, fails, or is asked for what it does not offer."""


class RuledError(LudothequeError):
    """An error that a ruling decides: its message begins with the ruling's id."""

    def __init__(self, ruling: str, sentence: Text) -> None:
        super().__init__(sentence)
        self.ruling = ruling

    @property
    def message(self) -> Text:
        return say("errors.ruled", ruling=self.ruling, sentence=self.sentence)

    def __reduce__(self) -> tuple[type[RuledError], tuple[str, Text]]:
        return type(self), (self.ruling, self.sentence)


class IllegalMove(RuledError):
    """A move that the rules do not allow here."""


class NotationError(RuledError):
    """A text that is not a move of this game at all (ALL-3)."""


class PositionError(LudothequeError):
    """A text that does not describe a position of this game."""


class PictureError(LudothequeError):
    """A picture that cannot be drawn: an unknown colour, theme or size, or a renderer that is not installed."""


class RecordError(LudothequeError):
    """A record that cannot be read whole; `line` says where, counted from 1."""

    def __init__(self, line: int, sentence: Text) -> None:
        super().__init__(sentence)
        self.line = line

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, Text]]:
        return type(self), (self.line, self.sentence)
