"""Addresses for those who run the server: whether it lives, whether it is ready, and its metrics."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from fastapi import APIRouter, Request, Response

from ludotheque.server.errors import RequestError
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import Manager
from ludotheque.server.metrics import TYPE, Metrics

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers of a request that came through a proxy."""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> dict[str, bool]:
    """Answer as long as the process lives."""
    return {"alive": True}


@router.get("/readyz")
async def ready(manager: Manager) -> dict[str, bool]:
    """Answer whether players can be served; 503 and the reason when they cannot."""
    await manager.readiness.check()
    return {"ready": True}


@router.get("/metrics")
async def metrics(request: Request, manager: Manager) -> Response:
    """Return the metrics, to those who may read them."""
    if not may_read_metrics(manager.settings.metrics, request):
        raise RequestError("no_page", 404)
    found: Metrics = request.app.state.metrics
    return Response(found.text(), media_type=TYPE, headers={"Cache-Control": "no-store"})


def may_read_metrics(setting: str, request: Request) -> bool:
    """Return whether this client may read the metrics.

    `private` is for direct requests from this machine and from private networks. A request that a proxy passed on comes
    from the proxy's address, so its headers give it away.
    """
    if setting != "private":
        return setting == "public"
    return not any(name in request.headers for name in FORWARDED) and is_private(address_of(request.scope))


def is_private(address: str) -> bool:
    """Return whether an address belongs to this machine or to a private network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_private
