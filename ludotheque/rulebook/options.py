"""Options: the rules that players may choose before a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.errors import OptionError
from ludotheque.texts import say

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """A choice of rules. The first value is the default. Kernels see the index of the value."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]

    def check(self, value: object) -> Value:
        """Return the value, or raise an `OptionError`."""
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        raise self._error(value_text(value))

    def parse(self, text: str) -> Value:
        """Return the value that a text names, on a command line or in a record."""
        for known in self.values:
            if value_text(known) == text.strip().lower():
                return known
        raise self._error(text)

    def _error(self, value: str) -> OptionError:
        return OptionError(say("option.value", option=self.name, value=value, values=list_values(self.values)))


def value_text(value: object) -> str:
    """Return an option's value as records and the command line write it.

    >>> value_text(True), value_text(3)
    ('true', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def list_values(values: Iterable[object]) -> str:
    """Return values in a row, for error messages."""
    return ", ".join(map(value_text, values))
