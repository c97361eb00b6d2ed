"""Requests at a table: every way in which a game goes on, back or to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.errors import IllegalMove
from ludotheque.server.errors import RequestError
from tests.server.people import SET_UPS
from tests.server.stories import (
    COMPUTER,
    DAYS,
    MINUTES,
    OPEN,
    Story,
    error_code,
    human,
    snapshot,
)

HOUR = 3_600_000
TABLES: list[tuple[str, dict[str, Any], int]] = [
    *((id, {}, 2) for id in lt.games()),
    ("moaai", {"players": 3}, 3),
    ("masterplan", {"vigilance": True}, 2),
]


# Tickets.


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_secret_choices_made_at_the_same_moment_are_both_taken(order: tuple[int, int]) -> None:
    story = Story("massai")
    tickets = {seat: turn.ticket for seat, turn in story.table.turns.items()}
    assert sorted(tickets) == [0, 1]
    for seat in order:
        story.move(seat, SET_UPS[seat], ticket=tickets[seat])
    assert len(story.table.moves) == 2
    assert snapshot(story.reloaded()) == snapshot(story.table)


def test_a_ticket_is_good_for_one_decision() -> None:
    story = Story()
    ticket = story.ticket(0)
    story.move(0, "a1-a3")
    assert error_code(story.move, 0, "a1-a3") == "stale"
    for old in (ticket, None, -1, 10**6):
        assert error_code(story.check_move, 0, old, "a1-a3", "new") == "stale"
        assert error_code(story.check_move, 1, ticket, "a6-a4", "other") == "stale"


def test_a_decision_sent_twice_is_played_once() -> None:
    story = Story()
    ticket = story.ticket(0)
    assert len(story.move(0, "a1-a3", key="mine")) == 1
    assert story.move(0, "a1-a3", ticket=ticket, key="mine") == []
    story.move(1, "a6-a4")
    assert story.move(0, "a1-a3", ticket=ticket, key="mine") == []
    story.table = story.reloaded()
    assert story.move(0, "a1-a3", ticket=ticket, key="mine") == [], "also after a restart"
    assert len(story.table.moves) == 2


def test_the_keys_of_one_seat_do_not_swallow_the_requests_of_another() -> None:
    story = Story()
    story.rename(1, "Benny", "1")
    assert story.move(0, "a1-a3", key="1"), "Anna's page counts from 1 as well"
    story = Story(seats=[human("Anna"), COMPUTER])
    story.move(0, "a1-a3")
    ticket = story.ticket(1)
    story.rename(0, "Eve", f"computer 1 {ticket}")
    assert story.move(1, "a6-a4", key=f"computer 1 {ticket}"), "nobody can keep the computer from deciding"


def test_decisions_wait_for_the_start_and_end_with_the_game() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    assert error_code(story.resign, 0) == "not_begun"
    assert error_code(story.offer, 0, "draw") == "not_begun"
    assert error_code(story.check_move, 0, 1, "a1-a3", "key") == "not_begun"
    story.join("Ben")
    ticket = story.ticket(0)
    story.resign(0)
    assert story.table.turns == {}
    assert error_code(story.check_move, 0, ticket, "a1-a3", "key") == "over"
    assert error_code(story.resign, 1) == "over"
    assert error_code(story.join, "Carl") == "over"
    assert error_code(story.leave, 1) == "over"


def test_a_decision_must_be_legal_and_ones_own() -> None:
    story = Story()
    with pytest.raises(IllegalMove):
        story.move(0, "a1-a6")
    assert error_code(story.move, 1, "a6-a4") == "stale"
    assert story.table.moves == []


# Seats.


def test_sitting_down() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    assert error_code(story.join, "Anna") == "seated"
    assert error_code(story.join, "Ben", 0) == "taken"
    assert error_code(story.join, "Ben", 5) == "taken"
    story.join("Ben", 1)
    assert story.table.phase == "playing"
    assert error_code(story.join, "Carl") == "taken"
    assert story.table.seats_of("Ben") == [1]
    assert story.table.seats_of(None) == story.table.seats_of("Carl") == []


def test_leaving_coming_back_and_calling_off() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), OPEN], players=3)
    story.leave(1)
    assert [seat.kind for seat in story.table.seats] == ["human", "open", "open"]
    story.join("Carl")
    assert story.table.seats_of("Carl") == [1]
    story.come_back("another browser", 1)
    assert story.table.seats_of("another browser") == story.table.seats_of("Carl") == [1]
    assert story.come_back("Carl", 1) == []
    story.join("Dora")
    assert story.table.phase == "playing"
    story.first_moves(2)
    assert story.table.early
    story.first_moves(1)
    assert error_code(story.leave, 0) == "begun"

    alone = Story(seats=[human("Anna"), OPEN])
    alone.leave(0)
    assert alone.table.cancelled
    assert alone.table.phase == "over"
    assert error_code(alone.offer, 0, "rematch") == "rematch"


def test_names() -> None:
    story = Story()
    story.rename(0, "Zoé", "key")
    assert story.table.seats[0].name == "Zoé"
    assert story.rename(0, "Zoé", "again") == []
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
    assert len(story.table.moves) == 4
    story.wait(7_000)
    assert [event.kind for event in story.offer(1, "takeback")] == ["offered", "taken_back"]
    assert (story.table.clock.left, story.table.position) == shown[0]
    assert story.table.clock.since == {0: story.now}, "the time of asking and answering is charged to nobody"
    assert 0 in story.table.turns
    assert snapshot(story.reloaded()) == snapshot(story.table)
    story.first_moves(4)


def test_who_asked_learns_that_it_was_declined() -> None:
    story = Story()
    story.first_moves(2)
    story.offer(0, "draw")
    story.decline(1, "draw")
    assert [story.table.declined, story.reloaded().declined] == 2 * [("draw", 1)]
    story.offer(0, "takeback")
    assert not story.table.declined, "the answer belongs to the offer before"


def test_a_ticket_of_what_was_taken_back_is_stale() -> None:
    story = Story(seats=[human("Anna"), human("Ben", "Anna")])
    ticket = story.ticket(0)
    story.move(0, "a1-a3")
    story.offer(0, "takeback")
    assert story.table.moves == []
    assert error_code(story.check_move, 0, ticket, "a1-a3", "late") == "stale"
    story.move(0, "a1-a3")


def test_who_answers_takes_back_only_his_own() -> None:
    """Ben moved last; when Anna asks, his answer goes as well; when he asks, only his own."""
    story = Story()
    story.first_moves(2)
    assert story.takeback_ply(0) == 0
    assert story.takeback_ply(1) == 1
    story.offer(1, "takeback")
    story.offer(0, "takeback")
    assert len(story.table.moves) == 1


def test_against_the_computer_nobody_is_asked() -> None:
    story = Story(seats=[human("Anna"), COMPUTER])
    story.first_moves(2)
    assert [event.kind for event in story.offer(0, "takeback")] == ["offered", "taken_back"]
    assert story.table.moves == []
    assert error_code(story.offer, 0, "takeback") == "takeback"
    assert error_code(story.offer, 0, "draw") == "computer_draw"


def test_nothing_is_taken_back_past_a_reveal() -> None:
    story = Story("massai")
    story.move(0, SET_UPS[0])
    for seat in (0, 1):
        assert story.takeback_ply(seat) is None
        assert error_code(story.offer, seat, "takeback") == "takeback"
    story.move(1, SET_UPS[1])
    for seat in (0, 1):
        assert error_code(story.offer, seat, "takeback") == "takeback"
    story.move_all("d3")
    assert story.takeback_ply(0) == 2
    assert error_code(story.offer, 1, "takeback") == "takeback"
    # On to an attack: while it waits, and once it is shown, nothing before it comes back.
    dice = random.Random(4)
    while True:
        seat = story.table.to_act[0]
        attacks = [move for move in story.table.position.legal_moves(seat) if str(move).startswith("x")]
        if attacks:
            break
        story.move_any(dice)
    story.move(seat, str(attacks[0]))
    while story.table.position.has_secret:
        assert [story.takeback_ply(each) for each in (0, 1)] == [None, None]
        story.move_any(dice)
    assert [story.takeback_ply(each) for each in (0, 1)] == [None, None]
    assert snapshot(story.reloaded()) == snapshot(story.table)


def test_three_players_take_back_when_both_others_consent() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
    story.first_moves(4)
    story.offer(1, "takeback")
    story.offer(0, "takeback")
    assert len(story.table.moves) == 4
    story.offer(2, "takeback")
    assert len(story.table.moves) == 1, "to Ben's last move, whichever player consents last"


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
            events = story.move_any(dice)
        assert [event.kind for event in events] == ["moved", "ended"]
        assert story.table.position.outcome
        assert story.returns == story.table.position.outcome.returns
        again = story.reloaded()
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
    assert story.expire() == [], "a player's minutes do not run before their first move"
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
    ticket = story.ticket(0)
    move = str(story.table.position.legal_moves()[0])
    story.wait(HOUR)
    try:
        story.happen(story.check_move(0, ticket, move, "late"))
    except RequestError:
        story.expire()
    assert story.reason == "time"
    assert len(story.table.moves) == 2
    assert "late" not in repr(story.table.accepted), "it is not acknowledged as carried out"


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
    story.move(1, SET_UPS[1])
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
        assert error_code(story.claim, 1, 1, draw=draw) == "claim"
        assert error_code(story.claim, 0, 0, draw=draw) == "claim"
        story.claim(0, 1, draw=draw)
        assert (story.returns, story.reason) == (returns, "abandoned")
        assert story.claim(0, 1, draw=draw) == [], "sent twice"
    three = Story("moaai", [human("Anna"), human("Ben"), human("Carl")], players=3)
    three.first_moves(1)
    three.claim(2, 1, draw=False)
    assert three.returns == (1.0, -1.0, 0.0)


def test_closing_what_nobody_plays() -> None:
    story = Story(seats=[human("Anna"), OPEN])
    story.close()
    assert story.table.cancelled
    assert story.close() == []
    early = Story()
    early.first_moves(1)
    early.close()
    assert early.table.cancelled
    late = Story()
    late.first_moves(2)
    late.close()
    assert (late.returns, late.reason) == ((0.0, 0.0), "abandoned")
    assert snapshot(late.reloaded()) == snapshot(late.table)
