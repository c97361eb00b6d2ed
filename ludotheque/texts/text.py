"""A sentence in every language at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ludotheque.texts.languages import BY_CODE, DEFAULT, LANGUAGES, language


class Text(Mapping[str, str]):
    """One sentence in every language; `str()` picks the current one.

    >>> greeting = Text(fr="bonjour", en="hello")
    >>> greeting["fr"], greeting.fr, str(greeting)
    ('bonjour', 'bonjour', 'hello')
    """

    __slots__ = ("_by_code", "key")

    _by_code: dict[str, str]
    key: str
    """Which sentence of its catalogue this is, whatever its values; empty for other texts."""

    def __init__(self, /, **by_code: str) -> None:
        self._by_code = by_code
        self.key = ""

    @classmethod
    def each(cls, make: Callable[[str], str]) -> Text:
        """Return the text that a function makes for each language code."""
        return cls(**{code: make(code) for code in LANGUAGES})

    @classmethod
    def same(cls, value: object) -> Text:
        """Return a text that reads alike in every language: a number, a name."""
        return cls(**dict.fromkeys(LANGUAGES, str(value)))

    def to(self, code: str) -> str:
        """Return the sentence in this language, or in the default one where a translation is missing."""
        return self._by_code[code if code in self._by_code else DEFAULT]

    def __getitem__(self, code: str) -> str:
        return self._by_code[code]

    def __getattr__(self, code: str) -> str:
        if code in LANGUAGES:
            return self.to(code)
        raise AttributeError(code)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)

    def __hash__(self) -> int:
        return hash(tuple(self._by_code.items()))

    def __reduce__(self) -> tuple[Callable[..., Text], tuple[dict[str, str]]]:
        return _restore, (self._by_code,)

    def __repr__(self) -> str:
        return f"Text({', '.join(f'{code}={text!r}' for code, text in self._by_code.items())})"

    def __str__(self) -> str:
        return self.to(language())


def _restore(by_code: dict[str, str]) -> Text:
    return Text(**by_code)


def join(items: Sequence[str | Text]) -> Text:
    """Return `a, b and c`, in every language."""
    return _join(tuple(items))


@lru_cache(1 << 14)
def _join(items: tuple[str | Text, ...]) -> Text:
    return Text.each(lambda code: _joined([item.to(code) if isinstance(item, Text) else item for item in items], code))


def _joined(items: Sequence[str], code: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return BY_CODE[code].list_end.format(head=", ".join(items[:-1]), last=items[-1])
