"""Laws about `cases/` of a folder: the rulings at work, and positions with a known answer. Both files are optional."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from ludotheque.errors import IllegalMove
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.library import definition, load
from ludotheque.position import Position
from ludotheque.rulebook.fault import folder_error
from ludotheque.texts import LANGUAGES, catalogue, prepare, say

Case = Mapping[str, Any]
CHECKS = {"refused", "legal", "includes", "excludes", "becomes", "end"}
NEEDED = {"case": (("ruling",), ("about",)), "answer": (("position",), ("right", "mixture"))}
"""What each entry of a file has: one key of each group."""
KEYS = {"ruling", "about", "options", "position", "moves", "player", "says", *CHECKS}


def cases_of(id: str) -> Sequence[Case]:
    """Return the cases of a game; none for a game without the file."""
    return _read(id, "rulings.toml", "case")


def answers_of(id: str) -> Sequence[Case]:
    """Return the positions of a game whose best moves are known."""
    return _read(id, "answers.toml", "answer")


def _read(id: str, name: str, key: str) -> Sequence[Case]:
    file = resources.files(definition(id).package).joinpath("cases", name)
    found: Sequence[Case] = tomllib.loads(file.read_text("utf-8")).get(key, ()) if file.is_file() else ()
    for number, case in enumerate(found, 1):
        for needed in NEEDED[key]:
            if not any(one in case for one in needed):
                raise folder_error(id, say("folder.entry", file=f"cases/{name}, {key} {number},", key=needed[0]))
    return found


def cases_go_as_they_say(id: str) -> Iterator[Breach]:
    for case in cases_of(id):
        yield from check_case(id, case)


def check_case(id: str, case: Case) -> Iterator[Breach]:
    """Yield what is not as a case says."""
    name = f"{case['ruling']}: {case['about']}"
    if set(case) - KEYS or not set(case) & CHECKS:
        yield Breach(listing(KEYS), f"{name}: {listing(case)}")
    game = load(id, **case.get("options", {}))
    position = game.parse(case["position"]) if "position" in case else game.start()
    for move in case.get("moves", ()):
        position = position.play(move, position.to_act[0])
    player = case.get("player", position.to_act[0] if position.to_act else 0)
    legal = {str(move) for move in position.legal_moves(player)} if position.to_act else set()
    if "refused" in case:
        yield from _check_refusal(position, player, case)
    if "legal" in case and legal != set(case["legal"]):
        yield Breach(f"{name}: {listing(case['legal'])}", listing(legal), position)
    if not set(case.get("includes", ())) <= legal:
        yield Breach(f"{name}: {listing(case['includes'])}", listing(legal), position)
    if found := set(case.get("excludes", ())) & legal:
        yield Breach(texts.say("expected.excluded", case=name), listing(found), position)
    if "becomes" in case and position != game.parse(case["becomes"]):
        yield Breach(f"{name}: {case['becomes']}", position.text, position)
    if "end" in case and _ending(position) != case["end"]:
        yield Breach(f"{name}: {case['end']}", _ending(position), position)


def _check_refusal(position: Position, player: int, case: Case) -> Iterator[Breach]:
    """The refusal of a case names its ruling, in its words."""
    try:
        position.play(case["refused"], player)
    except IllegalMove as error:
        found = {"": error.ruling, **{code: error.sentence.to(code) for code in LANGUAGES}}
        said = {code: prepare(case["says"][code], code, {}) for code in LANGUAGES if code in case.get("says", {})}
        for code, wanted in {"": case["ruling"], **said}.items():
            if found[code] != wanted:
                yield Breach(wanted, found[code], position, case["refused"])
    else:
        yield Breach(texts.say("expected.refusal"), texts.say("found.played"), position, case["refused"])


def _ending(position: Position) -> str:
    outcome = position.outcome
    return ":".join([outcome.reason, *(f"{value:.0f}" for value in outcome.returns)]) if outcome else "–"


def every_ruling_has_a_case_and_is_cited(id: str) -> Iterator[Breach]:
    """The code names each ruling. Where there are cases, each ruling has one, and each case a ruling."""
    cases, rulings = cases_of(id), definition(id).texts.section("rulings")
    folder = resources.files(definition(id).package)
    source = "".join(file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".py"))
    shown = {case["ruling"] for case in cases}
    for ruling in sorted(rulings):
        if cases and ruling not in shown:
            yield Breach(f"cases/rulings.toml: {ruling}", listing(shown))
        if not re.search(rf"\b{re.escape(ruling)}\b", source):
            yield Breach(texts.say("expected.cited", ruling=ruling), "–")
    if strangers := shown - rulings - catalogue().section("rulings"):
        yield Breach(f"[rulings] {listing(strangers)}", listing(rulings))


def every_ending_and_every_refusal_is_shown(id: str) -> Iterator[Breach]:
    """Where there are cases, one shows each ending and each refusal."""
    cases, book = cases_of(id), load(id).rulebook
    if not cases:
        return
    ends = {case["end"].partition(":")[0] for case in cases if "end" in case}
    if ends != set(book.rules.possible_reasons):
        yield Breach(listing(book.rules.possible_reasons), listing(ends))
    said = [case["says"]["en"] for case in cases if "says" in case]
    for key in sorted(book.texts.section("refusals")):
        shape = re.escape(book.texts.raw(f"refusals.{key}", "en"))
        pattern = re.sub(r"\\\{.*?\\\}", ".+", shape)
        if not any(re.fullmatch(pattern, sentence) for sentence in said):
            yield Breach(texts.say("expected.case_of", key=f"refusals.{key}"), "–")


def known_answers_are_legal(id: str) -> Iterator[Breach]:
    for answer in answers_of(id):
        position = load(id, **answer.get("options", {})).parse(answer["position"])
        legal = {str(move) for move in position.legal_moves(position.to_act[0])}
        right = {*answer.get("right", ()), *answer.get("mixture", ())}
        if not right <= legal:
            yield Breach(listing(right), listing(legal), position)


FOLDER_LAWS = (
    cases_go_as_they_say,
    every_ruling_has_a_case_and_is_cited,
    every_ending_and_every_refusal_is_shown,
    known_answers_are_legal,
)
