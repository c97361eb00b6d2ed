"""Texts in every language of the program. A language is its catalogues: no code names one."""

from ludotheque.texts.catalogue import Catalogue, catalogue, prepare, say, typeset
from ludotheque.texts.languages import BY_CODE, DEFAULT, LANGUAGES, Language, language, read_toml, set_language
from ludotheque.texts.text import Text, join

__all__ = [
    "BY_CODE",
    "DEFAULT",
    "LANGUAGES",
    "Catalogue",
    "Language",
    "Text",
    "catalogue",
    "join",
    "language",
    "prepare",
    "read_toml",
    "say",
    "set_language",
    "typeset",
]
