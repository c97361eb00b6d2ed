"""What a page asks while a player clicks: why a click leads nowhere, and what a move would do."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.errors import IllegalMove
from ludotheque.position import View
from ludotheque.server.messages.positions import Explanation, PreviewJson
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.position import piece_data


def explanation_json(view: View, clicks: Sequence[str]) -> Explanation:
    """Return why the last of these clicks leads to no legal move."""
    why = view.explain(clicks)
    return {"ruling": why.ruling, "message": text_json(why.sentence)}


def previews_json(view: View, moves: Sequence[str]) -> Sequence[PreviewJson | None]:
    """Return what each of these moves would do; None for a move that is not legal."""
    return [_preview_json(view, move) for move in moves]


def _preview_json(view: View, text: str) -> PreviewJson | None:
    try:
        preview = view.preview(view.game.read(text))
    except IllegalMove:
        return None
    return {"pieces": list(map(piece_data, preview.pieces)), "text": text_json(preview.text)}
