"""Another game: who sits where, and the score so far."""

from __future__ import annotations

from ludotheque.server.tables.events import Event
from ludotheque.server.tables.rematch import rematch_setup, rematch_wanted
from ludotheque.server.tables.table import Table
from tests.server.stories import COMPUTER, MINUTES, NOW, Story, error_code, human


def another(story: Story) -> Story:
    """The rematch that everybody wants."""
    following = Story()
    setup = {**rematch_setup(story.table), "seed": 1}
    following.events = [Event("created", story.now, setup)]
    following.table = Table.created("another", following.events[0])
    return following


def test_rematch_with_sides_swapped_and_the_score_so_far() -> None:
    story = Story(time=MINUTES)
    assert error_code(story.offer, 0, "rematch") == "rematch"
    story.resign(0)
    story.offer(0, "rematch")
    assert not rematch_wanted(story.table)
    story.offer(1, "rematch")
    assert rematch_wanted(story.table)
    second = another(story)
    assert [seat.name for seat in second.table.seats] == ["Ben", "Anna"]
    assert second.table.seats_of("Ben") == [0]
    assert second.table.setup.time == story.table.setup.time
    assert second.table.setup.series == [{"table": "table", "returns": [1.0, -1.0]}], "Ben has won, and sits first now"
    second.resign(0)
    third = another(second)
    assert [seat.name for seat in third.table.seats] == ["Anna", "Ben"]
    assert [played["returns"] for played in third.table.setup.series] == [[-1.0, 1.0], [1.0, -1.0]]
    story.happen([Event("continued", NOW, {"table": "another"})])
    assert error_code(story.offer, 0, "rematch") == "rematch", "once"
    assert not rematch_wanted(story.table)


def test_rematch_of_three() -> None:
    story = Story("moaai", [human("Anna"), human("Ben"), COMPUTER], players=3)
    story.resign(1)
    story.offer(0, "rematch")
    assert not rematch_wanted(story.table)
    story.offer(1, "rematch")
    assert rematch_wanted(story.table)
    names = {seat.name for seat in story.table.seats}
    seen = [[seat.name for seat in story.table.seats]]
    for _ in range(2):
        following = another(story)
        by_name = dict(
            zip([seat.name for seat in following.table.seats], following.table.setup.series[0]["returns"], strict=True)
        )
        assert by_name == {"Anna": 1.0, "Ben": -1.0, None: 0.0}, "returns wander with those who got them"
        seen.append([seat.name for seat in following.table.seats])
        following.resign(following.table.seats_of("Ben")[0])
        story = following
    assert all({row[place] for row in seen} == names for place in range(3)), "everybody sits everywhere in turn"


def test_rematch_on_one_device_asks_once() -> None:
    story = Story(seats=[human("Anna", "device"), human("Ben", "device")])
    story.resign(1)
    story.offer(0, "rematch")
    assert rematch_wanted(story.table)
