"""Glyphs: the signs beside a move that judge it, as chess players write them.

Six have a sign of their own. All have a number, which PGN calls a NAG: `$1` is `!`, `$14` is a slight advantage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ludotheque.errors import LudothequeError
from ludotheque.texts import say

SIGNS = ("!", "?", "!!", "??", "!?", "?!")
"""The glyphs from `$1` to `$6`."""
LAST = 255
_NUMBER = re.compile(r"\$[0-9]{1,3}")
_MARKED = re.compile(r"(.+?)([!?]{1,2})", re.DOTALL)


def glyphs_of(glyphs: Sequence[str]) -> tuple[str, ...]:
    """Return glyphs in their one order and spelling, each once; a single text is one glyph.

    >>> glyphs_of(["$14", "$1", "!"]), glyphs_of("?!")
    (('!', '$14'), ('?!',))
    """
    listed: Iterable[object] = glyphs if isinstance(glyphs, Iterable) and not isinstance(glyphs, str) else (glyphs,)
    numbers = sorted({_number(glyph) for glyph in listed})
    return tuple(SIGNS[number - 1] if 0 < number <= len(SIGNS) else f"${number}" for number in numbers)


def _number(glyph: object) -> int:
    if not isinstance(glyph, str):
        raise TypeError(f"a glyph is a text such as “!” or “$14”, not {glyph!r}")
    if glyph in SIGNS:
        return SIGNS.index(glyph) + 1
    if _NUMBER.fullmatch(glyph) and int(glyph[1:]) <= LAST:
        return int(glyph[1:])
    raise LudothequeError(say("record.glyph", glyph=glyph, signs=" ".join(SIGNS), last=LAST))


def is_glyph(token: str) -> bool:
    """Return whether a word of a record is meant as a glyph.

    >>> is_glyph("!?"), is_glyph("$14"), is_glyph("a1-a3")
    (True, True, False)
    """
    return token[0] == "$" or not token.strip("!?")


def split_glyph(token: str) -> tuple[str, list[str]]:
    """Return the text of a move, and the glyph that stands right behind it.

    >>> split_glyph("a1-a3!?"), split_glyph("a1-a3")
    (('a1-a3', ['!?']), ('a1-a3', []))
    """
    marked = _MARKED.fullmatch(token)
    return (marked[1], [marked[2]]) if marked else (token, [])


def write_glyphs(glyphs: Sequence[str]) -> str:
    """Return glyphs as they stand behind a move: a sign touches it, a number does not.

    >>> write_glyphs(["!", "$14"]), write_glyphs(["$14"])
    ('! $14', ' $14')
    """
    text = " ".join(glyphs)
    return f" {text}" if text.startswith("$") else text
