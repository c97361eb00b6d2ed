"""What can go wrong, told in words for people, in both languages.

Every error of the package is a `LudothequeError`. Its sentence is made from what the person who asked may know, so an
error never shows a secret.
"""

from __future__ import annotations

from ludotheque.texts import Text


class LudothequeError(ValueError):
    """Base of all errors of this package; `str()` gives the sentence in the current language."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    @property
    def told(self) -> Text:
        """The whole message in every language."""
        return self.sentence

    def __str__(self) -> str:
        return str(self.told)


class OptionError(LudothequeError):
    """An unknown game or option, or a value that an option does not take."""


class RuledError(LudothequeError):
    """An error that a ruling decides: the ruling's id comes first in the sentence."""

    def __init__(self, ruling: str, sentence: Text) -> None:
        super().__init__(sentence)
        self.ruling = ruling

    @property
    def told(self) -> Text:
        return Text(fr=f"{self.ruling}\u00a0: {self.sentence.fr}", en=f"{self.ruling}: {self.sentence.en}")

    def __reduce__(self) -> tuple[type[RuledError], tuple[str, Text]]:
        return type(self), (self.ruling, self.sentence)


class IllegalMove(RuledError):
    """A decision that the rules do not allow here."""


class NotationError(RuledError):
    """A text that is no decision of this game at all (ALL-3)."""


class PositionError(LudothequeError):
    """A text that describes no position of this game."""


class RecordError(LudothequeError):
    """A record that cannot be read whole; `line` says where, counted from 1."""

    def __init__(self, line: int, sentence: Text) -> None:
        super().__init__(sentence)
        self.line = line

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, Text]]:
        return type(self), (self.line, self.sentence)
