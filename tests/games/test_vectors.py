"""The conformance vectors: perft tables and complete games, made by a slow and plain program from the rules alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt

FOLDER = Path(__file__).parent / "vectors"


def variants() -> list[Any]:
    found = []
    for id in lt.games():
        data = json.loads((FOLDER / f"{id}.json").read_text("utf-8"))
        assert data["game"] == id
        found += [pytest.param(id, variant, id=f"{id} {variant['options']}") for variant in data["variants"]]
    return found


@pytest.mark.parametrize(("id", "variant"), variants())
def test_perft(id: str, variant: dict[str, Any]) -> None:
    for table in variant["perft"]:
        position = lt.load(id, **variant["options"]).start()
        for move in table["moves"]:
            position = position.play(move, position.to_act[0])
        counts = [lt.perft(position, depth) for depth in range(1, len(table["counts"]) + 1)]
        assert counts == table["counts"], table["moves"]


@pytest.mark.parametrize(("id", "variant"), variants())
def test_games(id: str, variant: dict[str, Any]) -> None:
    for game in variant["games"]:
        position = lt.load(id, **variant["options"]).start()
        for move, actor, count in zip(game["moves"], game["actors"], game["legal_counts"], strict=True):
            assert actor in position.to_act
            texts = [str(legal) for legal in position.legal_moves(actor)]
            assert move in texts
            if count is not None:
                assert len(texts) == count
            position = position.play(move, actor)
        assert position.to_act == ()
        assert position.outcome is not None
        assert position.outcome.returns == tuple(game["returns"])
        assert position.outcome.reason == game["reason"]
        expected = game.get("points")
        assert position.outcome.points == (None if expected is None else tuple(expected))
