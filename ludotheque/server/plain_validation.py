"""Reading requests without pydantic: the part of it that `api/schemas.py` uses, for browsers.

A class of messages is read from its annotations. Values are taken as they are: no text becomes a number, as in
pydantic's strict mode. Patterns are whole ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

ConfigDict = dict
"""Settings of pydantic. Here all messages are strict anyway."""


class ValidationError(ValueError):
    """Data that do not have the expected form."""


@dataclass(frozen=True)
class Field:
    """The bounds of a value, and the name of a field in messages where it has another one."""

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    min_length: int = 0
    max_length: int | None = None
    pattern: str = ""
    alias: str = ""
    discriminator: str = ""

    def check(self, value: Any) -> Any:
        """Return the value; raise a `ValidationError` if it is out of bounds."""
        if isinstance(value, int | float):
            too_small = (self.ge is not None and value < self.ge) or (self.gt is not None and value <= self.gt)
            fits = not too_small and (self.le is None or value <= self.le)
        else:
            most = len(value) if self.max_length is None else self.max_length
            fits = self.min_length <= len(value) <= most and (
                not self.pattern or bool(re.fullmatch(self.pattern, value))
            )
        if not fits:
            raise ValidationError("out of bounds")
        return value


@dataclass(frozen=True)
class AfterValidator:
    """Puts a value into another form after it was read, or refuses it."""

    check: Callable[[Any], Any]


class BaseModel:
    """A message. Its annotations are its fields."""

    def __init__(self, **values: Any) -> None:
        fields = dict(_fields(type(self)))
        if unknown := values.keys() - fields.keys():
            raise ValidationError(f"unknown fields: {len(unknown)}")
        for name, kind in fields.items():
            if name in values:
                self.__dict__[name] = read(kind, values[name])
            elif not hasattr(type(self), name):
                raise ValidationError(name)

    def model_dump(self) -> dict[str, Any]:
        """Return the message as plain data."""
        return {name: _dumped(getattr(self, name)) for name, _ in _fields(type(self))}

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """Return the message that plain data describe."""
        if not isinstance(data, dict):
            raise ValidationError("not an object")
        names = {_alias(kind) or name: name for name, kind in _fields(cls)}
        if not data.keys() <= names.keys():
            raise ValidationError("unknown fields")
        return cls(**{names[name]: value for name, value in data.items()})


class TypeAdapter:
    """Reads values of a type."""

    def __init__(self, kind: Any, config: Any = None) -> None:
        self.kind = kind

    def validate_json(self, text: str) -> Any:
        """Return the value in a JSON text; raise a `ValidationError` where there is none."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValidationError("no JSON") from error
        return read(self.kind, data)


def _dumped(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    return [_dumped(one) for one in value] if isinstance(value, list) else value


_known: dict[type[BaseModel], tuple[tuple[str, Any], ...]] = {}


def _fields(model: type[BaseModel]) -> tuple[tuple[str, Any], ...]:
    """Return the names and types of the fields of a message. They are read once."""
    if model not in _known:
        hints = get_type_hints(model, include_extras=True)
        _known[model] = tuple((name, kind) for name, kind in hints.items() if name != "model_config")
    return _known[model]


def _alias(kind: Any) -> str:
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((note.alias for note in notes if isinstance(note, Field)), "")


def read(kind: Any, value: Any) -> Any:
    """Return a value of this type, made from plain data; raise a `ValidationError` if they are not of that form."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        value = read(arguments[0], value)
        for note in arguments[1:]:
            value = _checked(note, value)
        return value
    if origin in {Union, UnionType}:
        return _first(arguments, value)
    if origin is Literal:
        return value if value in arguments else _refuse(kind)
    if origin is not None:
        return _several(origin, arguments, value)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return value if isinstance(value, kind) else kind.model_validate(value)
    return _plain_value(kind, value)


def _checked(note: Any, value: Any) -> Any:
    if value is None or not isinstance(note, Field | AfterValidator) or isinstance(value, BaseModel):
        return value
    try:
        return note.check(value)
    except ValidationError:
        raise
    except ValueError as error:
        raise ValidationError(str(error)) from error


def _first(kinds: tuple[Any, ...], value: Any) -> Any:
    """Return the value as the first of some types that it fits."""
    for kind in kinds:
        try:
            return read(kind, value)
        except ValidationError:
            continue
    return _refuse(kinds)


def _several(origin: Any, arguments: tuple[Any, ...], value: Any) -> Any:
    """Return a list, a tuple or a dictionary."""
    if origin is dict and isinstance(value, dict):
        key, content = arguments
        return {read(key, name): read(content, one) for name, one in value.items()}
    if origin is list and isinstance(value, list):
        return [read(arguments[0], one) for one in value]
    if origin is tuple and isinstance(value, list | tuple) and len(value) == len(arguments):
        return tuple(read(kind, one) for kind, one in zip(arguments, value, strict=True))
    return _refuse(origin)


def _plain_value(kind: Any, value: Any) -> Any:
    if kind is Any:
        return value
    if kind in {None, NoneType}:
        return value if value is None else _refuse(kind)
    if kind is float and type(value) in {int, float}:
        return _finite(value)
    return value if type(value) is kind else _refuse(kind)


def _finite(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = inf
    return number if isfinite(number) else _refuse(float)


def _refuse(kind: Any) -> Any:
    raise ValidationError(f"not {kind}")
