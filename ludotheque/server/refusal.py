"""Why the server does not do what was asked, in words and with a code for programs."""

from __future__ import annotations

from typing import Any

from ludotheque.errors import IllegalMove, LudothequeError, NotationError, RecordError, RuledError
from ludotheque.texts import Text, catalogue

texts = catalogue("ludotheque.server")


class Refusal(LudothequeError):
    """A request that is not carried out; `status` is HTTP's number for it."""

    def __init__(self, code: str, status: int = 409, /, **values: Any) -> None:
        super().__init__(texts.say(f"refusals.{code}", **values))
        self.code = code
        self.status = status


def to_json(error: LudothequeError) -> dict[str, Any]:
    """A refusal or an error of the games, for a page."""
    ruling = error.ruling if isinstance(error, RuledError) else None
    line = {"line": error.line} if isinstance(error, RecordError) else {}
    return {"code": code_of(error), "ruling": ruling, "message": text_json(error.sentence), **line}


def code_of(error: LudothequeError) -> str:
    if isinstance(error, Refusal):
        return error.code
    if isinstance(error, IllegalMove):
        return "illegal"
    return "notation" if isinstance(error, NotationError) else "invalid"


def text_json(text: Text) -> dict[str, str]:
    return {"fr": text.fr, "en": text.en}
