"""The notes of a first game: true to the game's folder, met in games, and blind to secrets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.record import Record
from ludotheque.server.serialize.teaching import notes_json
from ludotheque.teaching.first_game import CONDITIONS, Note, Sight, met, notes, sight
from ludotheque.teaching.lesson import course, fits
from ludotheque.texts import LANGUAGES, catalogue
from tests.server.people import SET_UPS
from tests.teaching.test_guide import check_words
from tests.teaching.test_lesson import rulings_of

LONGEST = 175
"""More characters do not fit under the board of a small phone."""
GAMES_PLAYED = 24
EVENTS = ("narration.", "dangers.", "remarks.")
NOTES = [pytest.param(id, note, id=f"{id}-{note.id}") for id in lt.games() for note in notes(id)]
MISSED = 5
"""Games of chance may miss so many notes of a game: those about rare ends."""


def seen_by(record: Record, player: int) -> Sight:
    """What a player sees at the end of a record."""
    shown = record.last_revealed
    before = record.positions[len(record.moves) - len(shown)]
    outcome = record.final.outcome
    return sight(
        record.final.view(player),
        [(step.player, step.move) for step in shown],
        before.state,
        record.final.state,
        outcome.reason if outcome else None,
    )


def random_game(id: str, seed: int) -> Iterator[Record]:
    """Yield a game of chance after each of its moves. With an odd seed the players avoid costly moves."""
    dice, record = random.Random(seed), Record(lt.load(id).start())
    while record.final.to_act:
        yield record
        player = dice.choice(record.final.to_act)
        moves = (seed % 2 and cheap_moves(record, player)) or record.final.legal_moves(player)
        record = record.play(str(dice.choice(moves)), player)
    yield record


def cheap_moves(record: Record, player: int) -> list[str]:
    kinds = record.game.rulebook.look.kinds
    return [move.text for move in record.final.view(player).clickable_moves() if not kinds[move.kind].costly]


@cache
def seen_in_games(id: str) -> tuple[Sight, ...]:
    """Everything that players see in some games of chance."""
    return tuple(
        seen_by(record, player)
        for seed in range(GAMES_PLAYED)
        for record in random_game(id, seed)
        for player in range(record.game.players)
    )


@pytest.mark.parametrize(("id", "note"), NOTES)
def test_a_note_speaks_of_what_there_is(id: str, note: Note) -> None:
    book = lt.load(id).rulebook
    known = {
        "can": set(book.look.kinds),
        "played": set(book.look.kinds),
        "says": book.texts.section(),
        "ended": book.texts.section("reasons") | catalogue().section("reasons"),
    }
    assert note.when
    assert set(note.when) <= set(CONDITIONS)
    for condition, values in note.when.items():
        for value in values:
            assert any(fits(one, [value]) for one in known[condition]), value
    assert note.ruling is None or note.ruling in rulings_of(id)
    check_words(note.text)
    assert max(len(note.text.to(code)) for code in LANGUAGES) <= LONGEST


@pytest.mark.parametrize("id", lt.games())
def test_every_new_thing_has_a_note(id: str) -> None:
    """Each kind of move, each event, each danger and each end that players meet."""
    assert len({note.id for note in notes(id)}) == len(notes(id))
    own = [note for note in notes(id) if note.ruling]
    for condition in ("can", "says", "ended"):
        found = {value for seen in seen_in_games(id) for value in seen[condition]}
        if condition == "says":
            found = {key for key in found if key.startswith(EVENTS)}
        covered = [value for note in own for value in note.when.get(condition, ())]
        assert {value for value in found if not fits(value, covered)} == set(), condition


@pytest.mark.parametrize("id", lt.games())
def test_notes_are_met(id: str) -> None:
    found = {note for seen in seen_in_games(id) for note in met(id, seen)}
    missed = [note for note in notes(id) if note.id not in found]
    assert len(missed) <= MISSED, [note.id for note in missed]
    assert all("ended" in note.when or "says" in note.when for note in missed), "every move is met"


def test_notes_follow_the_game() -> None:
    first, *_, last = random_game("malawi", 1)
    assert met("malawi", seen_by(first, 0))[:2] == ["welcome", "move"]
    assert "strike" not in met("malawi", seen_by(first, 0))
    assert met("malawi", seen_by(first, 1)) == [], "it is not their turn"
    assert met("malawi", seen_by(last, 0))[-1] == "after"


def test_no_note_depends_on_a_secret() -> None:
    """An attack with any target, and a set-up of any form, look alike to the opponent."""
    start = Record(lt.load("massai").start())
    other = "e1,e2,f1,f2,g2"
    assert seen_by(start.play(SET_UPS[1], 1), 0) == seen_by(start.play(other, 1), 0)
    checked = 0
    for record in random_game("massai", 3):
        if len(record.final.to_act) != 1 or record.final.view(record.final.to_act[0]).combination:
            continue
        player = record.final.to_act[0]
        attacks = [move for move in record.final.legal_moves(player) if str(move).startswith("x")]
        seen = [seen_by(record.play(move, player), 1 - player) for move in attacks]
        assert all(one == seen[0] for one in seen)
        checked += len(seen) > 1
    assert checked


@pytest.mark.parametrize("id", lt.games())
def test_a_note_leads_to_the_idea_about_its_ruling(id: str) -> None:
    for note, told in zip(notes(id), notes_json(id), strict=True):
        idea = next((one for one in course(id).ideas if note.ruling in one.rulings), None)
        assert (told["idea"] and told["idea"]["id"]) == (idea and idea.id)


def test_the_first_note_names_the_hint_button() -> None:
    page = catalogue("ludotheque.web")
    for id in lt.games():
        for code in LANGUAGES:
            assert page.raw("hint.ask", code) in notes(id)[0].text.to(code)
