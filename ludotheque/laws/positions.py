"""Laws about positions: they are one line of text, and come back from it; views tell no more than they may."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ludotheque.errors import LudothequeError
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.library import position_from_json
from ludotheque.position import Position


def a_position_reads_back(position: Position) -> Iterator[Breach]:
    """Its text is one line; blanks and the order of fields do not matter."""
    text = position.text
    for written in (text, "  ".join(reversed(text.split()))):
        try:
            back = position.game.parse(written)
        except LudothequeError as error:
            yield Breach(text, error.message, position)
            continue
        if back != position or back.text != text or "\n" in text:
            yield Breach(listing(map(str, position.state)), listing(map(str, back.state)), position)


def a_position_survives_json(position: Position) -> Iterator[Breach]:
    back = position_from_json(json.dumps(position.to_json()))
    if back != position:
        yield Breach(position.text, back.text, position)


def views_tell_no_more_than_they_may(position: Position) -> Iterator[Breach]:
    """Hiding twice hides no more than once, and an onlooker knows what every player knows, and no more."""
    hide = position.game.rulebook.rules.hide
    onlooker = position.view(None)
    if onlooker.legal_moves():
        yield Breach(texts.say("expected.no_moves"), listing(onlooker.legal_moves()), position)
    for player in range(position.game.players):
        view = position.view(player)
        if view.legal_moves() != position.legal_moves(player):
            yield Breach(listing(position.legal_moves(player)), listing(view.legal_moves()), position)
        for state, again in ((view.state, hide(view.state, player)), (onlooker.state, hide(view.state, None))):
            if state != again:
                yield Breach(listing(map(str, state)), listing(map(str, again)), position)


LAWS = (a_position_reads_back, a_position_survives_json, views_tell_no_more_than_they_may)
