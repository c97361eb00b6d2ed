"""Model games: their facts agree with the game, and become sentences in every language."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.arena.model_games import ALIKE, CERTAIN, ENOUGH, Judged, Model, choose
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
        if comment.kind == "alternative":
            assert abs(model.chances[comment.ply] - model.chances[comment.ply - 1]) <= ALIKE + 0.001
        if comment.kind in ("turning", "alternative"):
            assert comment.since == comment.ply - 1
            assert comment.line[0][1] != str(model.record.moves[comment.ply - 1].move)
        if comment.kind in ("ahead", "forced"):
            won = (model.record.final.returns or (0,))[0] > 0
            rest = [chance if won else 1 - chance for chance in model.chances[comment.ply :]]
            assert min(rest) >= (1 if comment.kind == "forced" else CERTAIN) - 0.001


@pytest.mark.parametrize("model", MODELS)
def test_every_line_can_be_played(model: ModelGame) -> None:
    for comment in model.comments:
        position = model.record.positions[comment.since]
        for actor, text in comment.line:
            position = position.play(text, actor)


@pytest.mark.parametrize("model", MODELS)
def test_there_is_enough_to_read(model: ModelGame) -> None:
    assert len(model.comments) >= ENOUGH
    plans = [comment for comment in model.comments if comment.kind == "plan"]
    assert 1 <= len(plans) <= 4
    others = {comment.ply for comment in model.comments if comment.kind != "plan"}
    assert not others & {plan.ply for plan in plans}
    assert all(plan.line and plan.since == plan.ply for plan in plans)


@pytest.mark.parametrize("id", lt.games())
def test_every_game_has_three_models_of_different_character(id: str) -> None:
    games = model_games(id).games
    assert len({one.id for one in games}) == len({str(one.record) for one in games}) == 3


@pytest.mark.parametrize("id", WITH_MODELS)
def test_sentences_are_there_in_every_language(id: str) -> None:
    listed = models_json(id)
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


PLAYED, LINE = ["c1-e3", "c6-c4", "a1-a3", "a6-a4"], ("b1-b3", "b6-b4", "d1-d3")


def looked_at(lines: dict[int, tuple[str, ...]], chances: tuple[float, ...] = (0.5, 0.5, 0.5, 0.5)) -> Model:
    """A game of Malawi with the lines that the search expects after some numbers of moves."""
    record = Record.of(lt.load("malawi"), PLAYED)
    ended = Record(record.start, record.moves, result=(1.0, -1.0), reason="resigned")
    judged = [
        Judged((one, 1 - one), False, None, line[0] if line else played, line, one, fine=not line)
        for ply, (one, played) in enumerate(zip(chances, PLAYED, strict=True))
        for line in [lines.get(ply, ())]
    ]
    return Model(ended, judged)


def test_a_plan_says_how_far_the_game_follows() -> None:
    assert looked_at({2: LINE}).plan(2)["followed"] == 0
    followed = looked_at({2: ("a1-a3", "b6-b4", "d1-d3")})
    assert followed.plan(2)["followed"] == 1
    assert [plan["ply"] for plan in followed.plans([])] == [2]
    assert not followed.plans([{"kind": "ahead", "ply": 2}])


def test_a_trivial_line_is_no_plan() -> None:
    assert not looked_at({2: ("b1-b3", "b6-b4")}).line(2), "one move of the player"
    assert not looked_at({2: ("b1-b3", "no move", "d1-d3")}).line(2), "as far as it can be played"


def test_a_move_about_as_good_has_an_alternative() -> None:
    assert [one["better"] for one in looked_at({2: LINE}).alternatives()] == ["b1-b3"]
    assert not looked_at({2: LINE}, (0.5, 0.5, 0.5, 0.4)).alternatives()
    assert not looked_at({2: (*LINE[:2], "a1-a3")}).alternatives(), "the same moves in another order"


def test_a_change_without_a_mistake_is_a_swing() -> None:
    changed = looked_at({}, (0.5, 0.5, 0.5, 0.2))
    assert next(fact["kind"] for fact in changed.changes()) == "swing"
    mistaken = looked_at({2: LINE}, (0.5, 0.5, 0.5, 0.2))
    assert [fact["ply"] for fact in mistaken.turns()] == [3]
