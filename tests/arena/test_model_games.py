"""Model games: their facts agree with the game, and become sentences in every language."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.arena.model_games import CERTAIN, Judged, Model, choose
from ludotheque.engine.annotation import TURNING
from ludotheque.record import Record
from ludotheque.server.serialize.training import model_json, models_json
from ludotheque.teaching.model_game import ModelGame, model_games, standing
from ludotheque.teaching.reading import extras
from ludotheque.texts import LANGUAGES

WITH_MODELS = [id for id in lt.games() if "models" in extras(id)]
MODELS = [pytest.param(one, id=f"{id}-{one.id}") for id in WITH_MODELS for one in model_games(id).games]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_game_is_decided_and_whole(model: ModelGame) -> None:
    assert model.record.final.returns, "it ended on the board"
    assert max(model.record.final.returns) > 0
    assert len(model.chances) == len(model.record.positions)
    assert model.chances[-1] == (model.record.final.returns[0] + 1) / 2


@pytest.mark.parametrize("model", MODELS)
def test_comments_agree_with_the_chances(model: ModelGame) -> None:
    for comment in model.comments:
        assert 0 <= comment.ply < len(model.record.positions)
        if comment.kind == "turning":
            player = model.record.moves[comment.ply - 1].player
            before, after = (abs(player - model.chances[ply]) for ply in (comment.ply - 1, comment.ply))
            assert before - after >= TURNING - 0.01
            assert comment.line
            assert comment.line[0][1] != str(model.record.moves[comment.ply - 1].move)
            position = model.record.positions[comment.ply - 1]
            for actor, text in comment.line:
                position = position.play(text, actor)
        if comment.kind in ("ahead", "forced"):
            won = (model.record.final.returns or (0,))[0] > 0
            rest = [chance if won else 1 - chance for chance in model.chances[comment.ply :]]
            assert min(rest) >= (1 if comment.kind == "forced" else CERTAIN) - 0.001


@pytest.mark.parametrize("id", WITH_MODELS)
def test_sentences_are_there_in_every_language(id: str) -> None:
    listed = models_json(id)
    assert 0 < len(listed["games"]) <= 3
    for card in listed["games"]:
        replay = model_json(id, card["id"])
        assert replay["plies"][-1]["ply"] == card["moves"]
        for comment in replay["comments"]:
            sentences = {comment["text"][code] for code in LANGUAGES}
            assert len(sentences) == len(LANGUAGES)
            assert not any("{" in sentence for sentence in sentences)


def test_what_is_not_proven_is_not_called_certain() -> None:
    record = Record(lt.load("malawi").start())
    sure, unsure = standing(record, 0, 1.0, proven=True), standing(record, 0, 1.0, proven=False)
    assert "%" not in sure["en"]
    assert "99%" in unsure["en"]
    white = record.game.rulebook.player_name(0)["en"]
    assert white in standing(record, 0, 0.7, proven=False)["en"]
    assert white in standing(record, 1, 0.3, proven=False)["en"]


def model(chances: list[float], winner: int = 0) -> Model:
    """A game of Malawi with these chances of player 0, whose moves were never the best."""
    record = Record.of(lt.load("malawi"), ["c1-e3", "c6-c4", "a1-a3", "a6-a4"][: len(chances)])
    ended = Record(record.start, record.moves, result=(1.0, -1.0) if winner == 0 else (-1.0, 1.0), reason="resigned")
    return Model(ended, [Judged((one, 1 - one), False, None, "b1-b3", ("b1-b3",), one, fine=False) for one in chances])


def test_games_of_different_character_are_chosen() -> None:
    turned, clear = model([0.5, 0.2, 0.8]), model([0.95, 0.95, 0.95])
    assert "turned" in turned.characters()
    assert "turned" not in clear.characters()
    assert clear.since(CERTAIN) == 0
    assert next(name for name, _ in choose([turned, clear])) == "turned"
