"""The puzzles: every line is replayed by the referee, and what a sample claims is proven again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.arena.proof import LOST, WON, possible
from ludotheque.arena.puzzle_maker import PuzzleMaker, variants
from ludotheque.arena.symmetry import canonical_form
from ludotheque.record import Record
from ludotheque.server.messages.teaching import LessonStage
from ludotheque.server.serialize.puzzles import puzzle_json, puzzles_json
from ludotheque.teaching.puzzle import GOALS, RESULTS, Puzzle, Stage, puzzles
from ludotheque.teaching.reading import played

FEWEST = 40
SAMPLE = 4
"""So many puzzles of each game are proven again; the choice changes with the puzzles."""

PUZZLES = [pytest.param(puzzle, id=f"{id}-{puzzle.id}") for id in lt.games() for puzzle in puzzles(id)]
every_game = pytest.mark.parametrize("id", lt.games())


@cache
def maker_of(game: lt.Game) -> PuzzleMaker:
    return PuzzleMaker(game)


def sample(id: str) -> list[Puzzle]:
    found = puzzles(id)
    return random.Random("".join(puzzle.id for puzzle in found)).sample(found, SAMPLE)


def moments(puzzle: Puzzle) -> Iterator[tuple[Stage, Record]]:
    """What the solver is asked, one after the other."""
    record = puzzle.record
    for stage in puzzle.stages:
        yield stage, record
        record = played(record.play(stage.right, puzzle.player), stage.reply)


@every_game
def test_there_are_enough_and_they_differ(id: str) -> None:
    found = puzzles(id)
    assert len(found) >= FEWEST
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert len({canonical_form(puzzle.record.start) + str(bool(puzzle.lead)) for puzzle in found}) == len(found), (
        "images of others"
    )
    assert {puzzle.player for puzzle in found} == {0, 1}
    stars = Counter(puzzle.stars for puzzle in found)
    assert set(stars) <= set(range(1, 6))
    assert len(stars) >= 4
    assert max(stars.values()) <= len(found) / 2, "most are alike"
    known = {tuple(sorted(game.options.items())) for game in variants(id)}
    assert {tuple(sorted(puzzle.record.game.options.items())) for puzzle in found} == known, "under all options for two"
    assert [puzzle.stars for puzzle in found] == sorted(puzzle.stars for puzzle in found)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_line_is_legal_and_keeps_its_promise(puzzle: Puzzle) -> None:
    assert puzzle.goal in GOALS
    assert puzzle.record.final.to_act == (puzzle.player,)
    assert not puzzle.record.start.has_secret
    last = puzzle.record
    for number, (stage, record) in enumerate(moments(puzzle)):
        assert record.final.to_act == (puzzle.player,)
        legal = [str(move) for move in record.final.legal_moves(puzzle.player)]
        tried = [move for refutation in stage.wrong for move in refutation.play]
        assert sorted([*stage.accepted, *tried]) == sorted(legal), "every move is answered, each once"
        assert number or not stage.also, "the first move is the only one"
        for refutation in stage.wrong:
            assert refutation.result in RESULTS
            assert refutation.world(record).final.view(puzzle.player) == record.final.view(puzzle.player)
            for move in refutation.play:
                end = played(refutation.world(record).play(move, puzzle.player), refutation.reply)
                if end.final.returns:
                    assert end.final.returns[puzzle.player] == {"lost": -1, "drawn": 0}[refutation.result]
                else:
                    assert refutation.reply, move
        last = played(record.play(stage.right, puzzle.player), stage.reply)
    if puzzle.goal == "win":
        assert last.final.returns
        assert last.final.returns[puzzle.player] == 1
        own = [step for step in last.moves[len(puzzle.lead) :] if step.player == puzzle.player]
        assert len(own) == puzzle.asked


@every_game
def test_a_sample_is_proven_anew(id: str) -> None:
    for puzzle in sample(id):
        prover = maker_of(puzzle.record.game).prover
        for number, (stage, record) in enumerate(moments(puzzle)):
            verdicts = {str(one.move): one.result for one in prover.verdicts(record, puzzle.depth)}
            if puzzle.goal == "win":
                kept = [move for move, result in verdicts.items() if result == WON]
            else:
                kept = [move for move, result in verdicts.items() if result != LOST]
            assert sorted(kept) == sorted(stage.accepted), (puzzle.id, number)
            for refutation in stage.wrong:
                claimed = {"lost": LOST, "drawn": 0.5, "open": None}[refutation.result]
                assert {verdicts[move] for move in refutation.play} == {claimed}, (puzzle.id, number)


@every_game
def test_refutations_of_a_sample_refute(id: str) -> None:
    """After the reply to a lost try the opponent surely wins; after the reply to another no win is in sight."""
    for puzzle in sample(id):
        maker = maker_of(puzzle.record.game)
        for stage, record in moments(puzzle):
            for refutation in stage.wrong:
                move = random.Random(puzzle.id).choice(refutation.play)
                end = played(refutation.world(record).play(move, puzzle.player), refutation.reply).final
                if end.to_act and not end.has_secret:
                    lost = refutation.result == "lost"
                    ahead = puzzle.depth if lost else max(1, puzzle.depth - 1 - len(refutation.reply))
                    result = maker.prover.result(end, puzzle.player, ahead)[0]
                    assert result == LOST if lost else result != WON, (puzzle.id, move)


@every_game
def test_pages_get_every_answer(id: str) -> None:
    told = puzzles_json(id)
    assert [one["id"] for one in told["puzzles"]] == [puzzle.id for puzzle in puzzles(id)]
    for puzzle in sample(id):
        stage: LessonStage | None = puzzle_json(id, puzzle.id)["first"]
        for asked, record in moments(puzzle):
            legal = {str(move) for move in record.final.legal_moves(puzzle.player)}
            assert stage
            assert set(stage["but"]) | set(stage["accepted"]) == legal
            assert next(iter(stage["accepted"])) == asked.right, "the solution comes first"
            for words in (stage["task"], *(answer["text"] for answer in stage["but"].values())):
                assert words["fr"]
                assert words["en"] != words["fr"]
            stage = stage["accepted"][asked.right]["next"]
        assert stage is None


def test_a_solver_is_shown_no_secret() -> None:
    """Whatever was chosen in secret, the page gets the same."""
    secret = [puzzle for id in lt.games() for puzzle in puzzles(id) if puzzle.lead]
    assert secret, "some puzzles are about secrets"
    for puzzle in secret[:3]:
        first = puzzle_json(puzzle.game, puzzle.id)["first"]["state"]
        assert all(move is None for player, move in first["moves"] if player != puzzle.player)
        assert len(possible(puzzle.record, puzzle.player)) > 1


def test_the_same_seed_gives_the_same_puzzles() -> None:
    game = variants(lt.games()[0])[0]
    games = [PuzzleMaker(game).game_of("1 0") for _ in range(2)]
    assert games[0].moves == games[1].moves
