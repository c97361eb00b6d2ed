"""What waits for a page: nothing is lost, nothing piles up."""

from __future__ import annotations

from ludotheque.server.room import MOST_WAITING, Viewer


def heard(viewer: Viewer) -> list[str]:
    """All that waits."""
    found = []
    while (text := viewer.next()) is not None:
        found.append(text)
    return found


def test_a_newer_state_takes_the_place_of_an_older_one() -> None:
    viewer = Viewer("anna")
    for number in range(1000):
        viewer.see(f"state {number}")
    assert heard(viewer) == ["state 999"]


def test_answers_are_kept_and_never_push_a_state_out() -> None:
    viewer = Viewer("anna")
    viewer.see("state 1")
    viewer.see("pulse", keep=True)
    viewer.see("state 2")
    viewer.see("refusal", keep=True)
    viewer.see("accepted", keep=True)
    viewer.see("state 3")
    viewer.see("state 4")
    assert heard(viewer) == ["state 1", "pulse", "state 2", "refusal", "accepted", "state 4"]


def test_who_never_reads_is_overwhelmed() -> None:
    viewer = Viewer("anna")
    assert not viewer.overwhelmed
    for _ in range(MOST_WAITING + 1):
        viewer.see("answer", keep=True)
    assert viewer.overwhelmed
