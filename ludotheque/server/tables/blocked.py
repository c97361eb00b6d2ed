"""Blocked addresses: networks that a host does not want to serve. All processes read them from the database."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import sqlalchemy as sa

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import texts
from ludotheque.server.tables.schema import blocked

Network = IPv4Network | IPv6Network


def parse_network(text: str) -> Network:
    """Return the network that a text names: an address, or a network such as 203.0.113.0/24."""
    try:
        return ip_network(text.strip())
    except ValueError as error:
        raise LudothequeError(texts.say("admin.no_network", text=text)) from error


class BlockList:
    """The blocked networks in memory. Every request asks it."""

    def __init__(self) -> None:
        self._networks: tuple[Network, ...] = ()
        self._find = lru_cache(10_000)(self._search)

    def replace(self, networks: Iterable[Network]) -> None:
        """Block these networks and no others."""
        found = tuple(networks)
        if found != self._networks:
            self._networks = found
            self._find.cache_clear()

    def __contains__(self, address: str) -> bool:
        return bool(self._networks) and self._find(address)

    def _search(self, address: str) -> bool:
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:  # a socket of the machine itself has no address
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)


# In the database. These functions wait for it.


def blocked_networks(engine: sa.Engine) -> dict[Network, int]:
    """Return the blocked networks, the oldest first, and since when they are blocked."""
    with engine.connect() as connection:
        rows = connection.execute(sa.select(blocked).order_by(blocked.c.since, blocked.c.network)).all()
    return {ip_network(row.network): row.since for row in rows}


def block(engine: sa.Engine, network: Network, now: int) -> bool:
    """Block a network, and return whether it was not blocked before."""
    with engine.begin() as connection:
        known = connection.execute(sa.select(blocked.c.since).where(blocked.c.network == str(network))).scalar()
        if known is None:
            connection.execute(blocked.insert().values(network=str(network), since=now))
    return known is None


def unblock(engine: sa.Engine, network: Network) -> bool:
    """Serve a network again, and return whether it was blocked."""
    with engine.begin() as connection:
        return bool(connection.execute(blocked.delete().where(blocked.c.network == str(network))).rowcount)
