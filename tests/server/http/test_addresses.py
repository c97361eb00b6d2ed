"""Addresses as rate limits know them."""

from __future__ import annotations

import pytest

from ludotheque.server.http.addresses import address_of, client_key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("a name", "a name"),
        ("", ""),
    ],
)
def test_a_subscriber_has_one_key(address: str, key: str) -> None:
    assert client_key(address) == key


def test_the_address_of_a_request() -> None:
    assert address_of({"client": ("2001:db8::5", 4711)}) == "2001:db8::/64"
    assert address_of({"client": None}) == address_of({}) == "-"
