"""Blocked addresses: what they match, and where they are kept."""

from __future__ import annotations

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.tables.blocked import BlockList, block, blocked_networks, parse_network, unblock
from ludotheque.server.tables.store import Store


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.0/24", "203.0.113.255", "203.0.114.0"),
        ("203.0.113.0/24", "::ffff:203.0.113.1", "::ffff:203.0.114.1"),
        ("2001:db8::/32", "2001:db8:5::1", "2001:db9::1"),
        ("fe80::/10", "fe80::1%eth0", "203.0.113.1"),
    ],
)
def test_what_is_inside(network: str, inside: str, outside: str) -> None:
    blocked = BlockList()
    assert inside not in blocked
    blocked.replace([parse_network(network)])
    assert inside in blocked
    assert outside not in blocked
    assert "-" not in blocked
    blocked.replace([])
    assert inside not in blocked


@pytest.mark.parametrize("text", ["", "nowhere", "203.0.113.1/24", "203.0.113", "203.0.113.0/33", "*"])
def test_wrong_addresses_get_a_sentence(text: str) -> None:
    with pytest.raises(LudothequeError, match="is not a network address"):
        parse_network(text)


def test_the_database_keeps_them(database: str) -> None:
    store = Store(database)
    store.open()
    one, two = parse_network("203.0.113.7"), parse_network("2001:db8::/32")
    assert [block(store.engine, one, 5), block(store.engine, two, 6), block(store.engine, one, 7)] == [
        True,
        True,
        False,
    ]
    assert blocked_networks(store.engine) == {one: 5, two: 6}
    assert [unblock(store.engine, one), unblock(store.engine, one)] == [True, False]
    assert blocked_networks(store.engine) == {two: 6}
    store.engine.dispose()
