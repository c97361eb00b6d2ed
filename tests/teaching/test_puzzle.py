"""The puzzles: every line is replayed by the referee, and what a sample claims is proven again."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

import ludotheque as lt
from ludotheque.arena.puzzles import check as checking
from ludotheque.arena.puzzles.check import Verdict, check, moments
from ludotheque.arena.puzzles.choice import near_duplicates
from ludotheque.arena.puzzles.proof import Prover, possible
from ludotheque.library import definition
from ludotheque.server.messages.teaching import LessonStage
from ludotheque.server.serialize.puzzles import puzzle_json, puzzles_json
from ludotheque.teaching.puzzle import GOALS, RESULTS, Puzzle, puzzles, read
from ludotheque.teaching.reading import played
from ludotheque.teaching.themes import traits
from tests.engine.solver.test_plain import forced

FEWEST, HARD, FEWEST_HARD = 100, 4, 15
FEWEST_OF_A_GOAL, FEWEST_OF_A_VALUE = 10, 5
SAMPLE = 4
"""So many puzzles of each game are proven again; the choice changes with the puzzles."""

PUZZLES = [pytest.param(puzzle, id=f"{id}-{puzzle.id}") for id in lt.games() for puzzle in puzzles(id)]
every_game = pytest.mark.parametrize("id", lt.games())


def sample(id: str) -> list[Puzzle]:
    """Some puzzles whose proofs do not take long."""
    found = [puzzle for puzzle in puzzles(id) if (puzzle.within or 0) <= 2]
    return random.Random("".join(puzzle.id for puzzle in found)).sample(found, SAMPLE)


@every_game
def test_there_are_enough_and_they_differ(id: str) -> None:
    found = puzzles(id)
    usual = [puzzle for puzzle in found if not puzzle.options]
    assert len(usual) >= FEWEST
    assert sum(puzzle.stars >= HARD for puzzle in usual) >= FEWEST_HARD
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert {puzzle.player for puzzle in usual} == {0, 1}
    stars = Counter(puzzle.stars for puzzle in usual)
    assert set(stars) == set(range(1, 6))
    assert max(stars.values()) <= len(usual) / 2, "most are alike"
    order = [(bool(puzzle.options), puzzle.stars) for puzzle in found]
    assert order == sorted(order), "the default rules first, easy ones first"


@every_game
def test_wins_and_holds_are_there_and_every_option_has_its_own(id: str) -> None:
    """A game that is solved to its end, and has no draw, knows only wins: what does not win loses."""
    found = puzzles(id)
    goals = Counter(puzzle.goal for puzzle in found if not puzzle.options)
    assert goals["win"] >= FEWEST_OF_A_GOAL
    if any(puzzle.within for puzzle in found):
        assert goals["hold"] >= FEWEST_OF_A_GOAL
    for option in definition(id).options:
        values = Counter(puzzle.options.get(option.name, option.values[0]) for puzzle in found)
        assert min(values[value] for value in option.values) >= FEWEST_OF_A_VALUE, values


def test_puzzles_about_points_come_from_all_phases() -> None:
    """Not from the last houses alone: a fifth each before the middle, after it, and near the end."""
    usual = [puzzle for puzzle in puzzles("masterplan") if not puzzle.options]
    houses = [traits(puzzle).phase["white"] + traits(puzzle).phase["yellow"] for puzzle in usual]
    for first, last in ((0, 13), (14, 20), (21, 28)):
        assert sum(first <= one <= last for one in houses) >= len(houses) / 5, (first, last)


@every_game
def test_no_two_are_nearly_the_same(id: str) -> None:
    for one, two in combinations(read(id), 2):
        assert not near_duplicates(one, two, id), (one["id"], two["id"])


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
        assert not number or puzzle.goal == "win"
        for refutation in stage.wrong:
            assert refutation.result in RESULTS
            assert refutation.world(record).final.view(puzzle.player) == record.final.view(puzzle.player)
            for move in refutation.play:
                end = played(refutation.world(record).play(move, puzzle.player), refutation.reply)
                if end.final.returns and refutation.result != "less":
                    assert end.final.returns[puzzle.player] == {"lost": -1, "drawn": 0}[refutation.result]
                elif not end.final.returns:
                    assert refutation.reply or puzzle.goal == "score", move
        last = played(record.play(stage.right, puzzle.player), stage.reply)
    if puzzle.goal == "win":
        assert last.final.returns
        assert last.final.returns[puzzle.player] == 1
    own = [step for step in last.moves[len(puzzle.lead) :] if step.player == puzzle.player]
    assert len(own) == puzzle.asked
    if puzzle.goal == "win" and puzzle.within:
        assert puzzle.asked <= puzzle.within, "the line keeps the promise"


@every_game
def test_a_sample_is_proven_anew(id: str) -> None:
    for puzzle in sample(id):
        assert check(puzzle) == Verdict.CONFIRMED, puzzle.id


@every_game
def test_a_sample_is_won_by_the_rules_alone(id: str) -> None:
    """A search without table or kernels finds the same: the right move wins in one, no other does."""
    short = [puzzle for puzzle in puzzles(id) if puzzle.goal == "win" and puzzle.within == 1 and not puzzle.lead]
    for puzzle in random.Random(id).sample(short, min(2, len(short))):
        position = puzzle.record.final
        wins = [move for move in position.legal_moves() if forced(position.play(move), puzzle.player, 0, 1)]
        assert [str(move) for move in wins] == [puzzle.stages[0].right]


@every_game
def test_false_claims_are_refuted(id: str) -> None:
    for goal in {puzzle.goal for puzzle in puzzles(id)}:
        puzzle = next(puzzle for puzzle in puzzles(id) if puzzle.goal == goal and puzzle.stages[0].wrong)
        first, *rest = puzzle.stages
        (other, *_), *_ = (refutation.play for refutation in first.wrong)
        wrong_move = replace(puzzle, stages=(replace(first, right=other), *rest))
        assert check(wrong_move) == Verdict.REFUTED, puzzle.id
        if goal != "score" and puzzle.within:  # the best move may be the best one after the reply too
            too_late = replace(puzzle, within=puzzle.within + 1)
            assert check(too_late) == Verdict.REFUTED, puzzle.id


def test_every_lead_that_is_told_is_counted() -> None:
    """A wrong lead, or a reply that is not the best one, refutes a puzzle about points."""
    after_reply = [one for id in lt.games() for one in puzzles(id) if one.goal == "score" and one.within == 2]
    for puzzle in after_reply:
        assert check(puzzle) == Verdict.CONFIRMED, puzzle.id
    puzzle = after_reply[0]
    (stage,) = puzzle.stages
    first, *rest = stage.wrong
    other_lead = replace(first, lead=(first.lead or 0) + 1)
    assert check(replace(puzzle, stages=(replace(stage, wrong=(other_lead, *rest)),))) == Verdict.REFUTED
    assert check(replace(puzzle, stages=(replace(stage, reply=()),))) == Verdict.REFUTED


def test_an_undecided_puzzle_is_checked_with_an_empty_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of a whole check changes what the table holds, and must not change a verdict."""
    provers, proven = [], checking.check_with

    def first_in_vain(prover: Prover, puzzle: Puzzle) -> Verdict:
        provers.append(prover)
        return proven(prover, puzzle) if len(provers) > 1 else Verdict.UNDECIDED

    monkeypatch.setattr(checking, "check_with", first_in_vain)
    assert check(sample("malawi")[0]) == Verdict.CONFIRMED
    assert len(set(map(id, provers))) == 2


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


def test_a_lead_that_is_none_is_told_as_such() -> None:
    """Nobody is left "a lead of -3 points"."""
    about_points = [one for id in lt.games() for one in puzzles(id) if one.goal == "score"]
    found = set()
    for puzzle in about_points:
        (stage,) = puzzle.stages
        answers = puzzle_json(puzzle.game, puzzle.id)["first"]["but"]
        for wrong in stage.wrong:
            text = answers[wrong.play[0]]["text"]["en"]
            (word,) = (word for word in ("lead", "level", "behind") if word in text)
            assert word == ("lead" if (wrong.lead or 0) > 0 else "behind" if wrong.lead else "level"), text
            assert "-" not in text.partition("The reply")[0]
            found.add(word)
    assert len(found) == 3


@every_game
def test_a_puzzle_about_points_claims_replies_only_where_they_were_counted(id: str) -> None:
    for puzzle in (puzzle for puzzle in sample(id) if puzzle.goal == "score"):
        assert ("replies" in puzzle_json(id, puzzle.id)["done"]["en"]) == (puzzle.within == 2)
