"""Messages of the server as JSON text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, overload

from ludotheque.errors import LudothequeError, RecordError, RuledError
from ludotheque.server.encoding import to_json
from ludotheque.server.errors import error_code
from ludotheque.server.messages.games import Refusal
from ludotheque.texts import LANGUAGES, Text

VERSION: Final = 2
"""The version of the messages between page and server. `docs/messages.md` describes them."""


def dumps(data: Any) -> str:
    """Return the JSON text of the data."""
    return to_json(data).decode()


def message(type: str, data: Mapping[str, Any]) -> bytes:
    """Return the JSON text of a message on a socket, in UTF-8."""
    return to_json({"v": VERSION, "type": type, **data})


@overload
def text_json(text: Text) -> dict[str, str]: ...


@overload
def text_json(text: Text | None) -> dict[str, str] | None: ...


def text_json(text: Text | None) -> dict[str, str] | None:
    """Return the sentence in every language; None for None."""
    return None if text is None else {code: text.to(code) for code in LANGUAGES}


def error_json(error: LudothequeError) -> Refusal:
    """Return an error with its code, its ruling and its sentence. An error in a record has a line too."""
    ruling = error.ruling if isinstance(error, RuledError) else None
    refusal: Refusal = {"code": error_code(error), "ruling": ruling, "message": text_json(error.sentence)}
    if isinstance(error, RecordError):
        refusal["line"] = error.line
    return refusal
