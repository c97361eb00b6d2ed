"""Keys of seats and invitations."""

from __future__ import annotations

from ludotheque.server.tables import keys as table_keys
from ludotheque.server.tables.keys import Keys


def test_table_ids_differ_and_fit_their_pattern() -> None:
    ids = {table_keys.new_table_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(table_keys.TABLE_ID.fullmatch(id) for id in ids)
    assert not [id for id in ids if id.startswith("-")], "a command would take it for an option"


def test_a_key_opens_one_seat_of_one_table_for_one_sitting() -> None:
    keys, others = Keys("secret"), Keys("another secret")
    key = keys.seat("one", 1, 7)
    assert keys.seat_opened_by("one", [0, 7], key) == 1
    assert keys.seat_opened_by("two", [0, 7], key) is None
    assert keys.seat_opened_by("one", [7, 0], key) is None
    assert keys.seat_opened_by("one", [0, 8], key) is None, "somebody else has sat down since"
    assert others.seat_opened_by("one", [0, 7], key) is None
    assert keys.seat_opened_by("one", [0, 7], key.replace("1.", "0.")) is None
    assert keys.seat_opened_by("one", [0, 7], "") is None


def test_an_invitation_is_for_one_table() -> None:
    keys = Keys("secret")
    assert keys.opens_invitation("one", keys.invitation("one"))
    for key in (None, "", keys.invitation("two"), keys.seat("one", 0, 0), Keys("other").invitation("one")):
        assert not keys.opens_invitation("one", key)
