"""Network addresses of clients, as all rate limits know them."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

HOST_BITS = 64
"""A subscriber gets at least a network of this size, and may use every address in it."""


def client_key(address: str) -> str:
    """Return the name under which an address is counted: an IPv4 address, or the /64 network of an IPv6 address.

    >>> client_key("2001:db8:1:2:3:4:5:6"), client_key("::ffff:192.0.2.7"), client_key("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may give any name
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> HOST_BITS << HOST_BITS)}/{HOST_BITS}"


def is_within(address: str, network: str) -> bool:
    """Return whether an address belongs to a network, or is that address. Neither need be one.

    >>> is_within("10.1.2.3", "10.0.0.0/8"), is_within("::ffff:10.1.2.3", "10.1.2.3"), is_within("10.1.2.3", "proxy")
    (True, True, False)
    """
    try:
        found, place = ip_address(address.partition("%")[0]), ip_network(network)
    except ValueError:
        return False
    return ((found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found) in place


def exact_address_of(scope: Scope) -> str:
    """Return the address of the client of a request."""
    client = scope.get("client")
    return client[0] if client else "-"


def address_of(scope: Scope) -> str:
    """Return the address of the client of a request, as rate limits know it."""
    return client_key(exact_address_of(scope))
