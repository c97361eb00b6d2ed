"""What stands for pydantic in a browser accepts and refuses the same."""

from __future__ import annotations

import importlib.util
import json
import sys
from copy import deepcopy
from types import ModuleType
from typing import Any

import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.server import plain_validation, validation
from ludotheque.server.api import schemas

Json = Any
SHIFTS = [{"player": 0, "move": "a1", "variations": [{"moves": [{"player": 1, "move": "b2"}]}], "glyphs": ["!"]}]
STUDY = {"game": "malawi", "options": {"diagonals": False}, "position": "x", "moves": [[0, "a1-a3"], [1, "@"]]}
RIGHT: dict[str, list[Json]] = {
    "NewTable": [
        {"game": "malawi", "seats": [{"who": "me"}, {"who": "computer", "level": 2}], "name": " Anna\t"},
        {"game": "x", "seats": [{"who": "open"}], "time": {"kind": "minutes", "minutes": 5, "increment": 2.5}},
        {"game": "x", "options": {"a": 1, "b": "c"}, "seats": [{"who": "me"}], "time": {"kind": "days", "days": 3}},
        {"game": "x", "seats": [{"who": "me", "level": None}], "shuffle": True, "public": True, "names": ["A", "B"]},
    ],
    "FirstGame": [{}, {"name": "Zoé"}],
    "LookRequest": [STUDY, {"record": "[Game]", "since": 4}],
    "RecordRequest": [{"game": "x", "headers": {"White": "A"}, "moves": SHIFTS, "result": [1, -1.0], "reason": "time"}],
    "PictureRequest": [{**STUDY, "ply": 3, "theme": "ink", "flip": True, "language": "fr"}],
    "EndingRequest": [{"moves": [[0, "a1"]]}],
    "AnalysisRequest": [{**STUDY, "seconds": 0.5, "player": 1, "lines": 8}],
    "ExplainRequest": [{"seat": 1, "clicks": ["a1", "b2"]}],
    "StudyPreviewRequest": [{**STUDY, "player": 0, "candidates": ["a1-a2"]}],
    "HintRequest": [{"seat": 7}],
}
SOCKET: list[Json] = [
    {"type": "move", "key": "k", "seat": 0, "ticket": None, "move": "a1-a3"},
    {"type": "handover", "seat": 1},
    {"type": "resign", "key": "~ ", "seat": 2},
    {"type": "offer", "key": "k" * 40, "seat": 0, "what": "draw"},
    {"type": "claim", "key": "k", "seat": 0, "as": "win"},
    {"type": "rename", "key": "k", "seat": 0, "name": "<b>"},
    {"type": "ping", "id": 5},
]
ODD: list[Json] = [
    *(None, True, False, 0, 1, -1, 8, 2**63, -(2**70), 10**400, 0.25, 1.0, 1e308, float("inf"), float("nan")),
    *("", "a", "me", "1", "true", "k\n", "a" * 41, "a" * 401, "a" * 70_000, "é" * 40, "\u202e", "result", "none"),
    *([], {}, [[]], [0], [0, "a"], [[0, "a"]], [[0, "a", 1]], ["a"] * 9, {"a": {}}, {"kind": "none"}, {"who": "me"}),
]


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The schemas as a browser has them."""
    spec = importlib.util.spec_from_file_location("plain_schemas", schemas.__file__)
    assert spec
    assert spec.loader
    module = sys.modules["plain_schemas"] = importlib.util.module_from_spec(spec)
    sys.modules[validation.__name__] = plain_validation
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules[validation.__name__] = validation
    return module


def places(data: Json) -> list[list[Any]]:
    """The ways to all values inside a message."""
    keys = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [[], *([key, *way] for key, value in keys for way in places(value))]


@st.composite
def messages(draw: st.DrawFn, right: list[Json]) -> str:
    """A message, with up to two places changed: another value, one more, one fewer."""
    message = json.loads(json.dumps(draw(st.sampled_from(right))))
    for _ in range(draw(st.integers(0, 2))):
        place = ["root", *draw(st.sampled_from(places(message)))]
        way, last = place[:-1], place[-1]
        holder: Any = {"root": message}
        for key in way:
            holder = holder[key]
        odd = deepcopy(draw(st.one_of(st.sampled_from(ODD), st.text(max_size=5), st.integers(), st.floats())))
        how = draw(st.sampled_from(["change", "drop", "add"]))
        if how == "drop" and way:
            del holder[last]
        elif how == "add" and isinstance(holder[last], dict):
            holder[last][draw(st.sampled_from(["seed", "key", "result", "as", "level", "name", "x" * 41]))] = odd
        else:
            holder[last] = odd
            message = message if way else odd
        if not isinstance(message, dict | list):
            break
    return json.dumps(message)


def outcome(read: Any, refused: type[Exception]) -> Json:
    try:
        return read().model_dump()
    except refused:
        return "refused"


@pytest.mark.parametrize("name", RIGHT)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_requests(name: str, data: st.DataObject, plain: ModuleType) -> None:
    text = data.draw(messages(RIGHT[name]))
    wanted = outcome(lambda: getattr(schemas, name).model_validate_json(text, strict=True), pydantic.ValidationError)
    model = getattr(plain, name)
    assert outcome(lambda: model.model_validate(json.loads(text)), plain_validation.ValidationError) == wanted


@settings(max_examples=1000, deadline=None)
@given(data=st.data())
def test_messages_on_a_socket(data: st.DataObject, plain: ModuleType) -> None:
    text = data.draw(st.one_of(messages(SOCKET), st.text(max_size=20)))
    read = schemas.socket_message.validate_json
    wanted = outcome(lambda: read(text, strict=True), pydantic.ValidationError)
    assert outcome(lambda: plain.socket_message.validate_json(text), plain_validation.ValidationError) == wanted


@pytest.mark.parametrize("name", RIGHT)
def test_right_messages_are_accepted(name: str, plain: ModuleType) -> None:
    for message in RIGHT[name]:
        found, wanted = getattr(plain, name).model_validate(message), getattr(schemas, name).model_validate(message)
        assert found.model_dump() == wanted.model_dump()


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"game":"x","moves":' + '[{"variations":' * 3000, "", "nul", '"\\ud8"']
)
def test_nonsense_is_refused(text: str, plain: ModuleType) -> None:
    with pytest.raises(plain_validation.ValidationError):
        plain.socket_message.validate_json(text)
