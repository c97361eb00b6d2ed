"""What waits for a page: nothing is lost, nothing piles up."""

from __future__ import annotations

from ludotheque.server.tables.viewer import MAX_WAITING, Viewer


def heard(viewer: Viewer) -> list[bytes]:
    """All that waits."""
    found = []
    while (text := viewer.next()) is not None:
        found.append(text)
    return found


def test_a_newer_state_takes_the_place_of_an_older_one() -> None:
    viewer = Viewer("anna")
    for number in range(1000):
        viewer.send(b"state %d" % number)
    assert heard(viewer) == [b"state 999"]


def test_answers_are_kept_and_never_push_a_state_out() -> None:
    viewer = Viewer("anna")
    viewer.send(b"state 1")
    viewer.send(b"ping", keep=True)
    viewer.send(b"state 2")
    viewer.send(b"refusal", keep=True)
    viewer.send(b"accepted", keep=True)
    viewer.send(b"state 3")
    viewer.send(b"state 4")
    assert heard(viewer) == [b"state 1", b"ping", b"state 2", b"refusal", b"accepted", b"state 4"]


def test_who_never_reads_is_overwhelmed() -> None:
    viewer = Viewer("anna")
    assert not viewer.overwhelmed
    for _ in range(MAX_WAITING + 1):
        viewer.send(b"answer", keep=True)
    assert viewer.overwhelmed
