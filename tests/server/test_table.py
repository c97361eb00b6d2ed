"""Tables as their events tell them: laws over random games, and every way a game goes on, back or to its end."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.record import open_before
from ludotheque.server.refusal import Refusal
from tests.server.people import SET_UPS
from tests.server.stories import (
    COMPUTER,
    DAYS,
    MINUTES,
    NONE,
    NOW,
    OPEN,
    Story,
    human,
    random_request,
    refusal,
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
def test_told_again_it_is_the_same_table(game: tuple[str, dict[str, Any], int], time: dict[str, Any]) -> None:
    id, options, players = game
    for seed in range(3):
        dice = random.Random(f"{id} {players} {time} {seed}")
        seats = [human("Anna"), *[dice.choice([human("Ben"), OPEN, human("Both", "Anna")]) for _ in range(players - 1)]]
        story = Story(id, seats, time, **options)
        wander(story, dice, 60)
        assert snapshot(story.told_again()) == snapshot(story.table)
        positions = story.table.record().positions
        assert story.table.shown.number == open_before(positions, len(positions) - 1), "as records see it"


@settings(max_examples=60)
@given(st.text(max_size=30), st.sampled_from(lt.games()))
def test_no_text_breaks_a_table(text: str, id: str) -> None:
    """Whatever is sent as a decision is played or refused in words; it never falls through."""
    story = Story(id)
    before = snapshot(story.table)
    seat = story.table.to_act[0]
    with suppress(LudothequeError):
        story.table.decide(seat, story.table.due[seat], text, "key", NOW, story.elapsed)
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


# Tickets.


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_secret_choices_made_at_the_same_moment_are_both_taken(order: tuple[int, int]) -> None:
    story = Story("massai")
    tickets = dict(story.table.due)
    assert sorted(tickets) == [0, 1]
    for seat in order:
        story.decide(seat, SET_UPS[seat], due=tickets[seat])
    assert len(story.table.decisions) == 2
    assert snapshot(story.told_again()) == snapshot(story.table)


def test_a_ticket_is_good_for_one_decision() -> None:
    story = Story()
    ticket = story.table.due[0]
    story.decide(0, "a1-a3")
    assert (
        refusal(
            story.decide,
            0,
            "a1-a3",
        )
        == "stale"
    )
    for due in (ticket, None, -1, 10**6):
        assert refusal(story.table.decide, 0, due, "a1-a3", "new", NOW, story.elapsed) == "stale"
        assert refusal(story.table.decide, 1, ticket, "a6-a4", "other", NOW, story.elapsed) == "stale"


def test_a_decision_sent_twice_is_played_once() -> None:
    story = Story()
    ticket = story.table.due[0]
    assert len(story.decide(0, "a1-a3", key="mine")) == 1
    assert story.decide(0, "a1-a3", due=ticket, key="mine") == []
    story.decide(1, "a6-a4")
    assert story.decide(0, "a1-a3", due=ticket, key="mine") == []
    assert story.told_again().decide(0, ticket, "a1-a3", "mine", NOW, story.elapsed) == [], "also after a restart"
    assert len(story.table.decisions) == 2


def test_the_keys_of_one_seat_do_not_swallow_the_requests_of_another() -> None:
    story = Story()
    story.happen(story.table.rename(1, "Benny", "1", NOW))
    assert story.decide(0, "a1-a3", key="1"), "Anna's page counts from 1 as well"
    story = Story(seats=[human("Anna"), COMPUTER])
    story.decide(0, "a1-a3")
    due = story.table.due[1]
    story.happen(story.table.rename(0, "Eve", f"computer 1 {due}", NOW))
    assert story.decide(1, "a6-a4", key=f"computer 1 {due}"), "nobody can keep the computer from deciding"


def test_decisions_wait_for_the_start_and_end_with_the_game() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    for ask in (story.table.resign, lambda seat, key, now: story.table.offer(seat, "draw", key, now)):
        assert refusal(ask, 0, "key", NOW) == "not_begun"
    assert refusal(story.table.decide, 0, 1, "a1-a3", "key", NOW, story.elapsed) == "not_begun"
    story.happen(story.table.join("Ben", "Ben", None, NOW))
    ticket = story.table.due[0]
    story.resign(0)
    assert story.table.due == {}
    assert refusal(story.table.decide, 0, ticket, "a1-a3", "key", NOW, story.elapsed) == "over"
    assert refusal(story.table.resign, 1, "other", NOW) == "over"
    assert refusal(story.table.join, "Carl", "Carl", None, NOW) == "over"
    assert refusal(story.table.leave, 1, NOW) == "over"


def test_a_decision_must_be_legal_and_ones_own() -> None:
    story = Story()
    with pytest.raises(IllegalMove):
        story.decide(0, "a1-a6")
    assert refusal(story.decide, 1, "a6-a4") == "stale"
    assert story.table.decisions == []


# Seats.


def test_sitting_down() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    assert refusal(story.table.join, "Anna", "Anna", None, NOW) == "seated"
    assert refusal(story.table.join, "Ben", "Ben", 0, NOW) == "taken"
    assert refusal(story.table.join, "Ben", "Ben", 5, NOW) == "taken"
    story.happen(story.table.join("Ben", "Ben", 1, NOW))
    assert story.table.phase == "playing"
    assert refusal(story.table.join, "Carl", "Carl", None, NOW) == "taken"
    assert story.table.seats_of("Ben") == [1]
    assert story.table.seats_of(None) == story.table.seats_of("Carl") == []


def test_leaving_coming_back_and_calling_off() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), OPEN], players=3)
    story.happen(story.table.leave(1, NOW))
    assert [seat.kind for seat in story.table.seats] == ["human", "open", "open"]
    story.happen(story.table.join("Carl", "Carl", None, NOW))
    assert story.table.seats_of("Carl") == [1]
    story.happen(story.table.come_back("another browser", 1, NOW))
    assert story.table.seats_of("another browser") == story.table.seats_of("Carl") == [1]
    assert story.table.come_back("Carl", 1, NOW) == []
    story.happen(story.table.join("Dora", "Dora", None, NOW))
    assert story.table.phase == "playing"
    story.first_moves(2)
    assert story.table.early
    story.first_moves(1)
    assert refusal(story.table.leave, 0, NOW) == "begun"

    alone = Story(seats=[human("Anna"), OPEN])
    alone.happen(alone.table.leave(0, NOW))
    assert alone.table.cancelled
    assert alone.table.phase == "over"
    assert refusal(alone.table.offer, 0, "rematch", "key", NOW) == "rematch"


def test_names() -> None:
    story = Story()
    story.happen(story.table.rename(0, "Zoé", "key", NOW))
    assert story.table.seats[0].name == "Zoé"
    assert story.table.rename(0, "Zoé", "again", NOW) == []
    assert 'Player0 "Zoé"' in str(story.table.record())


# Taking back.


def test_taking_back_needs_consent_and_brings_the_clocks_back() -> None:
    story = Story(time=MINUTES)
    story.first_moves(2)
    shown = []
    for _ in range(2):
        shown.append((list(story.table.clock.left), story.table.position))
        story.wait(10_000)
        story.first_moves(1)
    # Anna has decided twice, so has Ben: she takes back her second one, and his answer with it.
    assert story.offer(0, "takeback")[0].kind == "offered"
    assert len(story.table.decisions) == 4
    story.wait(7_000)
    assert [event.kind for event in story.offer(1, "takeback")] == ["offered", "taken_back"]
    assert (story.table.clock.left, story.table.position) == shown[0]
    assert story.table.clock.since == {0: story.now}, "the time of asking and answering is charged to nobody"
    assert story.table.due == {0: story.table.seq - 1} or 0 in story.table.due
    assert snapshot(story.told_again()) == snapshot(story.table)
    story.first_moves(4)


def test_a_ticket_of_what_was_taken_back_is_stale() -> None:
    story = Story(seats=[human("Anna"), human("Ben", "Anna")])
    ticket = story.table.due[0]
    story.decide(0, "a1-a3")
    story.offer(0, "takeback")
    assert story.table.decisions == []
    assert refusal(story.table.decide, 0, ticket, "a1-a3", "late", NOW, story.elapsed) == "stale"
    story.decide(0, "a1-a3")


def test_who_answers_takes_back_only_his_own() -> None:
    """Ben moved last; when Anna asks, his answer goes as well; when he asks, only his own."""
    story = Story()
    story.first_moves(2)
    assert story.table.undo_to(0) == 0
    assert story.table.undo_to(1) == 1
    story.offer(1, "takeback")
    story.offer(0, "takeback")
    assert len(story.table.decisions) == 1


def test_against_the_computer_nobody_is_asked() -> None:
    story = Story(seats=[human("Anna"), COMPUTER])
    story.first_moves(2)
    assert [event.kind for event in story.offer(0, "takeback")] == ["offered", "taken_back"]
    assert story.table.decisions == []
    assert refusal(story.offer, 0, "takeback") == "takeback"
    assert refusal(story.offer, 0, "draw") == "computer_draw"


def test_nothing_is_taken_back_past_a_reveal() -> None:
    story = Story("massai")
    story.decide(0, SET_UPS[0])
    for seat in (0, 1):
        assert story.table.undo_to(seat) is None
        assert refusal(story.offer, seat, "takeback") == "takeback"
    story.decide(1, SET_UPS[1])
    for seat in (0, 1):
        assert refusal(story.offer, seat, "takeback") == "takeback"
    story.decide_all("d3")
    assert story.table.undo_to(0) == 2
    assert refusal(story.offer, 1, "takeback") == "takeback"
    # On to an attack: while it waits, and once it is shown, nothing before it comes back.
    dice = random.Random(4)
    while True:
        seat = story.table.to_act[0]
        attacks = [move for move in story.table.position.legal_moves(seat) if str(move).startswith("x")]
        if attacks:
            break
        story.decide_any(dice)
    story.decide(seat, str(attacks[0]))
    while story.table.position.keeps_secret:
        assert [story.table.undo_to(each) for each in (0, 1)] == [None, None]
        story.decide_any(dice)
    assert [story.table.undo_to(each) for each in (0, 1)] == [None, None]
    assert snapshot(story.told_again()) == snapshot(story.table)


def test_three_players_take_back_when_both_others_consent() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
    story.first_moves(4)
    story.offer(1, "takeback")
    story.offer(0, "takeback")
    assert len(story.table.decisions) == 4
    story.offer(2, "takeback")
    assert len(story.table.decisions) == 1, "to Ben's last decision, whoever consents last"


# Offers.


def test_offers_lapse() -> None:
    story = Story()
    story.first_moves(2)
    story.offer(0, "draw")
    story.first_moves(1)
    assert list(story.table.offers["draw"]) == [0], "one may offer and decide"
    story.first_moves(1)
    assert not story.table.offers["draw"], "an answer on the board is an answer"
    story.offer(1, "takeback")
    story.first_moves(1)
    assert not story.table.offers["takeback"]
    story.offer(0, "draw")
    assert story.decline(1, "draw")
    assert not story.table.offers["draw"]
    assert story.decline(1, "draw") == [], "there is nothing to decline"
    story.offer(1, "draw")
    assert story.table.phase == "playing", "a declined offer is not accepted later"


def test_a_draw_by_consent() -> None:
    story = Story()
    story.first_moves(2)
    story.offer(0, "draw")
    story.offer(0, "draw")
    assert story.table.phase == "playing", "nobody agrees with himself"
    story.offer(1, "draw")
    assert (story.returns, story.reason) == ((0.0, 0.0), "agreed")
    assert "Reason" in str(story.table.record())

    three = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
    three.offer(0, "draw")
    three.offer(1, "draw")
    assert three.table.phase == "playing"
    three.offer(2, "draw")
    assert three.returns == (0.0, 0.0, 0.0)


# The end.


def test_the_end_on_the_board() -> None:
    for id, options, players in TABLES:
        story = Story(id, [human(str(number)) for number in range(players)], **options)
        dice = random.Random(id)
        while story.table.phase == "playing":
            events = story.decide_any(dice)
        assert [event.kind for event in events] == ["decided", "ended"]
        assert story.table.position.outcome
        assert story.returns == story.table.position.outcome.returns
        again = story.told_again()
        assert again.ending == story.table.ending
        assert str(again.record()) == str(story.table.record())


def test_resigning() -> None:
    story = Story()
    story.resign(0)
    assert (story.returns, story.reason) == ((-1.0, 1.0), "resigned")
    for seat, returns in enumerate([(-1.0, 0.0, 1.0), (1.0, -1.0, 0.0), (0.0, 1.0, -1.0)]):
        three = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
        three.resign(seat)
        assert three.returns == returns
        assert three.table.to_act == ()


def test_time_runs_out() -> None:
    story = Story(time=MINUTES)
    story.wait(HOUR)
    assert story.expire() == [], "nobody's minutes run before his first decision"
    story.first_moves(2)
    story.wait(5 * 60_000 + 1_999)
    assert story.expire() == []
    story.wait(1)
    story.expire()
    assert (story.returns, story.reason) == ((-1.0, 1.0), "time")
    assert story.expire() == []


def test_a_decision_after_its_time_is_not_played() -> None:
    story = Story(time=MINUTES)
    story.first_moves(2)
    ticket = story.table.due[0]
    move = str(story.table.position.legal_moves()[0])
    story.wait(HOUR)
    try:
        story.happen(story.table.decide(0, ticket, move, "late", story.now, story.elapsed))
    except Refusal:
        story.expire()
    assert story.reason == "time"
    assert len(story.table.decisions) == 2
    assert "late" not in repr(story.table.requests), "it is not acknowledged as carried out"


def test_days_are_for_each_turn() -> None:
    story = Story(time=DAYS)
    for _ in range(4):
        story.wait(47 * HOUR)
        story.first_moves(1)
    story.wait(48 * HOUR)
    story.expire()
    assert (story.returns, story.reason) == ((-1.0, 1.0), "time")


def test_three_players_and_one_is_late() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], DAYS, players=3)
    story.first_moves(1)
    story.wait(49 * HOUR)
    story.expire()
    assert (story.returns, story.reason) == ((1.0, -1.0, 0.0), "time")


def test_both_are_late_for_a_secret() -> None:
    story = Story("massai", time=DAYS)
    story.wait(HOUR)
    story.decide(1, SET_UPS[1])
    story.wait(48 * HOUR)
    story.expire()
    assert story.returns == (-1.0, 1.0)


def test_outages_are_not_charged() -> None:
    story = Story(time=MINUTES)
    story.first_moves(2)
    story.outages.append((story.now + 60_000, story.now + 60_000 + HOUR))
    story.wait(60_000 + HOUR + 30_000)
    assert story.expire() == []
    story.first_moves(1)
    assert story.table.clock.left[0] == 5 * 60_000 + 2_000 - 90_000 + 2_000


def test_claiming_against_who_left() -> None:
    for draw, returns in ((False, (1.0, -1.0)), (True, (0.0, 0.0))):
        story = Story()
        story.first_moves(1)
        assert refusal(story.table.claim, 1, 1, draw, "key", NOW) == "claim"
        assert refusal(story.table.claim, 0, 0, draw, "key", NOW) == "claim"
        story.happen(story.table.claim(0, 1, draw, "key", NOW))
        assert (story.returns, story.reason) == (returns, "abandoned")
        assert story.table.claim(0, 1, draw, "key", NOW) == [], "sent twice"
    three = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
    three.first_moves(1)
    three.happen(three.table.claim(2, 1, False, "key", NOW))
    assert three.returns == (1.0, -1.0, 0.0)


def test_closing_what_nobody_plays() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    story.happen(story.table.close(NOW))
    assert story.table.cancelled
    assert story.table.close(NOW) == []
    early = Story()
    early.first_moves(1)
    early.happen(early.table.close(NOW))
    assert early.table.cancelled
    late = Story()
    late.first_moves(2)
    late.happen(late.table.close(NOW))
    assert (late.returns, late.reason) == ((0.0, 0.0), "abandoned")
    assert snapshot(late.told_again()) == snapshot(late.table)
