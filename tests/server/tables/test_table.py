"""Tables and their events: laws over random games."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.errors import LudothequeError
from ludotheque.reveals import known_plies
from tests.server.stories import (
    DAYS,
    MINUTES,
    NONE,
    OPEN,
    Story,
    human,
    random_request,
    snapshot,
    wander,
)

HOUR = 3_600_000
TABLES: list[tuple[str, dict[str, Any], int]] = [
    *((id, {}, 2) for id in lt.games()),
    ("moaai", {"players": 3}, 3),
    ("masterplan", {"vigilance": True}, 2),
]


# Laws.


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game[0]}-{game[2]}")
@pytest.mark.parametrize("time", [NONE, MINUTES, DAYS], ids=lambda time: str(time["kind"]))
def test_events_make_the_same_table(game: tuple[str, dict[str, Any], int], time: dict[str, Any]) -> None:
    id, options, players = game
    for seed in range(3):
        dice = random.Random(f"{id} {players} {time} {seed}")
        seats = [human("Anna"), *[dice.choice([human("Ben"), OPEN, human("Both", "Anna")]) for _ in range(players - 1)]]
        story = Story(id, seats, time, **options)
        wander(story, dice, 60)
        assert snapshot(story.reloaded()) == snapshot(story.table)
        positions = story.table.record().positions
        assert story.table.revealed.number == known_plies(positions, len(positions) - 1), "as records see it"


@settings(max_examples=60)
@given(st.text(max_size=30), st.sampled_from(lt.games()))
def test_no_text_breaks_a_table(text: str, id: str) -> None:
    """Any text sent as a move is played or refused with a sentence."""
    story = Story(id)
    before = snapshot(story.table)
    seat = story.table.to_act[0]
    with suppress(LudothequeError):
        story.check_move(seat, story.ticket(seat), text)
    assert snapshot(story.table) == before, "requests are only checked; events happen"


@pytest.mark.parametrize("seed", range(4))
def test_whoever_is_refused_leaves_no_trace(seed: int) -> None:
    dice = random.Random(seed)
    story = Story("massai", time=MINUTES)
    story.set_up_huts()
    for _ in range(200):
        before = snapshot(story.table)
        with suppress(LudothequeError):
            random_request(story, dice)
        assert snapshot(story.table) == before, "asking alone changes nothing"


@pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game[0]}-{game[2]}")
def test_what_happens_to_a_copy_is_not_seen_on_the_table(game: tuple[str, dict[str, Any], int]) -> None:
    id, options, players = game
    dice = random.Random(f"copy {id} {players}")
    story = Story(id, [human("Anna"), *[OPEN] * (players - 1)], MINUTES, **options)
    for _ in range(40):
        before, original = snapshot(story.table), story.table
        story.table, events = original.copy(), list(story.events)
        wander(story, dice, 5)
        assert snapshot(original) == before
        if dice.random() < 0.5:  # the disk was full
            story.table, story.events = original, events
