"""Who asks, and for what: the parts that the addresses have in common."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from ludotheque.server import guests
from ludotheque.server.hall import Hall
from ludotheque.server.room import Room


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def guest_of(request: Request) -> str | None:
    return guests.guest_of(request.cookies.get(guests.COOKIE))


def welcome(request: Request, response: Response) -> str:
    """The browser that asks; one that was never here gets a cookie."""
    if guest := guest_of(request):
        return guest
    token = guests.new_token()
    secure = hall_of(request).settings.secure_cookie
    response.set_cookie(
        guests.COOKIE, token, max_age=guests.COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
    )
    guest = guests.guest_of(token)
    assert guest
    return guest


async def room_of(id: str, request: Request) -> Room:
    return await hall_of(request).room(id)


TheHall = Annotated[Hall, Depends(hall_of)]
Guest = Annotated[str | None, Depends(guest_of)]
Welcome = Annotated[str, Depends(welcome)]
TheRoom = Annotated[Room, Depends(room_of)]
